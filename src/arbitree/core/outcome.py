"""The result of a walk: score or interval, status, path, causes and trace, all in plan order."""

from __future__ import annotations

from arbitree.core import causes
from arbitree.core.hull import along, worths
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Place
from arbitree.core.records import Failed, Hop, Leaf, Reply, Result, Status, Step, Usage
from arbitree.core.walk import Settled, Walk
from arbitree.core.worth import NOTHING, Worth, combine


def result_of(walk: Walk, *, threshold: float) -> Result:
    """What the answers so far make of the case. With questions still open it is as they leave it."""
    found = _worths(walk)
    worth = found[walk.plan.start]
    order = sorted(walk.reached)
    problems = [settled.cause for index in order if (settled := walk.settled.get(index)) and settled.cause]
    roots = [problem for problem in problems if problem.kind != "no_reading"] or problems
    status, passed = _standing(worth, threshold)
    if status == "undecided" and not roots and not walk.open:
        roots = [causes.too_wide(walk.plan.places[walk.plan.start])]
    places = walk.plan.places
    return Result(
        case=walk.case.id,
        rubric=walk.plan.graph.name,
        status=status,
        score=worth.low if status == "scored" else None,
        interval=None if worth.lacks else (worth.low, worth.high),
        passed=passed,
        threshold=threshold,
        path=tuple(_hops(walk, order)),
        leaves=tuple(_leaves(walk, order)),
        causes=tuple(roots) if status == "undecided" else (),
        warnings=() if status == "undecided" else tuple(roots),
        trace=tuple(_step(places[index], walk.settled.get(index), found[index]) for index in order),
        usage=_usage(walk),
        exception=next((walk.raised[index] for index in order if index in walk.raised), None),
    )


def _worths(walk: Walk) -> list[Worth]:
    """The worth of every place that was reached; of all places where something is open or came to nothing."""
    places = walk.plan.places
    if any(not place.parts and _is_open(walk, place) for place in map(places.__getitem__, walk.reached)):
        return worths(walk)
    if not walk.reached or walk.plan.start not in walk.reached:
        return worths(walk)
    found = [NOTHING] * len(places)
    for index in sorted(walk.reached, reverse=True):
        place = places[index]
        if isinstance(place.node, Weigh):
            if any(part not in walk.reached for part in place.parts):
                return worths(walk)
            found[index] = combine(place.node, [found[part] for part in place.parts])
        else:
            branch = walk.settled[index].branch
            if branch is not None:
                if branch.place >= 0 and branch.place not in walk.reached:
                    return worths(walk)
                found[index] = along(branch, found)
    return found


def _is_open(walk: Walk, place: Place) -> bool:
    settled = walk.settled.get(place.index)
    return settled is None or settled.cause is not None


def _standing(worth: Worth, threshold: float) -> tuple[Status, bool | None]:
    if worth.lacks:
        return "not_applicable", None
    passed = None if worth.may_lack else True if worth.low >= threshold else False if worth.high < threshold else None
    if worth.settled:
        return "scored", passed
    return ("undecided" if passed is None else "decided"), passed


def _hops(walk: Walk, order: list[int]) -> list[Hop]:
    hops: list[Hop] = []
    for index in order:
        settled = walk.settled.get(index)
        if settled is not None and settled.branch is not None and isinstance(settled.value, (bool, str)):
            hops.append(Hop(walk.plan.places[index].name, settled.value))
    return hops


def _leaves(walk: Walk, order: list[int]) -> list[Leaf]:
    leaves: list[Leaf] = []
    for index in order:
        settled = walk.settled.get(index)
        if settled is not None and settled.branch is not None and settled.branch.place < 0:
            leaves.append(Leaf(walk.plan.places[index].name, settled.branch.verdict, settled.branch.points))
    return leaves


def _step(place: Place, settled: Settled | None, worth: Worth) -> Step:
    score = worth.low if worth.settled and not worth.lacks else None
    interval = None if worth.lacks or score is not None or worth.low > worth.high else (worth.low, worth.high)
    if settled is None:
        return Step(node=place.name, kind=place.kind, score=score, interval=interval, after=place.after)
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
    )


def _usage(walk: Walk) -> Usage:
    calls = tokens_in = tokens_out = 0
    for key, answer in walk.answers.items():
        if key in walk.free:
            continue
        match answer:
            case Reply():
                calls += 1
                tokens_in += answer.input_tokens
                tokens_out += answer.output_tokens
            case Failed(kind="judge_error"):
                calls += 1
    return Usage(calls=calls, input_tokens=tokens_in, output_tokens=tokens_out)
