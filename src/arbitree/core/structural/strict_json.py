"""Reading JSON strictly, and the test `is_json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import options
from arbitree.core.structural.base import Finding, StructuralTest, quotes
from arbitree.core.structural.markdown import fences

_TYPES: Final = ("object", "array", "string", "number", "boolean", "null")


class NotJson(ValueError):
    """The text is not JSON; the message says why and where."""


def _no_duplicates(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotJson(f"the key {json.dumps(twice, ensure_ascii=False)} is there twice")
    return found


def _no_constant(name: str) -> Json:
    raise NotJson(f"{name} is no JSON value")


def read_json(text: str, *, integer: Callable[[str], Json] = float) -> Json:
    """The value that a text is as JSON, by the letter of RFC 8259, a key twice in one object refused too.

    Args:
        text: The text; white space around the value is allowed.
        integer: What becomes of whole numbers; of any length they may be.

    Raises:
        NotJson: it is not JSON.

    >>> read_json(' {"a": [1, null]} ')
    {'a': [1.0, None]}
    """
    if not text.strip(" \t\r\n"):
        raise NotJson("there is nothing")
    try:
        value: Json = json.loads(text, parse_int=integer, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
    except json.JSONDecodeError as error:
        raise NotJson(f"{error.msg.lower()} in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise NotJson("it is nested too deep") from None
    return value


def inside_fence(text: str) -> str:
    """The content of the one code fence that a text is; any other text as it is.

    >>> inside_fence("```json\\n[1]\\n```\\n")
    '[1]'
    >>> inside_fence("See: ```")
    'See: ```'
    """
    found, lines = fences(text), text.splitlines()
    alone = len(found) == 1 and found[0].closed and found[0].language in ("", "json", "json5", "jsonc")
    if not alone or any(line.strip() for line in (*lines[: found[0].first], *lines[found[0].last + 1 :])):
        return text
    return "\n".join(lines[found[0].first + 1 : found[0].last])


def type_of(value: Json) -> str:
    """The JSON type of a value.

    >>> [type_of(v) for v in ({}, [], "", 1.0, True, None)]
    ['object', 'array', 'string', 'number', 'boolean', 'null']
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "array" if isinstance(value, list) else "number"


def _validate(argument: Json) -> str | None:
    types = options.some(options.one_of(*_TYPES), f"one of {', '.join(_TYPES)}, or a list of these")

    def plain(value: Json) -> str | None:
        wanted = None if isinstance(value, bool) else types(value)
        return wanted and f"true, false, {wanted}"

    rules = {"type": types, "fenced": options.flag, "keys": options.phrases}
    return options.check_argument(argument, plain, rules)


def _run(argument: Json, text: str) -> Finding:
    fenced = options.option(argument, "fenced") is True
    try:
        value = read_json(inside_fence(text) if fenced else text)
    except NotJson as error:
        return Finding(argument is False, f"the text is not JSON: {error}")
    kind = type_of(value)
    if argument is False:
        return Finding(False, f"the text is JSON, of type {kind}")
    wanted = options.texts(
        argument.get("type") if isinstance(argument, dict) else None if argument is True else argument
    )
    if wanted and kind not in wanted:
        return Finding(False, f"the text is JSON of type {kind}, not {' or '.join(wanted)}")
    keys = options.texts(options.option(argument, "keys"))
    missing = [key for key in keys if not isinstance(value, dict) or key not in value]
    if missing:
        return Finding(False, f"the JSON of type {kind} has no key {quotes(missing)}")
    return Finding(True, f"the text is JSON, of type {kind}")


TESTS: Final = (
    StructuralTest(
        name="is_json",
        about="The text is strict JSON, of the type if one is given; false: it is not.",
        validate=_validate,
        run=_run,
        examples=(True, "object", {"type": "object", "keys": ["answer"], "fenced": True}),
    ),
)
