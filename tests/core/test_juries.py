"""Juries: who is asked, how votes are counted by each rule, and that counting stops neither too soon nor too late."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import conclude
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import RULES, Rule
from arbitree.core.kinds.choose import Choose
from arbitree.core.records import Answer, Failed, Question, Read, Reply, Result
from arbitree.core.verdicts import tallied
from arbitree.errors import GraphError
from arbitree.executors.score import score_case
from arbitree.judges import RecordedJudge, record, write_rows
from arbitree.judges.loop import run_sync
from arbitree.runner.estimate import estimated
from arbitree.runner.settings import Settings
from arbitree.testing import ScriptedJudge, in_turn
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from arbitree.wire.results import result_dict, result_from_dict
from tests.oracle.juries import more_votes, verdict

OPTIONS = ("good", "fair", "bad")
CASE = Case(id="c", fields={"actual_output": "Hello."})
LOST = Failed(kind="timeout", message="no reply")


def choosing(rule: Rule = "majority", tie: str = "undecided", votes: int = 1, judges: tuple[str, ...] = ()) -> Graph:
    options = tuple(zip(OPTIONS, (10.0, 5.0, 0.0), strict=True))
    node = Choose(
        name="tone", criteria="How?", options=options, shows=("actual_output",),
        rule=rule, tie=tie, votes=votes, judges=judges,
    )  # fmt: skip
    return Graph(nodes=(node,))


def scored(graph: Graph, roles: Mapping[str, object]) -> Result:
    judges = {role: ScriptedJudge({"tone": said, "kind": said}, style="messages") for role, said in roles.items()}  # type: ignore[dict-item]
    return run_sync(score_case(compile_plan(graph), CASE, judges))


@pytest.mark.parametrize("votes", [1, 2, 3, 4])
@pytest.mark.parametrize(("rule", "tie"), [(rule, tie) for rule in RULES for tie in (None, *OPTIONS)][:-3])
def test_votes_are_counted_as_defined(rule: Rule, tie: str | None, votes: int) -> None:
    if rule == "median" and tie is not None:
        pytest.skip("a median has no tie")
    (place,) = compile_plan(choosing(rule, tie or "undecided", votes)).places
    for length in range(votes + 1):
        for cast in itertools.product((*OPTIONS, None), repeat=length):
            samples = {n: LOST if vote is None else Read(vote, "", ()) for n, vote in enumerate(cast)}
            found = tallied(place, samples)  # type: ignore[arg-type]
            needed = more_votes(rule, OPTIONS, cast, votes, tie)

            assert found.needed == needed, (cast, found)
            if not needed:
                padded = cast + (None,) * (votes - length)
                assert (found.winner.value if found.winner else None) == verdict(rule, OPTIONS, padded, tie), cast


def test_each_member_of_a_jury_is_asked_in_its_role() -> None:
    result = scored(choosing(judges=("strict", "mild", "third")), {"strict": "bad", "mild": "good", "third": "bad"})
    (step,) = result.trace

    assert [attempt.role for attempt in step.attempts] == ["strict", "mild", "third"]
    assert (step.value, step.agreement, result.score) == ("bad", pytest.approx(2 / 3), 0.0)


def test_a_jury_stops_as_soon_as_it_is_agreed() -> None:
    third = ScriptedJudge({}, style="messages")
    plan = compile_plan(choosing(judges=("one", "two", "third")))
    agreeing = ScriptedJudge({"tone": "good"}, style="messages")
    result = run_sync(score_case(plan, CASE, {"one": agreeing, "two": agreeing, "third": third}))

    assert (third.calls, result.score, result.trace[0].agreement) == (0, 1.0, 1.0)


def test_members_vote_in_turn_when_each_has_several_votes() -> None:
    graph = choosing(judges=("one", "two"), votes=2, rule="unanimous")
    result = scored(graph, {"one": "good", "two": "good"})

    assert [attempt.role for attempt in result.trace[0].attempts] == ["one", "two", "one", "two"]
    assert [attempt.sample for attempt in result.trace[0].attempts] == [0, 1, 2, 3]


def test_one_dissent_is_enough_where_all_must_agree() -> None:
    said = {"one": "good", "two": "bad", "three": "bad"}
    result = scored(choosing("unanimous", judges=tuple(said)), said)

    assert (result.status, [cause.kind for cause in result.causes]) == ("undecided", ["tie"])
    assert len(result.trace[0].attempts) == 2


def test_a_tie_comes_to_the_verdict_that_the_node_says() -> None:
    result = scored(choosing(tie="fair", judges=("one", "two")), {"one": "good", "two": "bad"})
    (step,) = result.trace

    assert (step.value, step.agreement, result.score) == ("fair", 0.0, 0.5)
    assert "tie" in step.flags


def test_a_yes_no_tie_is_named_as_branches_are() -> None:
    node = Ask(name="kind", criteria="?", shows=("actual_output",), judges=("one", "two"), tie="no")
    result = scored(Graph(nodes=(node,)), {"one": True, "two": False})

    assert (result.trace[0].value, result.score) == (False, 0.0)


def test_the_median_is_the_middle_verdict_in_declared_order() -> None:
    result = scored(choosing("median", judges=("a", "b", "c")), {"a": "good", "b": "bad", "c": "fair"})

    assert result.trace[0].value == "fair"


def test_a_member_that_fails_leaves_the_verdict_to_the_others_where_they_settle_it() -> None:
    failing = {"a": TimeoutError("down"), "b": "good", "c": "good"}
    left_open = {"a": TimeoutError("down"), "b": "good", "c": "bad"}

    assert scored(choosing(judges=("a", "b", "c")), failing).score == 1.0
    assert scored(choosing(judges=("a", "b", "c")), left_open).causes[0].kind == "judge_error"


def test_the_order_of_answers_makes_no_difference() -> None:
    plan = compile_plan(choosing("median", judges=("a", "b", "c"), votes=1))
    said = {"a": "bad", "b": "good", "c": "fair"}
    answers: dict[str, Answer] = {}
    results = []
    while questions := conclude(plan, CASE, answers).questions:
        answers |= {question.key: reply(question, said) for question in reversed(questions)}
    for order in itertools.permutations(answers):
        results.append(conclude(plan, CASE, {key: answers[key] for key in order}).result)

    assert all(result == results[0] for result in results)


def reply(question: Question, said: Mapping[str, str]) -> Reply:
    return Reply(text=f'{{"verdict": "{said[question.role]}"}}')


def test_an_unreadable_vote_is_asked_again_of_the_same_member() -> None:
    judge = ScriptedJudge({"tone": in_turn("somewhat", "bad")}, style="messages")
    other = ScriptedJudge({"tone": "bad"}, style="messages")
    result = run_sync(score_case(compile_plan(choosing(judges=("a", "b"))), CASE, {"a": judge, "b": other}))

    assert (judge.calls, other.calls, result.score) == (2, 1, 0.0)


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Ask(name="n", criteria="?", shows=("x",), judge="a", judges=("b",)), "a judge and a jury"),
        (Ask(name="n", criteria="?", shows=("x",), judges=("b", "b")), 'names "b" twice'),
        (Ask(name="n", criteria="?", shows=("x",), rule="median"), "no middle verdict"),
        (Ask(name="n", criteria="?", shows=("x",), tie="yse"), "did you mean yes"),
        (Ask(name="n", criteria="?", shows=("x",), rule="most"), "no rule of voting"),  # type: ignore[arg-type]
        (Choose(name="n", criteria="?", shows=("x",), options=(("A", 1.0), ("B", 2.0)), rule="median", tie="A"), "tie"),
    ],
)
def test_juries_that_make_no_sense_are_refused(node: Ask | Choose, said: str) -> None:
    with pytest.raises(GraphError, match=said):
        compile_plan(Graph(nodes=(node,)))


def test_a_rubric_file_holds_a_jury_and_gives_it_back() -> None:
    text = """
arbitree: 1
nodes:
  kind: {ask: Is it kind?, shows: [actual_output], judges: [strict, mild], votes: 3, rule: unanimous, tie: no}
"""
    graph = load_rubric(text).graph
    (node,) = graph.nodes
    assert isinstance(node, Ask)

    assert (node.judges, node.votes, node.rule, node.tie) == (("strict", "mild"), 3, "unanimous", "no")
    assert load_rubric(dump_rubric(graph)).graph == graph


def test_agreement_is_kept_with_a_result() -> None:
    result = scored(choosing(judges=("strict", "mild", "third")), {"strict": "bad", "mild": "good", "third": "bad"})

    assert result_from_dict(result_dict(result)) == result


def test_what_a_jury_answered_can_be_replayed(tmp_path: Path) -> None:
    plan = compile_plan(choosing("median", judges=("a", "b", "c")))
    result = scored(choosing("median", judges=("a", "b", "c")), {"a": "good", "b": "bad", "c": "fair"})
    write_rows(str(tmp_path / "answers.jsonl"), record([result]))
    replayed = RecordedJudge.load(str(tmp_path / "answers.jsonl")).bind(plan, [CASE])
    again = run_sync(score_case(plan, CASE, {"judge": replayed}))

    assert again.trace == result.trace


def test_a_jury_of_nodes_in_python_is_that_of_a_file() -> None:
    graph = choosing("median", judges=("a", "b"), votes=3)

    assert Rubric(graph=graph).to_dag().to_graph().nodes == graph.nodes


def test_what_a_jury_takes_is_told_before() -> None:
    plan = compile_plan(choosing(judges=("a", "b", "c")))

    assert estimated(plan, [CASE], {"a": None, "b": None, "c": None}, settings=Settings()).calls == (2, 3)
