"""The engine: from a plan, a case and the answers so far, what is decided and what must be asked now.

The mapping of answers is the only state there is. `conclude` is a pure function of it; `Walk` is the same thing kept
between answers, for those who feed them one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from arbitree.core.cases import Case
from arbitree.core.decide import Decide
from arbitree.core.full import Full
from arbitree.core.itemised import with_items
from arbitree.core.outcome import result_of
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Failed, Question, Result
from arbitree.core.unrolling import DecideOverLists, FullOverLists
from arbitree.core.walk import Walk

Mode: TypeAlias = Literal["full", "decide"]

Schedule: TypeAlias = Literal["frugal", "eager"]
"""`frugal` asks only what is needed; `eager` asks ahead too, for the shortest time. Results are the same."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How far to go."""

    mode: Mode = "full"
    """`full` asks every part of a reached weigh; `decide` stops when a side of the threshold is settled."""
    threshold: float | None = None
    """The score 0..1 from which a case passes; the graph's when None."""
    tolerance: float | None = None
    """Under `decide`: also stop when the score is known this closely."""
    closed: Failed | None = None
    """Ask nothing more, and this is why: a deadline that has passed, a budget that is spent."""


class Conclusion(NamedTuple):
    """What the answers so far come to."""

    result: Result
    """The result; final when no question is left."""
    questions: tuple[Question, ...]
    """What must be asked now, in plan order of the nodes that ask."""


NO_LIMITS = Limits()


def begin(plan: Plan, case: Case, limits: Limits = NO_LIMITS) -> Walk:
    """A walk that has gone as far as it can with no answer."""
    walk: Walk
    if limits.mode == "full":
        walk = Full(plan, case) if plan.lists is None else FullOverLists(plan, case)
    else:
        deciding = Decide if plan.lists is None else DecideOverLists
        walk = deciding(plan, case, _threshold(plan, limits), limits.tolerance)
    walk.advance()
    if limits.closed is not None:
        walk.close(limits.closed)
    return walk


def finish(walk: Walk, limits: Limits = NO_LIMITS) -> Result:
    """The result of a walk as it stands."""
    result = result_of(walk, threshold=_threshold(walk.plan, limits))
    return result if walk.plan.lists is None else with_items(walk, result)


def conclude(plan: Plan, case: Case, answers: Mapping[str, Answer], limits: Limits = NO_LIMITS) -> Conclusion:
    """What the answers come to, and what must be asked now.

    Args:
        plan: the compiled graph.
        case: the case.
        answers: replies and failures by question key; keys that are not asked for are ignored.
        limits: the mode, the threshold, and whether anything may still be asked.
    """
    walk = begin(plan, case, Limits(mode=limits.mode, threshold=limits.threshold, tolerance=limits.tolerance))
    waiting = [key for key in walk.open if key in answers]
    while waiting:
        for key in waiting:
            walk.take(key, answers[key])
        walk.advance()
        waiting = [key for key in walk.open if key in answers]
    if limits.closed is not None:
        walk.close(limits.closed, answers)
    return Conclusion(finish(walk, limits), walk.questions)


def _threshold(plan: Plan, limits: Limits) -> float:
    return plan.graph.threshold if limits.threshold is None else limits.threshold
