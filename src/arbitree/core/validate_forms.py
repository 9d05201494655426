"""What is wrong with a prompt that tells the form of a reply: options or form dropped, an example that is no reply."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from arbitree.core.kinds.base import Asking
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.prompts.filling import filled
from arbitree.core.prompts.overrides import SHAPES
from arbitree.core.reading import read
from arbitree.core.records import Read, Shape
from arbitree.core.replies.jsonish import scan
from arbitree.core.validate_base import Spot
from arbitree.errors import Problem

_STAND_IN = '{"stands": "in"}'
"""What stands for the example of our own while a prompt's own examples are looked for."""


def form_problems(name: str, text: str, users: Collection[Asking], spot: Spot) -> Iterator[Problem]:
    """The problems of one prompt; of several nodes that have it, with the first that shows it.

    Args:
        name: the prompt.
        text: what it says.
        users: the nodes that may have it.
        spot: where it stands.
    """
    shape = next((shape for shape in SHAPES if shape == name), None)
    if shape is None:
        return
    shapes = [(node.name, own) for node in users if (own := shape_of(node)).kind == shape]
    if not shapes and shape == "reason":
        shapes = [("", Shape(kind="reason"))]
    examples = [one for one in _objects(filled(text, {"example": _STAND_IN})) if one != _STAND_IN]
    if "{example}" not in text and not examples:
        what = f"the prompt `{name}` drops the form of the reply: it shows no example of one"
        yield spot.problem("G162", what, "put {example} where it belongs, or write an example in JSON", is_error=False)
    for node, of_node in shapes:
        missing = [option for option in of_node.options if option not in text]
        if missing and "{options}" not in text:
            what = f'the prompt `{name}` drops options: "{node}" offers "{missing[0]}", and its judge is not told'
            yield spot.problem("G161", what, "put {options} where they belong", is_error=False)
            break
    for node, of_node in shapes:
        wrong = next((one for one in examples if not isinstance(read(one, of_node), Read)), None)
        if wrong is not None:
            of = f' to "{node}"' if node else ""
            what = f"the example of the prompt `{name}` could not be read as a reply{of}: {wrong}"
            yield spot.problem(
                "G163", what, "put {example} in its place, or write a reply that can be read", is_error=False
            )
            break


def shape_of(node: Asking) -> Shape:
    """The form of the reply to a node's question."""
    if isinstance(node, Task):
        return Shape(kind=node.gives)
    if isinstance(node, Choose):
        return Shape(kind="one_of", options=tuple(label for label, _ in node.options))
    return Shape(kind="yes_no")


def _objects(text: str) -> list[str]:
    """Every JSON object in a text, as it is written there."""
    return [text[one.start : one.end] for one in scan(text).found if isinstance(one.value, dict)]
