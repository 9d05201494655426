"""Every role has its judge before anything is asked, or all that lack one are named."""

from __future__ import annotations

import pytest

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.errors import JudgeError
from arbitree.judges.stack import Layers
from arbitree.runner.bench import Bench
from arbitree.runner.seats import roles_of, seated
from arbitree.testing import ScriptedJudge
from tests.runner.runs import plan_of


def panel() -> Graph:
    parts = (
        Ask(name="a", criteria="?", shows=("text",)),
        Ask(name="b", criteria="?", shows=("text",), judge="strict"),
        Ask(name="c", criteria="?", shows=("text",), judge="kind"),
        Check(name="d", tests=(("max_words", 3),), of=("text",)),
    )
    whole = Weigh(name="all", parts=tuple(Part(node=part.name) for part in parts))
    return Graph(nodes=(whole, *parts))


def judge(name: str, style: str = "plain") -> ScriptedJudge:
    return ScriptedJudge({}, name=name, style=style)  # type: ignore[arg-type]


def test_the_roles_of_a_rubric_are_those_that_ask_a_judge() -> None:
    assert roles_of(plan_of(panel())) == {"judge": "a", "strict": "b", "kind": "c"}


def test_every_role_without_a_judge_is_named() -> None:
    with pytest.raises(JudgeError) as caught:
        seated(panel(), {"strict": judge("s")})

    assert [problem.node for problem in caught.value.problems] == ["a", "c"]


def test_the_judge_without_a_role_answers_for_all_the_others() -> None:
    seats = seated(panel(), {"judge": judge("j"), "kind": judge("k", "messages")})

    assert seats.styles == {"judge": "plain", "kind": "messages"}
    styles = {place.name: place.style for place in seats.plan.places if place.role}
    assert styles == {"a": "plain", "b": "plain", "c": "messages", "d": "plain"}


def test_what_is_no_judge_is_named() -> None:
    with pytest.raises(JudgeError) as caught:
        seated(panel(), {"judge": 3, "kind": "x"})

    assert len(caught.value.problems) == 2


def test_one_judge_in_two_roles_is_limited_as_one() -> None:
    one = judge("j")
    bench = Bench({"judge": one, "kind": one}, layers=Layers(in_flight=3))

    assert bench.judges["judge"] is bench.judges["kind"]
