"""CPU per judge call of arbitree on the return-reply graph, with judges that answer at once. Prints JSON."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.records import Answer, Question, Reply
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_inline
from arbitree.wire.load import load_rubric
from arbitree.wire.results import trace_bytes

HERE = Path(__file__).parent
REPLIES = {
    "facts": '{"output": "You have 30 days to return it. Shipping is on you. Refunds take 5 to 7 business days."}',
    "window": '{"reason": "The facts give 30 days.", "verdict": true}',
    "details": '{"reason": "Both facts are there.", "verdict": "Both"}',
}


class Instant:
    """Answers at once, from a table."""

    name = "instant"
    style = "plain"

    def __init__(self, inline: bool) -> None:
        self.inline = inline

    async def ask(self, question: Question) -> Answer:
        return Reply(text=REPLIES[question.node])


def measure(run: Callable[[], int], repeats: int) -> float:
    """The least CPU seconds per call over the repeats."""
    best = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        calls = run()
        best = min(best, (time.process_time() - began) / calls)
    return best


def main(cases: int, repeats: int) -> None:
    text = (HERE.parent / "examples" / "return-reply" / "rubric.yaml").read_text(encoding="utf-8")
    plan = compile_plan(load_rubric(text, source="rubric.yaml").graph, style="plain")
    reply = "You have 30 days to return it. Return shipping is on you, and refunds take 5 to 7 business days. "
    made = [Case(id=str(number), fields={"actual_output": reply + str(number)}) for number in range(cases)]

    def inline() -> int:
        judges = {"judge": Instant(inline=True)}
        return sum(run_inline(score_case(plan, case, judges)).usage.calls for case in made)

    async def loop(concurrency: int) -> int:
        judges = {"judge": Instant(inline=False)}
        rest = iter(made)

        async def worker() -> int:
            return sum([(await score_case(plan, case, judges)).usage.calls for case in rest])

        return sum(await asyncio.gather(*(worker() for _ in range(concurrency))))

    def traced() -> int:
        judges = {"judge": Instant(inline=True)}
        calls = 0
        for case in made:
            result = run_inline(score_case(plan, case, judges))
            trace_bytes(result)
            calls += result.usage.calls
        return calls

    rows = {
        "inline judge": measure(inline, repeats),
        "async judge, 20 cases at once": measure(lambda: asyncio.run(loop(20)), repeats),
        "inline judge, traces as bytes": measure(traced, repeats),
    }
    json.dump({name: seconds * 1e6 for name, seconds in rows.items()}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
