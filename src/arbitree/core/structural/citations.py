"""The test `citations`: references to sources in the text, numbered, as footnotes, by author and year, and others."""

from __future__ import annotations

from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quotes
from arbitree.core.structural.written_citations import STYLES, citations


def _validate(argument: Json) -> str | None:
    rules = {
        "styles": options.some(options.one_of(*STYLES), f"one of {', '.join(STYLES)}, or a list of these"),
        "distinct": options.flag,
        "defined": options.flag,
        **counts.RULES,
    }

    def plain(value: Json) -> str | None:
        return None if isinstance(value, bool) else "true or false"

    return options.check_argument(argument, plain, rules) or counts.fault(argument)


def _run(argument: Json, text: str) -> Finding:
    found, defined = citations(text)
    if styles := options.texts(options.option(argument, "styles")):
        found = [each for each in found if each.style in styles]
    if options.option(argument, "defined") is True:
        lost = [each for each in found if each.source not in defined and each.style in ("numbered", "footnote")]
        if lost:
            return Finding(False, f"{quotes(each.text for each in lost)} cited but not among the sources")
    if options.option(argument, "distinct") is True:
        found = list({each.source.casefold(): each for each in reversed(found)}.values())[::-1]
    return counts.judge(argument, [each.text for each in found], "citation")


TESTS: Final = (
    StructuralTest(
        name="citations",
        about="A source is cited in the text; false: none is.",
        validate=_validate,
        run=_run,
        examples=(True, {"min": 2, "distinct": True}, {"styles": ["numbered"], "defined": True}),
    ),
)
