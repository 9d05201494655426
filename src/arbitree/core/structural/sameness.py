"""The tests `equals`, `starts_with` and `ends_with`: what a text is, and what it begins and ends with."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.boundaries import whole_words
from arbitree.core.structural.folding import fold

_HOW: Final = {"ignore_case": options.flag, "ignore_accents": options.flag, "exact": options.flag}


def _any_text(value: Json) -> str | None:
    texts = value if isinstance(value, list) else [value]
    good = texts and all(isinstance(text, str) for text in texts)
    return None if good else "a text, or a list of texts"


def _wanted(argument: Json) -> tuple[str, ...]:
    if not isinstance(argument, dict):
        return options.texts(argument)
    return options.texts(argument.get("text")) + options.texts(argument.get("any"))


def _folded(argument: Json, text: str) -> str:
    case = options.option(argument, "ignore_case") is True
    if options.option(argument, "exact") is True:
        return text.casefold() if case else text
    text = fold(text, case=case, accents=options.option(argument, "ignore_accents") is True)
    if options.option(argument, "ignore_punctuation") is True:
        text = " ".join("".join(c for c in text if unicodedata.category(c)[0] != "P").split())
    return text


def _equals(argument: Json, text: str) -> Finding:
    wanted = _wanted(argument)
    whole = _folded(argument, text)
    if any(whole == _folded(argument, each) for each in wanted):
        return Finding(True, f"the text is {quote(text)}")
    return Finding(False, f"the text is {quote(text)}, not {' or '.join(map(quote, wanted))}")


def _edge(place: str, found: Callable[[str, str, bool], bool]) -> Callable[[Json, str], Finding]:
    def run(argument: Json, text: str) -> Finding:
        whole = _folded(argument, text)
        words = options.option(argument, "words") is True
        for each in _wanted(argument):
            if found(whole, _folded(argument, each), words):
                return Finding(True, f"the text {place} with {quote(each)}")
        shown = quote(text) if place == "starts" else quote(text[-60:])
        return Finding(False, f"the text {place} with {shown}, not with {quotes(_wanted(argument))}")

    return run


def _starts(whole: str, phrase: str, words: bool) -> bool:
    return whole.startswith(phrase) and (not words or next(whole_words(phrase, whole), -1) == 0)


def _ends(whole: str, phrase: str, words: bool) -> bool:
    at = len(whole) - len(phrase)
    return whole.endswith(phrase) and (not words or at in whole_words(phrase, whole))


def _validate_equals(argument: Json) -> str | None:
    rules = {"text": _any_text, "any": _any_text, **_HOW, "ignore_punctuation": options.flag}
    return options.check_argument(argument, _any_text, rules, needs=("text", "any"))


def _validate_edge(argument: Json) -> str | None:
    rules = {"text": options.phrases, "any": options.phrases, **_HOW, "words": options.flag}
    return options.check_argument(argument, options.phrases, rules, needs=("text", "any"))


TESTS: Final = (
    StructuralTest(
        name="equals",
        about="The text is this, or one of a list; white space at the ends and typography do not matter.",
        validate=_validate_equals,
        run=_equals,
        examples=("Yes", ["Yes", "No"], {"text": "yes", "ignore_case": True, "ignore_punctuation": True}),
    ),
    StructuralTest(
        name="starts_with",
        about="The text begins with this, or with one of a list; white space before it does not matter.",
        validate=_validate_edge,
        run=_edge("starts", _starts),
        examples=("Dear", ["Dear", "Hello"], {"text": "dear", "ignore_case": True, "words": True}),
    ),
    StructuralTest(
        name="ends_with",
        about="The text ends with this, or with one of a list; white space after it does not matter.",
        validate=_validate_edge,
        run=_edge("ends", _ends),
        examples=("Kind regards", ["!", "?"], {"text": "thank you.", "ignore_case": True}),
    ),
)
