"""What the list of acceptance asks of checks and of lists, by its numbers."""

from __future__ import annotations

import pytest

from arbitree.core.cases import Case
from arbitree.core.engine import Limits
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each, NoItems
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Question
from arbitree.testing import raw
from tests.acceptance.ways import OUT, ran

SHOWS = Defaults(shows=("actual_output",))


def faithful(empty: NoItems = NOT_APPLICABLE) -> Graph:
    return Graph(
        nodes=(
            Task(name="claims", instructions="List every claim.", gives="list"),
            Each(name="faithful", over="claims", item="claim", do="supported", empty=empty),
            Ask(name="supported", criteria="Is the claim true?", reads=("claim",)),
        ),
        defaults=SHOWS,
    )


def all_but_the_second(question: Question) -> bool:
    return "claim:\nsecond" not in question.prompt


def test_acceptance_27_a_failed_check_costs_no_call() -> None:
    check = Check(name="cites", tests=(("contains", "http"),), of=("actual_output",), yes="good", no=0)
    run = ran(Graph(nodes=(check, Ask(name="good", criteria="Is it good?")), defaults=SHOWS), {})

    assert (run.result.score, run.calls) == (0.0, 0)


def test_acceptance_27_three_claims_judged_true_false_true_score_two_thirds_with_four_calls() -> None:
    run = ran(faithful(), {"claims": ["first", "second", "third"], "supported": all_but_the_second})

    assert (run.result.score, run.calls) == (pytest.approx(0.667, abs=0.001), 4)


@pytest.mark.parametrize(
    ("empty", "status", "score"),
    [(NOT_APPLICABLE, "not_applicable", None), (7.0, "scored", 0.7), ("undecided", "undecided", None)],
)
def test_acceptance_27_an_empty_list_follows_the_declared_policy(
    empty: NoItems, status: str, score: float | None
) -> None:
    run = ran(faithful(empty), {"claims": []})

    assert (run.result.status, run.result.score, run.calls) == (status, score, 1)


def test_acceptance_27_what_is_no_list_is_undecided() -> None:
    replied = ran(faithful(), {"claims": raw('{"output": "no list"}')})
    given = ran(faithful(), {}, Case(id="q-1", fields={"actual_output": "x", "claims": "no list"}))
    column = Graph(nodes=faithful().nodes[1:], defaults=SHOWS)
    held = ran(column, {}, Case(id="q-1", fields={"actual_output": "x", "claims": "no list"}))

    assert (replied.result.status, held.result.status, held.calls) == ("undecided", "undecided", 0)
    assert held.result.causes[0].node == "faithful"
    assert given.result.status == "undecided"


def test_acceptance_28_items_that_do_not_apply_are_left_out_above_and_below() -> None:
    body = Ask(name="supported", criteria="Is it so?", reads=("claim",), yes=0, no=NOT_APPLICABLE)
    both = Weigh(name="both", parts=(Part(node="faithful", weight=9), Part(node="sure")))
    graph = Graph(nodes=(*faithful().nodes[:2], body, both, Ask(name="sure", criteria="Is it sure?")), defaults=SHOWS)
    script = {"claims": ["first"], "supported": False, "sure": True}

    left_out = ran(graph, script, OUT, limits=Limits(mode="decide"))
    assert (left_out.result.score, left_out.result.passed) == (1.0, True)
    none = ran(Graph(nodes=(*faithful().nodes[:2], body), defaults=SHOWS), script)
    assert (none.result.status, none.result.passed) == ("not_applicable", None)
