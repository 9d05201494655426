"""The kind `each`: asks nobody, and combines the scores of its body, evaluated once per item of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from arbitree.core.kinds.base import NOT_APPLICABLE, Node, NotApplicable
from arbitree.core.kinds.task import Task

EachBy: TypeAlias = Literal["mean", "min", "max", "all", "any", "share"]
"""How the scores of items are combined."""

EACH_BYS: Final[tuple[EachBy, ...]] = ("mean", "min", "max", "all", "any", "share")

COUNTING: Final = ("all", "any", "share")
"""The rules that count items which are met."""

MOST_ITEMS: Final = 1000
"""The greatest `limit`: every item is at least one question."""

NoItems: TypeAlias = "Literal['undecided'] | NotApplicable | float"
"""What becomes of an `each` whose list is empty; a number is a score 0..10."""


@dataclass(frozen=True, kw_only=True)
class Each(Node):
    """Combines the scores that its body comes to, item by item; an item that is not applicable is left out.

    Once the list is known it is a `weigh` of as many parts as there are items. Items of a column may have points of
    their own: they weigh under `mean` and `share`, where what is earned is taken over the sum of the positive ones.
    """

    over: str
    """A task that gives a list, or a field of the case that holds one: texts, or mappings of `text` and `points`."""
    item: str
    """The name under which nodes of the body read the item."""
    do: str
    """The node that judges one item: where the body begins."""
    by: EachBy = "mean"
    """`mean`, `min`, `max`; `all`, `any` and `share` count the items at or above `met`."""
    met: float = 10.0
    """Under `all`, `any` and `share`: the score 0..10 at or above which an item is met."""
    empty: NoItems = NOT_APPLICABLE
    """What it comes to when the list has no items."""
    limit: int = 50
    """How many items are looked at; of a longer list the first ones are, and the result says so."""
    chunk: int | None = None
    """The field holds a long text, and the items are chunks of it, of at most about so many tokens each."""


@dataclass(frozen=True, kw_only=True)
class Item(Task):
    """One item of the list of an `each`: read like a task that control came through, and known without a question.

    No rubric holds one; `flow.tasks_of` makes one for each `each`.
    """

    number: int = 0
    """Which item it is, from 0."""
    like: int = 0
    """The first item of the list that has the same text."""
    chunk: int | None = None
    """The items are chunks of a text, of at most about so many tokens each."""


def item_of(node: Each, *, is_task: bool) -> Item:
    """The item that the body of an `each` reads.

    Args:
        node: the `each`.
        is_task: whether its list is that of a task, and not a field of the case.
    """
    reads, shows = ((node.over,), ()) if is_task else ((), (node.over,))
    return Item(
        name=node.item, instructions="", reads=reads, shows=shows, then=node.do, on_empty="ask", chunk=node.chunk
    )
