"""What the questions of a case have in common, as it is told to servers that cache the beginnings of prompts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.records import Message, Question
from arbitree.providers.contents import flat, parts_by_piece
from arbitree.providers.draft import Draft
from arbitree.providers.schemas import compact

MOST_MARKS: Final = 4
"""How many places of one prompt OpenAI writes to its cache."""

_LONG: Final = 16_384
"""Evidence from this length on is not remembered with its key."""


def messages_of(messages: tuple[Message, ...], *, apart: bool) -> list[Json]:
    """The messages, each in its role; or all of them in one of the user's, the instructions first."""
    if apart or len(messages) == 1:
        return [{"role": message.role, "content": message.content} for message in messages]
    return [{"role": "user", "content": "\n\n".join(message.content for message in messages)}]


def put_pictured(
    messages: list[Json], question: Question, *, kind: str, image: Callable[[Image], Json], apart: bool
) -> list[list[Json]]:
    """Puts parts of text and images in place of the last message's content; gives them, piece by piece.

    Args:
        messages: what `messages_of` gave.
        question: the question, which shows images.
        kind: what a part of text is called.
        image: how an image is written.
        apart: whether the instructions have a message of their own.
    """
    pieces = parts_by_piece(question, text=lambda text: {"type": kind, "text": text}, image=image)
    system = "" if apart else "".join(f"{message.content}\n\n" for message in question.messages[:-1])
    last = messages[-1]
    assert isinstance(last, dict)
    last["content"] = flat(pieces, before=[{"type": kind, "text": system}] if system else None)
    return pieces


def mark_prefix(
    draft: Draft, messages: Json, question: Question, *, kind: str, parts: list[list[Json]] | None = None
) -> None:
    """Tells the server what other requests have in common with this one, where it wants to be told.

    Args:
        draft: the request; its key of the prefix is put in.
        messages: what it asks; the evidence in the last message is marked.
        question: the question.
        kind: what a part of text is called.
        parts: the parts of each piece, where they are not all text.
    """
    pieces = draft.shared_pieces
    if pieces:
        texts = parts or text_parts(pieces, kind)
        put_prefix(draft, messages, shared_key(question.messages[:-1], pieces[:-1]), texts)


def text_parts(pieces: tuple[str, ...], kind: str) -> list[list[Json]]:
    """Each piece as one part of text."""
    return [[{"type": kind, "text": text}] for text in pieces]


def put_prefix(draft: Draft, messages: Json, shared: str, pieces: list[list[Json]]) -> None:
    """The same for a prefix whose key is known, and pieces that are made into parts."""
    draft.put("cache", "prompt_cache_key", shared)
    last = messages[-1] if isinstance(messages, list) else None
    if not pieces or not isinstance(last, dict) or not draft.wants_marks:
        return
    for piece in pieces[:-1][-MOST_MARKS:]:
        part = piece[-1]
        if isinstance(part, dict):
            part["prompt_cache_breakpoint"] = {"mode": "explicit"}
    last["content"] = flat(pieces)
    # Else the end of the question is written to the cache too, which nobody asks again, and written tokens cost more.
    draft.body["prompt_cache_options"] = {"mode": "explicit"}


def shared_key(system: tuple[Message, ...], pieces: tuple[str, ...]) -> str:
    """What requests that begin with these messages and pieces of evidence are known by."""
    is_short = sum(map(len, pieces)) < _LONG
    return _short_key(system, pieces) if is_short else _key(system, pieces)


def _key(system: tuple[Message, ...], pieces: tuple[str, ...]) -> str:
    return hashlib.sha256(compact([*messages_of(system, apart=True), *pieces])).hexdigest()[:32]


_short_key: Final = lru_cache(maxsize=256)(_key)
