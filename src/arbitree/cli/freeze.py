"""`arbitree freeze`: writes the steps of grades, which their judges wrote, into the rubric."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from arbitree.cli.appointing import configured
from arbitree.cli.config import load_config
from arbitree.cli.judging import Named, judges_of
from arbitree.cli.options import allow_option, force_option, output_option, with_options
from arbitree.cli.writing import put, refuse_existing
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.errors import JudgeError, Problem
from arbitree.judges.base import Judge
from arbitree.judges.loop import run_sync
from arbitree.metrics.remembering import Remembering
from arbitree.reports.printing import Out
from arbitree.rubric import Rubric
from arbitree.runner.freezing import frozen, writing
from arbitree.runner.keeping import Keeping
from arbitree.wire.comments import keeper_of_comments

EPILOG = """\
\b
Examples:
  arbitree freeze rubric.yaml --judge openai:MODEL
  arbitree freeze rubric.yaml --replay -o frozen.yaml

Steps that a run has had written are in the ledger, and are not asked for again. Prompts stay what they were, so that
the grades of earlier runs stay good. Judges that no flag names are those of arbitree.toml.
"""


@click.command(epilog=EPILOG)
@click.argument("rubric")
@with_options(
    click.option("--judge", "judges", multiple=True, metavar="[ROLE=]JUDGE", help="Who writes the steps."),
    output_option,
    force_option,
    allow_option,
    click.option("--ledger", metavar="FILE", help="Where replies are remembered; .arbitree/ledger.sqlite by default."),
    click.option("--replay", is_flag=True, help="Ask nothing: take the steps from the ledger."),
)
def command(
    rubric: str,
    *,
    judges: tuple[str, ...],
    output: str | None,
    force: bool,
    allow: tuple[str, ...],
    ledger: str | None,
    replay: bool,
) -> int:
    """Write the steps of grades into the rubric, as their judges wrote them, so that nobody writes them anew.

    RUBRIC is changed in place, its comments kept, unless a file is named with -o.
    """
    loaded = Rubric.load(rubric, allow=allow)
    wanted = writing(loaded.graph)
    out = Out(sys.stderr)
    if not wanted:
        out.line("every grade has its steps: nothing is to be frozen")
        return 0
    named = configured(load_config(), judges_of(judges, concurrency=1), loaded.graph, concurrency=1)
    _refuse_lack(wanted, named)
    _refuse_unwritable(rubric, output, force=force)
    graph = _frozen(loaded.graph, {role: one.judge for role, one in named.items()}, Keeping(path=ledger, replay=replay))
    _write(Rubric(graph=graph, allow=loaded.allow), rubric, output, force=force)
    out.line(f"froze the steps of {', '.join(wanted)}")
    return 0


def _refuse_lack(wanted: Mapping[str, str], named: Mapping[str, Named]) -> None:
    """Passes only where every role that writes steps has a judge.

    Raises:
        JudgeError: with each that has none.
    """
    problems = [
        Problem(
            code="X358",
            what=f'nobody answers for the role "{role}", which writes the steps of "{grade}"',
            where="--judge",
            mend="name a judge: --judge openai:MODEL, rules:FILE or module:name",
            node=grade,
        )
        for grade, role in wanted.items()
        if role not in named and DEFAULT_ROLE not in named
    ]
    if problems:
        raise JudgeError(problems)


def _refuse_unwritable(path: str, output: str | None, *, force: bool) -> None:
    """Passes only where what is asked for can be written afterwards, so that no call is made in vain.

    Raises:
        UsageError: the file to write is there already, or nothing is installed that keeps the comments of the rubric.
    """
    if output is not None and output != "-":
        refuse_existing(output, force=force)
    elif output is None and Path(path).suffix.lower() != ".json":
        keeper_of_comments()


def _frozen(graph: Graph, judges: dict[str, Judge], keeping: Keeping) -> Graph:
    """The graph with its steps, what was asked for them kept."""
    remembering = Remembering(keeping, judges)

    async def asked() -> Graph:
        remembered, used = await remembering.ready(judges)
        found = await frozen(graph, remembered)
        remembering.refuse_lack(used)
        return found

    try:
        return run_sync(asked())
    finally:
        remembering.close()


def _write(rubric: Rubric, path: str, output: str | None, *, force: bool) -> None:
    """Writes the rubric where it belongs."""
    if output is not None:
        put(rubric.dump(format="json" if output.lower().endswith(".json") else "yaml"), output, force=force)
    elif Path(path).suffix.lower() == ".json":
        rubric.dump(path)
    else:
        rubric.update(path)
