"""`python -m benchmarks COMMAND`, at the root of the repository."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import click

from benchmarks import calls as live
from benchmarks import engine as alone
from benchmarks import ledger as kept
from benchmarks import memory as peak
from benchmarks import page, picture, record, scenarios
from benchmarks import rescoring as again
from benchmarks import startup as start
from benchmarks.serving import ROOT
from benchmarks.works.table import WORKS

DOCS = ROOT / "docs"

into_option = click.option(
    "--into", type=click.Path(path_type=Path), help="Put the figures into this file of JSON; its other parts stay."
)
environments_option = click.option(
    "--environments",
    type=click.Path(path_type=Path),
    default=ROOT,
    help="Where the other libraries' environments are kept and made.",
)


others_option = click.option(
    "--repeats-of-others", "others", default=1, show_default=True, help="How often other libraries do the work."
)


@click.group()
def main() -> None:
    """What arbitree costs, beside scripts written by hand and other libraries."""


@main.command()
@click.option("--quick", is_flag=True, help="Fewer cases and loads: some minutes instead of most of an hour.")
@click.option("--only", default="*", help="Only scenarios whose names match, as in 'early-exit*'.")
@click.option("--repeats", default=3, show_default=True)
@others_option
@click.option("--ours", is_flag=True, help="Leave other libraries out.")
@environments_option
@into_option
def suite(
    *, quick: bool, only: str, repeats: int, others: int, ours: bool, environments: Path, into: Path | None
) -> None:
    """Every scenario, then the parts that ask no server."""
    for planned in scenarios.quick() if quick else scenarios.whole():
        if fnmatch(planned.scenario.name, only):
            names = [name for name in planned.names if not ours or name in scenarios.OURS]
            often = live.Repeats(ours=repeats, others=others)
            _compare(planned.scenario, names, repeats=often, environments=environments, into=into)
    if only == "*":
        _engine(1000, 3 * repeats, into)
        _rescoring(1000 if quick else 5000, repeats, into)
        _startup(3 * repeats, into)
        _memory([1000, 5000] if quick else [5000, 10_000, 100_000], into)


@main.command()
@click.option("--work", default="return-reply", show_default=True, type=click.Choice(sorted(WORKS)))
@click.option("--cases", default=1000, show_default=True)
@click.option("--concurrency", default=100, show_default=True)
@click.option("--latency", default=50.0, show_default=True, help="Milliseconds that each answer takes.")
@click.option("--faults", default=0.0, show_default=True, help="The share of requests that the server refuses.")
@click.option("--repeats", default=3, show_default=True)
@others_option
@click.option("--peers", is_flag=True, help="Other libraries too.")
@environments_option
@into_option
def calls(
    *,
    work: str,
    cases: int,
    concurrency: int,
    latency: float,
    faults: float,
    repeats: int,
    others: int,
    peers: bool,
    environments: Path,
    into: Path | None,
) -> None:
    """A live call, beside the same calls made by hand."""
    scenario = live.Scenario(work=work, cases=cases, concurrency=concurrency, latency=latency, faults=faults)
    names = scenarios.ALL if peers else scenarios.OURS
    often = live.Repeats(ours=repeats, others=others)
    _compare(scenario, names, repeats=often, environments=environments, into=into)


@main.command()
@click.option("--cases", default=1000, show_default=True)
@click.option("--repeats", default=9, show_default=True)
@into_option
def engine(*, cases: int, repeats: int, into: Path | None) -> None:
    """The engine alone, with a judge that answers at once, beside straight code that makes the same bytes."""
    _engine(cases, repeats, into)


@main.command()
@click.option("--cases", default=5000, show_default=True)
@click.option("--repeats", default=3, show_default=True)
@into_option
def rescoring(*, cases: int, repeats: int, into: Path | None) -> None:
    """Cases scored anew from a full ledger, beside SQLite and JSON alone."""
    _rescoring(cases, repeats, into)


@main.command()
@click.option("--cases", "counts", multiple=True, type=int, default=(5000, 10_000, 100_000), show_default=True)
@into_option
def memory(*, counts: tuple[int, ...], into: Path | None) -> None:
    """The peak memory of `arbitree run` by a rules judge."""
    _memory(counts, into)


@main.command()
@click.option("--repeats", default=9, show_default=True)
@into_option
def startup(*, repeats: int, into: Path | None) -> None:
    """What it takes until anything happens."""
    _startup(repeats, into)


@main.command()
def ledger() -> None:
    """What the ledger takes for each thing it does."""
    kept.main()


@main.command("page")
def page_command() -> None:
    """Write the figures of docs/benchmarks.json into docs/benchmarks.md and its picture."""
    figures = record.kept(DOCS / "benchmarks.json")
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    (DOCS / "benchmarks.md").write_text(page.filled(text, figures), encoding="utf-8", newline="\n")
    (DOCS / "benchmarks.svg").write_text(picture.drawn(figures), encoding="utf-8", newline="\n")


def _compare(
    scenario: live.Scenario, names: Iterable[str], *, repeats: live.Repeats, environments: Path, into: Path | None
) -> None:
    found = live.compared(scenario, tuple(names), repeats=repeats, environments=environments)
    click.echo(live.table(found) + "\n")
    if into is not None:
        record.keep_scenario(into, found, repeats=repeats)


def _engine(cases: int, repeats: int, into: Path | None) -> None:
    rows = alone.engine(cases=cases, repeats=repeats)
    click.echo(alone.table(rows) + "\n")
    if into is not None:
        record.keep(into, "engine", rows)


def _rescoring(cases: int, repeats: int, into: Path | None) -> None:
    rows = again.rescoring(cases=cases, repeats=repeats)
    click.echo(again.table(rows) + "\n")
    if into is not None:
        record.keep(into, "rescoring", rows)


def _memory(counts: Iterable[int], into: Path | None) -> None:
    rows = peak.memory(tuple(counts))
    click.echo(peak.table(rows) + "\n")
    if into is not None:
        record.keep(into, "memory", rows)


def _startup(repeats: int, into: Path | None) -> None:
    rows = start.startup(repeats=repeats)
    click.echo(start.table(rows) + "\n")
    if into is not None:
        record.keep(into, "startup", rows)


if __name__ == "__main__":
    main()
