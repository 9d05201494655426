"""JSON read strictly: NaN, infinities, duplicate keys and endless nesting are refused with words a user can act on."""

from __future__ import annotations

import json
import math


class BadJson(ValueError):
    """A text that is not JSON, said in one line."""


def parse(text: str) -> object:
    """The value of a JSON text.

    Raises:
        BadJson: with the line (where there are several) and column.

    >>> parse('{"a": [1, "x"]}')
    {'a': [1, 'x']}
    """
    try:
        value: object = _DECODER.decode(text.rstrip())  # a text that is cut ends where its last sign is
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text.strip() else ""
        raise BadJson(f"not valid JSON: {error.msg} ({line}column {error.colno})") from error
    except RecursionError as error:
        raise BadJson("not usable JSON: nested too deeply") from error
    except BadJson:
        raise
    except ValueError as error:
        raise BadJson(f"not usable JSON: {error}") from error
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson(f'not usable JSON: the key "{key}" is written twice in one object')
            seen.add(key)
    return made


def _constant(name: str) -> object:
    raise BadJson(f"not valid JSON: {name} is no JSON number; write null for a value that is missing")


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadJson(f"not usable JSON: the number {text[:40]} is too large")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_number)


def text(value: object) -> str:
    """A value as JSON text with every character as it is, to look for what cannot be written."""
    return json.dumps(value, ensure_ascii=False)
