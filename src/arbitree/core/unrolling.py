"""Walks through plans with `each` nodes: once a list is known, the walk begins anew on the plan that its items make.

The answers so far are the only state, so what was known stays known and nothing is asked twice.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence

from arbitree.core.decide import Decide
from arbitree.core.full import Full
from arbitree.core.items import Items, Roll, items_of
from arbitree.core.kinds.each import Each
from arbitree.core.plan import Lists, Place, Plan
from arbitree.core.settled import Settled
from arbitree.core.walk import Walk


class OverLists(Walk):
    """What both modes do about lists."""

    _has_news: bool
    """Whether a list that some `each` waits for has come since the plan was last looked at."""

    def advance(self) -> None:
        """Go on, on ever larger plans, until every way forward waits for an answer, or the walk is done."""
        given = self.open.keys() - self._new.keys()
        self._look_at_lists()
        self._walk_on()
        while self._has_news:
            self._look_at_lists()
            self._walk_on()
        for key in given:
            self._new.pop(key, None)

    @abstractmethod
    def _walk_on(self) -> None:
        """Go on as far as the plan carries."""

    def _begin(self, plan: Plan) -> None:
        self._has_news = False
        super()._begin(plan)

    def _note(self, index: int, settled: Settled) -> None:
        """Note whether what a place came to is a list that some `each` waits for."""
        if settled.value is not None and not self.plan.places[index].branches:
            waiting = (self.plan.places[parent].node for parent in self.plan.places[index].parents)
            self._has_news = self._has_news or any(isinstance(node, Each) for node in waiting)

    def _look_at_lists(self) -> None:
        """Begin anew on the plan of all lists that are known, as long as there are any that the plan does not know."""
        self._has_news = False
        while rolls := self._new_rolls():
            order = [self._lists.identities[index] for index in self.settled if index in self.reached]
            self._begin(self._lists.unrolled({**self._lists.known, **rolls}))
            self._go_over(order)

    def _go_over(self, order: Sequence[Hashable]) -> None:
        """Take into account what was settled on the smaller plan, by the identities of the places in that order."""

    @property
    def _lists(self) -> Lists:
        assert self.plan.lists is not None
        return self.plan.lists

    def _new_rolls(self) -> dict[Hashable, Roll]:
        found: dict[Hashable, Roll] = {}
        for index in self._lists.open:
            place = self.plan.places[index]
            assert isinstance(place.node, Each)
            items = items_of(self.list_of(place), place.node.limit)
            if isinstance(items, Items) and items.texts:
                found[self._lists.identities[index]] = items.roll
        return found


class FullOverLists(OverLists, Full):
    """Walks every way that the answers open."""

    def _walk_on(self) -> None:
        Full.advance(self)

    def _settle(self, index: int, settled: Settled) -> None:
        Full._settle(self, index, settled)
        self._note(index, settled)

    def _reach(self, index: int) -> None:
        place = self.plan.places[index]
        if place.parts and index not in self.reached:
            # Where no item is read after all, its list was asked for all the same.
            self._todo.extend(place.reads)
        super()._reach(index)


class DecideOverLists(OverLists, Decide):
    """Walks to the side of the threshold, and goes over what it had asked for before a list was known."""

    _again: list[int]
    """The places that were settled before, the last first."""

    def _walk_on(self) -> None:
        Decide.advance(self)

    def _settle(self, index: int, settled: Settled) -> None:
        Decide._settle(self, index, settled)
        self._note(index, settled)

    def is_over(self) -> bool:
        """Whether nothing more needs asking, or the plan has to grow first."""
        return self._has_news or (not self._left_over() and super().is_over())

    def _begin(self, plan: Plan) -> None:
        self._again = []
        super()._begin(plan)

    def _go_over(self, order: Sequence[Hashable]) -> None:
        numbers = {identity: index for index, identity in enumerate(self._lists.identities) if identity is not None}
        self._again = [numbers[identity] for identity in reversed(order)]

    def _left_over(self) -> bool:
        while self._again and self._again[-1] in self.settled:
            self._again.pop()
        return bool(self._again)

    def _choice(self) -> int:
        return self._again[-1] if self._left_over() else super()._choice()

    def _is_known(self, task: int) -> bool:
        return super()._is_known(task) or self.plan.places[task].kind == "item"

    def _is_free(self, place: Place) -> bool:
        if not isinstance(place.node, Each):
            return super()._is_free(place)
        if self.absence(place) is not None or self.failed_read(place) is not None:
            return True
        return all(map(self._is_known, place.reads)) and self.known(place) is not None
