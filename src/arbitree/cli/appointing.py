"""The judges that are named: on the command line, and for the roles that are left in `arbitree.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.cli.config import Config
from arbitree.cli.judging import Named
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.errors import ArbitreeError, JudgeError, Problem
from arbitree.judges.named import judge_from
from arbitree.runner.seats import roles_of


def configured(
    config: Config, named: Mapping[str, Named], graph: Graph, *, concurrency: int, explains: bool = False
) -> dict[str, Named]:
    """The judges that the command line names, and those of the file for the roles that are left.

    Raises:
        ArbitreeError: with all that is wrong with any of them.
    """
    judges = {role: one for role, one in named.items() if one.name != "auto"}
    missing = [role for role in _asked(graph, explains=explains) if role not in judges]
    problems: list[Problem] = []
    wanted = [role for role in missing if role in config.judges]
    if len(wanted) < len(missing) and DEFAULT_ROLE not in judges:
        wanted.append(DEFAULT_ROLE)
    for role in dict.fromkeys(wanted):
        if role in config.judges and config.judges[role].text != "auto":
            try:
                judge = judge_from(config.judges[role].text, concurrency=max(concurrency, 1))
                judges[role] = Named(config.judges[role].name, judge, config.judges[role].text)
            except ArbitreeError as error:
                problems += error.problems
    if problems:
        raise JudgeError(problems)
    return judges


def is_lacking(judges: Mapping[str, Named], graph: Graph, *, explains: bool) -> bool:
    """Whether there are questions that nobody answers."""
    return DEFAULT_ROLE not in judges and any(role not in judges for role in _asked(graph, explains=explains))


def _asked(graph: Graph, *, explains: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*roles_of(compile_plan(graph)), *((DEFAULT_ROLE,) if explains else ()))))
