"""The table of structural tests, and the ways the engine uses it: validate, run, or send beyond the IO line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.nearest import nearest
from arbitree.core.structural import (
    beyond,
    citations,
    code,
    dates,
    durations,
    headings,
    leftovers,
    lengths,
    letters,
    links,
    lists,
    numbers,
    phrases,
    sameness,
    strict_json,
)
from arbitree.core.structural.base import Argued, Finding, LocalTest, StructuralTest

TESTS: Final[Mapping[str, StructuralTest]] = {
    test.name: test
    for family in (
        phrases,
        sameness,
        lengths,
        headings,
        lists,
        code,
        links,
        citations,
        dates,
        durations,
        numbers,
        strict_json,
        letters,
        leftovers,
    )
    for test in family.TESTS
}
"""The pure tests by name, in the order that docs list them."""

LOCAL_TESTS: Final[Mapping[str, LocalTest]] = {test.name: test for test in beyond.TESTS}
"""The tests answered beyond the IO line by the `local` judge."""

LOCAL: Final = frozenset(LOCAL_TESTS)
"""The names of the tests that the `local` judge answers."""

ALL: Final[Mapping[str, Argued]] = {**TESTS, **LOCAL_TESTS}
"""Every test by name."""

_OTHER_WORDS: Final[Mapping[str, str]] = {
    "contain": "contains",
    "includes": "contains",
    "excludes": "lacks",
    "forbidden": "lacks",
    "forbidden_words": "lacks",
    "forbids": "lacks",
    "not_contains": "lacks",
    "regex": "search",
    "match": "fullmatch",
    "matches": "search",
    "pattern": "search",
    "python": "call",
    "function": "call",
}
"""Names that people try, and ours for them."""


def fault(name: str, argument: Json) -> str | None:
    """None for a test that can be used; else what is wrong with its name or argument and how to mend it.

    >>> fault("contains", "refund")
    >>> fault("contain", "refund")
    'there is no test "contain"; did you mean "contains"?'
    """
    test = ALL.get(name)
    if test is not None:
        return test.validate(argument)
    return f'there is no test "{name}"; {hint(name)}'


def hint(name: str) -> str:
    """What a writer of an unknown test may have meant.

    >>> hint("regex"), hint("forbidden_words"), hint("min_word")
    ('did you mean "search"?', 'did you mean "lacks"?', 'did you mean "min_words"?')
    """
    near = _OTHER_WORDS.get(name) or nearest(name, ALL)
    return f'did you mean "{near}"?' if near else f"the tests are: {', '.join(ALL)}"


def needs_local(tests: Sequence[tuple[str, Json]]) -> bool:
    """Whether any of the tests is answered by the `local` judge, and so the whole list is.

    >>> needs_local((("contains", "a"),)), needs_local((("contains", "a"), ("search", "a+")))
    (False, True)
    """
    return any(name in LOCAL for name, _ in tests)


def run_tests(tests: Sequence[tuple[str, Json]], text: str) -> Finding:
    """Whether every one of the pure tests holds, with the findings of all joined.

    The arguments have passed `fault`.

    Raises:
        KeyError: a test is not in `TESTS`.

    >>> run_tests((("contains", "refund"), ("lacks", "never")), "Your refund is on its way.")
    Finding(holds=True, why='"refund" is there; none of "never" is there')
    """
    return joined([TESTS[name].run(argument, text) for name, argument in tests])


def joined(findings: Sequence[Finding]) -> Finding:
    """One finding that holds when all do. The reasons are those of the failures, or of all when there is none."""
    failures = [finding for finding in findings if not finding.holds]
    return Finding(not failures, "; ".join(finding.why for finding in failures or findings))
