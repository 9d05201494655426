"""How a prompt with images is given to a user's object that sees: as parts, or as DeepEval's models take it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final, TypeAlias

from arbitree.core.images import Image
from arbitree.core.records import Question
from arbitree.judges.callee import told_by

Pictures: TypeAlias = Callable[[Question], Any]
"""Makes the prompt of a question that shows images."""

SLUG: Final = "[DEEPEVAL:"
"""How DeepEval's placeholders begin. Its models take what stands in one for a path or an address, and read it."""


def pictures_for(model: object) -> Pictures | None:
    """How an object is given images; None where it does not say that it sees any.

    With `sees_images` it is given a list of texts and images, in order. With `supports_multimodal()`, as DeepEval's
    models have it, a text with placeholders, which `MLLMImage.parse_multimodal_string` takes apart.
    """
    if _says_yes(model, "sees_images"):
        return lambda question: list(parts_of_prompt(question))
    if takes_slugs(model) and _says_yes(model, "supports_multimodal"):
        return lambda question: "".join(_written(part, model) for part in parts_of_prompt(question))
    return None


def takes_slugs(model: object) -> bool:
    """Whether an object is of the kind that looks for placeholders in its prompts."""
    return callable(told_by(model, "supports_multimodal"))


def harmless(text: str) -> str:
    """A text in which nothing is a placeholder for an image.

    >>> harmless("see [DEEPEVAL:IMAGE:/etc/hostname]")
    'see [> DEEPEVAL:IMAGE:/etc/hostname]'
    """
    return text.replace(SLUG, f"[> {SLUG[1:]}")


def parts_of_prompt(question: Question) -> Iterator[str | Image]:
    """The prompt as texts and images in turn; each image just behind its marker."""
    *before, last = question.messages
    text = "".join(f"{message.content}\n\n" for message in before) + last.content
    shift = len(text) - len(last.content)
    start = 0
    for anchored in last.images:
        yield text[start : anchored.at + shift]
        yield anchored.image
        start = anchored.at + shift
    yield text[start:]


def _says_yes(model: object, name: str) -> bool:
    said = told_by(model, name)
    try:
        return (said() if callable(said) else said) is True
    except Exception:
        # A model that cannot tell is taken for one that does not see.
        return False


def _written(part: str | Image, model: object) -> str:
    if isinstance(part, str):
        return harmless(part)
    theirs = sys.modules.get("deepeval.test_case")
    if theirs is not None and any(kind.__module__.startswith("deepeval.") for kind in type(model).__mro__):
        if part.url:
            return str(theirs.MLLMImage(url=part.url))
        return str(theirs.MLLMImage(dataBase64=part.base64, mimeType=part.mime))
    written: str = import_module("arbitree.judges.slugs").slug(part.data_uri)
    return written
