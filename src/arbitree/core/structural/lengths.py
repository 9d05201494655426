"""The tests of length: `max_` and `min_` of words, chars, lines, sentences and paragraphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counting, options
from arbitree.core.structural.base import Finding, StructuralTest, plural


def _characters(argument: Json, text: str) -> int:
    if options.option(argument, "spaces") is False:
        text = "".join(text.split())
    unit = options.option(argument, "unit")
    if unit == "code_points":
        return len(text)
    return len(text.encode("utf-8", "surrogatepass")) if unit == "utf8_bytes" else counting.characters(text)


def _lines(argument: Json, text: str) -> int:
    return counting.lines(text, blank=options.option(argument, "blank") is True)


_UNITS: Final[dict[str, tuple[str, Callable[[Json, str], int], dict[str, options.Rule]]]] = {
    "words": ("word", lambda _, text: counting.words(text), {}),
    "chars": (
        "character",
        _characters,
        {"spaces": options.flag, "unit": options.one_of("characters", "code_points", "utf8_bytes")},
    ),
    "lines": ("line", _lines, {"blank": options.flag}),
    "sentences": ("sentence", lambda _, text: counting.sentences(text), {}),
    "paragraphs": ("paragraph", lambda _, text: counting.paragraphs(text), {}),
}


def _test(side: str, unit: str) -> StructuralTest:
    noun, measure, extra = _UNITS[unit]

    def validate(argument: Json) -> str | None:
        return options.check_argument(argument, options.count, {"limit": options.count, **extra}, needs=("limit",))

    def run(argument: Json, text: str) -> Finding:
        limit = options.whole(argument, "limit") if isinstance(argument, dict) else int(str(argument))
        assert limit is not None, "validate lets no mapping without a limit pass"
        count = measure(argument, text)
        holds = count <= limit if side == "max" else count >= limit
        bound = "at most" if side == "max" else "at least"
        return Finding(holds, f"{plural(count, noun)}, {bound} {limit} wanted")

    bound = "no more" if side == "max" else "no fewer"
    return StructuralTest(
        name=f"{side}_{unit}",
        about=f"The text has {bound} {unit if unit != 'chars' else 'characters'} than this.",
        validate=validate,
        run=run,
        examples=(100, *({"limit": 100, key: _SAMPLES[key]} for key in extra)),
    )


_SAMPLES: Final[dict[str, Json]] = {"spaces": False, "unit": "utf8_bytes", "blank": True}

TESTS: Final = tuple(_test(side, unit) for unit in _UNITS for side in ("max", "min"))
