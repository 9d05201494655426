"""The worth of every place, from the answers so far: what is known, and the hull of what is not.

Where a question recurs, so that its answer reaches the score by several ways, the places between its occurrences and
the place where their ways have come together keep a table: a worth for each of its answers. So the bounds are those
of the completions and no wider.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from arbitree.core.joint import Answers, Table
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.outlook import Outlook
from arbitree.core.plan import Branch, Place
from arbitree.core.records import Verdict
from arbitree.core.settled import Settled
from arbitree.core.walk import Walk
from arbitree.core.worth import ABSENT, NOTHING, Worth, combine, point, union

MOST_TOGETHER = 256
"""How many joint answers of recurring questions a place thinks through; past that bounds are sound, not exact."""
MOST_WORK = 2048
"""How many parts a weigh looks at, over all the joint answers that it thinks through."""


class Bounds:
    """The worth of every place of a walk. `note` what has been settled since, and `look` at what it touches."""

    def __init__(self, walk: Walk, outlook: Outlook | None = None) -> None:
        """Begin with what is expected of any case, or with nothing.

        Args:
            walk: the walk.
            outlook: what is expected, where the walk's case lacks no field and nothing is settled.
        """
        self.worths: list[Worth] = [NOTHING] * len(walk.plan.places) if outlook is None else list(outlook.worths)
        """By place; a task's is `NOTHING`."""
        self.known: dict[int, Verdict] = {}
        """The verdict of each `same` number that has one."""
        self.graded: dict[int, Branch] = {}
        """The branch that each `same` number took whose score comes from its answer."""
        self.foreseen: dict[int, Branch] = {}
        """The branch of each place that is not reached and whose fields, or whose test, already say it."""
        self._walk, self._plan = walk, walk.plan
        self._recurring = frozenset(walk.plan.recurring)
        self.tables: dict[int, Table] = {} if outlook is None else dict(outlook.tables)
        """The worths for joint answers of what recurs, by place."""
        self._barred: set[int] = set()
        """The places that a field keeps from being asked: what others hear who ask the same is nothing to them."""

    def look_into_case(self) -> None:
        """Note what the fields of the case, its checks and its answers so far say of every place."""
        walk = self._walk
        for place in walk.plan.places:
            settled = walk.settled.get(place.index)
            absent = walk.absence(place) if place.branches else None
            if absent is not None and absent.cause is not None:
                self._barred.add(place.index)
            elif settled is None:
                self.foresee(place)
            else:
                self.note(place, settled)

    def look_at_all(self) -> None:
        """Work out every worth, from the ends to the start."""
        for index in range(len(self.worths) - 1, -1, -1):
            self.look(index)

    def foresee(self, place: Place) -> bool:
        """Note what an unreached place is sure to come to, if fields and known texts say so; never a question."""
        if not place.branches or (place.shape is not None and self._walk.is_whole):
            return False
        foreseen = foresee(self._walk, place)
        if foreseen is None or foreseen.branch is None:
            return False
        self.foreseen[place.index] = foreseen.branch
        return True

    def note(self, place: Place, settled: Settled) -> None:
        """Note the verdict that a place came to: it is that of all places that ask the same."""
        if place.graded:
            if settled.value is not None and settled.branch is not None:
                self.graded[place.same] = settled.branch
        elif place.branches and isinstance(settled.value, (bool, str)):
            self.known[place.same] = settled.value

    def thinks(self, place: Place) -> bool:
        """Whether a weigh has to think joint answers through, now."""
        few = 2 * len(place.parts) <= MOST_WORK
        return bool(self.tables) and few and any(part in self.tables for part in place.parts)

    def put(self, index: int, worth: Worth) -> bool:
        """Note the worth of a place that thinks nothing through; whether it changed."""
        table, known = self.tables.pop(index, None), self.worths[index]
        self.worths[index] = worth
        return table is not None or worth != known

    def look(self, index: int) -> bool:
        """Work out the worth of a place from those below it; whether it changed."""
        place = self._plan.places[index]
        if not self._recurring or (place.parts and not self.thinks(place)):
            return self.put(index, self._worth(place, self.branches(place), {}, {}))
        table = self._table(place)
        worth = union(table.worths.values())
        changed = worth != self.worths[index] or (table if table.numbers else None) != self.tables.get(index)
        self.worths[index] = worth
        if table.numbers:
            self.tables[index] = table
        else:
            self.tables.pop(index, None)
        return changed

    def branches(self, place: Place) -> Iterable[Branch]:
        """The branches that a place may still take."""
        if not place.branches:
            return ()
        settled = self._walk.settled.get(place.index)
        if settled is not None and settled.branch is not None:
            return (settled.branch,)
        foreseen = self.foreseen.get(place.index)
        if foreseen is not None:
            return (foreseen,)
        if place.graded:
            taken = None if place.index in self._barred else self.graded.get(place.same)
            return place.branches.values() if taken is None else (taken,)
        known = None if place.index in self._barred else self.known.get(place.same)
        return place.branches.values() if known is None else (place.branches[known],)

    def _table(self, place: Place) -> Table:
        """The worths of a place for each joint answer of what recurs below it, without what is gathered here."""
        branches = tuple(self.branches(place))
        leads = place.leads_by(branches)
        below = {lead: self.tables[lead] for lead in leads if lead in self.tables}
        numbers = {number for table in below.values() for number in table.numbers}
        own = ~place.same if place.index in self._barred else place.same
        recurs = len(branches) > 1 and place.same in self._recurring
        if recurs:
            numbers.add(own)
        chosen, domains = self._chosen(numbers, place)
        tables = {lead: table.given(chosen) for lead, table in below.items()}
        worths: dict[tuple[Verdict, ...], Worth] = {}
        for joint in itertools.product(*domains):
            answers = dict(zip(chosen, joint, strict=True))
            taken = (place.branches[answers[own]],) if recurs and own in answers else branches
            worths[joint] = self._worth(place, taken, answers, tables)
        gathered = self._plan.gathered.get(place.index, frozenset())
        return Table(tuple(chosen), worths).given([number for number in chosen if _same(number) not in gathered])

    def _chosen(self, numbers: Iterable[int], place: Place) -> tuple[list[int], list[tuple[Verdict, ...]]]:
        """As many of the numbers, in ascending order, as can be thought through together; and their verdicts."""
        chosen: list[int] = []
        domains: list[tuple[Verdict, ...]] = []
        most = min(MOST_TOGETHER, MOST_WORK // max(len(place.parts), 1))
        joint = 1
        for number in sorted(numbers):
            domain = self._plan.verdicts[_same(number)]
            joint *= len(domain)
            if joint > most:
                break
            chosen.append(number)
            domains.append(domain)
        return chosen, domains

    def _worth(self, place: Place, branches: Iterable[Branch], answers: Answers, tables: Mapping[int, Table]) -> Worth:
        worths = self.worths
        if isinstance(place.node, Weigh):
            parts = place.parts
            found = [tables[part].at(answers) if part in tables else worths[part] for part in parts]
            return combine(place.node, found)
        ends = [
            tables[branch.place].at(answers) if branch.place in tables else along(branch, worths) for branch in branches
        ]
        return ends[0] if len(ends) == 1 else union(ends)


def _same(number: int) -> int:
    """The `same` number of a question in a table; of one that nobody may ask its complement stands there."""
    return number if number >= 0 else ~number


def bounds_of(walk: Walk) -> Bounds:
    """The worth of every place of a walk, worked out anew."""
    bounds = Bounds(walk)
    bounds.look_into_case()
    bounds.look_at_all()
    return bounds


def foresee(walk: Walk, place: Place) -> Settled | None:
    """What a place that nobody has reached is sure to come to, if the case alone says so; never a question."""
    absent = walk.absence(place)
    if absent is not None:
        return absent
    if place.shape is None and all(read in walk.settled for read in place.reads):
        return walk.known(place) if walk.failed_read(place) is None else None
    return None


def along(branch: Branch, found: Sequence[Worth]) -> Worth:
    """The worth at the end of a branch."""
    if branch.place >= 0:
        return found[branch.place]
    return ABSENT if branch.score is None else point(branch.score)
