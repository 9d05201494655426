"""What is said of a rubric before anything is asked agrees with what happens when it is."""

from __future__ import annotations

import itertools

from arbitree.checks.explore import call_bounds, explore
from arbitree.checks.scenarios import scenarios
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import conclude
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Reply

SHOWN = ("out",)
GATED = Graph(
    threshold=0.6,
    nodes=(
        Task(name="facts", instructions="List.", shows=SHOWN),
        Ask(name="gate", criteria="Gate?", reads=("facts",), yes="sum", no=0),
        Weigh(name="sum", parts=(Part(node="style", weight=2), Part(node="cited"), Part(node="vote"))),
        Choose(name="style", criteria="Style?", shows=SHOWN, options=(("good", 10), ("fair", 5), ("bad", 0))),
        Check(name="cited", tests=(("contains", "["),), of=("out",), yes="source", no=NOT_APPLICABLE),
        Ask(name="source", criteria="Source?", shows=("out", "expected")),
        Ask(name="vote", criteria="Vote?", shows=SHOWN, votes=3),
    ),
)


def runs(plan: Plan) -> set[tuple[int, float | None]]:
    """Calls and score of every set of verdicts, by asking the engine with and without a citation."""
    found: set[tuple[int, float | None]] = set()
    for out, gate, style, source, *votes in itertools.product(
        ("x", "x [1]"), (True, False), ("good", "fair", "bad"), (True, False), *[(True, False)] * 3
    ):
        case = Case(id="1", fields={"out": out, "expected": "y"})
        verdicts = {"gate": gate, "style": style, "source": source}
        answers: dict[str, Answer] = {}
        while (questions := conclude(plan, case, answers)).questions:
            for question in questions.questions:
                verdict = votes[question.sample] if question.node == "vote" else verdicts.get(question.node)
                said = f'"{verdict}"' if isinstance(verdict, str) else str(verdict).lower()
                key = "output" if question.node == "facts" else "verdict"
                answers[question.key] = Reply(text=f'{{"{key}": {"[]" if key == "output" else said}, "reason": ""}}')
        found.add((questions.result.usage.calls, questions.result.score))
    return found


def test_calls_and_scores_are_those_of_every_run() -> None:
    plan = compile_plan(GATED)
    found, seen = explore(plan), runs(plan)
    assert (found.least_calls, found.most_calls) == (min(calls for calls, _ in seen), max(calls for calls, _ in seen))
    assert set(found.scores) == {score for _, score in seen}
    assert found.complete


def test_bounds_of_calls_hold_for_every_scenario() -> None:
    plan = compile_plan(GATED)
    least, most = call_bounds(plan)
    assert all(least <= s.least_calls and s.most_calls <= most for s in scenarios(plan))


def test_more_scenarios_than_are_looked_at_are_said_to_be_bounds() -> None:
    found = explore(compile_plan(GATED), most=3)
    assert not found.complete
    assert found.scores == ()
    assert (found.low, found.high) == (0.0, 1.0)


def test_a_field_that_only_some_ways_need_names_the_first_of_them() -> None:
    needs = {need.field: need for need in explore(compile_plan(GATED)).fields}
    assert needs["out"].always
    assert not needs["expected"].always
    assert needs["expected"].way == ("gate=yes", "cited=yes")


def test_a_read_that_a_way_does_not_come_through_is_listed_with_that_way() -> None:
    graph = Graph(
        nodes=(
            Ask(name="a", criteria="A?", shows=SHOWN, yes="s", no="t"),
            Task(name="t", instructions="T.", shows=SHOWN, then="s"),
            Ask(name="s", criteria="S?", shows=SHOWN, reads=("t",)),
        )
    )
    (absent,) = explore(compile_plan(graph)).absent_reads
    assert (absent.node, absent.task, absent.way, absent.alone) == ("s", "t", ("a=yes",), False)


def test_a_threshold_that_no_score_reaches_can_not_be_passed() -> None:
    graph = Graph(threshold=0.9, nodes=(Ask(name="a", criteria="A?", shows=SHOWN, yes=8, no=0),))
    found = explore(compile_plan(graph))
    assert (found.can_pass, found.can_fail) == (False, True)


def test_the_longest_way_names_its_judging_nodes() -> None:
    assert explore(compile_plan(GATED)).longest == ("gate", "cited", "source")


def test_a_chain_of_five_thousand_is_explored() -> None:
    nodes = [
        Ask(name=f"n{i}", criteria=f"{i}?", shows=SHOWN, yes=f"n{i + 1}" if i < 4_999 else 10) for i in range(5_000)
    ]
    found = explore(compile_plan(Graph(nodes=tuple(nodes))))
    assert (found.least_calls, found.most_calls) == (1, 5_000)
    assert len(found.longest) == 5_000
