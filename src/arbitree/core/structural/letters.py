"""The tests `letter_case` and `emoji`: capital and small letters, and pictures among the letters."""

from __future__ import annotations

import re
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.lazy import Lazy
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote

_BASE: Final = (
    "\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb\U0001f900-\U0001faff⌚⌛⏩-⏬⏰⏳◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽"
    "✅✊✋✨❌❎❓-❕❗➕-➗➰➿⬛⬜⭐⭕\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a"
)
_ONE: Final = rf"(?:[{_BASE}][\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*|[^\W\d_#*]?[☀-➿⬀-⯿↔-↪©®‼⁉™ℹ]\ufe0f)"
_EMOJI: Final = Lazy(rf"{_ONE}(?:\u200d(?:{_ONE}|[♀♂⚕⚖✈❤]\ufe0f?))*|[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3")


def emoji(text: str) -> list[str]:
    """The emoji of a text in order; one that is put together of several is one.

    >>> len(emoji("👍🏽 👩\u200d👩\u200d👧 🇩🇪 1\ufe0f\u20e3 ❤\ufe0f ✓ © 5*"))
    5
    """
    return _EMOJI.findall(text) if not text.isascii() else []


def _validate_emoji(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        return None if isinstance(value, bool) else "true or false"

    return options.check_argument(argument, plain, counts.RULES, needs=tuple(counts.RULES)) or counts.fault(argument)


def _run_emoji(argument: Json, text: str) -> Finding:
    return counts.judge(argument, emoji(text), "emoji", "emoji")


def _validate_case(argument: Json) -> str | None:
    wanted = options.one_of("upper", "lower")(argument)
    return None if wanted is None else f"the argument is {options.show(argument)}: it is to be {wanted}"


def _run_case(argument: Json, text: str) -> Finding:
    for word in re.finditer(r"[^\W\d_]+", text):
        # "ß" has no capital of its own that is in use, and is one in capitals too.
        plain = word[0].replace("ß", "")
        if plain != (plain.upper() if argument == "upper" else plain.lower()):
            return Finding(False, f"{quote(word[0])} is not in {argument} case")
    return Finding(True, f"every letter is in {argument} case")


TESTS: Final = (
    StructuralTest(
        name="letter_case",
        about="Every letter that has a case is a capital (`upper`) or a small one (`lower`).",
        validate=_validate_case,
        run=_run_case,
        examples=("lower", "upper"),
    ),
    StructuralTest(
        name="emoji",
        about="The text has emoji; false: it has none.",
        validate=_validate_emoji,
        run=_run_emoji,
        examples=(False, True, {"max": 2}),
    ),
)
