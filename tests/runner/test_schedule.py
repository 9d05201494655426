"""Runs that ask ahead: what is kept of what turned out useless, and what is said of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.errors import UsageError
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.judges.layers import once
from arbitree.judges.memory import remember
from arbitree.ledger.ledger import Ledger
from arbitree.metrics import DAGMetric
from arbitree.rubric import Rubric
from arbitree.runner.settings import Settings

GRAPH = Graph(
    nodes=(Ask(name="first", criteria="First?", yes="then", no=0.0), Ask(name="then", criteria="Then?")),
    defaults=Defaults(shows=("actual_output",)),
)
CASES = [Case(id=f"c{n}", fields={"actual_output": f"Text {n}."}) for n in range(6)]


class Gate:
    """Says no to the first question as soon as the second is asked too; and yes to the second once it is let."""

    name = "gate"
    style: Style = "plain"
    fingerprint = "gate-1"

    def __init__(self) -> None:
        self.second, self.open = asyncio.Event(), asyncio.Event()
        self.cancelled = 0
        self.key = ""

    async def ask(self, question: Question) -> Answer:
        if "First?" in question.prompt:
            await self.second.wait()
            return Reply(text='{"verdict": false}')
        self.key = question.key
        self.second.set()
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Reply(text='{"verdict": true}')


def test_an_answer_that_is_paid_for_and_not_needed_comes_into_the_ledger_and_keeps_no_case_waiting(
    tmp_path: Path,
) -> None:
    async def scene(ledger: Ledger) -> None:
        gate, eager = Gate(), Eager()
        memory = remember(gate, ledger)
        plan = compile_plan(GRAPH, style="plain")
        result = await score_case(plan, CASES[0], {"judge": memory}, eager=eager)
        assert (result.score, eager.asked_ahead, eager.unused) == (0.0, 1, 1)
        assert memory.recall(gate.key) is None
        gate.open.set()
        await eager.close()
        assert memory.recall(gate.key) == Reply(text='{"verdict": true}')
        assert gate.cancelled == 0

    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        asyncio.run(scene(ledger))


def test_without_a_ledger_it_is_given_up_when_the_run_ends() -> None:
    async def scene() -> None:
        gate, eager = Gate(), Eager()
        plan = compile_plan(GRAPH, style="plain")
        await score_case(plan, CASES[0], {"judge": once(gate)}, eager=eager)
        assert gate.cancelled == 0
        await eager.close()
        for _ in range(5):
            await asyncio.sleep(0)
        assert gate.cancelled == 1

    asyncio.run(scene())


class Asked:
    """Says no where the text is even."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    async def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for _ in range(20):
            await asyncio.sleep(0)
        return "no" if any(f"Text {n}." in prompt for n in (0, 2, 4)) else "yes"


class Waiting(Asked):
    """Answers the first question of a case once the second is asked as well."""

    async def __call__(self, prompt: str) -> str:
        said = await super().__call__(prompt)
        while "First?" in prompt and prompt.replace("First?", "Then?") not in self.prompts:
            await asyncio.sleep(0.001)
        return said


def test_a_rubric_runs_eagerly_to_the_same_results() -> None:
    frugal, eager = Asked(), Asked()
    rubric = Rubric(graph=GRAPH)
    plain = rubric.run(CASES, judge=frugal)
    assert rubric.run(CASES, judge=eager, schedule="eager", concurrency=20) == plain
    assert set(frugal.prompts) < set(eager.prompts)
    assert len(frugal.prompts) == 9 and len(eager.prompts) == 12


@pytest.mark.parametrize("ledger", [False, True])
def test_a_metric_measures_eagerly_to_the_same_score(tmp_path: Path, ledger: bool) -> None:
    judge = Waiting()
    judge.fingerprint = "asked-1"  # type: ignore[attr-defined]
    path = tmp_path / "ledger.sqlite" if ledger else None
    metric = DAGMetric("m", GRAPH, judge, schedule="eager", include_reason=False, ledger=path)
    assert metric.measure(CASES[0]) == 0.0
    assert len(judge.prompts) == 2
    assert metric.measure(CASES[1]) == 1.0
    assert len(judge.prompts) == 4


def test_a_metric_whose_judge_answers_at_once_needs_no_loop_and_asks_nothing_ahead() -> None:
    prompts: list[str] = []

    def judge(prompt: str) -> str:
        prompts.append(prompt)
        return "no"

    judge.inline = True  # type: ignore[attr-defined]
    metric = DAGMetric("m", GRAPH, judge, schedule="eager", include_reason=False)
    assert metric.measure(CASES[0]) == 0.0
    assert len(prompts) == 1


@pytest.mark.parametrize("made", [lambda: Settings(schedule="lazy"), lambda: DAGMetric("m", GRAPH, schedule="lazy")])  # type: ignore[arg-type]
def test_a_schedule_that_is_none_is_refused(made: object) -> None:
    with pytest.raises(UsageError, match="schedule is 'lazy'"):
        made()  # type: ignore[operator]
