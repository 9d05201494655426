"""`arbitree show`: how a case came to its score."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from arbitree.cli.options import json_option, with_options
from arbitree.core.nearest import nearest
from arbitree.core.records import Question, Result, Step
from arbitree.errors import Problem, UsageError
from arbitree.reports.printing import Out
from arbitree.reports.shown import shown_page
from arbitree.runner.folder import find_folder
from arbitree.runner.opened import Opened, opened
from arbitree.runner.rendered import rendered
from arbitree.runner.rows import Row
from arbitree.wire.images import message_values
from arbitree.wire.results import result_dict

EPILOG = """\
\b
Examples:
  arbitree show q-17
  arbitree show q-17 --node tone --prompts
  arbitree show q-17 --run runs/return-reply-2 --json

Prompts are rendered anew from the rubric and the fields that the run has kept, and compared with the keys in the
trace.
"""


@click.command(epilog=EPILOG)
@click.argument("case")
@click.option(
    "--run",
    default="latest",
    show_default=True,
    metavar="RUN",
    help="The run: its folder, its name below runs/, or latest.",
)
@click.option("--node", metavar="NODE", help="This node only, with its raw replies.")
@click.option("--prompts", is_flag=True, help="The prompts and the raw replies too.")
@with_options(json_option)
def command(case: str, run: str, node: str | None, prompts: bool, as_json: bool) -> int:
    """Show how a case came to its score: path, verdicts, reasons, causes, prompts and raw replies."""
    kept = opened(find_folder(run))
    row = kept.row(case)
    steps = _steps(row.result, node)
    wants = prompts or as_json
    questions = _questions(kept, row) if wants else {}
    out, err = Out(sys.stdout), Out(sys.stderr)
    if wants:
        for warning in _warnings(kept, steps, questions):
            err.line(f"warning: {warning.render()}")
    if as_json:
        out.json(_dict(row, steps, questions))
    else:
        page = shown_page(row.result, steps=steps, questions=questions, prompts=prompts, replies=node is not None)
        out.page(page)
    return 0


def _steps(result: Result, node: str | None) -> tuple[Step, ...]:
    if node is None:
        return result.trace
    steps = tuple(step for step in result.trace if step.node == node)
    if not steps:
        names = list(dict.fromkeys(step.node for step in result.trace))
        like = nearest(node, names)
        hint = f"did you mean {like}? " if like else ""
        what = f'the node "{node}" has no part in this result'
        mend = f"{hint}nodes: {', '.join(names) or 'none'}"
        raise UsageError(Problem(code="X340", what=what, where="--node", mend=mend))
    return steps


def _questions(kept: Opened, row: Row) -> Mapping[str, Question]:
    return rendered(kept.plan, kept.case(row), row.result, limits=kept.limits).questions


def _warnings(kept: Opened, steps: tuple[Step, ...], questions: Mapping[str, Question]) -> list[Problem]:
    lost = [step.node for step in steps if any(attempt.key not in questions for attempt in step.attempts)]
    if not lost and kept.is_whole:
        return []
    whose = f" of {', '.join(dict.fromkeys(lost))}" if lost else ""
    what = f"the prompts{whose} cannot be rendered as they were asked: their keys differ from those in the trace"
    if not lost:
        what = "the rubric in the folder is not the one that the run was made with"
    mend = "the folder's files, or the version of arbitree, have changed since the run; run the case again"
    return [Problem(code="R230", what=what, where=str(kept.folder), mend=mend, level="warning")]


def _dict(row: Row, steps: tuple[Step, ...], questions: Mapping[str, Question]) -> dict[str, Any]:
    keys = {attempt.key for step in steps for attempt in step.attempts}
    asked = [
        {
            "key": key,
            "node": question.node,
            "role": question.role,
            "messages": [message_values(message) for message in question.messages],
        }
        for key, question in questions.items()
        if key in keys
    ]
    names = {step.node for step in steps}
    whole = result_dict(row.result)
    whole["trace"] = [step for step in whole["trace"] if step["node"] in names]
    return {**whole, "fields": dict(row.fields), "questions": asked}
