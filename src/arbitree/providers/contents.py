"""A prompt with images as a list of parts: each image stands just behind its marker, and the question comes last."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arbitree.core.images import Image
from arbitree.core.kinds.base import Json
from arbitree.core.prompts.parts import pieces_of
from arbitree.core.records import Question


def parts_by_piece(
    question: Question, *, text: Callable[[str], Json], image: Callable[[Image], Json]
) -> list[list[Json]]:
    """The parts of each piece of the last message: of each section of the evidence, and of all that follows it.

    Args:
        question: the question.
        text: how the provider writes a part of text.
        image: how it writes an image.
    """
    return [[text(one) if isinstance(one, str) else image(one) for one in _split(piece)] for piece in _pieces(question)]


def _pieces(question: Question) -> Iterator[tuple[str, list[tuple[int, Image]]]]:
    """Each piece with its images and where they stand in it."""
    start, left = 0, list(question.messages[-1].images)
    for piece in pieces_of(question):
        inside: list[tuple[int, Image]] = []
        while left and left[0].at <= start + len(piece):
            at, found = left.pop(0)
            inside.append((at - start, found))
        yield piece, inside
        start += len(piece)


def _split(piece: tuple[str, list[tuple[int, Image]]]) -> Iterator[str | Image]:
    written, images = piece
    start = 0
    for at, found in images:
        if at > start:
            yield written[start:at]
        yield found
        start = at
    if start < len(written):
        yield written[start:]


def flat(pieces: list[list[Json]], *, before: list[Json] | None = None) -> list[Json]:
    """All parts in one list."""
    return [*(before or ()), *(part for piece in pieces for part in piece)]
