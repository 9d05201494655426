"""One stored reply: what was asked, who answered, what came; as a record, and as a row with a checksum."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Any, Final, NamedTuple, TypeAlias

from arbitree.core.records import Question, Reply, Shape, ShapeKind

Row: TypeAlias = Sequence[Any]
"""The values of a row, in the order of `COLUMNS`."""

COLUMNS: Final = (
    *("judge", "key", "first", "closes", "redacted", "text", "rest", "model", "input_tokens", "output_tokens"),
    *("cost", "seconds", "at", "node", "role", "sample", "attempt", "shape", "asked"),
)
"""What the checksum covers. `seq`, the place in the ledger, stands before them and `sum`, the checksum, behind."""

KEPT, REWORDED, WITHDRAWN = 0, 1, 2
"""Of `redacted`: as it came; some of its text blotted out; so much that it answers nothing any more."""

_LONG: Final = 4096
"""Texts from this length on are not remembered as they are written."""

_MOST = 2**62
"""SQLite's integers end a little above."""

_TEXT: Final = Shape(kind="text")
_OWN = frozenset({"text", "model", "input_tokens", "output_tokens"})
_DEFAULTS: Final = {field.name: field.default for field in fields(Reply) if field.name not in _OWN}


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One stored reply."""

    judge: int
    """The number of the judge's fingerprint."""
    key: str
    """The key of the question."""
    reply: Reply
    """As it came."""
    first: str = ""
    """The key of the first attempt, for a question that was asked again."""
    closes: bool = False
    """Whether its question was given up with it: it was the last attempt, and could not be read."""
    redacted: int = KEPT
    cost: float | None = None
    """In US dollars; None when unknown."""
    seconds: float = 0.0
    """How long the judge took."""
    at: float = 0.0
    """When it came, in seconds of Unix time."""
    node: str = ""
    """The node that asked first; not part of what it is found by."""
    role: str = ""
    sample: int = 0
    attempt: int = 0
    shape: Shape = _TEXT
    """The form of reply that was asked for."""
    asked: str = ""
    """A digest of the messages that were sent."""
    tries: int = 0
    """How many calls for it had failed before, for a reason that passes."""
    seq: int = 0
    """Its place in the ledger; 0 while it is on its way there."""

    @property
    def origin(self) -> str:
        """The key of the first attempt, its own when it is that."""
        return self.first or self.key


class Found(NamedTuple):
    """What an answer from the ledger needs of an entry."""

    reply: Reply
    origin: str
    """The key of the first attempt, its own when it is that."""
    seq: int
    """Its place in the ledger; 0 while it is on its way there."""
    redacted: int


def entry_of(
    judge: int, question: Question, reply: Reply, *, at: float, seconds: float, cost: float | None, closes: bool
) -> Entry:
    """The entry of a reply that just came."""
    return Entry(
        judge=judge,
        key=question.key,
        reply=reply,
        first=question.first,
        closes=closes,
        cost=cost,
        seconds=seconds,
        at=at,
        node=question.node,
        role=question.role,
        sample=question.sample,
        attempt=question.attempt,
        shape=question.shape,
        asked=digest_of_messages(messages_text(question)),
    )


def row_of(entry: Entry) -> tuple[Any, ...]:
    """The row of an entry, in the order of `COLUMNS` with the checksum at the end."""
    reply = entry.reply
    more = {name: getattr(reply, name) for name in _DEFAULTS}
    rest = {name: _plain(value) for name, value in more.items() if value != _DEFAULTS[name]}
    rest |= {"tries": entry.tries} if entry.tries else {}
    options = list(entry.shape.options)
    values = (
        *(entry.judge, entry.key, entry.first, int(entry.closes), entry.redacted),
        *(reply.text, json.dumps(rest) if rest else "", reply.model),
        *(min(reply.input_tokens, _MOST), min(reply.output_tokens, _MOST)),
        # A whole number in a column of reals would come back as a float, and miss its checksum.
        *(None if entry.cost is None else float(entry.cost), float(entry.seconds), float(entry.at)),
        *(entry.node, entry.role, entry.sample, entry.attempt),
        *(json.dumps([entry.shape.kind, options] if options else [entry.shape.kind]), entry.asked),
    )
    stored = [one if type(one) is not str or one.isascii() else _storable(one) for one in values]
    return (*stored, checksum(values))


def entry_from(row: Row) -> Entry | None:
    """The entry of a row with `seq` before and `sum` behind; None for a row that was damaged."""
    values = _whole(row)
    if values is None:
        return None
    judge, key, first, closes, redacted, text, rest, model, input_tokens, output_tokens = values[:10]
    cost, seconds, at, node, role, sample, attempt, shape, asked = values[10:]
    more: dict[str, Any] = json.loads(rest) if rest else {}
    return Entry(
        judge=judge,
        key=key,
        reply=_reply(text, more, model, input_tokens, output_tokens),
        first=first,
        closes=bool(closes),
        redacted=redacted,
        cost=cost,
        seconds=seconds,
        at=at,
        node=node,
        role=role,
        sample=sample,
        attempt=attempt,
        shape=_shape(shape),
        asked=asked,
        tries=more.get("tries", 0),
        seq=row[0],
    )


def found_from(row: Row) -> Found | None:
    """What an answer needs of a row with `seq` before and `sum` behind; None for a row that was damaged."""
    values = _whole(row)
    if values is None:
        return None
    _, key, first, _, redacted, text, rest, model, input_tokens, output_tokens = values[:10]
    reply = _reply(text, json.loads(rest) if rest else {}, model, input_tokens, output_tokens)
    return Found(reply, first or key, row[0], redacted)


def _whole(row: Row) -> Sequence[Any] | None:
    """The values of a row that its checksum covers, as they were stored; None for a row that was damaged."""
    if len(row) != len(COLUMNS) + 2:
        return None
    values: Sequence[Any] = row[1:-1]
    if bytes in map(type, values):
        values = [value.decode("utf-8", "surrogatepass") if type(value) is bytes else value for value in values]
    return values if checksum(values) == row[-1] else None


def _reply(text: str, more: Mapping[str, Any], model: str, input_tokens: int, output_tokens: int) -> Reply:
    known = {name: value for name, value in more.items() if name in _DEFAULTS} if more else {}
    return Reply(text=text, model=model, input_tokens=input_tokens, output_tokens=output_tokens, **known)


def shape_from(parts: Sequence[Any]) -> Shape:
    """The form of reply that a stored list tells: its kind, then its options where it has any."""
    kind: ShapeKind = parts[0]
    return Shape(kind=kind, options=tuple(parts[1]) if len(parts) > 1 else ())


@lru_cache(maxsize=1024)
def _shape(text: str) -> Shape:
    return shape_from(json.loads(text))


def checksum(values: Sequence[Any]) -> int:
    """56 bits over the values."""
    text = "\x1f".join(map(str, values))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=7).digest())


def messages_text(question: Question) -> str:
    """The messages as they are stored where prompts are stored."""
    pieces = [f"[{_short(message.role)},{_written(message.content)}]" for message in question.messages]
    return f"[{','.join(pieces)}]"


def _written(text: str) -> str:
    return _short(text) if len(text) < _LONG else encode_basestring_ascii(text)


# The words that all prompts begin with, above all.
_short: Final = lru_cache(maxsize=64)(encode_basestring_ascii)


def digest_of_messages(text: str) -> str:
    """A digest of the text that `messages_text` gives."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _storable(text: str) -> str | bytes:
    """A text with a lone surrogate is no UTF-8, and goes into the file as bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text
