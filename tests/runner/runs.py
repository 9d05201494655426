"""Small rubrics, cases and judges for tests of the runner."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Failed, Question, Reply, Result, Style
from arbitree.judges.stack import Layers
from arbitree.runner.bench import Bench
from arbitree.runner.many import score_cases
from arbitree.runner.settings import Settings

YES = '{"reason": "r", "verdict": true}'
NO = '{"reason": "r", "verdict": false}'


def polite() -> Graph:
    """One question."""
    return Graph(name="Polite", nodes=(Ask(name="polite", criteria="Is it polite?", shows=("text",)),))


def wide(width: int) -> Graph:
    """That many questions, weighed."""
    parts = tuple(Ask(name=f"q{number}", criteria=f"Question {number}?", shows=("text",)) for number in range(width))
    whole = Weigh(name="all", parts=tuple(Part(node=part.name) for part in parts))
    return Graph(name="Wide", nodes=(whole, *parts))


def plan_of(graph: Graph) -> Plan:
    return compile_plan(graph, style="plain")


def cases(count: int) -> tuple[Case, ...]:
    return tuple(Case(id=f"c{number}", fields={"text": f"Text {number}."}) for number in range(count))


class Counting:
    """Says yes after some turns of the loop; counts calls in flight, and fails for some texts."""

    name = "counting"
    style: Style = "plain"

    def __init__(self, *, turns: int = 2, fails: Mapping[str, str] | None = None) -> None:
        self.asked: list[Question] = []
        self.most = 0
        self._turns = turns
        self._fails = fails or {}
        self._now = 0

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        self._now += 1
        self.most = max(self.most, self._now)
        try:
            for _ in range(self._turns * (1 + len(self.asked) % 3)):
                await asyncio.sleep(0)
            for part, message in self._fails.items():
                if part in question.prompt:
                    return Failed(kind="judge_error", message=message)
            return Reply(text=YES)
        finally:
            self._now -= 1


class Collecting:
    """Keeps results in the order of finishing."""

    def __init__(self) -> None:
        self.results: list[tuple[int, Result]] = []

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        assert seconds >= 0
        self.results.append((index, result))


def run_all(
    graph: Graph, given: Sequence[Case], judge: Counting, *, settings: Settings | None = None
) -> tuple[Collecting, Bench]:
    """Scores the cases in a loop of its own."""
    settings = settings or Settings()
    collecting = Collecting()
    bench = Bench({"judge": judge}, layers=Layers(in_flight=settings.concurrency))
    asyncio.run(score_cases(plan_of(graph), enumerate(given), bench, settings=settings, observers=[collecting]))
    return collecting, bench
