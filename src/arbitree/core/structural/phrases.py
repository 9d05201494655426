"""The tests `contains` and `lacks`: phrases that must and must not be in a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, plural, quotes
from arbitree.core.structural.boundaries import anywhere, whole_words
from arbitree.core.structural.folding import fold

_HOW: Final = {
    "ignore_case": options.flag,
    "ignore_accents": options.flag,
    "words": options.flag,
    "exact": options.flag,
}


def _validate_contains(argument: Json) -> str | None:
    rules = {"text": options.phrases, "all": options.phrases, "any": options.phrases, **counts.RULES, **_HOW}
    wrong = options.check_argument(argument, options.phrases, rules, needs=("text", "all", "any"))
    return wrong or counts.fault(argument)


def _validate_lacks(argument: Json) -> str | None:
    return options.check_argument(argument, options.phrases, {"text": options.phrases, **_HOW}, needs=("text",))


def occurrences(phrases: Sequence[str], text: str, argument: Json, *, loose: bool) -> list[int]:
    """How often each phrase is in the text; `loose` is what `ignore_case` and `words` are when not given."""
    how = {key: bool(loose if (given := options.option(argument, key)) is None else given) for key in _HOW}
    find = whole_words if how["words"] else anywhere

    def folded(written: str) -> str:
        # `exact` is False when not given, whatever `loose` says: loose and exact would contradict each other.
        if options.option(argument, "exact") is True:
            return written.casefold() if options.option(argument, "ignore_case") is True else written
        accents = options.option(argument, "ignore_accents") is True
        return fold(written, case=how["ignore_case"], accents=accents)

    whole = folded(text)
    return [sum(1 for _ in find(folded(phrase), whole)) for phrase in phrases]


def _contains(argument: Json, text: str) -> Finding:
    if isinstance(argument, dict):
        every = options.texts(argument.get("text")) + options.texts(argument.get("all"))
        some = options.texts(argument.get("any"))
    else:
        every, some = options.texts(argument), ()
    tally = occurrences(every + some, text, argument, loose=False)
    missing = [phrase for phrase, count in zip(every, tally, strict=False) if not count]
    if missing:
        return Finding(False, f"{quotes(missing)} {'is' if len(missing) == 1 else 'are'} not there")
    if some and not any(tally[len(every) :]):
        return Finding(False, f"none of {quotes(some)} is there")
    times, (least, most) = sum(tally), counts.bounds(argument)
    found = [phrase for phrase, count in zip(every + some, tally, strict=True) if count]
    if (least is not None and times < least) or (most is not None and times > most):
        return Finding(False, f"{quotes(found)} found {plural(times, 'time')}, wanted {counts.between(least, most)}")
    return Finding(True, f"{quotes(found)} {'is' if len(found) == 1 else 'are'} there")


def _lacks(argument: Json, text: str) -> Finding:
    phrases = options.texts(argument.get("text") if isinstance(argument, dict) else argument)
    tally = occurrences(phrases, text, argument, loose=True)
    found = [phrase for phrase, count in zip(phrases, tally, strict=True) if count]
    if found:
        return Finding(False, f"{quotes(found)} {'is' if len(found) == 1 else 'are'} there")
    return Finding(True, f"none of {quotes(phrases)} is there")


TESTS: Final = (
    StructuralTest(
        name="contains",
        about="The phrase is in the text, or every phrase of a list.",
        validate=_validate_contains,
        run=_contains,
        examples=("refund", ["refund", "shipping"], {"any": ["refund", "money back"], "ignore_case": True}),
    ),
    StructuralTest(
        name="lacks",
        about="The word or phrase is nowhere in the text as whole words, nor any of a list; case does not matter.",
        validate=_validate_lacks,
        run=_lacks,
        examples=("guarantee", ["guarantee", "risk-free"], {"text": "AI", "ignore_case": False}),
    ),
)
