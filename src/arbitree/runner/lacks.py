"""Fields that a rubric shows and cases do not have, found before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from arbitree.core.cases import Case, Cases, column, presence
from arbitree.core.conversation import Sight, view
from arbitree.core.kinds.check import Check
from arbitree.core.nearest import nearest
from arbitree.core.plan import Place, Plan
from arbitree.core.turns import Shown, column_of
from arbitree.errors import Problem


@dataclass(frozen=True, kw_only=True)
class Lack:
    """A field that some cases lack."""

    field: str
    """Its name, or turns of a conversation as `turns 0 to 3`."""
    missing: int
    """Cases that do not have it; or not so many turns."""
    empty: int
    """Cases where it is empty or blank."""
    cases: int
    """Cases in all."""
    first: str
    """The first case that lacks it."""
    like: str | None = None
    """A column of the cases that is called much like it, where no case has the field itself."""


def lacks(plan: Plan, cases: Cases) -> tuple[Lack, ...]:
    """Every field that the rubric shows and some case lacks, in the rubric's order.

    An empty field that only checks look at is none: they look at empty text too.
    """
    asked: set[Shown] = {one for place in _places(plan) if not isinstance(place.node, Check) for one in place.fields}
    asked |= {column_of(one) for one in asked}
    shown: tuple[Shown, ...] = (*plan.fields, *plan.turns)
    missing, empty = dict.fromkeys(shown, 0), dict.fromkeys(shown, 0)
    first: dict[Shown, str] = {}
    for case in cases:
        for one in shown:
            how = _how(case, one)
            missing[one] += how in {"missing", "beyond", "odd"}
            empty[one] += how in {"empty", "blank"} and one in asked
            if one not in first and (missing[one] or empty[one]):
                first[one] = case.id
    return tuple(
        Lack(
            field=str(one),
            missing=missing[one],
            empty=empty[one],
            cases=len(cases),
            first=first[one],
            like=_like(one, cases) if isinstance(one, str) and missing[one] == len(cases) else None,
        )
        for one in shown
        if one in first
    )


def _places(plan: Plan) -> Sequence[Place]:
    """The places of a plan, those that stand below lists too."""
    return plan.places if plan.lists is None else (*plan.places, *plan.whole.places)


def _how(case: Case, shown: Shown) -> Sight:
    """How what is shown is there; turns of a conversation that is not there at all are told with its column."""
    whole = presence(column(case.fields, column_of(shown)))
    if isinstance(shown, str):
        return whole
    return view(case.fields, shown).how if whole == "present" else "present"


def nowhere(plan: Plan, cases: Cases) -> Iterator[Problem]:
    """A warning for each field that the rubric shows and no case has at all: most likely it has another name there."""
    for name in _in_no_case(plan.fields, cases):
        nodes = dict.fromkeys(place.name for place in _places(plan) if name in map(column_of, place.fields))
        hint = f"--map {name}={_like(name, cases) or 'COLUMN'} reads that column as it; "
        columns = ", ".join(_columns(cases)) or "none"
        yield Problem(
            code="C131",
            what=f'no case has the field "{name}"',
            where=f"shown by {', '.join(list(nodes)[:5])}",
            mend=f"{hint}fields of the cases: {columns}",
            level="warning",
        )


def _in_no_case(fields: Iterable[str], cases: Iterable[Case]) -> list[str]:
    """The fields that no case has. Looks no further than to the case that has the last of them."""
    left = list(fields)
    for case in cases:
        if not left:
            break
        left = [name for name in left if column(case.fields, name) is None]
    return left


def _columns(cases: Iterable[Case]) -> list[str]:
    return list(dict.fromkeys(name for case in islice(cases, 1000) for name in case.fields if name != "id"))


def _like(name: str, cases: Iterable[Case]) -> str | None:
    columns = _columns(cases)
    words = {"actual_output": ("answer", "output", "response", "reply", "completion"), "input": ("question", "prompt")}
    return nearest(name, columns) or next((word for word in words.get(name, ()) if word in columns), None)
