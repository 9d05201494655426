"""`python -m benchmarks engine`: the engine alone, with a judge that answers at once, ours beside straight code."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Mapping, Sequence

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge
from arbitree.judges.loop import run_inline
from arbitree.wire.load import load_rubric
from arbitree.wire.results import trace_bytes
from benchmarks import hand_engine
from benchmarks.works.table import WORKS

BY_HAND = "straight code"


class Instant:
    """Answers at once, from a table: what it costs is next to nothing."""

    name = "instant"
    style: Style = "plain"

    def __init__(self, replies: Mapping[str, Reply], *, inline: bool = True) -> None:
        self._replies = replies
        self.inline = inline

    def reply(self, question: Question) -> Reply:
        """The answer."""
        return self._replies[question.node]

    async def ask(self, question: Question) -> Answer:
        """The answer, as judges give it."""
        return self._replies[question.node]


def replies() -> dict[str, Reply]:
    """What each node of return-reply is answered."""
    work = WORKS["return-reply"]()
    return {node: Reply(text=work.reply(node, 0), input_tokens=300, output_tokens=30) for node in work.asks}


def ways() -> dict[str, Callable[[Sequence[Case]], int]]:
    """Each way of scoring the cases; it gives back the number of bytes of the traces, or 0 where it makes none."""
    plan = compile_plan(load_rubric(WORKS["return-reply"]().rubric, source="rubric.yaml").graph, style="plain")
    judge, waiting = Instant(replies()), Instant(replies(), inline=False)
    judges: dict[str, Judge] = {"judge": judge}

    def by_hand(cases: Sequence[Case]) -> int:
        return sum(len(hand_engine.trace_bytes(hand_engine.score(case, judge.reply))) for case in cases)

    def by_hand_untraced(cases: Sequence[Case]) -> int:
        return sum(hand_engine.score(case, judge.reply).score is None for case in cases)

    def ours(cases: Sequence[Case]) -> int:
        return sum(len(trace_bytes(run_inline(score_case(plan, case, judges)))) for case in cases)

    def untraced(cases: Sequence[Case]) -> int:
        return sum(run_inline(score_case(plan, case, judges)).score is None for case in cases)

    def in_loop(cases: Sequence[Case]) -> int:
        return asyncio.run(_together(plan, cases, waiting))

    return {
        BY_HAND: by_hand,
        "straight code, no trace": by_hand_untraced,
        "arbitree": ours,
        "arbitree, no trace": untraced,
        "arbitree, in a loop": in_loop,
    }


async def _together(plan: Plan, cases: Sequence[Case], judge: Judge) -> int:
    """The same, 20 cases at a time in an event loop."""
    waiting = iter(cases)

    async def work() -> int:
        return sum([len(trace_bytes(await score_case(plan, case, {"judge": judge}))) for case in waiting])

    return sum(await asyncio.gather(*(work() for _ in range(20))))


def engine(*, cases: int, repeats: int) -> dict[str, dict[str, float]]:
    """CPU seconds for a call of each way: the median and the least of the repeats, all ways taking turns."""
    work = WORKS["return-reply"]()
    made = [Case(id=row["id"], fields={"actual_output": row["actual_output"]}) for row in work.cases(cases)]
    calls = cases * len(work.asks)
    found = ways()
    spent: dict[str, list[float]] = {name: [] for name in found}
    for way in found.values():
        way(made[:200])
    for _ in range(repeats):
        for name, way in found.items():
            began = time.process_time()
            way(made)
            spent[name].append((time.process_time() - began) / calls)
    return {name: {"median": statistics.median(each), "least": min(each)} for name, each in spent.items()}


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """The figures, and the ratio to straight code."""
    lines = [f"{'':26}{'CPU a call':>12}{'':>9}{'least':>12}{'':>9}{'calls/s':>10}"]
    hand = rows[BY_HAND]
    for name, row in rows.items():
        lines.append(
            f"{name:26}{row['median'] * 1e6:>9.1f} µs{row['median'] / hand['median']:>7.2f} x"
            f"{row['least'] * 1e6:>9.1f} µs{row['least'] / hand['least']:>7.2f} x{1 / row['median']:>10.0f}"
        )
    return "\n".join(lines)
