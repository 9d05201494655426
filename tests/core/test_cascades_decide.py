"""Cascades under `decide`: the stronger judge is asked last, and only where the decision still hangs on it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from tests.oracle.cascading import DECIDE, UNSURE, choosing, played, said, sums
from tests.oracle.play import play


def test_decide_asks_the_stronger_only_where_the_decision_still_hangs_on_it() -> None:
    answers = {"cheap": said(True, {"yes": 0.6, "no": 0.4}), "strong": said(True)}
    graph = sums("first")
    full, in_full = played(graph, answers)
    decided, asked = played(graph, answers, DECIDE)

    assert in_full.count("strong") == 1
    assert asked == ["cheap", "cheap", "cheap"]
    assert (full.passed, decided.passed, decided.status) == (True, True, "decided")


def test_what_was_doubtful_and_no_longer_matters_is_in_the_trace_without_a_verdict() -> None:
    decided, _ = played(sums("first"), {"cheap": said(True, {"yes": 0.6, "no": 0.4})}, DECIDE)
    step = next(step for step in decided.trace if step.node == "first")

    assert (step.value, step.cause, step.score, step.interval) == (None, None, None, (0.0, 1.0))
    assert [(one.role, one.passed_on) for one in step.attempts] == [("cheap", "probability 0.6 is below 0.9")]
    assert "first" not in [hop.node for hop in decided.path]


def test_decide_asks_the_stronger_where_the_decision_hangs_on_it() -> None:
    answers = {"cheap": said(True, {"yes": 0.6, "no": 0.4}), "strong": said(False)}
    decided, asked = played(sums("first", "second", "third"), answers, DECIDE)

    assert asked.count("cheap") == 3
    assert asked.count("strong") == 2
    assert decided.passed is False


def test_a_cascade_on_the_only_way_is_asked_to_its_end_under_decide() -> None:
    answers = {"cheap": said("good", UNSURE), "strong": said("bad")}

    assert played(choosing(), answers, DECIDE)[1] == ["cheap", "strong"]


@given(graphs(), cases(), scripts())
def test_decide_asks_no_more_than_full(graph: Graph, case: Case, script: Script) -> None:
    plan = compile_plan(replace(graph, defaults=replace(graph.defaults, cascade=("mild", "strict"))))
    _, full = play(plan, case, script)
    _, decided = play(plan, case, script, DECIDE)

    assert decided.keys() <= full.keys()
