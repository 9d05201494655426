"""The worth of every place, from the answers so far: what is known, and the hull of what is not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from arbitree.core.kinds.weigh import Weigh
from arbitree.core.plan import Branch, Place, Verdict
from arbitree.core.walk import Settled, Walk
from arbitree.core.worth import ABSENT, NOTHING, Worth, combine, point, union

MOST_TOGETHER = 1024
"""Over how many joint answers of recurring questions bounds are worked out; past that they are sound, not exact."""


def worths(walk: Walk) -> list[Worth]:
    """The worth of every place, by number; a task's is `NOTHING`.

    Where a question reaches the score by several ways, each of its answers is thought through, so that the bounds
    are those of the completions and no wider.
    """
    foretold = Foretold(walk)
    open_again = [same for same in walk.plan.recurring if same not in foretold.values and same in foretold.domains]
    together: list[int] = []
    for same in open_again:
        if math.prod(len(foretold.domains[other]) for other in (*together, same)) > MOST_TOGETHER:
            break
        together.append(same)
    if not together:
        return sweep(walk, foretold, {})
    sweeps = [
        sweep(walk, foretold, dict(zip(together, joint, strict=True)))
        for joint in itertools.product(*(foretold.domains[same] for same in together))
    ]
    return [union(column) for column in zip(*sweeps, strict=True)]


class Foretold:
    """What is known of places that are not reached: from the case alone, or because the same question was answered."""

    def __init__(self, walk: Walk) -> None:
        self.values: dict[int, Verdict] = {}
        """The verdict of each `same` number that has one."""
        self.domains: dict[int, tuple[Verdict, ...]] = {}
        """The verdicts that each open recurring number may have."""
        self.branches: dict[int, Branch] = {}
        """The branch of each place whose fields, or whose test, already say it."""
        again = set(walk.plan.recurring)
        for place in walk.plan.places:
            settled = walk.settled.get(place.index)
            if settled is None and place.branches:
                settled = foresee(walk, place)
                if settled is not None and settled.branch is not None:
                    self.branches[place.index] = settled.branch
            if settled is not None and isinstance(settled.value, (bool, str)) and place.branches:
                self.values[place.same] = settled.value
            elif place.same in again and place.branches:
                self.domains.setdefault(place.same, tuple(place.branches))


def foresee(walk: Walk, place: Place) -> Settled | None:
    """What a place that nobody has reached is sure to come to, if the case alone says so; never a question."""
    absent = walk.absence(place)
    if absent is not None:
        return absent
    if place.kind == "check" and all(read in walk.settled for read in place.reads):
        return walk.known_check(place) if walk.failed_read(place) is None else None
    return None


def sweep(walk: Walk, foretold: Foretold, fixed: Mapping[int, Verdict]) -> list[Worth]:
    """The worth of every place when the questions in `fixed` get the answers given there."""
    found: list[Worth] = [NOTHING] * len(walk.plan.places)
    for place in reversed(walk.plan.places):
        if isinstance(place.node, Weigh):
            found[place.index] = combine(place.node, [found[part] for part in place.parts])
        elif place.branches:
            taken = _taken(walk, place, foretold, fixed)
            branches = place.branches.values() if taken is None else (taken,)
            found[place.index] = union(along(branch, found) for branch in branches)
    return found


def _taken(walk: Walk, place: Place, foretold: Foretold, fixed: Mapping[int, Verdict]) -> Branch | None:
    settled = walk.settled.get(place.index)
    if settled is not None and settled.branch is not None:
        return settled.branch
    branch = foretold.branches.get(place.index)
    if branch is not None:
        return branch
    value = foretold.values.get(place.same)
    if value is None:
        value = fixed.get(place.same)
    return None if value is None else place.branches[value]


def along(branch: Branch, found: list[Worth]) -> Worth:
    """The worth at the end of a branch."""
    if branch.place >= 0:
        return found[branch.place]
    return ABSENT if branch.score is None else point(branch.score)
