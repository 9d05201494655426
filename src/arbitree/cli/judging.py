"""The judges that the flags name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.nearest import nearest
from arbitree.errors import ArbitreeError, JudgeError, Problem
from arbitree.judges.base import Judge
from arbitree.judges.named import judge_from
from arbitree.judges.nobody import NobodyJudge

_ROLE = re.compile(r"(?P<role>[\w-]+)=(?P<judge>.+)", re.DOTALL)


class Named(NamedTuple):
    """A judge, and the name that the command line gave it."""

    name: str
    judge: Judge
    text: str = ""
    """What `judge_from` makes it of, in another process too; empty where it cannot be made again."""


AUTO = Named("auto", NobodyJudge())
"""Stands for a role whose judge is still to be found."""


def judges_of(texts: Sequence[str], *, concurrency: int) -> dict[str, Named]:
    """The judge of each role that the flags name; a flag without a role names the judge of all others.

    Raises:
        ArbitreeError: with all that is wrong with any of them.
    """
    judges: dict[str, Named] = {}
    problems: list[Problem] = []
    for text in texts:
        match = _ROLE.fullmatch(text)
        role, name = (match["role"], match["judge"]) if match else (DEFAULT_ROLE, text)
        if role in judges:
            whose = "" if role == DEFAULT_ROLE else f' for the role "{role}"'
            mend = "name one; a judge of a single role is written --judge ROLE=..."
            problems.append(Problem(code="X323", what=f"two judges are named{whose}", where="--judge", mend=mend))
            continue
        try:
            judges[role] = (
                AUTO if name == "auto" else Named(name, judge_from(name, concurrency=max(concurrency, 1)), name)
            )
        except ArbitreeError as error:
            problems += error.problems
    if problems:
        raise JudgeError(problems)
    return judges


def models_of(judges: Mapping[str, Named]) -> dict[str, Judge]:
    """The judges alone, by role."""
    return {role: named.judge for role, named in judges.items()}


def unasked(named: Iterable[str], roles: Iterable[str]) -> Iterator[Problem]:
    """A problem for each role that a judge is named for and no node asks."""
    asked = list(roles)
    for role in named:
        if role != DEFAULT_ROLE and role not in asked:
            like = nearest(role, asked)
            hint = f"did you mean {like}? " if like else ""
            what = f'a judge is named for the role "{role}", which no node asks'
            yield Problem(code="X326", what=what, where="--judge", mend=f"{hint}roles: {', '.join(asked) or 'none'}")
