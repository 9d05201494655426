"""Cases as users hand them over: test cases, mappings of fields, or the path of a file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Sized
from dataclasses import replace

from arbitree.core.cases import Case, Cases
from arbitree.data import ScannedCases, scan_cases
from arbitree.data.ids import Ids
from arbitree.errors import CaseError, Problem
from arbitree.test_case.as_case import case_of


def cases_of(cases: Iterable[object] | str | os.PathLike[str]) -> Cases:
    """The cases with ids of their own: those that bring none are numbered. Those of a file are not held.

    Raises:
        CaseError: Something is no case, two have one id, or the file cannot be used; all that is wrong is named.
    """
    if isinstance(cases, (str, os.PathLike)):
        return scan_cases(cases)
    if isinstance(cases, ScannedCases):
        return cases
    if isinstance(cases, Mapping) or not isinstance(cases, Iterable):
        raise CaseError(_no_list(cases))
    found: list[Case] = []
    problems: list[Problem] = []
    for number, given in enumerate(cases, 1):
        try:
            found.append(_case(given, number))
        except CaseError as error:
            problems += error.problems
    problems += _twice(found)
    if problems:
        raise CaseError(problems)
    return tuple(found)


def streamed_cases(
    cases: Iterable[object] | AsyncIterable[object] | str | os.PathLike[str],
) -> Cases | Iterable[Case] | AsyncIterable[Case]:
    """The same, where what can be gone through only once is not held: what is wrong in it is said when it comes.

    Raises:
        CaseError: As for `cases_of`; or, while one goes through them, something is no case or has the id of another.
    """
    if isinstance(cases, AsyncIterable):
        return _each_awaited(cases)
    if isinstance(cases, (str, Mapping, Sized)) or not isinstance(cases, Iterable):
        return cases_of(cases)
    return _each(cases)


def _each(cases: Iterable[object]) -> Iterator[Case]:
    ids = Ids()
    for number, given in enumerate(cases, 1):
        yield _unlike_others(_case(given, number), ids, number)


async def _each_awaited(cases: AsyncIterable[object]) -> AsyncIterator[Case]:
    ids, number = Ids(), 0
    async for given in cases:
        number += 1
        yield _unlike_others(_case(given, number), ids, number)


def _unlike_others(case: Case, ids: Ids, number: int) -> Case:
    first = ids.first(case.id, number)
    if first != number:
        raise CaseError(replace(_same_id(2, case.id), where=f"case {number}, and case {first} before it"))
    return case


def _case(given: object, number: int) -> Case:
    """A case, named by its number where it brings no id."""
    try:
        case = case_of(given)
    except CaseError as error:
        raise CaseError(
            replace(problem, where=f"case {number}; {problem.where}") for problem in error.problems
        ) from None
    is_named = isinstance(given, Case) or _brings_an_id(given)
    return case if is_named else replace(case, id=f"case-{number}")


def _brings_an_id(given: object) -> bool:
    names = ("id", "name")
    values = [given.get(name) if isinstance(given, Mapping) else getattr(given, name, None) for name in names]
    return any(value not in (None, "") for value in values)


def _no_list(given: object) -> Problem:
    is_one = isinstance(given, (Mapping, Case)) or hasattr(given, "actual_output") or hasattr(given, "turns")
    what = "one case was given where a list of cases belongs" if is_one else f"{type(given).__name__} holds no cases"
    mend = "write [case]" if is_one else "pass a list of cases, or the path of a file of cases"
    return Problem(code="C132", what=what, where="cases", mend=mend)


def _twice(cases: list[Case]) -> Iterator[Problem]:
    for case_id, count in Counter(case.id for case in cases).items():
        if count > 1:
            yield _same_id(count, case_id)


def _same_id(count: int, case_id: str) -> Problem:
    mend = "give each case an id (a mapping) or a name (a test case) of its own"
    return Problem(code="C130", what=f'{count} cases have the id "{case_id}"', mend=mend)
