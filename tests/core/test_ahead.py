"""What may be asked ahead of a walk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.ahead import Ahead
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, begin
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Failed, Question, Reply
from arbitree.core.walk import Walk
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts

CASE = Case(id="q-1", fields={"actual_output": "Hello.", "note": "a refund"})
SHOWS = Defaults(shows=("actual_output",))
YES, NO = Reply(text='{"verdict": true}'), Reply(text='{"verdict": false}')


def walk_of(graph: Graph, mode: Mode = "full", case: Case = CASE) -> Walk:
    return begin(compile_plan(graph, style="plain"), case, Limits(mode=mode))


def found(ahead: Ahead) -> list[Question]:
    return [one.question for one in iter(ahead.next, None)]


def nodes(questions: list[Question]) -> list[str]:
    return [question.node for question in questions]


def told(walk: Walk, ahead: Ahead, node: str, reply: Reply | Failed) -> None:
    key = next(key for key, question in {**ahead.open, **walk.open}.items() if question.node == node)
    ahead.hear(key, reply)
    walk.take(key, reply)
    walk.advance()


BOTH_WAYS = Graph(
    nodes=(
        Task(name="facts", instructions="List the facts."),
        Ask(name="first", criteria="Is it?", yes="left", no="right"),
        Ask(name="left", criteria="Is it left?", reads=("facts",)),
        Ask(name="right", criteria="Is it right?"),
    ),
    defaults=SHOWS,
)


def test_both_branches_are_found_and_tasks_before_what_reads_them() -> None:
    walk = walk_of(BOTH_WAYS)
    ahead = Ahead(walk)
    assert nodes(found(ahead)) == ["first", "facts", "right"]
    told(walk, ahead, "facts", Reply(text='{"output": "a refund"}'))
    assert nodes(found(ahead)) == ["left"]


def test_what_a_verdict_closed_is_not_found_any_more() -> None:
    walk = walk_of(BOTH_WAYS)
    ahead = Ahead(walk)
    [_, facts, right] = found(ahead)
    told(walk, ahead, "first", NO)
    assert ahead.may_need(right.key) and not ahead.may_need(facts.key)
    ahead.hear(facts.key, Reply(text='{"output": "a refund"}'))
    assert found(ahead) == []


def test_a_verdict_that_came_before_it_was_needed_closes_branches_too() -> None:
    chain = (Ask(name="a", criteria="A?", yes="b"), Ask(name="b", criteria="B?", yes="c"), Ask(name="c", criteria="C?"))
    walk = walk_of(Graph(nodes=chain, defaults=SHOWS))
    ahead = Ahead(walk)
    [_, b, c] = found(ahead)
    ahead.hear(b.key, NO)
    assert not ahead.may_need(c.key)
    assert "b" not in nodes(list(walk.questions))


def test_what_shows_a_missing_field_is_passed_over_as_the_walk_would_pass_over_it() -> None:
    graph = Graph(
        nodes=(
            Ask(name="a", criteria="A?", yes="b"),
            Ask(name="b", criteria="B?", shows=("nothing",), yes="c", no="d", on_missing=3.0),
            Ask(name="c", criteria="C?"),
            Ask(name="d", criteria="D?"),
        ),
        defaults=SHOWS,
    )
    assert nodes(found(Ahead(walk_of(graph)))) == ["a"]


def test_a_check_that_asks_nobody_opens_its_branch_alone() -> None:
    graph = Graph(
        nodes=(
            Ask(name="a", criteria="A?", yes="b"),
            Check(name="b", of=("note",), tests=(("contains", "refund"),), yes="c", no="d"),
            Ask(name="c", criteria="C?"),
            Ask(name="d", criteria="D?"),
        ),
        defaults=SHOWS,
    )
    assert nodes(found(Ahead(walk_of(graph)))) == ["a", "c"]


def test_only_votes_that_are_sure_to_count_are_found() -> None:
    graph = Graph(nodes=(Ask(name="a", criteria="A?", yes="b"), Ask(name="b", criteria="B?", votes=5)), defaults=SHOWS)
    walk = walk_of(graph)
    ahead = Ahead(walk)
    votes = [question for question in found(ahead) if question.node == "b"]
    assert [question.sample for question in votes] == [0, 1, 2]
    for question, reply in zip(votes, (YES, NO, YES), strict=True):
        ahead.hear(question.key, reply)
    assert [question.sample for question in found(ahead)] == [3]


def test_a_failure_ahead_leaves_the_walk_as_it_is() -> None:
    walk = walk_of(BOTH_WAYS)
    ahead = Ahead(walk)
    [first, _, right] = found(ahead)
    ahead.hear(right.key, Failed(kind="judge_error", message="down", error=ValueError("down")))
    assert list(walk.open) == [first.key]
    assert not walk.settled and not walk.raised


def test_to_decide_what_can_move_the_score_most_per_call_comes_first() -> None:
    names = ("light", "heavy", "middle")
    asks = tuple(Ask(name=name, criteria=f"Is it {name}?") for name in names)
    weights = (Part(node="light", weight=1), Part(node="heavy", weight=7), Part(node="middle", weight=3))
    graph = Graph(nodes=(Weigh(name="all", parts=weights), *asks), defaults=SHOWS)
    assert nodes(found(Ahead(walk_of(graph, "decide")))) == ["heavy", "middle", "light"]


def test_of_what_is_equally_likely_the_first_in_plan_order_comes_first() -> None:
    chains = [Ask(name=f"{c}{n}", criteria=f"{c}{n}?", yes=f"{c}{n + 1}") for c in "ab" for n in range(3)]
    ends = [Ask(name=f"{c}3", criteria=f"{c}3?") for c in "ab"]
    start = Weigh(name="all", parts=(Part(node="a0"), Part(node="b0")))
    graph = Graph(nodes=(start, *chains, *ends), defaults=SHOWS)
    order = nodes(found(Ahead(walk_of(graph))))
    assert [name[1] for name in order] == list("00112233")


@given(graph=graphs(), case=cases(), script=scripts())
def test_all_that_a_walk_comes_to_ask_is_found_ahead_of_it(graph: Graph, case: Case, script: Script) -> None:
    walk = walk_of(graph, case=case)
    ahead = Ahead(walk)
    given_ahead: dict[str, Question] = {}
    while questions := found(ahead):
        for question in questions:
            assert question.key not in given_ahead
            given_ahead[question.key] = question
            ahead.hear(question.key, script(question))
    while walk.open:
        for question in walk.questions:
            assert question.key in given_ahead
            assert question.messages == given_ahead[question.key].messages
            walk.take(question.key, script(question))
        walk.advance()


@given(graph=graphs(), case=cases(), script=scripts(), mode=st.sampled_from(("full", "decide")), data=st.data())
def test_looking_ahead_never_changes_a_walk(
    graph: Graph, case: Case, script: Script, mode: Mode, data: st.DataObject
) -> None:
    walk, alone = walk_of(graph, mode, case), walk_of(graph, mode, case)
    ahead = Ahead(walk)
    known: dict[str, Question] = {}
    while walk.open:
        known |= {question.key: question for question in found(ahead)}
        some = data.draw(st.sampled_from([*known.values(), *walk.questions]))
        known.pop(some.key, None)
        answer = script(some)
        ahead.hear(some.key, answer)
        if some.key in walk.open:
            walk.take(some.key, answer)
            walk.advance()
            alone.take(some.key, answer)
            alone.advance()
        assert walk.questions == alone.questions
    assert (walk.settled, walk.reached, walk.answers) == (alone.settled, alone.reached, alone.answers)
