"""Cases as users hand them over: test cases, mappings of fields, or the path of a file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from arbitree.core.cases import Case
from arbitree.data import read_cases
from arbitree.errors import CaseError, Problem
from arbitree.test_case import case_of


def cases_of(cases: Iterable[object] | str | os.PathLike[str]) -> tuple[Case, ...]:
    """The cases with ids of their own: those that bring none are numbered.

    Raises:
        CaseError: Something is no case, two have one id, or the file cannot be used; all that is wrong is named.
    """
    if isinstance(cases, (str, os.PathLike)):
        return read_cases(cases).cases
    found: list[Case] = []
    problems: list[Problem] = []
    for number, given in enumerate(cases, 1):
        try:
            case = case_of(given)
        except CaseError as error:
            problems += (replace(problem, where=f"case {number}; {problem.where}") for problem in error.problems)
            continue
        is_named = isinstance(given, Case) or _brings_an_id(given)
        found.append(case if is_named else replace(case, id=f"case-{number}"))
    problems += _twice(found)
    if problems:
        raise CaseError(problems)
    return tuple(found)


def _brings_an_id(given: object) -> bool:
    names = ("id", "name")
    return any((given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)) for name in names)


def _twice(cases: list[Case]) -> Iterator[Problem]:
    for case_id, count in Counter(case.id for case in cases).items():
        if count > 1:
            mend = "give each case an id (a mapping) or a name (a test case) of its own"
            yield Problem(code="C130", what=f'{count} cases have the id "{case_id}"', mend=mend)
