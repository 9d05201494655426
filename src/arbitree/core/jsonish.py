"""Finds the JSON objects and lists in a reply: the whole text first, then every candidate in turn."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Final, NamedTuple

from arbitree.core.lenient import Broken, Number, Parsed, Value, as_dict, parse

_DECODER: Final = JSONDecoder(
    object_pairs_hook=as_dict, parse_int=Number, parse_float=Number, parse_constant=Number, strict=True
)
_BRACKETS_ALLOWED: Final = 400
"""With more opening brackets than this, a text is read by our own parser alone, which does not recurse."""
_FAILURES_ALLOWED: Final = 500
"""How many candidates may come to nothing before a reply is given up as hostile."""
_START: Final = re.compile(
    r"\{(?=\s*+(?:[\"'\u201c\u2018}/#]|[^\W\d][\w \-]{0,40}+\s*+:))|\[(?=\s*+[\[{\"'\u201c\u2018\]])"
)
_OPEN: Final = re.compile(
    r"<(?P<tag>think(?:ing)?|thought|reasoning|reflection|scratchpad|seed:think)\b[^<>\n]{0,80}+>"
    r"|\[(?P<square>THINK)\]|\u25c1(?P<lozenge>think)\u25b7|<\|(?P<bar>begin_of_thought|START_THINKING)\|>",
    re.IGNORECASE,
)
_CLOSE: Final = re.compile(
    r"</(?:think(?:ing)?|thought|reasoning|reflection|scratchpad|seed:think)\s{0,9}+>|\[/THINK\]|\u25c1/think\u25b7"
    r"|<\|(?:end_of_thought|END_THINKING)\|>",
    re.IGNORECASE,
)
_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s{0,9}+(\w{1,30}+)[^<\n]{0,80}+(?:<\|constrain\|>\w{0,30}+)?\s{0,9}+<\|message\|>"
)
_MARK: Final = re.compile(f"(?P<start>{_START.pattern})|(?P<open>{_OPEN.pattern})|(?P<close>{_CLOSE.pattern})", re.I)


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
    prose: str
    """The reply with everything found, and all reasoning, replaced by spaces; as long as the reply."""
    cut: bool
    """Whether the last object breaks off."""
    hostile: bool
    """Whether so many candidates came to nothing that the rest was not looked at."""


def whole(text: str) -> Found | None:
    """The value when the text is strict JSON from end to end, else None.

    >>> whole('{"verdict": true}').value
    {'verdict': True}
    >>> whole("Yes") is None
    True
    """
    if text.count("{") + text.count("[") > _BRACKETS_ALLOWED:
        return None
    try:
        return Found(_DECODER.decode(text), 0, len(text), False)
    except (JSONDecodeError, RecursionError):
        return None


def scan(text: str) -> Scan:
    """Every object and list of a reply outside its reasoning, in order; what lies inside another one is part of that.

    >>> [found.value for found in scan("<think>{'a': 1}</think>{'b': True} {c}").found]
    [{'b': True}]
    """
    text = _final_channel(text)
    strict = text.count("{") + text.count("[") <= _BRACKETS_ALLOWED
    found: list[Found] = []
    gone: list[tuple[int, int]] = []
    at, failures, work, cut = 0, 0, 0, False
    last_close = max((closed.end() for closed in _CLOSE.finditer(text)), default=0)
    mark = _MARK.search(text)
    while mark:
        start = mark.start()
        if mark["close"]:
            found, cut = [], False
            gone = [(0, mark.end())]
            at = mark.end()
        elif mark["open"]:
            at = _after_reasoning(text, mark, last_close)
            if at > mark.end():
                gone.append((start, at))
        else:
            read = _value(text, start, strict)
            if isinstance(read, Found):
                found.append(read)
                gone.append((start, read.end))
                at = read.end
            else:
                failures, work, cut, at = failures + 1, work + read.at - start, cut or read.cut, start + 1
                if failures > _FAILURES_ALLOWED or work > 200_000 + 10 * len(text):
                    return Scan((), "", False, True)
        mark = _MARK.search(text, at)
    return Scan(tuple(found), _blanked(text, gone), cut, False)


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


def _after_reasoning(text: str, opened: re.Match[str], last_close: int) -> int:
    """Where the reasoning that begins here ends; just behind the mark when it is no reasoning at all."""
    closed = _CLOSE.search(text, opened.end()) if opened.end() < last_close else None
    if closed:
        return closed.end()
    # A mark that never closes begins the reasoning only at the start of a line; elsewhere a sentence mentions it.
    before = text[max(0, opened.start() - 80) : opened.start()].rpartition("\n")[2]
    return opened.end() if before.strip() else len(text)


def _final_channel(text: str) -> str:
    """The message of the last channel that is not reasoning, for a text that has channels; else the text."""
    if "<|channel|>" not in text:
        return text
    heads = list(_CHANNEL.finditer(text))
    for n in range(len(heads) - 1, -1, -1):
        if heads[n].group(1).casefold() not in ("analysis", "commentary"):
            end = heads[n + 1].start() if n + 1 < len(heads) else len(text)
            body = text[heads[n].end() : end]
            return re.split(r"<\|(?:end|return|start|call)\|>", body, maxsplit=1)[0]
    return "" if heads else text


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with these spans, which come in order, replaced by spaces."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += (text[at:start], " " * (end - start))
        at = end
    return "".join((*parts, text[at:]))
