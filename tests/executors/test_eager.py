"""Asking ahead: the same results and traces, sooner; and never in the way of what is needed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Failed, Question, Result
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge
from arbitree.judges.stack import Layers, stack
from arbitree.testing import run_virtual
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.results import trace_bytes
from tests.executors.late import CASE, NO, SHOWS, YES, Late, chain, early_exit, says


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


def test_a_question_whose_branch_was_closed_keeps_nobody_waiting() -> None:
    first = Ask(name="first", criteria="first?", yes="n0", no="m0")
    graph = Graph(nodes=(first, *chain(2, "n"), *chain(2, "m")), defaults=SHOWS)
    takes = {"f": 1.0, "n": 5.0, "m": 50.0}
    judge = Late({"first": YES, "n0": YES, "n1": YES, "m0": YES, "m1": YES}, lambda q: takes[q.node[0]])
    result, seconds = scored(graph, judge, eager=Eager())
    assert (result.score, seconds) == (1.0, 5)
    assert sorted(judge.cancelled) == ["m0", "m1"]
    assert sorted(judge.ended) == ["first", "n0", "n1"]


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
