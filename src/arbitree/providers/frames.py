"""Bodies that differ in a few texts alone: made in full once, and then by putting other texts into their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Final

from arbitree.core.records import Message, Shape
from arbitree.providers.base import Auth, Feature, Request, Settings
from arbitree.providers.schemas import compact

_MOST_FRAMES: Final = 256

_LONG: Final = 4096
"""Texts from this length on are not remembered: each of them is asked about a few times, and there are many."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A request whose body has gaps where texts go."""

    url: str
    headers: tuple[tuple[str, str], ...]
    auth: Auth | None
    features: tuple[Feature, ...]
    pieces: tuple[bytes, ...]
    """What stands before the first gap, between the gaps, and after the last one."""

    def filled(self, texts: Sequence[str]) -> Request:
        """The request with texts in its gaps."""
        body = [self.pieces[0]]
        for text, piece in zip(texts, self.pieces[1:], strict=True):
            body += (written(text), piece)
        return Request(url=self.url, body=b"".join(body), headers=self.headers, auth=self.auth, features=self.features)


def gap(number: int) -> str:
    """What stands for a text while a frame is made."""
    return f"\ue000{number}\ue001"


def framed(request: Request, gaps: int) -> Frame:
    """The frame of a request that was made with gaps for texts, in this order."""
    rest, pieces = request.body, list[bytes]()
    for number in range(gaps):
        before, found, rest = rest.partition(compact(gap(number)))
        assert found, "a text that a request does not hold"
        pieces.append(before)
    return Frame(
        url=request.url,
        headers=request.headers,
        auth=request.auth,
        features=request.features,
        pieces=(*pieces, rest),
    )


class Frames:
    """The frames of one codec under the settings that were used last."""

    def __init__(self) -> None:
        self._settings: Settings | None = None
        self._made: dict[tuple[Shape, tuple[str, ...], bool], Frame] = {}

    def of(
        self, settings: Settings, shape: Shape, messages: Sequence[Message], other: bool, make: Callable[[], Frame]
    ) -> Frame:
        """The frame for messages of these roles, made where it is not there.

        Args:
            settings: what requests are made with.
            shape: the form of the reply.
            messages: what is asked.
            other: whatever else makes a difference.
            make: makes the frame.
        """
        if settings is not self._settings and settings != self._settings:
            self._settings, self._made = settings, {}
        made, kind = self._made, (shape, tuple([message.role for message in messages]), other)
        frame = made.get(kind)
        if frame is None:
            frame = make()
            if len(made) < _MOST_FRAMES:
                made[kind] = frame
        return frame


def written(text: str) -> bytes:
    """A text as JSON writes it in a body."""
    return _short(text) if len(text) < _LONG else _plain(text)


def _plain(text: str) -> bytes:
    return encode_basestring(text).encode("utf-8", "replace")


_short: Final = lru_cache(maxsize=64)(_plain)
