"""Asking ahead: the same results and traces, sooner; and never in the way of what is needed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Answer, Failed, Question, Reply, Result, Style
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge
from arbitree.judges.budget import Budget
from arbitree.judges.layers import once
from arbitree.judges.rates import Rates
from arbitree.judges.stack import Layers, stack
from arbitree.testing import run_virtual
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.results import trace_bytes

CASE = Case(id="q-1", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))
YES, NO = '{"verdict": true}', '{"verdict": false}'


class Late:
    """Answers each question after a time of its own; by a function, or by the name of the node."""

    style: Style = "plain"

    def __init__(
        self,
        answers: Callable[[Question], Answer] | Mapping[str, str | Failed],
        takes: Callable[[Question], float] = lambda _: 1.0,
        *,
        inline: bool = False,
    ) -> None:
        self.name, self.inline = "late", inline
        self.asked: list[Question] = []
        self.ended: list[str] = []
        self.cancelled: list[str] = []
        self._answers, self._takes = answers, takes

    @property
    def nodes(self) -> list[str]:
        return [question.node for question in self.asked]

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        try:
            if not self.inline:
                await asyncio.sleep(self._takes(question))
        except asyncio.CancelledError:
            self.cancelled.append(question.node)
            raise
        self.ended.append(question.node)
        if callable(self._answers):
            return self._answers(question)
        answer = self._answers[question.node]
        return answer if isinstance(answer, Failed) else Reply(text=answer)


def scored(
    graph: Graph,
    judge: Judge,
    case: Case = CASE,
    *,
    limits: Limits | None = None,
    eager: Eager | None = None,
    deadline: float | None = None,
) -> tuple[Result, float]:
    """The result, and how many seconds it took."""
    plan = compile_plan(graph, style="plain")

    async def scene() -> tuple[Result, float]:
        judges = {"judge": judge, "local": judge}
        result = await score_case(plan, case, judges, limits=limits or Limits(), eager=eager, deadline=deadline)
        return result, asyncio.get_running_loop().time()

    return run_virtual(scene())


@given(
    graph=graphs(),
    case=cases(),
    script=scripts(),
    mode=st.sampled_from(("full", "decide")),
    tolerance=st.sampled_from((None, None, 0.3)),
    seed=st.integers(0, 1_000),
    most=st.sampled_from((None, 1, 2, 5)),
)
def test_results_and_traces_are_the_same_whatever_is_asked_ahead(
    graph: Graph, case: Case, script: Script, mode: Mode, tolerance: float | None, seed: int, most: int | None
) -> None:
    def takes(question: Question) -> float:
        return random.Random(f"{seed} {question.key}").random()

    limits = Limits(mode=mode, tolerance=tolerance if mode == "decide" else None)
    inline, frugal, ahead = Late(script, inline=True), Late(script, takes), Late(script, takes)
    eager = Eager(most=most)
    plain, _ = scored(graph, inline, case, limits=limits)
    for judge, way in ((frugal, None), (ahead, eager)):
        result, _ = scored(graph, judge, case, limits=limits, eager=way)
        assert result == plain
        assert trace_bytes(result) == trace_bytes(plain)
    asked = [question.key for question in ahead.asked]
    needed = {question.key for question in frugal.asked}
    assert needed == {question.key for question in inline.asked} <= set(asked)
    assert len(asked) == len(set(asked)) == len(needed) + eager.unused


def chain(length: int, prefix: str = "n") -> tuple[Ask, ...]:
    asks = [Ask(name=f"{prefix}{n}", criteria=f"{prefix}{n}?", yes=f"{prefix}{n + 1}") for n in range(length - 1)]
    return (*asks, Ask(name=f"{prefix}{length - 1}", criteria=f"{prefix}{length - 1}?"))


def early_exit() -> Graph:
    """A chain of three questions, each of which reads a task of its own."""
    asks = [
        Ask(name=f"j{n}", criteria=f"j{n}?", reads=(f"t{n}",), yes=f"j{n + 1}" if n < 3 else 10.0, shows=())
        for n in (1, 2, 3)
    ]
    tasks = [Task(name=f"t{n}", instructions=f"Task {n}.") for n in (1, 2, 3)]
    return Graph(nodes=(*tasks, *asks), defaults=SHOWS)


def says(question: Question) -> Answer:
    return Reply(text=f'{{"output": "{question.key}"}}' if question.node[0] == "t" else YES)


def test_the_time_is_that_of_the_longest_row_of_texts_and_not_of_the_longest_path() -> None:
    _, slow = scored(early_exit(), Late(says))
    eager = Eager()
    _, fast = scored(early_exit(), Late(says), eager=eager)
    assert (slow, fast) == (6, 2)
    assert (eager.asked_ahead, eager.unused) == (4, 0)


def test_to_decide_parts_are_asked_together_and_the_case_ends_with_the_one_that_settles_it() -> None:
    asks = tuple(Ask(name=f"n{n}", criteria=f"n{n}?") for n in range(5))
    graph = Graph(nodes=(Weigh(name="all", parts=tuple(Part(node=one.name) for one in asks)), *asks), defaults=SHOWS)
    takes = {"n0": 1.0, "n1": 1.0, "n2": 1.0, "n3": 9.0, "n4": 9.0}
    judge, eager = Late(says, lambda question: takes[question.node]), Eager()
    result, seconds = scored(graph, judge, limits=Limits(mode="decide"), eager=eager)
    assert (result.status, result.passed, seconds) == ("decided", True, 1)
    assert (eager.asked_ahead, eager.unused) == (4, 2)
    assert sorted(judge.cancelled) == ["n3", "n4"]


def test_what_failed_ahead_of_time_and_was_not_needed_is_no_cause() -> None:
    failed = Failed(kind="judge_error", message="down", error=ValueError("down"))
    judge = Late({"n0": NO, "n1": failed, "n2": failed}, lambda question: 3.0 if question.node == "n0" else 1.0)
    result, _ = scored(Graph(nodes=chain(3), defaults=SHOWS), judge, eager=Eager())
    assert judge.ended[-1] == "n0" and "n1" in judge.ended
    assert (result.status, result.score, result.causes, result.warnings, result.exception) == (
        "scored",
        0,
        (),
        (),
        None,
    )
    assert [step.node for step in result.trace] == ["n0"]
    assert result.usage.calls == 1


def test_a_question_whose_branch_was_closed_is_given_up_at_once() -> None:
    first = Ask(name="first", criteria="first?", yes="n0", no="m0")
    graph = Graph(nodes=(first, *chain(2, "n"), *chain(2, "m")), defaults=SHOWS)
    judge = Late(
        {"first": YES, "n0": YES, "n1": YES, "m0": YES, "m1": YES}, lambda q: 1.0 if q.node == "first" else 5.0
    )
    result, seconds = scored(graph, judge, eager=Eager())
    assert (result.score, seconds) == (1.0, 5)
    assert sorted(judge.cancelled) == ["m0", "m1"]
    assert sorted(judge.ended) == ["first", "n0", "n1"]


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


def test_a_deadline_gives_up_what_was_asked_ahead_too() -> None:
    judge, eager = Late(says, lambda _: 10.0), Eager()
    result, seconds = scored(early_exit(), judge, eager=eager, deadline=1.0)
    assert (result.status, seconds) == ("undecided", 1.0)
    assert len(judge.cancelled) == len(judge.asked) == 3
    assert [cause.kind for cause in result.causes] == ["timeout"]


def test_what_answers_at_once_or_for_nothing_is_not_asked_ahead() -> None:
    inline, local = Late(says, inline=True), Late(says)
    plan = compile_plan(Graph(nodes=chain(3), defaults=SHOWS), style="plain")
    eager = Eager()
    run_virtual(score_case(plan, CASE, {"judge": inline, "local": local}, eager=eager))
    assert (len(inline.asked), len(local.asked), eager.asked_ahead) == (3, 0, 0)


def test_a_role_that_nobody_answers_for_fails_only_where_it_is_needed() -> None:
    graph = Graph(
        nodes=(Ask(name="a", criteria="a?", judge="one", no="b"), Ask(name="b", criteria="b?", judge="two")),
        defaults=SHOWS,
    )
    judge = Late({"a": YES})
    plan = compile_plan(graph, style="plain")
    assert run_virtual(score_case(plan, CASE, {"one": judge}, eager=Eager())).score == 1.0


def test_of_two_judges_the_one_that_is_free_is_asked_ahead() -> None:
    asks = (Ask(name=f"{role}{n}", criteria=f"{role}{n}?", judge=role) for n in range(8) for role in ("busy", "free"))
    first = Ask(name="first", criteria="first?", judge="busy", yes="all", no=0.0)
    parts = tuple(Part(node=f"{role}{n}") for n in range(8) for role in ("busy", "free"))
    graph = Graph(nodes=(first, Weigh(name="all", parts=parts), *asks), defaults=SHOWS)
    judge = Late(says)
    judges = {"busy": stack(judge, Layers(in_flight=1)), "free": stack(judge, Layers(in_flight=8))}
    plan = compile_plan(graph, style="plain")
    run_virtual(score_case(plan, CASE, judges, eager=Eager()))
    assert sorted(judge.nodes[:9]) == sorted(["first", *(f"free{n}" for n in range(8))])


def test_each_case_is_told_with_what_was_asked_ahead_for_it() -> None:
    told: list[Sequence[object]] = []
    eager = Eager(lambda *what: told.append(what))
    scored(Graph(nodes=chain(3), defaults=SHOWS), Late({"n0": NO, "n1": YES, "n2": YES}), eager=eager)
    scored(Graph(nodes=chain(1), defaults=SHOWS), Late({"n0": NO}), eager=eager)
    assert told == [("q-1", 2, 2)]
    assert (eager.asked_ahead, eager.unused) == (2, 2)
