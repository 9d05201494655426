"""`arbitree schema`: the JSON Schema of rubric files."""

from __future__ import annotations

import click

from arbitree.cli.options import force_option, output_option, with_options
from arbitree.cli.writing import put
from arbitree.wire.schema import schema_text

EPILOG = """\
\b
Example:
  arbitree schema -o rubric.schema.json
"""


@click.command(epilog=EPILOG)
@with_options(output_option, force_option)
def command(output: str | None, force: bool) -> int:
    """Print the JSON Schema of rubric files, by which an editor checks and completes them."""
    put(schema_text(), output, force=force)
    return 0
