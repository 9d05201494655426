"""Images of a case: what is known of one, and how values that hold some are shown as text with numbered markers.

The text of a marker names the image by its digest, so that whatever covers the text of a prompt (its key, the mark of
a fence, a stored prompt) covers the image too, and holds no bytes of it.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MOST_BYTES: Final = 20 * 1024 * 1024
"""How large an image may be."""

_BEGINNINGS: Final = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
_MARKER: Final = re.compile(r"\[(?=Image \d)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Image:
    """One image, by its bytes or by its address. Two are equal when these are."""

    digest: str
    """The SHA-256 of its bytes, or of its address; empty where it cannot be used."""
    mime: str = ""
    """What its bytes say it is; empty for an address."""
    size: int = 0
    """How many bytes it has; 0 for an address."""
    data: bytes = field(default=b"", repr=False, compare=False)
    """Its bytes; empty for an address, and where only the digest was kept."""
    url: str = field(default="", repr=False, compare=False)
    """Its address, where the server of the judge is to fetch it."""
    source: str = field(default="", compare=False)
    """What errors call it: its path as the case gives it, or its address."""
    problem: str = ""
    """Why it cannot be used; empty where it can."""

    @property
    def base64(self) -> str:
        """Its bytes in Base64."""
        return b64encode(self.data).decode("ascii")

    @property
    def data_uri(self) -> str:
        """Its address, or its bytes as one."""
        return self.url or f"data:{self.mime};base64,{self.base64}"

    def marker(self, number: int) -> str:
        """What stands for it in a text, as the image of that number."""
        return f"[Image {number}: {self.mime or 'at an address'} {self.digest[:32]}]"

    def __str__(self) -> str:
        return f"image {self.digest[:32]}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Mixed:
    """A text with images in it, in order."""

    parts: tuple[str | Image, ...]


class Anchored(NamedTuple):
    """An image in a text."""

    at: int
    """Where it stands: behind so many characters, just after its marker."""
    image: Image


def mime_of(data: bytes) -> str:
    """What the first bytes of an image say it is: PNG, JPEG, GIF or WebP; empty for anything else.

    >>> mime_of(b"GIF89a..."), mime_of(b"<svg>")
    ('image/gif', '')
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((mime for beginning, mime in _BEGINNINGS if data.startswith(beginning)), "")


def image_of(data: bytes, *, source: str = "") -> Image:
    """The image that these bytes are; one with a `problem` where they are too many, or none that is taken."""
    if len(data) > MOST_BYTES:
        return unusable(f"it has more than {MOST_BYTES:,} bytes", source=source)
    mime = mime_of(data)
    if not mime:
        what = "its bytes are no PNG, JPEG, GIF or WebP" if data else "it is empty"
        return unusable(what, source=source)
    return Image(digest=hashlib.sha256(data).hexdigest(), mime=mime, size=len(data), data=data, source=source)


def image_at(url: str) -> Image:
    """The image at an address that starts with `http://` or `https://`; one with a `problem` for any other."""
    if not url.startswith(("http://", "https://")) or any(ord(sign) <= 32 for sign in url):
        return unusable("its address does not start with http:// or https://, or has spaces", source=url[:200])
    return Image(digest=hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest(), url=url, source=url)


def unusable(problem: str, *, source: str = "") -> Image:
    """An image that cannot be used, and why."""
    return Image(digest="", source=source, problem=problem)


def images_in(value: object) -> Iterator[Image]:
    """Every image in a value, in order."""
    if isinstance(value, Image):
        yield value
    elif isinstance(value, Mixed):
        yield from (part for part in value.parts if isinstance(part, Image))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from images_in(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from images_in(item)


class Numbered(NamedTuple):
    """A value in which markers stand for images."""

    value: object
    images: tuple[Image, ...]
    """The images, in the order of their numbers, from 1."""
    is_changed: bool
    """Whether text of it imitated a marker, and no longer does."""


def numbered(value: object) -> Numbered:
    """The value with a marker for each image; text that begins like one gets a `>` into it, so that it is none.

    >>> numbered(["see [Image 1: a cat]", image_at("https://example.com/a.png")]).value
    ['see [> Image 1: a cat]', '[Image 1: at an address 494a30704d4f32ac0b81739d18a66d36]']
    """
    images: list[Image] = []
    changed = False

    def shown(one: object) -> object:
        nonlocal changed
        if isinstance(one, str):
            text = _MARKER.sub("[> ", one)
            changed = changed or text != one
            return text
        if isinstance(one, Image):
            images.append(one)
            return one.marker(len(images))
        if isinstance(one, Mixed):
            return "".join([str(shown(part)) for part in one.parts])
        if isinstance(one, (list, tuple)):
            return [shown(item) for item in one]
        if isinstance(one, Mapping):
            return {shown(key): shown(item) for key, item in one.items()}
        return one

    return Numbered(shown(value), tuple(images), changed)


def anchored(images: tuple[Image, ...], text: str) -> tuple[Anchored, ...]:
    """Where the images of a `numbered` value stand in a text that it was written into; those that are not, left out."""
    found: list[Anchored] = []
    at = 0
    for number, image in enumerate(images, 1):
        marker = image.marker(number)
        start = text.find(marker, at)
        if start >= 0:
            at = start + len(marker)
            found.append(Anchored(at, image))
    return tuple(found)


def without_images(value: object) -> object:
    """The value without its images: the text that checks look at."""
    if isinstance(value, Image):
        return ""
    if isinstance(value, Mixed):
        return "".join(part for part in value.parts if isinstance(part, str))
    if isinstance(value, (list, tuple)):
        return [without_images(item) for item in value if not isinstance(item, Image)]
    if isinstance(value, Mapping):
        return {key: without_images(item) for key, item in value.items()}
    return value
