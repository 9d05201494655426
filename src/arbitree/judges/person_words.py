"""What a person types, understood: a verdict with or without a reason, a text, a list, or a wish."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from arbitree.core.records import Shape
from arbitree.core.replies.grades import bare_grade
from arbitree.core.scale import Scale

Wish: TypeAlias = Literal["undo", "skip", "quit", "again", "help"]

_WISHES: dict[str, Wish] = {
    "u": "undo", "undo": "undo", "s": "skip", "skip": "skip", "q": "quit", "quit": "quit",
    "e": "again", "evidence": "again", "?": "help", "h": "help", "help": "help",
}  # fmt: skip
_YES = frozenset({"y", "yes", "true"})
_NO = frozenset({"n", "no", "false"})
_BETWEEN = " \t.,;:-"
"""What may stand between a verdict and its reason."""


class Verdict(NamedTuple):
    """A verdict, and the reason that was given for it."""

    value: bool | str | float
    reason: str


def wish_of(line: str, shape: Shape) -> Wish | None:
    """What the line wishes; None when it is an answer.

    A word with a colon before it is always a wish. Without one it is a wish where no text is asked for, and no option
    is called so.

    >>> yes_no = Shape(kind="yes_no")
    >>> wish_of("u", yes_no), wish_of(":quit", Shape(kind="text")), wish_of("u", Shape(kind="text"))
    ('undo', 'quit', None)
    """
    word = line.strip()
    if word.startswith(":"):
        return _WISHES.get(word[1:].casefold())
    is_said = shape.kind in {"yes_no", "one_of", "number"} and word.casefold() not in {
        one.casefold() for one in shape.options
    }
    return _WISHES.get(word.casefold()) if is_said else None


def keys_of(options: tuple[str, ...]) -> tuple[str, ...]:
    """What is typed for each option: its number, or itself where an option is a number.

    >>> keys_of(("Both", "Neither")), keys_of(("3", "2", "none"))
    (('1', '2'), ('3', '2', 'none'))
    """
    if any(option.strip()[:1].isdigit() for option in options):
        return options
    return tuple(str(number) for number in range(1, len(options) + 1))


def verdict_of(line: str, shape: Shape) -> Verdict | None:
    """The verdict that the line gives; None when it gives none that was offered.

    >>> verdict_of("y: it says so", Shape(kind="yes_no"))
    Verdict(value=True, reason='it says so')
    >>> verdict_of("2 nothing on shipping", Shape(kind="one_of", options=("Both", "Only one")))
    Verdict(value='Only one', reason='nothing on shipping')
    >>> verdict_of("only one", Shape(kind="one_of", options=("Both", "Only one")))
    Verdict(value='Only one', reason='')
    """
    if shape.scale is not None:
        return _grade_of(line.strip(), shape.scale)
    offered: list[tuple[str, bool | str]] = []
    if shape.kind == "yes_no":
        offered += [(word, True) for word in _YES] + [(word, False) for word in _NO]
    else:
        offered += list(zip(shape.options, shape.options, strict=True))
        offered += [*zip(keys_of(shape.options), shape.options, strict=True)]
    for word, value in sorted(offered, key=lambda pair: (-len(pair[0]), pair[0])):
        rest = _after(line.strip(), word)
        if rest is not None:
            return Verdict(value, rest)
    return None


def _grade_of(line: str, scale: Scale) -> Verdict | None:
    """The grade that a line begins with; None when it begins with none."""
    word = line.partition(" ")[0].rstrip(_BETWEEN)
    given = bare_grade(word, scale)
    return None if given is None else Verdict(given, line[len(word) :].strip(_BETWEEN))


def _after(line: str, word: str) -> str | None:
    """What follows a word in a line that begins with it; None when it does not."""
    if line[: len(word)].casefold() != word.casefold():
        return None
    rest = line[len(word) :]
    return rest.strip(_BETWEEN) if not rest or rest[0] in _BETWEEN else None
