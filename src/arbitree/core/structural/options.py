"""Checking the arguments of structural tests: each fault in a sentence that says how to mend it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from arbitree.core.kinds.base import Json
from arbitree.core.nearest import nearest
from arbitree.core.structural.folding import fold

Rule: TypeAlias = Callable[[Json], str | None]
"""None for a value that can be used; else what it is to be."""


def flag(value: Json) -> str | None:
    """Accepts true and false."""
    return None if isinstance(value, bool) else "true or false"


def count(value: Json) -> str | None:
    """Accepts a whole number from 0."""
    good = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return None if good else "a whole number from 0"


def number(value: Json) -> str | None:
    """Accepts a finite number."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < float("inf")
    return None if good else "a number"


def phrase(value: Json) -> str | None:
    """Accepts a text with something in it."""
    return None if isinstance(value, str) and fold(value) else "a text that is not empty"


def phrases(value: Json) -> str | None:
    """Accepts a text, or a list of texts, with something in them."""
    return some(phrase, "a text, or a list of texts, none empty")(value)


def some(rule: Rule, wanted: str) -> Rule:
    """A rule that accepts one value that `rule` accepts, or a list of one or more."""

    def check(value: Json) -> str | None:
        values = value if isinstance(value, list) else [value]
        return None if values and all(rule(item) is None for item in values) else wanted

    return check


def one_of(*choices: str) -> Rule:
    """A rule that accepts one of these texts."""
    return lambda value: None if value in choices else " or ".join(f'"{choice}"' for choice in choices)


def show(value: Json) -> str:
    """A value as JSON, cut when long.

    >>> show({"min": None})
    '{"min": null}'
    """
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def check_mapping(argument: Mapping[str, Json], rules: Mapping[str, Rule], needs: Sequence[str] = ()) -> str | None:
    """What is wrong with a mapping of options: unknown names, values out of form, or none of `needs`.

    >>> check_mapping({"mim": 1}, {"min": count, "max": count})
    'unknown option "mim": did you mean "min"?'
    >>> check_mapping({"min": -1}, {"min": count, "max": count})
    'option "min" is -1: it is to be a whole number from 0'
    """
    found: list[str] = []
    for key, value in argument.items():
        if key not in rules:
            near = nearest(key, rules)
            hint = f'did you mean "{near}"?' if near else f"there are {', '.join(rules)}"
            found.append(f'unknown option "{key}": {hint}')
        elif (wanted := rules[key](value)) is not None:
            found.append(f'option "{key}" is {show(value)}: it is to be {wanted}')
    if needs and not any(key in argument for key in needs):
        found.append(f"it says nothing to test: give {' or '.join(needs)}")
    return "; ".join(found) or None


def check_argument(
    argument: Json, plain: Rule | None, rules: Mapping[str, Rule], *, needs: Sequence[str] = ()
) -> str | None:
    """What is wrong with an argument that is a plain value or a mapping of options.

    >>> check_argument([], phrase, {"text": phrase})
    'the argument is []: it is to be a text that is not empty, or a mapping with text'
    >>> check_argument(404, phrase, {"text": phrase})
    'the argument is 404: write it in quotation marks, "404"'
    """
    if isinstance(argument, dict):
        return check_mapping(argument, rules, needs)
    wanted = plain(argument) if plain is not None else ""
    if wanted is None:
        return None
    if isinstance(argument, (int, float)) and plain is not None and plain(show(argument)) is None:
        return f'the argument is {show(argument)}: write it in quotation marks, "{show(argument)}"'
    mapping = f"a mapping with {', '.join(rules)}"
    return f"the argument is {show(argument)}: it is to be {f'{wanted}, or {mapping}' if wanted else mapping}"


def texts(value: Json) -> tuple[str, ...]:
    """A text or a list of texts as a tuple; empty for None."""
    if value is None:
        return ()
    return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),)


def option(argument: Json, key: str) -> Json:
    """The option of that name, or None where the argument is not a mapping or lacks it."""
    return argument.get(key) if isinstance(argument, dict) else None


def whole(argument: Json, key: str) -> int | None:
    """The option of that name where it is a whole number."""
    value = option(argument, key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
