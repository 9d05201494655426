"""Which cases of a file a command is about: `--only`, `--sample`, `--limit`; and their groups, `--by`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitree.core.cases import Case, text_of
from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.stats import sample

NO_GROUP = "(none)"
"""The group of cases that lack the column."""


def chosen(
    cases: Sequence[Case],
    *,
    only: Sequence[str] = (),
    count: int | None = None,
    seed: int = 0,
    limit: int | None = None,
) -> tuple[Case, ...]:
    """The cases that are meant, in their own order: first those named, of these a sample, of these the first.

    Raises:
        UsageError: an id is not there; all such are named.
    """
    kept = tuple(cases)
    if only:
        kept = _named(kept, only)
    if count is not None:
        ids = frozenset(sample([case.id for case in kept], count, seed=seed))
        kept = tuple(case for case in kept if case.id in ids)
    return kept if limit is None else kept[:limit]


def _named(cases: tuple[Case, ...], only: Sequence[str]) -> tuple[Case, ...]:
    known = {case.id for case in cases}
    unknown = [case_id for case_id in dict.fromkeys(only) if case_id not in known]
    if unknown:
        raise UsageError(_no_case(case_id, [case.id for case in cases]) for case_id in unknown)
    wanted = frozenset(only)
    return tuple(case for case in cases if case.id in wanted)


def _no_case(case_id: str, known: Sequence[str]) -> Problem:
    like = nearest(case_id, known[:10_000])
    listed = ", ".join(known[:5]) + (", ..." if len(known) > 5 else "")
    mend = f"did you mean {like}?" if like else f"ids here: {listed}"
    return Problem(code="X320", what=f'no case has the id "{case_id}"', where="--only", mend=mend)


def group_by(column: str, cases: Sequence[Case]) -> Callable[[Case], str]:
    """The group of each case by one of its columns.

    Raises:
        UsageError: no case has the column.
    """
    if not any(column in case.fields for case in cases):
        columns = list(dict.fromkeys(name for case in cases[:1000] for name in case.fields))
        like = nearest(column, columns)
        hint = f"did you mean {like}? " if like else ""
        what = f'no case has a column "{column}"'
        raise UsageError(Problem(code="X321", what=what, where="--by", mend=f"{hint}columns: {', '.join(columns)}"))

    def group(case: Case) -> str:
        value = case.fields.get(column)
        return NO_GROUP if value is None else text_of(value)

    return group
