"""Fields that a rubric shows and cases do not have, found before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arbitree.core.cases import Case, presence
from arbitree.core.kinds.check import Check
from arbitree.core.nearest import nearest
from arbitree.core.plan import Plan
from arbitree.errors import Problem


@dataclass(frozen=True, kw_only=True)
class Lack:
    """A field that some cases lack."""

    field: str
    missing: int
    """Cases that do not have it."""
    empty: int
    """Cases where it is empty or blank."""
    cases: int
    """Cases in all."""
    first: str
    """The first case that lacks it."""
    like: str | None = None
    """A column of the cases that is called much like it, where no case has the field itself."""


def lacks(plan: Plan, cases: Sequence[Case]) -> tuple[Lack, ...]:
    """Every field that the rubric shows and some case lacks, in the rubric's order.

    An empty field that only checks look at is none: they look at empty text too.
    """
    asked = {name for place in plan.places if not isinstance(place.node, Check) for name in place.fields}
    found: list[Lack] = []
    for name in plan.fields:
        states = [(case.id, presence(case.fields.get(name))) for case in cases]
        missing = [case_id for case_id, how in states if how == "missing"]
        empty = [case_id for case_id, how in states if how in {"empty", "blank"} and name in asked]
        if missing or empty:
            first = next(case.id for case in cases if case.id in {*missing[:1], *empty[:1]})
            like = _like(name, cases) if len(missing) == len(cases) else None
            lack = Lack(field=name, missing=len(missing), empty=len(empty), cases=len(cases), first=first, like=like)
            found.append(lack)
    return tuple(found)


def nowhere(plan: Plan, cases: Sequence[Case]) -> Iterator[Problem]:
    """A warning for each field that the rubric shows and no case has at all: most likely it has another name there."""
    for lack in lacks(plan, cases):
        if lack.missing == lack.cases:
            nodes = dict.fromkeys(place.name for place in plan.places if lack.field in place.fields)
            hint = f"--map {lack.field}={lack.like or 'COLUMN'} reads that column as it; "
            columns = ", ".join(_columns(cases)) or "none"
            yield Problem(
                code="C131",
                what=f'no case has the field "{lack.field}"',
                where=f"shown by {', '.join(list(nodes)[:5])}",
                mend=f"{hint}fields of the cases: {columns}",
                level="warning",
            )


def _columns(cases: Iterable[Case]) -> list[str]:
    return list(dict.fromkeys(name for case in list(cases)[:1000] for name in case.fields if name != "id"))


def _like(name: str, cases: Iterable[Case]) -> str | None:
    columns = _columns(cases)
    words = {"actual_output": ("answer", "output", "response", "reply", "completion"), "input": ("question", "prompt")}
    return nearest(name, columns) or next((word for word in words.get(name, ()) if word in columns), None)
