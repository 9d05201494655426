"""Images in the rows of files and in mappings: the forms in which a field may hold them.

A path is taken from the folder of the file that the row is from, and never leads out of it: a row may come from
anywhere, and what it names is sent to the judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from arbitree.core.images import Image, Mixed, image_at, images_in, unusable
from arbitree.data.columns import LIST_FIELDS

_KINDS: Final = frozenset({"image", "image_url", "input_image"})
_TEXTS: Final = frozenset({"text", "input_text", "output_text"})
_KEYS: Final = frozenset({"type", "path", "url", "base64", "mime", "source", "image_url", "detail", "alt"})
_SOURCES: Final = ("path", "url", "base64", "source", "image_url")


def with_images(fields: dict[str, object], folder: str) -> tuple[dict[str, object], frozenset[str]]:
    """The fields with an image for each object that is one, and the names of those that hold some.

    Args:
        fields: the fields.
        folder: where paths begin.
    """
    found = {
        name: value for name, value in fields.items() if isinstance(value, (list, dict)) and _may_hold_images(value)
    }
    if not found:
        return fields, frozenset()
    taken = {name: _field(name, value, folder) for name, value in found.items()}
    pictured = frozenset(name for name, value in taken.items() if next(images_in(value), None) is not None)
    return {**fields, **{name: taken[name] for name in pictured}}, pictured


def _may_hold_images(value: object) -> bool:
    if isinstance(value, dict):
        return value.get("type") in _KINDS or any(
            _may_hold_images(item) for item in value.values() if isinstance(item, (list, dict))
        )
    return isinstance(value, list) and any(_may_hold_images(item) for item in value if isinstance(item, (list, dict)))


def _field(name: str, value: object, folder: str) -> object:
    made = _taken(value, folder)
    if name in LIST_FIELDS or not isinstance(made, list):
        return made
    parts = [_text(part) if isinstance(part, dict) else part for part in made]
    if any(isinstance(part, Image) for part in parts) and all(isinstance(part, (str, Image)) for part in parts):
        between: list[str | Image] = []
        for part in parts:
            between += ["\n", part] if between else [part]  # type: ignore[list-item]
        return Mixed(parts=tuple(between))
    return made


def _text(part: Mapping[str, Any]) -> object:
    """The text of a part of content; any other mapping as it is."""
    return part["text"] if part.get("type") in _TEXTS and isinstance(part.get("text"), str) else part


def _taken(value: object, folder: str) -> object:
    if isinstance(value, dict):
        image = _image(value, folder)
        return {key: _taken(item, folder) for key, item in value.items()} if image is None else image
    return [_taken(item, folder) for item in value] if isinstance(value, list) else value


def _image(value: Mapping[str, Any], folder: str) -> Image | None:
    """The image that a mapping is; None where it is none: its `type` is another, or it has keys that no image has."""
    if value.get("type") not in _KINDS or not _KEYS.issuperset(value):
        return None
    named = [name for name in _SOURCES if value.get(name) is not None]
    if not named:
        return None
    if len(named) > 1:
        return unusable(f"it names several sources: {', '.join(named)}")
    given = value[named[0]]
    given = given.get("url") if named[0] == "image_url" and isinstance(given, dict) else given
    if named[0] == "source" and isinstance(given, dict):
        named, given = (["base64"], given.get("data")) if "data" in given else (["url"], given.get("url"))
    if not isinstance(given, str):
        return unusable(f"its `{named[0]}` is no text")
    return _from(named[0], given, folder)


def _from(kind: str, given: str, folder: str) -> Image:
    # Rows without images need none of this.
    from arbitree.judges.slugs import from_base64, image_from, read_image

    if kind == "base64":
        return from_base64(given)
    if kind != "path":
        return image_from(given) if given.startswith("data:") else image_at(given)
    try:
        root = Path(folder).resolve()
        path = (root / given).resolve()
    except (OSError, ValueError, RuntimeError):
        return unusable("its path cannot be used", source=given)
    if not path.is_relative_to(root):
        return unusable("its path leads out of the folder of the cases", source=given)
    return read_image(path, source=given)
