"""`arbitree prompts`: the exact messages that a case would be asked, without asking."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from arbitree.cli.choosing import chosen
from arbitree.cli.config import load_config
from arbitree.cli.configured import AsRun
from arbitree.cli.gathering import Trials
from arbitree.cli.options import allow_option, case_options, json_option, renamed, with_options
from arbitree.cli.prompt_diffing import differing
from arbitree.cli.prompting import heard, rendered
from arbitree.core.nearest import nearest
from arbitree.core.records import Style
from arbitree.core.visible import visible
from arbitree.data import scan_cases
from arbitree.errors import Problem
from arbitree.reports.page import Cell, Heading, Lines, Part
from arbitree.reports.printing import Out, aside
from arbitree.reports.words import one_line
from arbitree.rubric import Rubric
from arbitree.runner.preview import Preview
from arbitree.wire.images import message_values

EPILOG = """\
\b
Examples:
  arbitree prompts rubric.yaml cases.jsonl --only q-17
  arbitree prompts rubric.yaml cases.jsonl --limit 1 --node tone --style plain
  arbitree prompts rubric.yaml cases.jsonl --only q-17 --judge recorded:answers.jsonl
  arbitree prompts --diff old.yaml rubric.yaml

Texts that tasks would give are shown as <what TASK gives>. With --judge the case is really scored, and what was asked
is shown: name a judge that costs nothing. Roles that no flag names are those of arbitree.toml, as in `arbitree run`.

With --diff two rubrics are compared, or one with what it asks in our own wording: a unified diff of
each node's prompt in both styles, then which questions stay the same and cost no new call. A RUN folder stands for the
rubric it holds. Exit code 0: no prompt differs. 1: some do.
"""


@click.command(cls=AsRun, epilog=EPILOG)
@click.argument("rubric")
@click.argument("cases", required=False)
@with_options(
    click.option("--only", multiple=True, metavar="ID", help="This case only; may be repeated."),
    click.option(
        "--limit", type=click.IntRange(min=1), metavar="N", help="The first N cases; 1 when no case is named."
    ),
    click.option("--node", metavar="NODE", help="This node only."),
    click.option(
        "--style",
        type=click.Choice(["messages", "plain"]),
        help="The layout: for our own judges, or for yours; else as arbitree.toml's judges want it, or messages.",
    ),
    click.option(
        "--judge",
        "judges",
        multiple=True,
        metavar="[ROLE=]JUDGE",
        help="Score the case with this judge, and show what was asked.",
    ),
    click.option("--diff", "diff", is_flag=True, help="Compare the prompts of RUBRIC with those of a second rubric."),
    *case_options,
    allow_option,
    json_option,
)
def command(
    rubric: str,
    cases: str | None,
    *,
    only: tuple[str, ...],
    limit: int | None,
    node: str | None,
    style: Style | None,
    judges: tuple[str, ...],
    diff: bool,
    renames: tuple[str, ...],
    allow: tuple[str, ...],
    as_json: bool,
    **flags: Any,
) -> int:
    """Show the exact messages that cases would be asked, without any call."""
    stdout = Out(sys.stdout)
    if diff:
        return differing(rubric, cases, stdout, allow=allow, as_json=as_json)
    if cases is None:
        raise click.UsageError("Missing argument 'CASES'.")
    with aside(as_json):
        found = _found(
            rubric,
            cases,
            only=only,
            limit=limit,
            node=node,
            style=style,
            judges=judges,
            renames=renames,
            allow=allow,
            **flags,
        )
    kept = [one for one in found if node is None or one.node == node]
    if as_json:
        stdout.json([_dict(one) for one in kept])
    else:
        stdout.page(tuple(part for one in kept for part in _parts(one)))
    return 0


def _found(
    rubric: str,
    cases: str,
    *,
    only: tuple[str, ...],
    limit: int | None,
    node: str | None,
    style: Style | None,
    judges: tuple[str, ...],
    renames: tuple[str, ...],
    allow: tuple[str, ...],
    **flags: Any,
) -> list[Preview]:
    """What the cases would be asked."""
    trials = Trials()
    loaded = trials.get(lambda: Rubric.load(rubric, allow=allow))
    file = trials.get(lambda: scan_cases(cases, rename=renamed(renames), **flags))
    picked = None
    if file is not None:
        first = limit if limit is not None or only else 1
        picked = trials.get(lambda: chosen(file, only=only, limit=first))
    if loaded is not None and node is not None:
        trials.note(*_unknown(node, [one.name for one in loaded.graph.nodes]))
    trials.settle()
    assert loaded is not None and picked is not None
    config = load_config()
    return list(heard(loaded, picked, config, judges) if judges else rendered(loaded, picked, config, style=style))


def _unknown(node: str, names: Sequence[str]) -> list[Problem]:
    if node in names:
        return []
    like = nearest(node, names)
    mend = f"did you mean {like}?" if like else f"nodes: {', '.join(names[:20])}"
    return [Problem(code="X341", what=f'the rubric has no node "{node}"', where="--node", mend=mend)]


def _parts(one: Preview) -> Iterator[Part]:
    after = f", after {', '.join(one.after)}" if one.after else ""
    head = f'case "{one_line(one.case)}" · {one.kind} "{one_line(one.node)}"{after}'
    if one.why_not:
        yield Heading(text=head)
        yield Lines(lines=(Cell(f"not asked: {one_line(one.why_not)}", "dim"),))
        return
    key = one.key or f"its key follows from what {', '.join(one.waits_for)} will give"
    yield Heading(text=f"{head} · role {one.role} · {key}")
    for message in one.messages:
        yield Lines(lines=(Cell(f"[{message.role}]", "dim"),))
        yield Lines(lines=tuple(Cell(line) for line in visible(message.content).split("\n")), indent=2)


def _dict(one: Preview) -> dict[str, Any]:
    return {
        "case": one.case,
        "node": one.node,
        "kind": one.kind,
        "after": list(one.after),
        "role": one.role,
        "key": one.key or None,
        "waits_for": list(one.waits_for),
        "not_asked": one.why_not or None,
        "messages": [message_values(message) for message in one.messages],
    }
