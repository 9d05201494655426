"""`arbitree init`: a first rubric with cases and rules, to begin with."""

from __future__ import annotations

import shlex
import sys
from importlib.resources import files
from pathlib import Path

import click

from arbitree.cli.writing import unwritable
from arbitree.errors import Problem, UsageError
from arbitree.reports.printing import Out

FILES = {"rubric.yaml": "rubric.yaml", "cases.jsonl": "cases.jsonl", "rules.py": "rules.py.txt"}
"""What is written, and the package's file that it is a copy of."""

EPILOG = """\
\b
Example:
  arbitree init demo
  arbitree run demo/rubric.yaml demo/cases.jsonl --judge rules:demo/rules.py
"""


@click.command(epilog=EPILOG)
@click.argument("folder", default=".", metavar="[DIR]")
def command(folder: str) -> int:
    """Write a commented rubric, cases and rules that run at once. Nothing that is there is replaced."""
    base = Path(folder)
    there = [name for name in FILES if (base / name).exists()]
    if there:
        mend = "name another folder: arbitree init DIR"
        raise UsageError(
            Problem(code="X342", what="the file is there already", where=str(base / name), mend=mend) for name in there
        )
    source = files("arbitree.examples") / "starter"
    for name, original in FILES.items():
        try:
            base.mkdir(parents=True, exist_ok=True)
            # "x": a file that has come to be there meanwhile is not replaced either.
            with (base / name).open("x", encoding="utf-8", newline="\n") as file:
                file.write((source / original).read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(unwritable(str(base / name), error)) from None
    _say_next(base)
    return 0


def _say_next(base: Path) -> None:
    rubric, cases, rules = (shlex.quote(str(base / name)) for name in FILES)
    out = Out(sys.stdout)
    out.line(f"wrote {', '.join(str(base / name) for name in FILES)}")
    out.line("next:")
    out.line(f"  arbitree check {rubric} {cases}")
    out.line(f"  arbitree run {rubric} {cases} --judge rules:{rules}")
    out.line("  arbitree show no-id --prompts")
