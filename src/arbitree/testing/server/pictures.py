"""The images of a request, in the form of each protocol; what is none is refused, as providers refuse it."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any, Final

from arbitree.core.images import Image, image_at, image_of

_KINDS: Final = {"chat": "image_url", "responses": "input_image", "messages": "image"}
"""What a part with an image is called in each form."""


def images_of(form: str, body: Mapping[str, Any]) -> tuple[Image, ...] | str:
    """The images of a body, in order; or what is wrong with the first one that is wrong."""
    found: list[Image] = []
    for part in _parts(form, body):
        image = _image(form, part)
        if isinstance(image, str):
            return image
        found.append(image)
    return tuple(found)


def _parts(form: str, body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    messages = body.get("input" if form == "responses" else "messages")
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == _KINDS.get(form):
                yield part


def _image(form: str, part: Mapping[str, Any]) -> Image | str:
    if form == "messages":
        source = part.get("source")
        source = source if isinstance(source, dict) else {}
        if source.get("type") == "url":
            return _at(str(source.get("url")))
        return _decoded(str(source.get("media_type")), str(source.get("data")))
    address = part.get("image_url")
    if form == "chat":
        address = address.get("url") if isinstance(address, dict) else None
    if not isinstance(address, str):
        return "image_url: no address"
    head, comma, data = address.partition(",")
    if not address.startswith("data:"):
        return _at(address)
    if not comma or not head.endswith(";base64"):
        return "image_url: a data address without Base64"
    return _decoded(head.removeprefix("data:").removesuffix(";base64"), data)


def _at(url: str) -> Image | str:
    image = image_at(url)
    return f"image: {image.problem}" if image.problem else image


def _decoded(mime: str, data: str) -> Image | str:
    try:
        image = image_of(b64decode(data, validate=True))
    except (binascii.Error, ValueError):
        return "image: the data is no Base64"
    if image.problem:
        return f"image: {image.problem}"
    return image if image.mime == mime else f"image: it was specified as {mime}, and appears to be {image.mime}"
