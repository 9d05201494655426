"""Finds the answer in a JSON value, under the key that the question's shape asks for or one that stands for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbitree.core.records import Read, Shape, ShapeKind, Unread
from arbitree.core.replies.jsonish import whole
from arbitree.core.replies.lenient import CLASH, Value
from arbitree.core.replies.spelling import quote
from arbitree.core.replies.values import held, text_of

WANTED: Final[Mapping[ShapeKind, str]] = {
    "yes_no": "verdict",
    "one_of": "verdict",
    "text": "output",
    "list": "output",
    "reason": "reason",
    "number": "score",
}
"""The key that each shape asks for."""

_REASONS: Final = ("reason", "reasoning", "explanation", "rationale", "justification", "reasons", "analysis")
_VERDICTS: Final = (
    *("answer", "result", "label", "decision", "choice", "finalverdict", "finalanswer", "finaldecision", "judgement"),
    *("judgment", "selection", "selected", "selectedoption", "option", "classification", "category", "value", "output"),
)
_OUTPUTS: Final = (
    *("answer", "result", "results", "response", "text", "content", "extracted", "extraction", "items", "list"),
    "value",
)
_SCORES: Final = ("grade", "rating", "verdict", "finalscore", "overallscore", "result", "answer", "value", "output")
_STAND_INS: Final[Mapping[ShapeKind, tuple[str, ...]]] = {
    "yes_no": _VERDICTS,
    "one_of": _VERDICTS,
    "text": _OUTPUTS,
    "list": _OUTPUTS,
    "reason": _REASONS,
    "number": _SCORES,
}
"""The keys that are taken for the right one where that is missing."""

_WRAPPERS: Final = frozenset(
    (
        *("arguments", "args", "input", "parameters", "content", "text", "response", "output", "result", "answer"),
        *("message", "json", "data", "body", "value", "final", "reply"),
    )
)
"""The keys under which an object may be wrapped as text."""

_UNWRAPPED: Final = 4
"""How many wrappings are taken off: a tool call has three around its arguments."""

_NOISE: Final = re.compile(r"[\s_\-*]+")


def take(value: Value, shape: Shape) -> Read | Unread | None:
    """What the value says in this shape: read, or not readable and why; None when it has nothing to do with it.

    >>> take({"response": {"Final Verdict": "yes"}}, Shape(kind="yes_no"))
    Read(value=True, reason='', flags=('key',))
    """
    return _take(value, shape, _UNWRAPPED)


def _take(value: Value, shape: Shape, wrappings: int) -> Read | Unread | None:
    if isinstance(value, list):
        return _agreed(_take(item, shape, wrappings) for item in value if isinstance(item, dict))
    if not isinstance(value, dict):
        return None
    keys = _plain_keys(value)
    wanted = WANTED[shape.kind]
    if wanted == "score" and wanted not in keys and "verdict" in keys:
        # Records of verdicts, and judges that know no other word, write a grade as one.
        wanted = "verdict"
    if wanted in keys:
        return _declared(keys, wanted, shape, wrappings)
    inner = _agreed(_take(one, shape, wrappings - 1) for one in _wrapped(keys)) if wrappings else None
    if inner is not None and not (isinstance(inner, Read) and "key" in inner.flags):
        return inner
    # A key that can only be taken for the right one gives way to the right one further inside.
    stand_in = _standing_in(keys, wanted, shape)
    return inner if stand_in is None else stand_in


def _plain_keys(value: Mapping[str, Value]) -> dict[str, Value]:
    """The object by lower-case keys without spaces and underscores."""
    keys: dict[str, Value] = {}
    for key, inner in value.items():
        name = _NOISE.sub("", key).casefold()
        keys[name] = CLASH if name in keys and keys[name] != inner else inner
    return keys


def _declared(keys: Mapping[str, Value], wanted: str, shape: Shape, wrappings: int) -> Read | Unread:
    """What stands under the key that was asked for."""
    value, reason = keys[wanted], _reason(keys)
    if isinstance(value, dict) and wanted in ("verdict", "score") and wrappings:
        inner = _take(value, shape, wrappings - 1)
        if inner is not None:
            return inner._replace(reason=inner.reason or reason) if isinstance(inner, Read) else inner
    said = held(value, shape, wanted)
    return said if isinstance(said, Unread) else Read(said, "" if shape.kind == "reason" else reason, ())


def _standing_in(keys: Mapping[str, Value], wanted: str, shape: Shape) -> Read | Unread | None:
    """What stands under a key that can be taken for the right one."""
    names = _STAND_INS[shape.kind]
    if shape.kind == "list" and len(keys) == 1 and isinstance(next(iter(keys.values())), list):
        names = tuple(name for name in keys if name not in _REASONS)
    found = [held(keys[name], shape, name) for name in keys if name in names]
    said = [value for value in found if not isinstance(value, Unread)]
    if not said:
        return None
    if any(value != said[0] for value in said):
        return Unread("unreadable", f"The object gives several different answers; give one, under {quote(wanted)}.")
    return Read(said[0], "" if shape.kind == "reason" else _reason(keys), ("key",))


def _agreed(taken: Iterable[Read | Unread | None]) -> Read | Unread | None:
    """What several objects side by side say together."""
    said: Read | None = None
    for one in taken:
        if isinstance(one, Unread):
            return one
        if one is not None and said is not None and one.value != said.value:
            return Unread("unreadable", "The reply gives several different answers side by side; give exactly one.")
        said = said or one
    return said


def _wrapped(keys: Mapping[str, Value]) -> Iterator[Value]:
    """The objects and lists that an object wraps, those written out as text included; a reason wraps nothing."""
    for name, inner in keys.items():
        if isinstance(inner, (dict, list)) and name not in _REASONS:
            yield inner
        elif isinstance(inner, str) and name in _WRAPPERS and inner.lstrip()[:1] in ("{", "["):
            found = whole(inner.strip())
            if found is not None:
                yield found.value


def _reason(keys: Mapping[str, Value]) -> str:
    """The reason that an object gives, as one text."""
    for name in _REASONS:
        value = keys.get(name)
        if value is not None and value is not CLASH:
            return text_of(value)
    return ""
