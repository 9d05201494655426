"""`arbitree init`: a rubric with cases and a judge, to begin with."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from arbitree.cli.examples import EXAMPLES, Example, files_of
from arbitree.cli.writing import unwritable
from arbitree.errors import Problem, UsageError
from arbitree.reports.printing import Out

EPILOG = "\b\nExamples:\n  arbitree init demo\n  arbitree init replies --example return-reply\n\n\b\n" + "\n".join(
    f"{name}: {example.help}." for name, example in EXAMPLES.items()
)


@click.command(epilog=EPILOG)
@click.argument("folder", default=".", metavar="[DIR]")
@click.option(
    "--example", "name", type=click.Choice(list(EXAMPLES)), default="starter", show_default=True, help="Which one."
)
def command(folder: str, name: str) -> int:
    """Write a rubric, cases and a judge that run at once, without a key. Nothing that is there is replaced."""
    base = Path(folder)
    found = files_of(name)
    there = [file.name for file in found if (base / file.name).exists()]
    if there:
        mend = "name another folder: arbitree init DIR"
        raise UsageError(
            Problem(code="X342", what="the file is there already", where=str(base / file), mend=mend) for file in there
        )
    for file in found:
        try:
            base.mkdir(parents=True, exist_ok=True)
            # "x": a file that has come to be there meanwhile is not replaced either.
            with (base / file.name).open("xb") as copy:
                copy.write(file.read_bytes())
        except OSError as error:
            raise UsageError(unwritable(str(base / file.name), error)) from None
    out = Out(sys.stdout)
    out.line(f"wrote {', '.join(str(base / file.name) for file in found)}")
    _say_next(out, base, EXAMPLES[name])
    return 0


def _say_next(out: Out, base: Path, example: Example) -> None:
    form, _, judge = example.judge.partition(":")
    rubric, cases = (shlex.quote(str(base / name)) for name in ("rubric.yaml", example.cases))
    out.line("next:")
    out.line(f"  arbitree check {rubric} {cases}")
    out.line(f"  arbitree run {rubric} {cases} --judge {form}:{shlex.quote(str(base / judge))}")
    out.line(f"  arbitree show {example.case} --prompts")
