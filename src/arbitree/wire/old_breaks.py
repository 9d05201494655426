"""Characters that were line breaks in YAML 1.1 and are letters in YAML 1.2, kept from a parser of the former."""

from __future__ import annotations

from collections.abc import Mapping


def without_old_breaks(text: str) -> tuple[str, Mapping[int, int]]:
    """The text with letters for U+0085, U+2028 and U+2029, and what turns them back.

    They are no line breaks in YAML 1.2, but PyYAML takes them for some, and would fold a text that holds one.
    """
    there = [ord(found) for found in "\x85\u2028\u2029" if found in text]
    if not there:
        return text, {}
    free = (code for code in range(0xE000, 0xF900) if chr(code) not in text)
    letters = dict(zip(free, there, strict=False))
    return text.translate({old: letter for letter, old in letters.items()}), letters
