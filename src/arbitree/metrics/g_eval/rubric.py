"""The reference's `Rubric`, what a range of scores means; and the scale and ranges that a list of them makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from arbitree.core.kinds.grade import Range
from arbitree.core.scale import TENS, Scale, scale_between
from arbitree.metrics.dag.mistakes import quoted, refuse


@dataclass(frozen=True)
class Rubric:
    """What is expected of an output whose score lies in a range, both ends included.

    >>> Rubric(score_range=(0, 4), expected_outcome="The answer is wrong.")
    Rubric(score_range=(0, 4), expected_outcome='The answer is wrong.')
    """

    score_range: tuple[float, float]
    """The worst and the best score of the range, on the metric's own scale."""
    expected_outcome: str


def ranges_of(rubric: Iterable[Any] | None) -> tuple[Range, ...]:
    """The ranges of a rubric, from the worst; ours or DeepEval's.

    Raises:
        GraphError: something in it is no Rubric.
    """
    found: list[Range] = []
    if rubric is not None and not isinstance(rubric, (list, tuple)):
        refuse("G145", f"{quoted(rubric)} is no list of Rubric", "GEval(rubric=...)", f"in a list, {_MEND}")
    for one in rubric or ():
        bounds, outcome = getattr(one, "score_range", None), getattr(one, "expected_outcome", None)
        if not isinstance(bounds, (tuple, list)) or len(bounds) != 2 or not all(map(_is_number, bounds)):
            refuse("G145", f"{quoted(one)} is no Rubric", "GEval(rubric=...)", _MEND)
        if not isinstance(outcome, str):
            refuse("G145", f"the expected_outcome of {quoted(one)} is no text", "GEval(rubric=...)", _MEND)
        found.append(Range(bounds[0], bounds[1], outcome))
    return tuple(sorted(found))


def scale_of(scale: Scale | Sequence[float] | None, ranges: Sequence[Range]) -> Scale:
    """The scale: the one given, as such or by its bounds; else from the worst of the ranges to the best; else 0 to 10.

    >>> scale_of((1, 5), ()), scale_of(None, [Range(2, 4, "Poor."), Range(5, 8, "Good.")]).high
    (Scale(low=1, high=5, whole=True), 8)

    Raises:
        GraphError: it is none.
    """
    if isinstance(scale, Scale):
        return scale
    if scale is None:
        return scale_between(min(one.low for one in ranges), max(one.high for one in ranges)) if ranges else TENS
    if not isinstance(scale, (tuple, list)) or len(scale) != 2 or not all(map(_is_number, scale)):
        refuse("G144", f"{quoted(scale)} is no scale", "GEval(scale=...)", "pass its worst and its best score: (1, 5)")
    return scale_between(scale[0], scale[1])


_MEND = 'pass Rubric(score_range=(0, 4), expected_outcome="...")'


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
