"""The images of one case, told apart from its text: a number for each image of a field."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.core.cases import Case
from arbitree.core.images import Image, numbered, without_images
from arbitree.core.turns import CONVERSATION


class Pictures:
    """A case that holds images, as text with markers and as text without."""

    def __init__(self, case: Case) -> None:
        found = {name: numbered(value) for name, value in case.fields.items()}
        self.fields: Mapping[str, object] = {name: one.value for name, one in found.items()}
        """The fields with markers for images; no other text of theirs looks like one."""
        self.bare: Mapping[str, object] = {name: without_images(value) for name, value in case.fields.items()}
        """The fields without images."""
        self._images = {name: one.images for name, one in found.items() if one.images}
        self._changed = {name for name, one in found.items() if one.is_changed}
        self.unusable = any(image.problem for images in self._images.values() for image in images)
        """Whether an image cannot be used."""

    def of(self, column: str) -> tuple[Image, ...]:
        """The images of a column, in the order of their numbers."""
        return self._images.get(self._named(column), ())

    def is_changed(self, column: object) -> bool:
        """Whether text of a column looked like a marker."""
        return isinstance(column, str) and self._named(column) in self._changed

    def unusable_in(self, column: str, text: str | None) -> Image | None:
        """The first image of a column that cannot be used.

        Args:
            column: the column.
            text: what of the column is shown; None for all of it.
        """
        for number, image in enumerate(self.of(column), 1):
            if image.problem and (text is None or image.marker(number) in text):
                return image
        return None

    def _named(self, column: str) -> str:
        if column in CONVERSATION and self.fields.get(column) is None:
            return CONVERSATION[column == CONVERSATION[0]]
        return column
