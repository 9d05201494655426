"""`arbitree check`: all problems of a rubric, and what it can do."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from arbitree.cli.configured import AsRun
from arbitree.cli.gathering import Trials
from arbitree.cli.options import allow_option, case_options, json_option, renamed, with_options
from arbitree.data import ScannedCases, scan_cases
from arbitree.reports.as_json import problem_dict
from arbitree.reports.checked import checked_page
from arbitree.reports.printing import Out
from arbitree.rubric import Rubric
from arbitree.runner.checking import Checked

EPILOG = """\
\b
Examples:
  arbitree check rubric.yaml
  arbitree check rubric.yaml replies.csv --map actual_output=answer

Exit code 0: no mistakes; warnings are no mistakes. 2: mistakes, all of them named.
"""


@click.command(cls=AsRun, epilog=EPILOG)
@click.argument("rubric")
@click.argument("cases", required=False)
@with_options(*case_options, allow_option, json_option)
def command(rubric: str, cases: str | None, allow: tuple[str, ...], as_json: bool, **flags: Any) -> int:
    """Name every mistake of a rubric, and say what it can do.

    Start, longest path, calls a case, scores that can be reached, whether the threshold can be met or missed, and the
    fields that are needed on which path. With CASES also the fields that they lack.
    """
    trials = Trials()
    loaded = trials.get(lambda: Rubric.load(rubric, allow=allow))
    given = None if cases is None else trials.get(lambda: _cases(cases, **flags))
    trials.settle()
    assert loaded is not None
    found = loaded.check(given)
    out, err = Out(sys.stdout), Out(sys.stderr)
    for warning in found.warnings:
        err.line(f"warning: {warning.render()}")
    if as_json:
        out.json(_dict(found))
    else:
        out.page(checked_page(loaded.name, found.exploration, threshold=loaded.threshold, lacking=found.lacks))
    return 0


def _cases(path: str, *, renames: tuple[str, ...], **flags: Any) -> ScannedCases:
    return scan_cases(path, rename=renamed(renames), **flags)


def _dict(found: Checked) -> dict[str, Any]:
    return {
        "arbitree_check": 1,
        "warnings": [problem_dict(warning) for warning in found.warnings],
        **asdict(found.exploration),
        "lacks": None if found.lacks is None else [asdict(lack) for lack in found.lacks],
    }
