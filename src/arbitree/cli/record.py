"""`arbitree record`: the replies of a run as a file that a recorded judge replays."""

from __future__ import annotations

import sys

import click

from arbitree.cli.options import force_option
from arbitree.cli.writing import refuse_existing, unwritable
from arbitree.errors import UsageError
from arbitree.judges.recorded import record
from arbitree.judges.rows import write_rows
from arbitree.reports.printing import Out
from arbitree.reports.words import counted
from arbitree.runner.folder import find_folder, results_in
from arbitree.runner.rows import rows

EPILOG = """\
\b
Example:
  arbitree record latest -o answers.jsonl
  arbitree run rubric.yaml cases.jsonl --judge recorded:answers.jsonl
"""


@click.command(epilog=EPILOG)
@click.argument("run")
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; gzipped when it ends with .gz.")
@force_option
def command(run: str, output: str, force: bool) -> int:
    """Write down the replies of a run, so that `--judge recorded:FILE` gives them again.

    RUN is the folder of a run, its name below runs/, or latest.
    """
    folder = find_folder(run)
    refuse_existing(output, force=force)
    results = (row.result for row in rows(results_in(folder)))
    try:
        count = write_rows(output, record(results))
    except OSError as error:
        raise UsageError(unwritable(output, error)) from None
    Out(sys.stderr).line(f"wrote {counted(count, 'reply', 'replies')} to {output}")
    return 0
