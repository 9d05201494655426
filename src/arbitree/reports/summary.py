"""The summary of a run: pass rate and its interval, coverage, leaves, why cases are undecided, calls made and saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbitree.judges.meter import OfJudge
from arbitree.reports.agreement import agreement_part
from arbitree.reports.gathered import Gathered, Kind
from arbitree.reports.page import Cell, Grid, Heading, Lines, Page, Pairs, Part
from arbitree.reports.spending import judges_part
from arbitree.reports.words import counted, one_line, percent, points_text, score_text, verdict_text
from arbitree.stats.gate import GateDecision
from arbitree.stats.summary import LeafCount, Summary

MOST_NODES = 40
"""How many nodes' leaves are shown."""


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a run took of its judges."""

    calls: int
    """Questions put to judges."""
    shared: int = 0
    """Questions answered with the reply to an equal one."""
    replayed: int = 0
    """Questions answered with a reply of an earlier run."""
    recalled: int = 0
    """Questions answered with a reply in the ledger."""
    kept: int = 0
    """Cases taken over from an earlier run as they were."""
    asked_ahead: int = 0
    """Questions asked before they were needed."""
    unused: int = 0
    """Of these, how many never were needed."""
    at_most: int | None = None
    """Under `decide`: the most calls that asking everything could have taken."""
    tries: int = 0
    """Further calls, for questions that had failed for a passing reason."""
    cost: float | None = None
    """US dollars; None where a price is not known."""
    prices: str = ""
    """Where prices are from."""
    judges: tuple[OfJudge, ...] = ()
    """What each judge took."""


def summary_page(gathered: Gathered, spent: Spent, gate: GateDecision | None, *, by: str = "") -> Page:
    """The parts of the summary, without the table.

    Args:
        gathered: the run.
        spent: what it took.
        gate: how its gate stands.
        by: the column that groups were made by.
    """
    summary = gathered.summary()
    return (
        Heading(text="Summary"),
        Pairs(pairs=tuple(_pairs(summary, spent, gate))),
        *judges_part(spent.judges),
        *agreement_part(gathered.agreements()),
        *_leaves(summary.leaves),
        *_kinds(gathered.kinds()),
        *_groups(gathered.groups(), by),
    )


def _pairs(summary: Summary, spent: Spent, gate: GateDecision | None) -> Iterator[tuple[str, Cell]]:
    yield "cases", Cell(_counts(summary))
    yield "pass rate", Cell(rate_text(summary), "strong")
    if summary.coverage is not None:
        yield "coverage", Cell(f"{percent(summary.coverage)} of the applicable cases passed or failed")
    scored = f" over {counted(summary.scored, 'scored case')}" if summary.scored else ""
    yield "mean score", Cell(f"{score_text(summary.mean_score)}{scored}")
    calls, *ways = calls_texts(spent)
    yield "calls", Cell(calls)
    yield from (("", Cell(way)) for way in ways)
    if summary.usage.input_tokens or summary.usage.output_tokens:
        cached = f" ({summary.usage.cached_tokens:,} from a cache)" if summary.usage.cached_tokens else ""
        tokens = f"{summary.usage.input_tokens:,} in{cached}, {summary.usage.output_tokens:,} out"
        yield "tokens", Cell(tokens)
        yield "cost", Cell(cost_text(spent))
    if gate is not None:
        tones = {0: "good", 1: "bad", 3: "warn"}
        yield "gate", Cell(str(gate), tones[gate.exit_code])  # type: ignore[arg-type]


def _counts(summary: Summary) -> str:
    parts = [f"{summary.passed:,} passed", f"{summary.failed:,} failed", f"{summary.undecided:,} undecided"]
    if summary.not_applicable:
        parts.append(f"{summary.not_applicable:,} not applicable")
    return f"{summary.cases:,}: {', '.join(parts)}"


def rate_text(summary: Summary) -> str:
    """The pass rate with its interval."""
    if summary.pass_rate is None or summary.pass_rate_interval is None:
        return "- (no case passed or failed)"
    low, high = summary.pass_rate_interval
    settled = summary.passed + summary.failed
    return (
        f"{percent(summary.pass_rate)} ({summary.passed:,} of {settled:,}), "
        f"{summary.confidence * 100:g}% interval {percent(low)} to {percent(high)}"
    )


def calls_texts(spent: Spent) -> list[str]:
    """Calls made and saved, and then the ways in which they were saved."""
    saved = spent.shared + spent.replayed + spent.recalled
    parts = [f"{spent.calls:,} made, {saved:,} saved"]
    if spent.tries:
        parts.append(f"{counted(spent.tries, 'further try', 'further tries')} of what had failed")
    if spent.shared:
        parts.append(f"{counted(spent.shared, 'equal question')} asked once")
    if spent.replayed:
        parts.append(f"{counted(spent.replayed, 'reply', 'replies')} of the earlier run used again")
    if spent.recalled:
        parts.append(f"{counted(spent.recalled, 'reply', 'replies')} from the ledger")
    if spent.asked_ahead:
        parts.append(f"{counted(spent.asked_ahead, 'question')} asked ahead, {spent.unused:,} of them in vain")
    if spent.kept:
        parts.append(f"{counted(spent.kept, 'case')} of the earlier run kept")
    if spent.at_most is not None:
        parts.append(f"asking everything could take {spent.at_most:,}")
    return parts


def cost_text(spent: Spent) -> str:
    """What the calls cost, as far as it is known.

    >>> cost_text(Spent(calls=3, cost=0.01234, prices="genai-prices 0.2.3"))
    '$0.0123 (genai-prices 0.2.3)'
    """
    if spent.cost is not None:
        return f"${spent.cost:.4f} ({spent.prices})" if spent.prices else f"${spent.cost:.4f}"
    return "unknown: no price of a judge's model" if spent.prices else "unknown; pip install 'arbitree[prices]'"


def _leaves(leaves: Sequence[LeafCount]) -> Iterator[Part]:
    by_node: dict[str, list[LeafCount]] = {}
    for count in leaves:
        is_of_absence = isinstance(count.leaf.verdict, str) and count.leaf.verdict.startswith("(")
        if count.cases or not is_of_absence:
            by_node.setdefault(count.leaf.node, []).append(count)
    if not by_node:
        return
    yield Heading(text="Leaves reached, by cases")
    rows = [(one_line(node, most=40), "   ".join(map(_leaf, counts))) for node, counts in by_node.items()]
    yield Grid(
        headings=("node", "verdict → score: cases"), rows=tuple((Cell(a), Cell(b)) for a, b in rows[:MOST_NODES])
    )
    if len(rows) > MOST_NODES:
        yield Lines(lines=(Cell(f"… {counted(len(rows) - MOST_NODES, 'more node')} not shown", "dim"),))


def _leaf(count: LeafCount) -> str:
    verdict = one_line(verdict_text(count.leaf.verdict), most=40)
    return f"{verdict} → {points_text(count.leaf.score)}: {count.cases:,}"


def _kinds(kinds: Sequence[Kind]) -> Iterator[Part]:
    if not kinds:
        return
    yield Heading(text="Why cases are undecided")
    for kind in kinds:
        example = (
            f'{counted(kind.number, "case")}: {kind.kind or "unknown"}, for example "{one_line(kind.case, most=40)}"'
        )
        yield Lines(lines=(Cell(example, "warn"),))
        said = [f"{kind.example.code}  {one_line(kind.example.what, most=300)}"]
        said += [f"mend  {one_line(kind.example.mend, most=300)}"] if kind.example.mend else []
        yield Lines(lines=tuple(map(Cell, said)), indent=2)


def _groups(groups: Sequence[tuple[str, Summary]], by: str) -> Iterator[Part]:
    if not groups:
        return
    yield Heading(text=f"By {one_line(by, most=40)}")
    headings = ("group", "cases", "passed", "failed", "undecided", "n/a", "mean score", "pass rate")
    rows = tuple(
        (
            Cell(one_line(name, most=40)),
            *(Cell(f"{n:,}") for n in (one.cases, one.passed, one.failed, one.undecided, one.not_applicable)),
            Cell(score_text(one.mean_score)),
            Cell(rate_text(one)),
        )
        for name, one in groups
    )
    yield Grid(headings=headings, rows=rows, right=frozenset({1, 2, 3, 4, 5, 6}))
