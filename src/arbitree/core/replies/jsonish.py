"""Finds the JSON objects and lists in a reply: the whole text first, then every candidate in turn."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Final, Literal, NamedTuple

from arbitree.core.replies.lenient import MAX_DEPTH, Number, Parsed, Value, as_dict, parse
from arbitree.core.replies.reasoning import CLOSE, OPEN, TURN_END, after_reasoning, final_channel, last_close
from arbitree.core.replies.strings import NEXT_KEY, Broken

_DECODER: Final = JSONDecoder(
    object_pairs_hook=as_dict, parse_int=Number, parse_float=Number, parse_constant=Number, strict=True
)
_BRACKETS_ALLOWED: Final = 100
"""With more opening brackets than this, the depth is measured first, for the strict parser recurses."""
_STRICT_FAILURES_ALLOWED: Final = 50
"""How often the strict parser may fail in one reply; its errors count the lines before them, each time anew."""
_FAILURES_ALLOWED: Final = 500
"""How many candidates may come to nothing before a reply is given up as hostile."""
_WORK_ALLOWED: Final = 4
"""How often, all in all, the tolerant parser may read a long reply over."""
_START: Final = re.compile(
    r"\{(?=\s*+(?:[\"'`\u201c\u2018}/#]|[^\W\d][\w \-]{0,40}+\s*+[:\uff1a]))|\[(?=\s*+[\[{\"'\u201c\u2018\]])"
)
_MARK: Final = re.compile(
    f"(?P<start>{_START.pattern})|(?P<open>{OPEN.pattern})|(?P<close>{CLOSE.pattern})|(?P<turn>{TURN_END.pattern})",
    re.I,
)
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]]', re.DOTALL)


class Found(NamedTuple):
    """One object or list in a reply."""

    value: Value
    start: int
    end: int
    repaired: bool
    """Whether only the tolerant parser could read it."""


class Scan(NamedTuple):
    """What a reply holds, outside its reasoning."""

    found: tuple[Found, ...]
    set_aside: tuple[Found, ...]
    """What stands before a mark that ends reasoning which no mark begins."""
    prose: str
    """The reply with everything found, and all reasoning, replaced by spaces."""
    given_up: Literal["", "cut", "hostile"]
    """Why the reply was not looked at to its end: an object breaks off there, or too many came to nothing."""


def whole(text: str) -> Found | None:
    """The value when the text is strict JSON from end to end, else None.

    >>> whole('{"verdict": true}').value
    {'verdict': True}
    >>> whole("Yes") is None
    True
    """
    if not _shallow(text):
        return None
    try:
        value, end = _DECODER.raw_decode(text)
    except (JSONDecodeError, RecursionError):
        return None
    return Found(value, 0, end, False) if end == len(text) else None


def scan(text: str) -> Scan:
    """Every object and list of a reply outside its reasoning, in order; what lies inside another one is part of that.

    >>> [found.value for found in scan("<think>{'a': 1}</think>{'b': True} {c}").found]
    [{'b': True}]
    """
    text = final_channel(text)
    strict, last = _STRICT_FAILURES_ALLOWED if _shallow(text) else 0, last_close(text)
    found: list[Found] = []
    aside: list[Found] = []
    gone: list[tuple[int, int]] = []
    at, failures, work = 0, 0, 0
    mark = _MARK.search(text)
    while mark:
        start, at = mark.start(), mark.end()
        if mark["close"]:
            aside += found
            found, gone = [], [(0, at)]
        elif mark["turn"]:
            if found:
                text = text[:start]
        elif mark["open"]:
            at = after_reasoning(text, mark, last)
            gone.append((start, at))
        else:
            read = _value(text, start, strict > 0)
            if isinstance(read, Found):
                strict -= read.repaired
                found.append(read)
                at = read.end
                gone.append((start, at))
            else:
                # What breaks off inside reasoning says nothing about the reply proper.
                if read.why == "cut" and start >= last:
                    return _given_up("cut")
                strict, failures, work, at = strict - 1, failures + 1, work + read.at - start, start + 1
                if read.why == "deep" or failures > _FAILURES_ALLOWED or work > 50_000 + _WORK_ALLOWED * len(text):
                    return _given_up("hostile")
        mark = _MARK.search(text, at)
    return Scan(tuple(found), tuple(aside), _blanked(text, gone), "")


def _given_up(why: Literal["cut", "hostile"]) -> Scan:
    return Scan((), (), "", why)


def salvaged(text: str) -> Found | None:
    r"""The object of a reply that was escaped once too often, or that goes on where the prompt began the object.

    >>> salvaged('{\\"verdict\\": true}').value, salvaged('"verdict": true}').value
    ({'verdict': True}, {'verdict': True})
    """
    if text.startswith('{\\"') and text.endswith("}"):
        inner = whole(f'"{text}"')
        found = whole(inner.value) if inner is not None and isinstance(inner.value, str) else None
    elif text.startswith('"') and text.endswith("}") and NEXT_KEY.match(text):
        found = whole("{" + text)
    else:
        return None
    return None if found is None else found._replace(repaired=True)


def _value(text: str, start: int, strict: bool) -> Found | Broken:
    """The object or list that begins at `start`: as the strict parser reads it, or else the tolerant one."""
    if strict:
        try:
            value, end = _DECODER.raw_decode(text, start)
            return Found(value, start, end, False)
        except (JSONDecodeError, RecursionError):
            pass
    read = parse(text, start)
    return Found(read.value, start, read.end, True) if isinstance(read, Parsed) else read


def _shallow(text: str) -> bool:
    """Whether nothing in the text nests deeper than our own parser reads."""
    if text.count("{") + text.count("[") <= _BRACKETS_ALLOWED:
        return True
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token.group()[:1], 0)
        if depth > MAX_DEPTH:
            return False
    return True


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with these spans, which come in order, replaced by spaces."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += (text[at:start], " " * (end - start))
        at = end
    return "".join((*parts, text[at:]))
