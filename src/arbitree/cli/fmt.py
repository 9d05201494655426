"""`arbitree fmt`: a rubric in its plain form, as YAML or JSON."""

from __future__ import annotations

from typing import Literal

import click

from arbitree.cli.options import allow_option, force_option, output_option, with_options
from arbitree.cli.writing import put
from arbitree.rubric import Rubric

EPILOG = """\
\b
Examples:
  arbitree fmt rubric.yaml
  arbitree fmt rubric.yaml --to json -o rubric.json
"""


@click.command(epilog=EPILOG)
@click.argument("rubric")
@click.option("--to", "form", type=click.Choice(["yaml", "json"]), help="By default FILE's suffix says, else YAML.")
@with_options(output_option, force_option, allow_option)
def command(
    rubric: str, form: Literal["yaml", "json"] | None, output: str | None, force: bool, allow: tuple[str, ...]
) -> int:
    """Write a rubric in its plain form: the same for every file that says the same. Comments are not kept."""
    by_suffix: Literal["yaml", "json"] = "json" if (output or "").lower().endswith(".json") else "yaml"
    put(Rubric.load(rubric, allow=allow).dump(format=form if form is not None else by_suffix), output, force=force)
    return 0
