"""What a run will take of its judges, least and most, told before the first call."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from arbitree.checks.scenarios import calls_of
from arbitree.checks.ways import Way, below, ways
from arbitree.core.cases import Case, Cases
from arbitree.core.items import items_here
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.kinds.check import Check
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Message, Reply
from arbitree.judges.budget import Price
from arbitree.judges.together import MOST_TOGETHER
from arbitree.judges.tokens import CHARACTERS_PER_TOKEN
from arbitree.runner.paid import NOT_AT_ALL, Carried, Paid
from arbitree.runner.preview import Preview, previews
from arbitree.runner.settings import Settings

REPLY_TOKENS = {
    "yes_no": (10, 150),
    "one_of": (10, 150),
    "text": (5, 600),
    "list": (5, 600),
    "reason": (20, 200),
    "number": (10, 150),
}
"""The tokens that a reply of each form is taken to have, least and most. Hidden reasoning comes on top."""

MOST_STEPS = 5_000_000
"""How many places of ways are looked at, over all cases; past that the bounds are wider, and hold all the same."""


class Bounds(NamedTuple):
    """Least and most."""

    least: float
    most: float

    def __add__(self, other: tuple[float, ...]) -> Bounds:  # type: ignore[override]
        return Bounds(self.least + other[0], self.most + other[1])


NOTHING = Bounds(0, 0)


class Amount(NamedTuple):
    """What is taken of judges."""

    calls: Bounds = NOTHING
    sent: Bounds = NOTHING
    replied: Bounds = NOTHING
    cost: Bounds = NOTHING

    def __add__(self, other: tuple[object, ...]) -> Amount:
        return Amount(*(one + two for one, two in zip(self, cast("Amount", other), strict=True)))


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What a run will take. Neither asking again nor further tries of what failed are in it."""

    cases: int
    calls: Bounds
    input_tokens: Bounds
    output_tokens: Bounds
    cost: Bounds | None
    """US dollars; None where the price of a judge is not known."""
    unpriced: tuple[str, ...]
    """Roles whose judge has no known price."""
    paid: int = 0
    """Questions that a reply is at hand to, from the ledger or an earlier session; they are not in the bounds."""


def estimated(
    plan: Plan,
    cases: Cases,
    prices: Mapping[str, Price | None],
    *,
    settings: Settings,
    paid: Paid | None = None,
    bundled: Collection[str] = (),
) -> Estimate:
    """What scoring these cases will take.

    Args:
        plan: the compiled rubric.
        cases: the cases.
        prices: the price of a call, by role; the role `judge` stands for all that are not named.
        settings: how the run is made.
        paid: replies at hand, which cost nothing any more.
        bundled: roles whose judge may put several questions about the same evidence into one call.
    """
    estimator = _Estimator(plan, prices, settings=settings, paid=paid, bundled=bundled)
    known = ways(plan.whole)
    if known is not None and len(cases) * sum(len(way.asked) for way in known) > MOST_STEPS:
        known = None
    total = Amount()
    for case in cases:
        # Calls that questions share are counted in parts, and are whole ones for each case.
        one = estimator.of(case, known)
        total += one._replace(calls=Bounds(math.ceil(one.calls.least - 1e-9), one.calls.most))
    if settings.explain == "judge":
        total += estimator.explanations(estimator.unexplained)
    return Estimate(
        cases=len(cases),
        calls=total.calls,
        input_tokens=total.sent,
        output_tokens=total.replied,
        cost=None if estimator.unpriced else total.cost,
        unpriced=tuple(estimator.unpriced),
        paid=0 if paid is None else len(paid.keys),
    )


class _Estimator:
    def __init__(
        self,
        plan: Plan,
        prices: Mapping[str, Price | None],
        *,
        settings: Settings,
        paid: Paid | None,
        bundled: Collection[str],
    ) -> None:
        self.unpriced: dict[str, None] = {}
        self.unexplained = 0
        """How many cases may have a score that is still to be explained."""
        self._limits, self._paid = settings.limits, paid
        self._explains = settings.explain == "judge"
        self._unrolled, self._plan = plan, plan.whole
        self._prices = prices
        self._bundled = bundled
        self._decides, self._asks_ahead = settings.mode == "decide", settings.schedule == "eager"
        self._asking = [place for place in plan.whole.places if place.wording is not None]
        self._below = below(plan.whole)
        self._seen: set[tuple[str, int, tuple[Message, ...]]] = set()

    def of(self, case: Case, known: tuple[Way, ...] | None) -> Amount:
        """What one case will take."""
        at_hand = (
            NOT_AT_ALL
            if self._paid is None
            else self._paid.carried(self._unrolled, case, self._limits, explains=self._explains)
        )
        self.unexplained += at_hand.lacks_reason
        if at_hand.is_done:
            return Amount()
        if self._unrolled.lists is not None:
            # Its places are those of the lists that came, and not those of one item.
            at_hand = replace(at_hand, settled=NOT_AT_ALL.settled, votes={}, verdicts={})
        amounts: dict[int, Amount] = {}
        ended: set[int] = set()
        for place, preview in zip(self._asking, previews(self._plan, case), strict=True):
            if preview.messages and not isinstance(place.node, Check) and place.index not in at_hand.settled:
                amounts[place.index] = self._of_items(place, case, self._left_of(place, preview, at_hand))
            if (not preview.messages and not isinstance(place.node, Check)) or ended.intersection(place.reads):
                ended |= {place.index, *self._below[place.index]}
        if known is None:
            return self._anyhow(amounts, ended, at_hand)
        taken = list(self._of_ways(_open_to(known, at_hand), amounts, ended))
        # Who asks ahead may ask what lies on no way, or on several.
        most = [self._everything(amounts)] if self._asks_ahead else taken
        return Amount(
            *(
                Bounds(min(one[kind].least for one in taken), max(one[kind].most for one in most))
                for kind in range(len(Amount._fields))
            )
        )

    def _of_items(self, place: Place, case: Case, one: Amount) -> Amount:
        """The amount of a place for all items of the lists that it stands below."""
        graph, least, most = self._plan.graph, 1, 1
        for item in place.items:
            each = next(each for each in graph.eaches if each.item == self._plan.places[item].name)
            here = items_here(each, case, is_task=each.over in graph.by_name)
            least, most = least * here[0], most * here[1]
        return Amount(*(Bounds(bounds.least * least, bounds.most * most) for bounds in one)) if place.items else one

    def _left_of(self, place: Place, preview: Preview, at_hand: Carried) -> Amount:
        """What a place will take, less what of it is paid for."""
        here = at_hand.votes.get(place.index)
        if here is not None:
            return self._of_place(place, preview, here=here)
        is_paid = self._paid is not None and self._paid.may_hold(place.role, preview)
        if is_paid and preview.key and place.votes * place.stages == 1:
            return Amount()
        return _at_most(self._of_place(place, preview)) if is_paid else self._of_place(place, preview)

    def _of_ways(self, known: tuple[Way, ...], amounts: Mapping[int, Amount], ended: set[int]) -> Iterator[Amount]:
        for way in known:
            total = Amount()
            for index in way.asked:
                amount = amounts.get(index)
                if amount is not None:
                    total += _at_most(amount) if index in ended else amount
            if self._decides:
                total = _settled_by_one([amounts[index] for index in way.asked if index in amounts], total)
            yield total

    def _anyhow(self, amounts: Mapping[int, Amount], ended: set[int], at_hand: Carried) -> Amount:
        """Bounds that hold for any way: the least that has to be asked on it, and everything once."""
        plan = self._plan
        least = [Amount()] * len(plan.places)
        for place in reversed(plan.places):
            if place.parts:
                parts = [least[part] for part in place.parts]
                # Where parts share a question, the dearest of them is all that is sure; to decide, one may be enough.
                if not plan.recurring and not self._decides:
                    least[place.index] = sum(parts, Amount())
                else:
                    least[place.index] = _extreme(parts, min if self._decides else max)
            elif place.index not in ended:
                told = at_hand.verdicts.get(place.index)
                branches = place.branches.values() if told is None else [place.branches[told]]
                ends = [least[branch.place] if branch.place >= 0 else Amount() for branch in branches] or [Amount()]
                least[place.index] = amounts.get(place.index, Amount()) + _extreme(ends, min)
        most = self._everything(amounts)
        return Amount(*(Bounds(one.least, other.most) for one, other in zip(least[plan.start], most, strict=True)))

    def _everything(self, amounts: Mapping[int, Amount]) -> Amount:
        """What it takes to ask everything once."""
        return sum({self._plan.places[index].same: one for index, one in amounts.items()}.values(), Amount())

    def _of_place(self, place: Place, preview: Preview, *, here: int = 0, vote: int = 0) -> Amount:
        """What a place will take, of whose votes some are here already."""
        assert place.shape is not None
        if place.voters:
            return self._of_voters(place, preview, here)
        least, most = (max(count - here, 0) for count in calls_of(place))
        # Whoever asks the same again, another case as well, shares the answer; so may those who read a task's text, for
        # it can be the same.
        least = 0 if (place.role, vote, preview.messages) in self._seen else least
        self._seen.add((place.role, vote, preview.messages))
        sent = sum(len(message.content) for message in preview.messages) / CHARACTERS_PER_TOKEN
        low, high = REPLY_TOKENS[place.shape.kind]
        read = sum(REPLY_TOKENS["text"][1] for _ in place.reads)
        return self._amount(place.role, (least, most), (sent, sent + read), (low, high))

    def _of_voters(self, place: Place, preview: Preview, here: int) -> Amount:
        """The amount of votes that are put each in its own role or order; the first are the least."""
        total, (least, most) = Amount(), calls_of(place)
        for number in range(here, most):
            alone = replace(place, role=place.voter(number).role, votes=1, stages=1, voters=())
            one = self._of_place(alone, preview, vote=number % place.votes)
            total += one if number < least else _at_most(one)
        return total

    def explanations(self, cases: int) -> Amount:
        """What it takes to have scores explained by the judge."""
        low, high = REPLY_TOKENS["reason"]
        return self._amount(DEFAULT_ROLE, (0, cases), (200, 1000), (low, high))

    def _amount(
        self, role: str, calls: tuple[float, float], sent: tuple[float, float], replied: tuple[float, float]
    ) -> Amount:
        price = self._prices.get(role, self._prices.get(DEFAULT_ROLE))
        costs = [0.0, 0.0]
        if price is None:
            self.unpriced[role] = None
        else:
            for end in (0, 1):
                reply = Reply(text="", input_tokens=round(sent[end]), output_tokens=round(replied[end]))
                costs[end] = price(reply) or 0.0
        # All questions of a call share what it takes; the least is that as many travel in it as can.
        share = 1 / MOST_TOGETHER if (role if role in self._prices else DEFAULT_ROLE) in self._bundled else 1.0
        amounts = ((1, 1), sent, replied, costs)
        return Amount(*(Bounds(calls[0] * each[0] * share, calls[1] * each[1]) for each in amounts))


def _open_to(known: tuple[Way, ...], at_hand: Carried) -> tuple[Way, ...]:
    """The ways that agree with what is at hand; all of them where something came to nothing, and so none does."""
    told = at_hand.verdicts
    left = tuple(way for way in known if all(told.get(index, verdict) == verdict for index, verdict in way.verdicts))
    return left or known


def _extreme(amounts: Sequence[Amount], pick: Callable[[Iterable[float]], float]) -> Amount:
    """The least ends of amounts, of each kind the smallest or the largest."""
    return Amount(*(Bounds(pick([one[kind].least for one in amounts]), 0) for kind in range(len(Amount._fields))))


def _settled_by_one(asked: Sequence[Amount], total: Amount) -> Amount:
    """The amount where any one answer may settle the case."""
    least = _extreme(asked, min) if asked else Amount()
    return Amount(*(Bounds(low.least, all_.most) for low, all_ in zip(least, total, strict=True)))


def _at_most(amount: Amount) -> Amount:
    """The same, or nothing."""
    return Amount(*(Bounds(0, bounds.most) for bounds in amount))
