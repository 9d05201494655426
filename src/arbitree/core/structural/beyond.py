"""The tests that the `local` judge answers beyond the IO line: what their arguments may be. They are not run here."""

from __future__ import annotations

import re
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.nearest import nearest
from arbitree.core.structural import options
from arbitree.core.structural.base import LocalTest
from arbitree.core.structural.languages import NAMES, code_of

FLAGS: Final = {"ignore_case": re.IGNORECASE, "multiline": re.MULTILINE, "dotall": re.DOTALL, "verbose": re.VERBOSE}
"""The options of a pattern, and what they are in the standard library."""

_TYPES: Final = ("null", "boolean", "object", "array", "number", "string", "integer")
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def pattern_of(argument: Json) -> tuple[str, int]:
    """The pattern and the flags of a `search` or `fullmatch` argument that has passed `validate`.

    >>> pattern_of({"pattern": "a", "ignore_case": True}) == ("a", re.IGNORECASE)
    True
    """
    if not isinstance(argument, dict):
        return str(argument), 0
    flags = 0
    for name, flag in FLAGS.items():
        flags |= int(flag) if argument.get(name) is True else 0
    return str(argument["pattern"]), flags


def _pattern(value: Json) -> str | None:
    return None if isinstance(value, str) and value else "a pattern"


def _validate_pattern(argument: Json) -> str | None:
    rules = {"pattern": _pattern, **dict.fromkeys(FLAGS, options.flag)}
    if (wrong := options.check_argument(argument, _pattern, rules, needs=("pattern",))) is not None:
        return wrong
    pattern, flags = pattern_of(argument)
    try:
        re.compile(pattern, flags)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        return f"the pattern {options.show(pattern)} cannot be used: {error}; patterns are those of Python's re module"
    return None


def _validate_call(argument: Json) -> str | None:
    if isinstance(argument, str) and _DOTTED.fullmatch(argument):
        return None
    return f'the argument is {options.show(argument)}: it is to be "module:function", such as "mychecks:is_polite"'


def _validate_schema(argument: Json) -> str | None:
    if isinstance(argument, dict) and argument.keys() == {"schema", "fenced"}:
        return _validate_schema(argument["schema"]) or options.check_mapping(
            {"fenced": argument["fenced"]}, {"fenced": options.flag}
        )
    if not isinstance(argument, (dict, bool)):
        return f"the argument is {options.show(argument)}: it is to be a JSON Schema, which is a mapping"
    return _schema_fault(argument)


def _schema_fault(schema: Json) -> str | None:
    """What is wrong with a schema as far as the core can tell: an unknown type, a reference out of it."""
    waiting: list[Json] = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(reversed(part))
        if not isinstance(part, dict):
            continue
        reference, kind = part.get("$ref"), part.get("type")
        if isinstance(reference, str) and re.match(r"[a-z][a-z0-9+.-]*:", reference, re.IGNORECASE):
            return f'"$ref" leads to {options.show(reference)}: nothing is fetched; put that schema under "$defs"'
        for each in kind if isinstance(kind, list) else [kind] if isinstance(kind, str) else []:
            if each not in _TYPES and not isinstance(each, dict):
                return f'"type" is {options.show(each)}: it is to be one of {", ".join(_TYPES)}'
        # Values that are data, not schemas, may look like anything.
        waiting.extend(
            value for key, value in reversed(part.items()) if key not in ("enum", "const", "examples", "default")
        )
    return None


def _validate_language(argument: Json) -> str | None:
    if (wrong := options.phrases(argument)) is not None:
        return f"the argument is {options.show(argument)}: it is to be {wrong}"
    unknown = [language for language in options.texts(argument) if code_of(language) is None]
    if not unknown:
        return None
    near = nearest(unknown[0], NAMES.values())
    hint = f'did you mean "{near}"?' if near else f"there are {', '.join(NAMES)}"
    return f"the language {options.show(unknown[0])} is not known; {hint}"


TESTS: Final = (
    LocalTest(
        name="search",
        about="The pattern (of Python's `re`) is found somewhere in the text.",
        validate=_validate_pattern,
        examples=(r"\b[A-Z]\d{2}\b", {"pattern": "^summary:", "ignore_case": True, "multiline": True}),
    ),
    LocalTest(
        name="fullmatch",
        about="The whole text, white space at its ends left out, is what the pattern (of Python's `re`) describes.",
        validate=_validate_pattern,
        examples=(r"[A-D]", {"pattern": "yes|no", "ignore_case": True}),
    ),
    LocalTest(
        name="call",
        about="A function of yours, `(text) -> bool | str`, says so; its module is in the judge's allow-list.",
        validate=_validate_call,
        examples=("mychecks:is_polite",),
    ),
    LocalTest(
        name="language",
        about="The text is written in the language, or in one of a list.",
        validate=_validate_language,
        examples=("en", ["German", "fr"]),
    ),
    LocalTest(
        name="json_schema",
        about="The text is JSON that the schema allows.",
        validate=_validate_schema,
        examples=({"type": "object", "required": ["answer"]},),
    ),
)
