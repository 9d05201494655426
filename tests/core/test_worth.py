"""How worths combine, against every choice of what the parts can come to; votes likewise; and the means that are kept."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.records import Failed, Read, Unread
from arbitree.core.running import RunningMean
from arbitree.core.tally import count
from arbitree.core.worth import ABSENT, Worth, combine, point, union
from tests.oracle.completions import weighed
from tests.oracle.votes import Cast, is_over, more_votes, winner
from tests.plugins.examples import examples

SCORES = (None, 0.0, 0.1, 0.3, 0.5, 0.6, 0.7, 1.0)
WEIGHTS: dict[str, tuple[float, ...]] = {"mean": (1, 2, 3, 0.5, 0, 1e-300), "points": (1, 2, 5, 0.7, -1, -3, -5)}
BYS: tuple[By, ...] = ("mean", "points", "min", "max", "product", "at_least")


@st.composite
def weighings(draw: st.DrawFn) -> tuple[Weigh, list[list[float | None]]]:
    """A weigh, and what each of its parts can come to."""
    by = draw(st.sampled_from(BYS))
    choices = draw(st.lists(st.lists(st.sampled_from(SCORES), min_size=1, max_size=3), min_size=1, max_size=4))
    weights = [draw(st.sampled_from(WEIGHTS.get(by, (1,)))) for _ in choices]
    parts = tuple(Part(node=f"p{number}", weight=weight) for number, weight in enumerate(weights))
    k = draw(st.integers(1, len(parts)))
    return Weigh(name="w", parts=parts, by=by, k=k, met=draw(st.sampled_from((10.0, 6.0, 5.0)))), choices


def worth_of(scores: list[float | None]) -> Worth:
    return union(ABSENT if score is None else point(score) for score in scores)


@examples(1_000, 20_000)
@given(weighings())
def test_a_weighs_worth_is_the_hull_of_all_choices(weighing: tuple[Weigh, list[list[float | None]]]) -> None:
    node, choices = weighing
    every = worth_of([weighed(node, list(chosen)) for chosen in itertools.product(*choices)])

    assert combine(node, [worth_of(scores) for scores in choices]) == every


@examples(300, 5_000)
@given(weighings(), st.data())
def test_a_kept_mean_is_the_one_that_is_worked_out_anew(
    weighing: tuple[Weigh, list[list[float | None]]], data: st.DataObject
) -> None:
    node, choices = weighing
    node = Weigh(name="w", parts=node.parts, by="points" if any(part.weight < 0 for part in node.parts) else "mean")
    worths = [worth_of(scores) for scores in choices]
    kept = RunningMean(node, worths)
    for _ in range(4):
        number = data.draw(st.integers(0, len(worths) - 1))
        worths[number] = worth_of(data.draw(st.lists(st.sampled_from(SCORES), min_size=1, max_size=2)))
        kept.put(number, worths[number])

        assert kept.worth == combine(node, worths)


@pytest.mark.parametrize("votes", [1, 2, 3, 4, 5])
def test_votes_end_as_soon_as_those_still_out_make_no_difference(votes: int) -> None:
    for length in range(votes + 1):
        for cast in itertools.product((True, False, None), repeat=length):
            tally = count(dict(enumerate(map(sample, cast))), votes)
            assert tally.needed == more_votes(cast, votes)
            if is_over(cast, votes):
                assert (tally.winner and tally.winner.value) == winner(cast)


def sample(vote: bool | str | None) -> Read | Unread | Failed:
    return Failed(kind="judge_error", message="down") if vote is None else Read(vote, "", ())


def test_a_sample_that_failed_may_have_gone_either_way() -> None:
    cases: dict[Cast, bool | None] = {
        (True, True, None): True,
        (True, False, None): None,
        (True, None, None): None,
        (None, None, None): None,
    }
    for cast, verdict in cases.items():
        tally = count(dict(enumerate(map(sample, cast))), 3)
        assert (tally.winner and tally.winner.value) == verdict
