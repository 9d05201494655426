"""The figures as tables of Markdown, between two marks of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from benchmarks.calls import Compared
from benchmarks.record import scenarios_in

BEGIN: Final = "<!-- figures: written by `python -m benchmarks page` -->"
END: Final = "<!-- end of the figures -->"


def filled(page: str, record: Mapping[str, Any]) -> str:
    """The page with the tables of a record between its marks.

    Raises:
        ValueError: it lacks a mark.
    """
    head, found, rest = page.partition(BEGIN)
    _, ends, foot = rest.partition(END)
    if not found or not ends:
        raise ValueError(f"the page needs a line {BEGIN} and a line {END}")
    return f"{head}{BEGIN}\n\n{tables(record)}\n\n{END}{foot}"


def tables(record: Mapping[str, Any]) -> str:
    """Every table, with what it was measured on."""
    found = scenarios_in(record)
    with_others = [one for one in found if any(not _is_of_the_grid(name) for name in one.rows)]
    grid = [one for one in found if one not in with_others]
    about = record["machine"]
    parts = [f"Measured on {about['cores']} cores of an {about['cpu']}, {about['system']}, Python {about['python']}."]
    parts += [f"### {one.scenario.name}\n\n{_compared(one)}" for one in with_others]
    if grid:
        parts.append(f"### Return-reply under other loads\n\n{_grid(grid)}")
    parts += [f"### {title}\n\n{table(record[part])}" for part, (title, table) in PARTS.items() if part in record]
    return "\n\n".join(parts)


def _is_of_the_grid(name: str) -> bool:
    return name.startswith(("arbitree", "by hand"))


def _rows(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _compared(found: Compared) -> str:
    raw, script = found.rows["by hand, sockets"], found.rows["by hand, aiohttp"]

    def rows() -> Iterator[Sequence[str]]:
        for name, row in found.rows.items():
            cpu = row["cpu"] / row["requests"]
            yield (
                name,
                f"{row['wall']:.2f} s",
                f"{row['wall'] / raw['wall']:.2f}",
                f"{cpu * 1e6:,.0f} µs",
                f"{cpu / (script['cpu'] / script['requests']):.2f}",
                f"{row['requests'] / found.scenario.cases:.2f}",
                f"{row['peak_memory'] / 1e6:.0f} MB",
            )

    return _rows(("", "wall", "÷ sockets", "CPU a call", "÷ aiohttp", "calls a case", "memory"), rows())


def _grid(found: Sequence[Compared]) -> str:
    def rows() -> Iterator[Sequence[str]]:
        for one in found:
            raw, script, ours = (one.rows[name] for name in ("by hand, sockets", "by hand, aiohttp", "arbitree"))
            kept = one.rows["arbitree, with a ledger"]
            cpu = script["cpu"] / script["requests"]
            yield (
                f"{one.scenario.concurrency} in flight, {one.scenario.latency:g} ms",
                f"{one.scenario.cases:,}",
                f"{raw['wall']:.2f} s",
                f"{ours['wall']:.2f} s ({ours['wall'] / raw['wall']:.2f})",
                f"{cpu * 1e6:,.0f} µs",
                f"{ours['cpu'] / ours['requests'] * 1e6:,.0f} µs ({ours['cpu'] / ours['requests'] / cpu:.2f})",
                f"{kept['cpu'] / kept['requests'] * 1e6:,.0f} µs ({kept['cpu'] / kept['requests'] / cpu:.2f})",
            )

    heads = (
        "",
        "cases",
        "wall, sockets",
        "wall, arbitree",
        "CPU a call, aiohttp",
        "CPU, arbitree",
        "CPU, with a ledger",
    )
    return _rows(heads, rows())


def _engine(figures: Mapping[str, Mapping[str, float]]) -> str:
    base = figures["straight code"]["median"]
    return _rows(
        ("", "CPU a call", "÷ straight code", "calls/s"),
        (
            (name, f"{one['median'] * 1e6:.1f} µs", f"{one['median'] / base:.2f}", f"{1 / one['median']:,.0f}")
            for name, one in figures.items()
        ),
    )


def _rescoring(figures: Mapping[str, Mapping[str, float]]) -> str:
    return _rows(
        ("", "cases/s of CPU", "cases/s"),
        (
            (name, f"{one['cases_per_cpu_second']:,.0f}", f"{one['cases_per_second']:,.0f}")
            for name, one in figures.items()
        ),
    )


def _memory(figures: Mapping[str, Mapping[str, float]]) -> str:
    return _rows(
        ("cases", "peak memory", "cases/s of CPU"),
        (
            (f"{int(count):,}", f"{one['peak_memory'] / 1e6:.0f} MB", f"{int(count) / one['cpu']:,.0f}")
            for count, one in figures.items()
        ),
    )


def _startup(figures: Mapping[str, Mapping[str, float]]) -> str:
    return _rows(
        ("", "wall", "CPU"),
        ((name, f"{one['wall'] * 1e3:.0f} ms", f"{one['cpu'] * 1e3:.0f} ms") for name, one in figures.items()),
    )


PARTS: Final = {
    "engine": ("The engine alone", _engine),
    "rescoring": ("Rescoring from a full ledger", _rescoring),
    "memory": ("Memory of a run by a rules judge", _memory),
    "startup": ("Starting", _startup),
}
"""The parts that ask no server: their titles and tables."""
