"""`python -m benchmarks COMMAND`, at the root of the repository."""

from __future__ import annotations

import click

from benchmarks import calls as live
from benchmarks import engine as alone
from benchmarks.works.table import WORKS


@click.group()
def main() -> None:
    """What arbitree costs, beside scripts written by hand and other libraries."""


@main.command()
@click.option("--cases", default=1000, show_default=True)
@click.option("--repeats", default=9, show_default=True)
def engine(*, cases: int, repeats: int) -> None:
    """The engine alone, with a judge that answers at once, beside straight code that makes the same bytes."""
    click.echo(alone.table(alone.engine(cases=cases, repeats=repeats)))


@main.command()
@click.option("--work", default="return-reply", show_default=True, type=click.Choice(sorted(WORKS)))
@click.option("--cases", default=1000, show_default=True)
@click.option("--concurrency", default=100, show_default=True)
@click.option("--latency", default=50.0, show_default=True, help="Milliseconds that each answer takes.")
@click.option("--repeats", default=3, show_default=True)
def calls(*, work: str, cases: int, concurrency: int, latency: float, repeats: int) -> None:
    """A live call, beside the same calls made by hand."""
    rows = live.calls(work=work, cases=cases, concurrency=concurrency, latency=latency, repeats=repeats)
    click.echo(live.table(rows))


if __name__ == "__main__":
    main()
