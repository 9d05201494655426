"""Placeholders for images inside texts, as DeepEval's test cases have them, and images from files and Base64.

Texts under judgement are hostile: one that merely looks like a placeholder must not make a file be read, or an address
be fetched. So each placeholder is signed with a secret of this process, and any other is plain text.
"""

from __future__ import annotations

import binascii
import hmac
import re
import secrets
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from arbitree.core.images import MOST_BYTES, Image, image_at, image_of, unusable

_SECRET: Final = secrets.token_bytes(32)
_OURS: Final = re.compile(r"\[DEEPEVAL:IMAGE:([0-9a-f]{32}):([^\]]*)\]")
_THEIRS: Final = re.compile(r"\[DEEPEVAL:(?:IMAGE|PDF):([0-9a-f]{32})\]")
_ANY: Final = re.compile(rf"{_OURS.pattern}|{_THEIRS.pattern}")


def slug(address: str) -> str:
    """The placeholder of an image: of a path, an address, or a `data:` address, which can stand in any text."""
    written = address.replace("%", "%25").replace("]", "%5D")
    return f"[DEEPEVAL:IMAGE:{_signed(written)}:{written}]"


def split(text: str) -> Iterator[str | Image]:
    """The text's parts and images, in order; a placeholder that was not made here, or by DeepEval, stays text."""
    start = 0
    for found in _ANY.finditer(text):
        image = _image(found)
        if image is None:
            continue
        if found.start() > start:
            yield text[start : found.start()]
        yield image
        start = found.end()
    if start < len(text):
        yield text[start:]


def addresses(text: str) -> Iterator[tuple[str, bool]]:
    """The text's parts, and the addresses of its images in between: each with whether it is one."""
    start = 0
    for found in _OURS.finditer(text):
        if hmac.compare_digest(_signed(found[2]), found[1]):
            if found.start() > start:
                yield text[start : found.start()], False
            yield _read(found[2]), True
            start = found.end()
    if start < len(text):
        yield text[start:], False


def _image(found: re.Match[str]) -> Image | None:
    if found[3] is not None:
        theirs = known_to_deepeval(found[3])
        return None if theirs is None else theirs
    return image_from(_read(found[2])) if hmac.compare_digest(_signed(found[2]), found[1]) else None


def _read(written: str) -> str:
    return written.replace("%5D", "]").replace("%25", "%")


def _signed(written: str) -> str:
    return hmac.digest(_SECRET, written.encode("utf-8", "surrogatepass"), "sha256").hex()[:32]


def known_to_deepeval(name: str) -> Image | None:
    """The image that DeepEval keeps under a name, where DeepEval is loaded and knows one."""
    module = sys.modules.get("deepeval.test_case.llm_test_case")
    found = getattr(module, "_MLLM_IMAGE_REGISTRY", {}).get(name)
    return None if found is None else image_like(found)


def image_like(found: object) -> Image:
    """The image that an object with the fields of DeepEval's `MLLMImage` is."""
    data, url = getattr(found, "dataBase64", None), getattr(found, "url", None)
    if isinstance(data, str) and data:
        return from_base64(data, source=url if isinstance(url, str) else "")
    return image_from(url) if isinstance(url, str) else unusable("it has neither an address nor Base64")


def image_from(address: str) -> Image:
    """The image at a path, a `file:` or `data:` address, or an address that the judge's server fetches."""
    if address.startswith(("http://", "https://")):
        return image_at(address)
    if address.startswith("data:"):
        head, comma, data = address.partition(",")
        if not comma or not head.endswith(";base64"):
            return unusable("its `data:` address holds no Base64", source=head[:80])
        return from_base64(data)
    path = unquote(urlsplit(address).path) if address.startswith("file:") else address
    return read_image(Path(path), source=address)


def from_base64(data: str, *, source: str = "") -> Image:
    """The image that Base64 holds."""
    if len(data) > MOST_BYTES * 4 // 3 + 4:
        return unusable(f"it has more than {MOST_BYTES:,} bytes", source=source)
    try:
        return image_of(b64decode("".join(data.split()), validate=True), source=source)
    except (binascii.Error, ValueError):
        return unusable("it is no Base64", source=source)


def read_image(path: Path, *, source: str = "") -> Image:
    """The image in a file, or one that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            return image_of(file.read(MOST_BYTES + 1), source=source or str(path))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return unusable(f"it cannot be read: {why}", source=source or str(path))
