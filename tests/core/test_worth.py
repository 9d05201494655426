"""How worths combine, against every choice of what the parts can come to; and the means that are kept."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.running import RunningMean
from arbitree.core.worth import ABSENT, Worth, combine, point, union
from tests.oracle.completions import weighed
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
