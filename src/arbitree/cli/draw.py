"""`arbitree draw`: a rubric as a text tree, a Mermaid flowchart or an SVG picture."""

from __future__ import annotations

from typing import Literal, TypeAlias

import click

from arbitree.cli.options import allow_option, force_option, output_option, with_options
from arbitree.cli.writing import put
from arbitree.rubric import Rubric

Form: TypeAlias = Literal["text", "mermaid", "svg"]

EPILOG = """\
\b
Examples:
  arbitree draw rubric.yaml
  arbitree draw rubric.yaml --format svg -o rubric.svg
"""


@click.command(epilog=EPILOG)
@click.argument("rubric")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "mermaid", "svg"]),
    help="By default the suffix of FILE says (.svg, .mmd), else text.",
)
@with_options(output_option, force_option, allow_option)
def command(
    rubric: str,
    form: Form | None,
    output: str | None,
    force: bool,
    allow: tuple[str, ...],
) -> int:
    """Draw a rubric."""
    suffix = (output or "").rpartition(".")[2].lower()
    by_suffix: dict[str, Form] = {"svg": "svg", "mmd": "mermaid", "mermaid": "mermaid"}
    form = form if form is not None else by_suffix.get(suffix, "text")
    drawn = Rubric.load(rubric, allow=allow).draw(form)
    put(drawn if drawn.endswith("\n") else f"{drawn}\n", output, force=force, exact=form != "text")
    return 0
