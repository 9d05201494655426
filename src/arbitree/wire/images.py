"""Fields that hold images as plain values, which name them by their digests, and back; and their bytes apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from arbitree.core.images import Image, Mixed, images_in
from arbitree.core.records import Message

_IMAGE: Final = "arbitree_image"
_MIXED: Final = "arbitree_mixed"


def plain_images(value: object) -> object:
    """The value with a mapping for each image: its digest, what it is and how large, its address; never its bytes."""
    if isinstance(value, Image):
        known = {"sha256": value.digest, "mime": value.mime, "bytes": value.size, "url": value.url}
        told = {**known, "source": "" if value.source == value.url else value.source, "problem": value.problem}
        return {_IMAGE: {name: one for name, one in told.items() if one}}
    if isinstance(value, Mixed):
        return {_MIXED: [plain_images(part) for part in value.parts]}
    if isinstance(value, (list, tuple)):
        return [plain_images(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain_images(item) for key, item in value.items()}
    return value


def with_plain_images(value: object) -> object:
    """The value that `plain_images` wrote, its images without their bytes."""
    if isinstance(value, Mapping):
        image, mixed = value.get(_IMAGE), value.get(_MIXED)
        if isinstance(image, Mapping) and len(value) == 1:
            return _image(image)
        if isinstance(mixed, list) and len(value) == 1:
            parts = [with_plain_images(part) for part in mixed]
            return Mixed(parts=tuple(part for part in parts if isinstance(part, (str, Image))))
        return {key: with_plain_images(item) for key, item in value.items()}
    return [with_plain_images(item) for item in value] if isinstance(value, (list, tuple)) else value


def _image(told: Mapping[object, object]) -> Image:
    texts = {name: str(told.get(name, "")) for name in ("sha256", "mime", "url", "source", "problem")}
    size = told.get("bytes", 0)
    return Image(
        digest=texts["sha256"],
        mime=texts["mime"],
        size=size if isinstance(size, int) else 0,
        url=texts["url"],
        source=texts["source"] or texts["url"],
        problem=texts["problem"],
    )


def message_values(message: Message) -> dict[str, object]:
    """A message of a prompt as plain values; its images, where it has some, by their digests."""
    values: dict[str, object] = {"role": message.role, "content": message.content}
    if message.images:
        values["images"] = [{"at": at, "image": plain_images(image)} for at, image in message.images]
    return values


def pictured(fields: Mapping[str, object]) -> frozenset[str]:
    """The names of the fields that hold images."""
    return frozenset(name for name, value in fields.items() if next(images_in(value), None) is not None)


def bytes_of(fields: Mapping[str, object]) -> bytes:
    """The bytes of all images, one behind the other."""
    return b"".join(image.data for image in images_in(fields))


def with_bytes(fields: Mapping[str, object], data: bytes) -> dict[str, object]:
    """The fields with the bytes that `bytes_of` gave put back into their images."""
    ends = _ends(fields)
    begin = 0

    def put(value: object) -> object:
        nonlocal begin
        if isinstance(value, Image):
            start, begin = begin, next(ends)
            return replace(value, data=data[start:begin])
        if isinstance(value, Mixed):
            return Mixed(parts=tuple(put(part) for part in value.parts))  # type: ignore[misc]
        if isinstance(value, list):
            return [put(item) for item in value]
        return {key: put(item) for key, item in value.items()} if isinstance(value, Mapping) else value

    return {name: put(value) for name, value in fields.items()}


def _ends(fields: Mapping[str, object]) -> Iterator[int]:
    end = 0
    for image in images_in(fields):
        end += image.size
        yield end
