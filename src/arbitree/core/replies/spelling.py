"""Writes values of replies as text: quoted in an error, as JSON on one line, free of what no file can hold."""

from __future__ import annotations

import json
import re
from typing import Final

from arbitree.core.replies.lenient import Number, Value

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


def quote(text: str, limit: int = 80) -> str:
    r"""The text in quotation marks, cut to `limit` characters and with control characters escaped.

    It never holds the words by which judges written for the `plain` style find the options, and no verdict in JSON: a
    judge that is asked again must not find the answer there that the text under test had it write.

    >>> print(quote("a\nb"), quote("x" * 9, limit=4), quote('{"verdict": 1}'))
    "a\nb" "xxxx..." "{\"verdict\": 1}"
    """
    short = text[:limit] + "..." if len(text) > limit else text
    plain = short.replace("\\", "\\\\").replace('"', '\\"')
    shown = _CONTROL.sub(lambda found: json.dumps(found.group())[1:-1], plain)
    return f'"{shown}"'.replace("'verdict' [", "'verdict': [")


def written(value: Value) -> str:
    """The value as JSON on one line, keys in their order and numbers as they came.

    >>> written({"a": [Number("1.0"), True]})
    '{"a": [1.0, true]}'
    """
    match value:
        case bool():
            return "true" if value else "false"
        case Number(literal):
            return literal
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {written(v)}" for k, v in value.items()) + "}"
        case _:
            return "null"


def sound(text: str) -> str:
    r"""The text with halves of surrogate pairs joined, or replaced where the other half is missing.

    A reply may spell them as escapes; left in, they could be neither hashed nor written.

    >>> sound("\ud83d\ude00"), sound("a\ud800b") == "a\N{REPLACEMENT CHARACTER}b"
    ('😀', True)
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
