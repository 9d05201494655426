"""Many cases: bounded, each for itself, whatever befalls another."""

from __future__ import annotations

import asyncio

import pytest

from arbitree.core.cases import Case
from arbitree.core.records import Answer, Question
from arbitree.judges.stack import Layers
from arbitree.runner import many
from arbitree.runner.bench import Bench
from arbitree.runner.settings import Settings
from tests.runner.runs import Collecting, Counting, cases, plan_of, polite, run_all, wide


@pytest.mark.parametrize("concurrency", [1, 3, 20])
def test_no_more_questions_are_in_flight_than_allowed(concurrency: int) -> None:
    judge = Counting()
    collecting, _ = run_all(wide(10), cases(12), judge, settings=Settings(concurrency=concurrency))

    assert judge.most == concurrency and len(collecting.results) == 12


def test_every_case_has_its_own_result() -> None:
    collecting, _ = run_all(polite(), cases(50), Counting(fails={"Text 7.": "broken"}))

    assert sorted(index for index, _ in collecting.results) == list(range(50))
    assert all(result.case == f"c{index}" for index, result in collecting.results)
    assert [index for index, result in collecting.results if result.status == "undecided"] == [7]


def test_equal_questions_of_several_cases_are_asked_once() -> None:
    judge = Counting()
    given = [Case(id=str(number), fields={"text": "the same"}) for number in range(30)]
    _, bench = run_all(wide(3), given, judge)

    assert (len(judge.asked), bench.calls, bench.shared) == (3, 3, 87)


def test_one_bad_case_in_ten_thousand_never_aborts_the_run() -> None:
    judge = Counting(turns=0, fails={"Text 4321.": "broken"})
    collecting, _ = run_all(polite(), cases(10_000), judge)

    statuses = [result.status for _, result in sorted(collecting.results, key=lambda pair: pair[0])]
    assert statuses.count("undecided") == 1 and statuses[4321] == "undecided" and len(statuses) == 10_000


def test_a_fault_of_ours_stays_with_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = many.score_case

    async def breaks(plan, case, *rest, **more):  # type: ignore[no-untyped-def]
        if case.id == "c3":
            raise RuntimeError("ours")
        return await scored(plan, case, *rest, **more)

    monkeypatch.setattr(many, "score_case", breaks)
    collecting, _ = run_all(polite(), cases(10), Counting())
    bad = [result for _, result in collecting.results if result.status == "undecided"]

    assert len(collecting.results) == 10
    assert [(result.case, result.causes[0].kind) for result in bad] == [("c3", many.OUR_FAULT)]


def test_a_run_that_fails_as_a_whole_takes_no_more_cases_and_leaves_nothing_in_flight() -> None:
    judge = Counting(fails={"Text": "invalid key"})
    collecting, bench = run_all(wide(4), cases(1000), judge, settings=Settings(concurrency=4))

    assert bench.stopped is not None and "invalid key" in bench.stopped.what
    assert len(collecting.results) < 10 and len(judge.asked) < 20


def test_a_cancelled_run_leaves_no_task_behind_and_counts_no_call_that_was_not_made() -> None:
    class Hanging(Counting):
        async def ask(self, question: Question) -> Answer:
            self.asked.append(question)
            await asyncio.Event().wait()
            raise AssertionError

    async def scenario() -> tuple[int, int, int]:
        judge = Hanging()
        bench = Bench({"judge": judge}, layers=Layers(in_flight=5))
        collecting = Collecting()
        settings = Settings(concurrency=5)
        run = asyncio.create_task(
            many.score_cases(plan_of(wide(7)), enumerate(cases(9)), bench, settings=settings, observers=[collecting])
        )
        while len(judge.asked) < 5:
            await asyncio.sleep(0)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        await asyncio.sleep(0)
        return len(asyncio.all_tasks()), len(collecting.results), bench.calls

    assert asyncio.run(scenario()) == (1, 0, 5)
