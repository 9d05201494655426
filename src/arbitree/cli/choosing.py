"""Which cases of a file a command is about: `--only`, `--sample`, `--limit`; and their groups, `--by`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from arbitree.core.cases import Case, Cases, text_of
from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.stats.sampling import Sample

_MOST_IDS = 10_000
"""Among how many ids one is looked for that is much like one that is not there."""

NO_GROUP = "(none)"
"""The group of cases that lack the column."""


def chosen(
    cases: Cases,
    *,
    only: Sequence[str] = (),
    count: int | None = None,
    seed: int = 0,
    limit: int | None = None,
) -> Cases:
    """The cases that are meant, in their own order: first those named, of these a sample, of these the first.

    None of them is kept: they are found again each time that the cases are gone through.

    Raises:
        UsageError: an id is not there; all such are named.
    """
    if only:
        cases = _Some(cases, frozenset(_known(cases, only)).__contains__)
    if count is not None:
        cases = _Some(cases, Sample(count, seed=seed).of(case.id for case in cases))
    return cases if limit is None or limit >= len(cases) else _First(cases, limit)


class _Some:
    """The cases whose id is wanted."""

    def __init__(self, cases: Cases, wanted: Callable[[str], bool]) -> None:
        self._cases, self._wanted = cases, wanted
        self._count = sum(1 for _ in self)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Case]:
        return (case for case in self._cases if self._wanted(case.id))


class _First:
    """The first of some cases."""

    def __init__(self, cases: Cases, count: int) -> None:
        self._cases, self._count = cases, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Case]:
        return islice(self._cases, self._count)


def _known(cases: Cases, only: Sequence[str]) -> Sequence[str]:
    wanted = set(only)
    seen: list[str] = []
    for case in cases:
        wanted.discard(case.id)
        if len(seen) < _MOST_IDS:
            seen.append(case.id)
    unknown = [case_id for case_id in dict.fromkeys(only) if case_id in wanted]
    if unknown:
        raise UsageError(_no_case(case_id, seen) for case_id in unknown)
    return only


def _no_case(case_id: str, known: Sequence[str]) -> Problem:
    like = nearest(case_id, known)
    listed = ", ".join(known[:5]) + (", ..." if len(known) > 5 else "")
    mend = f"did you mean {like}?" if like else f"ids here: {listed}"
    return Problem(code="X320", what=f'no case has the id "{case_id}"', where="--only", mend=mend)


def group_by(column: str, cases: Cases) -> Callable[[Case], str]:
    """The group of each case by one of its columns.

    Raises:
        UsageError: no case has the column.
    """
    if not any(column in case.fields for case in cases):
        columns = list(dict.fromkeys(name for case in islice(cases, 1000) for name in case.fields))
        like = nearest(column, columns)
        hint = f"did you mean {like}? " if like else ""
        what = f'no case has a column "{column}"'
        raise UsageError(Problem(code="X321", what=what, where="--by", mend=f"{hint}columns: {', '.join(columns)}"))

    def group(case: Case) -> str:
        value = case.fields.get(column)
        return NO_GROUP if value is None else text_of(value)

    return group
