"""`arbitree run`: scores cases by a rubric."""

from __future__ import annotations

from typing import Any

import click

from arbitree.cli.configured import Configured
from arbitree.cli.flags import Flags
from arbitree.cli.options import (
    allow_option,
    asking_options,
    case_options,
    json_option,
    ledger_options,
    with_options,
)
from arbitree.cli.running import run

EPILOG = """\
\b
Examples:
  arbitree run rubric.yaml replies.jsonl --judge rules:rules.py
  arbitree run rubric.yaml replies.csv --map actual_output=answer --by product --judge my.module:judge
  arbitree run rubric.yaml replies.jsonl --judge recorded:answers.jsonl --gate 'pass_rate>=0.95'

Exit code 0: the gate is met, even if every undecided case failed. 1: it is missed, even if all passed. 3: neither.
2: misuse, a bad rubric or bad cases, or the first five questions failed alike. 130: Ctrl-C; 143: SIGTERM; both
leave a run that can be gone on with.
"""


@click.command(cls=Configured, epilog=EPILOG)
@click.argument("rubric")
@click.argument("cases")
@with_options(
    click.option(
        "--judge",
        "judges",
        multiple=True,
        metavar="[ROLE=]JUDGE",
        help="Who answers: PROVIDER:MODEL, rules:FILE, recorded:FILE, person, module:name, ...; else what is found.",
    ),
    click.option("--gate", metavar="CONDITION", help="What the run must reach; pass_rate>=1.0 when not given."),
    click.option(
        "--threshold",
        type=float,
        metavar="0..1",
        help="The score from which a case passes; the rubric's when not given.",
    ),
    click.option(
        "--mode",
        type=click.Choice(["full", "decide"]),
        default="full",
        show_default=True,
        help="Ask every part, or stop when pass or fail is settled.",
    ),
    click.option(
        "--tolerance", type=float, metavar="0..1", help="With decide: also stop when the score is known this closely."
    ),
    click.option(
        "--schedule",
        type=click.Choice(["frugal", "eager"]),
        default="frugal",
        show_default=True,
        help="Fewest calls; or shortest time: ask ahead what may be needed while a judge is free.",
    ),
    click.option(
        "--explain",
        type=click.Choice(["path", "judge", "none"]),
        default="path",
        show_default=True,
        help="Where reasons come from: the path, one more call, nowhere.",
    ),
    click.option("--limit", type=click.IntRange(min=1), metavar="N", help="The first N cases only."),
    click.option("--only", multiple=True, metavar="ID", help="This case only; may be repeated."),
    click.option("--sample", "count", type=click.IntRange(min=1), metavar="N", help="N cases, the same every time."),
    click.option(
        "--seed", type=int, default=0, show_default=True, metavar="S", help="Another sample for another seed."
    ),
    click.option("--by", metavar="COLUMN", help="A summary for each value of a column."),
    *case_options,
    *asking_options,
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes that score; limits and budget are those of the run.",
    ),
    allow_option,
    click.option("--name", metavar="NAME", help="Keep the run in runs/NAME."),
    click.option("--out", metavar="RUN", help="Keep the run in this folder."),
    click.option("--resume", metavar="RUN", help="Go on with an earlier run; `latest` is the last one."),
    click.option("--dry-run", is_flag=True, help="Say what it would take, least and most, and ask nothing."),
    click.option("--no-save", is_flag=True, help="Keep nothing."),
    click.option("--table", metavar="FILE", help="Write a table too: a row a case; .parquet, .jsonl or .jsonl.gz."),
    click.option("--table-with", multiple=True, metavar="COLUMN", help="With this column of the cases; '*' for all."),
    click.option("--unordered", is_flag=True, help="Leave results in the order of finishing."),
    click.option("--compress", is_flag=True, help="Leave results as results.jsonl.gz when the run has ended."),
    click.option("--yes", "-y", is_flag=True, help="Without --judge: use a provider's key that is there, unasked."),
    *ledger_options,
    json_option,
    click.option("--quiet", "-q", is_flag=True, help="No progress, no table: the gate's line only."),
)
@click.pass_obj
def command(arguments: tuple[str, ...], /, **flags: Any) -> int:
    """Score the cases of a file by a rubric.

    RUBRIC is a YAML or JSON file. CASES is JSONL, JSON, CSV, TSV or Parquet, gzipped or not; - is JSONL on standard
    input. Results are kept in runs/NAME, each as soon as it is there.
    """
    return run(Flags(arguments=arguments, **flags))
