"""The plain definition of the mode `decide`: when it is over, and which places it may ask next.

docs/decisions/decide.md read literally; every worth is the hull of all completions, worked out anew each time.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arbitree.core.cases import Case
from arbitree.core.graph import Graph
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.records import Answer, Style
from arbitree.core.structural.table import needs_local
from tests.oracle.completions import Completions, Hull
from tests.oracle.definition import Came, Definition
from tests.oracle.spots import Spot

SMALL = 1e-9
"""Influences that differ by less are called equal: floats may come out of other sums."""


def is_settled(hull: Hull) -> bool:
    """Whether nothing is open: a point, or not applicable for sure."""
    return (hull.low >= hull.high and not hull.may_lack) or hull.low > hull.high


@dataclass
class Deciding:
    """A state of a run in the mode `decide`: the answers that were asked for so far, and nothing else."""

    definition: Definition
    threshold: float
    tolerance: float | None = None
    consumed: dict[Spot, Came] = field(default_factory=dict)
    """What was settled, tasks included."""

    @classmethod
    def of(cls, graph: Graph, case: Case, answers: Mapping[str, Answer], style: Style, threshold: float) -> Deciding:
        """The state after these answers, each of which the policy asked for."""
        state = cls(Definition(graph, case, answers, style), threshold)
        state.settle_what_is_free()
        return state

    def settle_what_is_free(self) -> None:
        """Settle every place that control has come to and that the answers, the case or a test settle."""
        while True:
            for spot in self.come_to:
                self.settle_reads(spot)
            new = [spot for spot in self.come_to if spot not in self.consumed and self.is_free(spot)]
            if not new:
                return
            for spot in new:
                self.consumed[spot] = self.came(spot)

    def settle_reads(self, spot: Spot) -> None:
        """Settle the tasks that a place reads and that were asked for it."""
        if self.definition.absence(spot) is None:
            for read in self.definition.reads(spot):
                self.settle_reads(read)
                if self.came(read).state != "open":
                    self.consumed[read] = self.came(read)

    def is_free(self, spot: Spot) -> bool:
        return self.definition.absence(spot) is not None or self.came(spot).state != "open"

    def came(self, spot: Spot) -> Came:
        """What a place comes to when its reads are asked one by one, and no more once one has come to nothing."""
        if self.definition.absence(spot) is None:
            for read in self.definition.reads(spot):
                came = self.came(read)
                if came.state != "text":
                    lost = any(self.came(other).state == "nothing" for other in self.definition.reads(spot))
                    return Came("nothing", cause="no_reading") if lost else came
        return self.definition.came(spot)

    @property
    def come_to(self) -> list[Spot]:
        """The judging places that control has come to."""
        found: list[Spot] = []
        todo = [self.definition.start]
        while todo:
            spot = todo.pop()
            if isinstance(self.definition.nodes[spot.name], Weigh):
                todo.extend(self.definition.parts(spot))
                continue
            found.append(spot)
            came = self.consumed.get(spot)
            if came is not None and came.state == "verdict" and isinstance(came.value, (bool, str)):
                to = self.definition.branches(spot)[came.value]
                todo.extend([to] if isinstance(to, Spot) else [])
        return list(dict.fromkeys(found))

    @cached_property
    def completions(self) -> Completions:
        return Completions(self.definition, self.consumed)

    @cached_property
    def hulls(self) -> dict[Spot, Hull]:
        return {}

    def hull(self, spot: Spot) -> Hull:
        if spot not in self.hulls:
            self.hulls[spot] = self.completions.hull(spot)
        return self.hulls[spot]

    @property
    def is_over(self) -> bool:
        hull = self.hull(self.definition.start)
        if is_settled(hull):
            return True
        if hull.may_lack:
            return False
        settled = hull.low >= self.threshold or hull.high < self.threshold
        return settled or (self.tolerance is not None and hull.high - hull.low <= self.tolerance)

    def influences(self, spot: Spot) -> dict[Spot, float]:
        """How far each open place that control has come to can move a place's score, per call."""
        node, hull = self.definition.nodes[spot.name], self.hull(spot)
        found: dict[Spot, float] = {}
        if isinstance(node, Weigh):
            parts = self.definition.parts(spot)
            for number, part in enumerate(parts):
                share = self.share(node, parts, number, hull)
                for asker, influence in self.influences(part).items():
                    found[asker] = max(found.get(asker, 0.0), share * influence)
            return found
        came = self.consumed.get(spot)
        if came is None:
            width = 0.0 if hull.low > hull.high else 1.0 if hull.may_lack else hull.high - hull.low
            return {spot: width / self.cost(spot)}
        if came.state == "verdict" and isinstance(came.value, (bool, str)):
            to = self.definition.branches(spot)[came.value]
            return self.influences(to) if isinstance(to, Spot) else {}
        return {}

    def share(self, node: Weigh, parts: list[Spot], number: int, whole: Hull) -> float:
        """How much of a part's movement becomes the weigh's."""
        hulls = [self.hull(part) for part in parts]
        own = hulls[number]
        match node.by:
            case "mean" | "points":
                there = [(part.weight, hull) for part, hull in zip(node.parts, hulls, strict=True)]
                total = sum(weight for weight, hull in there if weight > 0 and hull.low <= hull.high)
                return abs(node.parts[number].weight) / total if own.low <= own.high and total else 0.0
            case "min":
                return float(own.low < whole.high or (own.may_lack and whole.may_lack))
            case "max":
                return float(own.high > whole.low or (own.may_lack and whole.may_lack))
            case "product":
                share = 1.0
                for other, hull in enumerate(hulls):
                    share *= 1.0 if other == number or hull.may_lack else hull.high
                return share
            case "at_least":
                bar = round(node.met / 10, 12)
                swings = own.low < bar <= own.high
                return float(swings or (own.may_lack and (own.high >= bar or whole.may_lack)))

    def cost(self, spot: Spot) -> float:
        node = self.definition.nodes[spot.name]
        _, votes, rule, _, tie, *_ = self.definition.voting(node)
        fewest = {
            "majority": votes // 2 + 1 if tie is None else (votes + 1) // 2,
            "unanimous": min(votes, 2) if tie is None else 1,
            "median": (votes + 1) // 2,
        }[rule]
        own = 0 if isinstance(node, Check) else fewest * 10 ** self.came(spot).stage
        return own + sum(read not in self.consumed for read in self.definition.reads(spot)) or 1 / 1024

    def next_keys(self) -> list[set[str]]:
        """The questions that may be asked now: a set for each place that no other outweighs; none when it is over."""
        if self.is_over:
            return []
        influences = self.influences(self.definition.start)
        most = max(influences.values(), default=0.0)
        if not most:
            return [set(self.came(spot).keys) for spot in self.telling]
        best = [spot for spot, influence in influences.items() if influence >= most - SMALL]
        return [set(self.came(spot).keys) for spot in best]

    @property
    def telling(self) -> list[Spot]:
        """The open places that control has come to and that tell about what failed."""
        below = [spot for failed in self.failed(self.definition.start) for spot in self.below(failed)]
        wanted = [spot for spot in below if self.is_wanted(spot)]
        asked = {self.completions.identity(spot) for spot in wanted}
        texts = {read for spot in wanted if self.is_free_check(spot) for read in self.definition.reads(spot)}
        texts = {read for read in texts if read not in self.consumed}
        return [spot for spot in self.come_to if spot not in self.consumed and self.tells(spot, asked, texts)]

    def failed(self, spot: Spot) -> list[Spot]:
        """The places that came to nothing and whose worth the score hangs on."""
        node, hull = self.definition.nodes[spot.name], self.hull(spot)
        if is_settled(hull):
            return []
        if isinstance(node, Weigh):
            parts = self.definition.parts(spot)
            pulling = [part for number, part in enumerate(parts) if self.share(node, parts, number, hull)]
            return [failed for part in pulling for failed in self.failed(part)]
        came = self.consumed.get(spot)
        if came is None or came.state == "nothing":
            return [spot] if came else []
        return [failed for lead in self.leads(spot) for failed in self.failed(lead)]

    def leads(self, spot: Spot) -> list[Spot]:
        """The places that a place may still lead to."""
        if isinstance(self.definition.nodes[spot.name], Weigh):
            return self.definition.parts(spot)
        absent = self.definition.absence(spot)
        if absent is not None and absent.state == "excused":
            return []
        verdict = self.completions.verdict(spot, absent is not None)
        ends = self.definition.branches(spot).items()
        return [to for label, to in ends if isinstance(to, Spot) and verdict in (None, label)]

    def below(self, spot: Spot) -> list[Spot]:
        """The places below one, as far as what they come to is open."""
        found: list[Spot] = []
        for lead in self.leads(spot):
            if not is_settled(self.hull(lead)):
                found += [lead, *self.below(lead)]
        return found

    def is_wanted(self, spot: Spot) -> bool:
        if isinstance(self.definition.nodes[spot.name], Weigh) or self.definition.absence(spot) is not None:
            return False
        return spot not in self.consumed and self.completions.verdict(spot, False) is None

    def is_free_check(self, spot: Spot) -> bool:
        node = self.definition.nodes[spot.name]
        return isinstance(node, Check) and not needs_local(node.tests)

    def tells(self, spot: Spot, asked: set[Hashable], texts: set[Spot]) -> bool:
        """Whether a place, one that it may lead to or one that it reads tells."""
        if not isinstance(self.definition.nodes[spot.name], Weigh) and (
            self.completions.identity(spot) in asked
            or any(self.brings(read, texts) for read in self.definition.reads(spot))
        ):
            return True
        return any(self.tells(lead, asked, texts) for lead in self.leads(spot))

    def brings(self, task: Spot, texts: set[Spot]) -> bool:
        return task in texts or any(self.brings(read, texts) for read in self.definition.reads(task))

    def leads_nowhere(self) -> bool:
        """Whether all that is still open cannot change the score."""
        return isinstance(self.definition.nodes[self.definition.start.name], Task) or not self.next_keys()
