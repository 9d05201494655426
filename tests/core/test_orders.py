"""The order in which options stand before each vote: declared first, fair to every option, the same everywhere."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.choose import Choose
from arbitree.core.orders import order_of
from arbitree.core.plan import Place
from arbitree.core.records import Question, Reply, Result, Style
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_sync
from arbitree.testing import ScriptedJudge
from tests.oracle.play import play

OPTIONS = ("good", "fair", "bad")
CASE = Case(id="c", fields={"actual_output": "Hello."})

options = st.lists(st.text(min_size=1, max_size=4), min_size=2, max_size=7, unique=True).map(tuple)


def choosing(**own: object) -> Choose:
    ends = tuple(zip(OPTIONS, (10.0, 5.0, 0.0), strict=True))
    return Choose(name="tone", criteria="How?", options=ends, shows=("actual_output",), **own)  # type: ignore[arg-type]


def place_of(node: Choose, defaults: Defaults | None = None) -> Place:
    (place,) = compile_plan(Graph(nodes=(node,), defaults=defaults or Defaults())).places
    return place


def orders_of(node: Choose) -> list[tuple[str, ...]]:
    place = place_of(node)
    return [voter.shape.options for voter in place.voters if voter.shape is not None]


@given(options, st.integers(1, 99), st.text(max_size=9), st.integers(0, 3))
def test_among_as_many_votes_as_options_each_option_has_each_place_once(
    offered: tuple[str, ...], seed: int, words: str, block: int
) -> None:
    count = len(offered)
    turns = range(block * count, (block + 1) * count)
    orders = [order_of(offered, seed=seed, words=words, turn=turn) for turn in turns]

    for place in range(count):
        assert Counter(order[place] for order in orders) == Counter(offered)


@given(options, st.integers(1, 99), st.integers(1, 40))
def test_however_many_votes_there_are_no_place_is_an_options_twice_more_than_another(
    offered: tuple[str, ...], seed: int, votes: int
) -> None:
    orders = [order_of(offered, seed=seed, words="How?", turn=turn) for turn in range(votes)]
    counts = [sum(order[place] == option for order in orders) for option in offered for place in range(len(offered))]

    assert max(counts) - min(counts) <= 1


def test_orders_drawn_at_random_are_as_even_once_in_18_draws() -> None:
    orders = list(itertools.permutations(OPTIONS))
    draws = list(itertools.product(orders, repeat=3))
    even = [draw for draw in draws if all(len({order[place] for order in draw}) == 3 for place in range(3))]

    assert (len(even), len(draws)) == (12, 216)


def test_the_first_vote_sees_the_declared_order() -> None:
    assert order_of(OPTIONS, seed=7, words="How?", turn=0) == OPTIONS


def test_another_seed_gives_another_order() -> None:
    orders = {order_of(tuple("abcdefg"), seed=seed, words="How?", turn=1) for seed in range(1, 20)}

    assert len(orders) > 1


def test_orders_are_the_same_on_every_machine() -> None:
    assert [order_of(tuple("abcd"), seed=2, words="How?", turn=turn) for turn in range(6)] == [
        ("a", "b", "c", "d"),
        ("c", "d", "a", "b"),
        ("d", "a", "b", "c"),
        ("b", "c", "d", "a"),
        ("a", "d", "c", "b"),
        ("b", "a", "d", "c"),
    ]


def test_votes_see_different_orders_and_their_keys_differ_by_the_prompt() -> None:
    place = place_of(choosing(votes=3, shuffle=1))

    assert len({voter.frame for voter in place.voters}) == 3
    assert all(tuple(voter.branches) == OPTIONS for voter in place.voters)


def test_the_first_of_several_votes_is_the_question_that_one_vote_would_ask() -> None:
    once, shuffled = place_of(choosing()), place_of(choosing(votes=3, shuffle=1))

    assert (shuffled.voter(0).lead, shuffled.voter(0).frame) == (once.lead, once.frame)


@pytest.mark.parametrize("own", [{"votes": 3}, {"votes": 3, "shuffle": 0}, {"shuffle": 5}])
def test_without_shuffling_or_with_one_vote_all_see_the_declared_order(own: dict[str, int]) -> None:
    assert place_of(choosing(**own)).voters == ()


def test_members_of_a_jury_begin_at_different_orders_and_each_goes_through_all() -> None:
    jury = ("a", "b", "c")
    orders = orders_of(choosing(judges=jury, votes=3, shuffle=1))

    assert len(set(orders[:3])) == 3
    for member in range(3):
        assert len(set(orders[member::3])) == 3


def test_the_second_judge_of_a_cascade_sees_another_order() -> None:
    assert len(set(orders_of(choosing(cascade=("cheap", "strong"), shuffle=1)))) == 2


def test_defaults_shuffle_and_a_node_may_not() -> None:
    defaults = Defaults(votes=3, shuffle=1)

    assert len(place_of(choosing(), defaults).voters) == 3
    assert place_of(choosing(shuffle=0), defaults).voters == ()


def test_equal_questions_of_two_nodes_are_asked_once_though_shuffled() -> None:
    first = choosing(votes=3, shuffle=1)
    second = Choose(**{**vars(first), "name": "again", "options": (*first.options[:2], ("bad", "tone"))})
    plan = compile_plan(Graph(nodes=(first, second), start="again"))
    judge = ScriptedJudge({"again": "bad"}, style="messages")
    run_sync(score_case(plan, CASE, {"judge": judge}))

    assert judge.calls == 2


@pytest.mark.parametrize("style", ["messages", "plain"])
def test_the_trace_holds_the_order_that_each_vote_saw(style: Style) -> None:
    plan = compile_plan(Graph(nodes=(choosing(votes=3, shuffle=1, rule="unanimous"),)), style=style)
    seen: list[str] = []

    def judge(question: Question) -> Reply:
        seen.append(question.prompt)
        return Reply(text='{"verdict": "fair"}')

    result, _ = play(plan, CASE, judge)
    (step,) = result.trace
    orders = [attempt.order or OPTIONS for attempt in step.attempts]

    assert step.attempts[0].order == ()
    assert len(set(orders)) == 3
    listed = [str(list(order)) if style == "plain" else ", ".join(f'"{one}"' for one in order) for order in orders]
    for prompt, said in zip(seen, listed, strict=True):
        assert said in prompt


def test_a_judge_that_always_takes_the_first_option_is_found_out() -> None:
    fixed, shuffled = by_place(choosing(votes=3)), by_place(choosing(votes=3, shuffle=1))

    assert fixed.status == "scored"
    assert (shuffled.status, shuffled.causes[0].kind) == ("undecided", "tie")


def by_place(node: Choose) -> Result:
    def judge(question: Question) -> Reply:
        return Reply(text=f'{{"verdict": "{question.shape.options[0]}"}}')

    return play(compile_plan(Graph(nodes=(node,))), CASE, judge)[0]
