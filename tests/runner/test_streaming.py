"""Results one by one: in order or as they come, of cases that are taken only as they are needed."""

from __future__ import annotations

import asyncio
import inspect
import random
from collections.abc import AsyncIterator, Iterator
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.errors import CaseError, JudgeError
from arbitree.rubric import Rubric
from arbitree.rubric_streams import How
from arbitree.testing import run_virtual
from tests.runner.runs import YES

RUBRIC = Rubric.loads("{arbitree: 1, nodes: {polite: {ask: Is it polite?, shows: [text]}}}")


class Slow:
    """Takes as long as the text of the case says, in seconds."""

    name, inline = "slow", False
    style: Style = "plain"

    async def ask(self, question: Question) -> Answer:
        await asyncio.sleep(float(question.prompt.split("wait ")[1].split()[0]))
        return Reply(text=YES)


class Cases:
    """Cases without end or with one, that notes how many were taken."""

    def __init__(self, waits: Iterator[float] | list[float]) -> None:
        self.taken = 0
        self._waits = waits

    def __iter__(self) -> Iterator[object]:
        for wait in self._waits:
            self.taken += 1
            yield {"text": f"wait {wait} s, case {self.taken}"}

    async def later(self) -> AsyncIterator[object]:
        for case in self:
            await asyncio.sleep(1)
            yield case


def endless() -> Iterator[float]:
    while True:
        yield 1.0


WAITS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0, 50.0]), min_size=1, max_size=30)


@settings(max_examples=30, deadline=None)
@given(waits=WAITS, concurrency=st.integers(1, 5), ahead=st.none() | st.integers(1, 8), later=st.booleans())
def test_results_come_in_the_order_of_the_cases_whatever_takes_how_long(
    waits: list[float], concurrency: int, ahead: int | None, later: bool
) -> None:
    async def ids() -> list[str]:
        cases = Cases(waits)
        given = cases.later() if later else iter(cases)
        return [one.case async for one in RUBRIC.astream(given, judge=Slow(), concurrency=concurrency, ahead=ahead)]

    assert run_virtual(ids()) == [f"case-{number}" for number in range(1, len(waits) + 1)]


@settings(max_examples=30, deadline=None)
@given(waits=WAITS, concurrency=st.integers(1, 5))
def test_without_an_order_each_result_comes_when_it_is_there(waits: list[float], concurrency: int) -> None:
    async def scenario() -> list[tuple[str, float]]:
        loop = asyncio.get_running_loop()
        stream = RUBRIC.astream(iter(Cases(waits)), judge=Slow(), concurrency=concurrency, ordered=False)
        return [(one.case, loop.time()) async for one in stream]

    found = run_virtual(scenario())
    assert sorted(case for case, _ in found) == sorted(f"case-{number}" for number in range(1, len(waits) + 1))
    free = [0.0] * concurrency
    ends = []
    for wait in waits:
        free[free.index(min(free))] += wait
        ends.append(max(free)) if concurrency == 1 else ends.append(0.0)
    assert [time for _, time in found] == sorted(time for _, time in found)
    assert found[-1][1] == max(free)


@pytest.mark.parametrize("ordered", [True, False])
def test_whoever_takes_no_results_holds_the_run_back(ordered: bool) -> None:
    async def scenario() -> tuple[int, int]:
        cases = Cases(endless())
        stream = RUBRIC.astream(iter(cases), judge=Slow(), concurrency=3, ahead=10, ordered=ordered)
        await anext(stream)
        await asyncio.sleep(1000)
        first = cases.taken
        for _ in range(5):
            await anext(stream)
        await asyncio.sleep(1000)
        await stream.aclose()
        return first, cases.taken

    first, second = run_virtual(scenario())
    assert first <= 10 and second <= 15 and second > first


def test_a_case_that_takes_long_holds_up_no_more_than_the_window() -> None:
    async def scenario() -> tuple[int, int]:
        cases = Cases([1000.0, *[1.0] * 500])
        stream = RUBRIC.astream(iter(cases), judge=Slow(), concurrency=4, ahead=20)
        first = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(900)
        held = cases.taken
        await first
        rest = [one async for one in stream]
        return held, 1 + len(rest)

    assert run_virtual(scenario()) == (20, 501)


def test_a_stream_that_is_closed_ends_its_run() -> None:
    async def scenario() -> int:
        stream = RUBRIC.astream(iter(Cases(endless())), judge=Slow(), concurrency=3)
        async for one in stream:
            if one.case == "case-7":
                break
        await stream.aclose()
        await asyncio.sleep(0)
        return len(asyncio.all_tasks())

    assert run_virtual(scenario()) == 1


def test_a_case_with_the_id_of_another_is_said_when_it_comes() -> None:
    rows = [{"id": "a", "text": "x"}, {"id": "b", "text": "y"}, {"id": "a", "text": "z"}]
    seen = []
    with pytest.raises(CaseError, match="case 3, and case 1 before it"):
        for one in RUBRIC.stream(iter(rows), judge=lambda prompt: YES):
            seen.append(one.case)
    assert seen == ["a", "b"]


def test_what_is_no_case_is_said_when_it_comes() -> None:
    with pytest.raises(CaseError, match="case 2"):
        list(RUBRIC.stream(iter([{"text": "x"}, 7]), judge=lambda prompt: YES))


def test_a_run_that_fails_as_a_whole_ends_the_stream_with_the_reason() -> None:
    def judge(prompt: str) -> str:
        raise PermissionError("invalid key")

    with pytest.raises(JudgeError, match="invalid key"):
        for _ in RUBRIC.stream(({"text": str(number)} for number in range(1000)), judge=judge):
            pass


def test_a_stream_is_what_run_gives() -> None:
    rows = [{"text": f"wait {random.Random(number).random() / 1000} s"} for number in range(30)]
    whole = RUBRIC.run(rows, judge=Slow())

    assert tuple(RUBRIC.stream(rows, judge=Slow())) == whole
    assert tuple(RUBRIC.stream(iter(rows), judge=Slow())) == whole
    assert sorted(RUBRIC.stream(rows, judge=Slow(), ordered=False), key=lambda one: int(one.case[5:])) == list(whole)


def test_one_may_leave_a_stream_at_any_time() -> None:
    for one in RUBRIC.stream(({"text": str(number)} for number in range(10**9)), judge=lambda prompt: YES):
        if one.case == "case-50":
            break
    assert one.score == 1.0


def test_a_stream_takes_the_arguments_of_run() -> None:
    run = inspect.signature(Rubric.run).parameters

    assert sorted(get_type_hints(How)) == sorted(name for name in run if name not in ("self", "cases"))
