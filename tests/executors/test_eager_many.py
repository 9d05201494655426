"""Asking ahead with many cases: what is needed goes first, and limits, pace and budget are kept."""

from __future__ import annotations

import asyncio

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.records import Answer, Question, Result
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget
from arbitree.judges.layers import once
from arbitree.judges.rates import Rates
from arbitree.judges.stack import Layers, stack
from arbitree.testing import run_virtual
from tests.counting import calls_in
from tests.executors.late import CASE, SHOWS, Late, chain, early_exit, says


def many(graph: Graph, judge: Judge, eager: Eager | None, count: int, at_once: int) -> tuple[list[Result], float]:
    """So many cases, so many of them at a time."""
    plan = compile_plan(graph, style="plain")
    waiting = iter(Case(id=f"c{n}", fields={"actual_output": f"Text {n}."}) for n in range(count))
    results: dict[str, Result] = {}

    async def work() -> None:
        for case in waiting:
            results[case.id] = await score_case(plan, case, {"judge": judge}, eager=eager)
            await asyncio.sleep(0)

    async def scene() -> float:
        await asyncio.gather(*(work() for _ in range(at_once)))
        return asyncio.get_running_loop().time()

    seconds = run_virtual(scene())
    return [results[f"c{n}"] for n in range(count)], seconds


def test_while_calls_are_short_only_what_is_needed_is_asked() -> None:
    graph, calls = early_exit(), Layers(in_flight=4)
    plain, ahead, eager = Late(says), Late(says), Eager()
    frugal, slow = many(graph, once(stack(plain, calls)), None, 40, 4)
    same, fast = many(graph, once(stack(ahead, calls)), eager, 40, 4)
    assert same == frugal and fast == slow
    assert [question.key for question in ahead.asked] == [question.key for question in plain.asked]
    assert eager.asked_ahead == 0


def test_what_is_asked_ahead_takes_no_more_calls_than_are_to_spare() -> None:
    inside, most = 0, 0

    class Counting(Late):
        async def ask(self, question: Question) -> Answer:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            try:
                return await super().ask(question)
            finally:
                inside -= 1

    judge, eager = Counting(says), Eager()
    _, seconds = many(early_exit(), once(stack(judge, Layers(in_flight=6))), eager, 12, 4)
    assert (most, len(judge.asked)) == (6, 72)
    assert (seconds, eager.unused) == (72 / 6, 0)


@pytest.mark.parametrize(
    ("budget", "layers"),
    [
        (Budget(calls=100), Layers(in_flight=9)),
        (Budget(tokens=10_000), Layers(in_flight=9)),
        (None, Layers(in_flight=1)),
    ],
)
def test_nothing_is_asked_ahead_on_a_budget_or_where_one_call_is_made_at_a_time(
    budget: Budget | None, layers: Layers
) -> None:
    judge, eager = Late(says), Eager()
    many(early_exit(), stack(judge, layers, budget=budget), eager, 1, 1)
    assert (len(judge.asked), eager.asked_ahead) == (6, 0)


def test_a_pace_is_kept_and_what_waits_for_its_turn_is_needed() -> None:
    plain, ahead, eager = Late(says), Late(says), Eager()
    layers = Layers(in_flight=50, rates=Rates(rpm=60))
    _, slow = many(early_exit(), stack(plain, layers), None, 12, 12)
    _, fast = many(early_exit(), stack(ahead, layers), eager, 12, 12)
    assert fast <= slow + 2
    assert eager.unused == 0


def test_of_several_cases_what_is_likeliest_to_be_needed_is_asked_first() -> None:
    judge, eager = Late(says), Eager()
    many(Graph(nodes=chain(4), defaults=SHOWS), once(stack(judge, Layers(in_flight=8))), eager, 4, 4)
    assert sorted(judge.nodes[:8]) == ["n0"] * 4 + ["n1"] * 4


def test_ten_times_the_questions_are_ten_times_the_work() -> None:
    def work(length: int) -> int:
        graph = Graph(nodes=chain(length), defaults=SHOWS)
        plan = compile_plan(graph, style="plain")
        judge = stack(Late(says, lambda question: 1.0 + len(question.key) % 3), Layers(in_flight=20))
        return calls_in(lambda: run_virtual(score_case(plan, CASE, {"judge": judge}, eager=Eager())))

    assert work(1_000) < 12 * work(100)


def test_a_long_row_that_is_asked_all_at_once_is_ten_times_the_work_too() -> None:
    def work(length: int) -> int:
        plan = compile_plan(Graph(nodes=chain(length), defaults=SHOWS), style="plain")
        return calls_in(lambda: run_virtual(score_case(plan, CASE, {"judge": Late(says)}, eager=Eager())))

    assert work(1_000) < 12 * work(100)
