"""What a case costs grows as the number of its questions, whether they hang together as a chain or lie side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.executors.score import score_case
from arbitree.testing import run_virtual
from tests.counting import calls_in

CASE = Case(id="q-1", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))


class Yes:
    """Says yes to everything, at once."""

    name = "yes"
    style: Style = "plain"
    inline = True

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, question: Question) -> Answer:
        self.asked += 1
        return Reply(text='{"verdict": true}')


class Late(Yes):
    """Says yes to each question after a time of its own."""

    inline = False

    async def ask(self, question: Question) -> Answer:
        self.asked += 1
        await asyncio.sleep(1 + self.asked * 7919 % 1_000)
        return Reply(text='{"verdict": true}')


def wide(size: int) -> Graph:
    return weighed(size, Weigh(name="all", parts=parts(size)))


def counted(size: int) -> Graph:
    return weighed(size, Weigh(name="all", parts=parts(size), by="at_least", k=size))


def parts(size: int) -> tuple[Part, ...]:
    return tuple(Part(node=f"a{n}") for n in range(size))


def weighed(size: int, weigh: Weigh) -> Graph:
    asks = (Ask(name=f"a{n}", criteria=f"Question {n}?") for n in range(size))
    return Graph(nodes=(weigh, *asks), defaults=SHOWS, threshold=1.0)


def deep(size: int) -> Graph:
    asks = (Ask(name=f"a{n}", criteria=f"Question {n}?", yes=f"a{n + 1}") for n in range(size))
    return Graph(nodes=(*asks, Ask(name=f"a{size}", criteria="The last?")), defaults=SHOWS)


def work(graph: Graph, mode: Mode, judge: Yes) -> int:
    plan = compile_plan(graph, style="plain")
    count = calls_in(lambda: run_virtual(score_case(plan, CASE, {"judge": judge}, limits=Limits(mode=mode))))
    assert judge.asked >= len(plan.places) - 1
    return count


@pytest.mark.parametrize("mode", ["full", "decide"])
@pytest.mark.parametrize("graph", [wide, counted, deep])
def test_ten_times_the_questions_are_ten_times_the_work(graph: Callable[[int], Graph], mode: Mode) -> None:
    assert work(graph(5_000), mode, Yes()) < 10.5 * work(graph(500), mode, Yes())


def test_questions_that_are_out_together_are_not_looked_at_again_for_each_answer() -> None:
    assert work(wide(1_000), "full", Late()) < 10.5 * work(wide(100), "full", Late())
