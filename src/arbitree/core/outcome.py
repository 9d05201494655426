"""The result of a walk: score or interval, status, path, causes and trace, all in plan order."""

from __future__ import annotations

from collections.abc import Sequence

from arbitree.core import causes
from arbitree.core.hull import along, bounds_of
from arbitree.core.influence import shares
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place
from arbitree.core.records import Hop, Leaf, Reply, Result, Status, Step, Usage
from arbitree.core.settled import Settled
from arbitree.core.walk import Walk
from arbitree.core.worth import NOTHING, Worth, combine
from arbitree.errors import Problem


def result_of(walk: Walk, *, threshold: float) -> Result:
    """What the answers so far make of the case. With questions still open it is as they leave it.

    Args:
        walk: the walk.
        threshold: the score 0..1 from which the case passes.
    """
    known = walk.worths
    found = _worths(walk) if known is None else known
    worth = found[walk.plan.start]
    order = sorted(walk.reached)
    status, passed = _standing(worth, threshold)
    path, leaves, trace, roots = _told(walk, order, found)
    failures: list[tuple[int, Problem]] = []
    if status == "undecided":
        matters = _matters(walk, found)
        failures = [root for root in roots if root[0] in matters]
        roots = [root for root in roots if root[0] not in matters]
        if not failures and not walk.open:
            failures = [(walk.plan.start, causes.too_wide(walk.plan.places[walk.plan.start]))]
    return Result(
        case=walk.case.id,
        rubric=walk.plan.graph.name,
        status=status,
        score=worth.low if status == "scored" else None,
        interval=None if worth.lacks else (worth.low, worth.high),
        passed=passed,
        threshold=threshold,
        path=path,
        leaves=leaves,
        causes=tuple(problem for _, problem in failures) if failures else (),
        warnings=tuple(problem for _, problem in roots) if roots else (),
        trace=trace,
        usage=_usage(walk),
        exception=_raised(walk, failures) if failures else None,
    )


def _worths(walk: Walk) -> Sequence[Worth]:
    """The worth of every place; of those that were reached where nothing is open and nothing came to nothing."""
    places = walk.plan.places
    found = [NOTHING] * len(places)
    for index in sorted(walk.reached, reverse=True):
        place = places[index]
        if isinstance(place.node, Weigh):
            found[index] = combine(place.node, [found[part] for part in place.parts])
            continue
        settled = walk.settled.get(index)
        if settled is None or settled.cause is not None:
            return bounds_of(walk).worths
        if settled.branch is not None:
            found[index] = along(settled.branch, found)
    return found


def _standing(worth: Worth, threshold: float) -> tuple[Status, bool | None]:
    if worth.lacks:
        return "not_applicable", None
    passed = worth.passes(threshold)
    if worth.settled:
        return "scored", passed
    return ("undecided" if passed is None else "decided"), passed


def _matters(walk: Walk, worths: Sequence[Worth]) -> set[int]:
    """The places that came to nothing and could still change the score, with the tasks that are to blame."""
    seen: set[int] = set()
    todo = [walk.plan.start]
    while todo:
        index = todo.pop()
        if index in seen or worths[index].settled:
            continue
        seen.add(index)
        place, settled = walk.plan.places[index], walk.settled.get(index)
        if isinstance(place.node, Weigh):
            parts = [worths[part] for part in place.parts]
            matter = shares(place.node, parts, worths[index])
            todo.extend(part for part, share in zip(place.parts, matter, strict=True) if share)
        elif settled is not None and settled.branch is not None:
            todo.append(settled.branch.place)
        else:
            # Beyond it may lie what another way has come to, and what came to nothing there.
            todo.extend(branch.place for branch in place.branches.values() if branch.place >= 0)
            seen |= _to_blame(walk, place)
    return seen


def _to_blame(walk: Walk, place: Place) -> set[int]:
    """The tasks that came to nothing and that a place reads, by way of others too."""
    found: set[int] = set()
    todo = list(place.reads)
    while todo:
        read = todo.pop()
        settled = walk.settled.get(read)
        if read not in found and settled is not None and settled.cause is not None:
            found.add(read)
            todo.extend(walk.plan.places[read].reads)
    return found


def _told(
    walk: Walk, order: Sequence[int], worths: Sequence[Worth]
) -> tuple[tuple[Hop, ...], tuple[Leaf, ...], tuple[Step, ...], list[tuple[int, Problem]]]:
    """The path, the leaves and the trace, in one look at every place that was reached.

    And what came to nothing, by place, and not only because a task that it reads did.
    """
    path: list[Hop] = []
    leaves: list[Leaf] = []
    steps: list[Step] = []
    roots: list[tuple[int, Problem]] = []
    for index in order:
        place, settled = walk.plan.places[index], walk.settled.get(index)
        steps.append(_step(place, settled, worths[index]) if settled else _open_step(walk, place, worths[index]))
        if settled is None:
            continue
        branch, cause = settled.branch, settled.cause
        if cause is not None and cause.kind != "no_reading":
            roots.append((index, cause))
        if branch is not None:
            if isinstance(settled.value, (bool, str, int, float)):
                path.append(Hop(place.name, settled.value))
            if branch.place < 0:
                leaves.append(Leaf(place.name, branch.verdict, branch.points))
    return tuple(path), tuple(leaves), tuple(steps), roots


def _raised(walk: Walk, failures: Sequence[tuple[int, Problem]]) -> BaseException | None:
    """What a judge's own code raised, the first in plan order."""
    return next((walk.raised[index] for index, _ in failures if index in walk.raised), None)


def _open_step(walk: Walk, place: Place, worth: Worth) -> Step:
    """A place that is not settled: a weigh, one that waits, or one whose doubtful answer no longer matters."""
    score, interval = _scored(worth)
    tried = walk.tried(place.index)
    return Step(node=place.name, kind=place.kind, score=score, interval=interval, attempts=tried, after=place.after)


def _scored(worth: Worth) -> tuple[float | None, tuple[float, float] | None]:
    low, high, may_lack = worth
    is_point = low == high and not may_lack
    return low if is_point else None, None if is_point or low > high else (low, high)


def _step(place: Place, settled: Settled, worth: Worth) -> Step:
    score, interval = _scored(worth)
    return Step(
        node=place.name,
        kind=place.kind,
        value=settled.value,
        reason=settled.reason,
        to=settled.branch.to if settled.branch else "",
        score=score,
        interval=interval,
        attempts=settled.attempts,
        cause=settled.cause,
        flags=settled.flags,
        after=place.after,
        agreement=settled.agreement,
    )


def _usage(walk: Walk) -> Usage:
    calls = tokens_in = tokens_out = cached = 0
    for key, answer in walk.answers.items():
        if key in walk.free:
            continue
        if isinstance(answer, Reply):
            calls += 1
            tokens_in += answer.input_tokens
            tokens_out += answer.output_tokens
            cached += answer.cached_tokens
        elif answer.kind == "judge_error":
            calls += 1
    return Usage(calls=calls, input_tokens=tokens_in, output_tokens=tokens_out, cached_tokens=cached)
