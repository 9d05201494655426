"""The items of an `each`: the list of a task, or a column of texts or of mappings of `text` and `points`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from arbitree.core.cases import Case, column, presence, text_of, turn_text
from arbitree.core.chunks import chunks_of
from arbitree.core.conversation import evidence_text, is_turn
from arbitree.core.kinds.each import Each
from arbitree.core.sums import is_finite

TEXT_KEYS: Final = ("text", "criterion")
"""Where the text of an item stands that is a mapping; the first that is there."""


class Roll(NamedTuple):
    """What of a list its `each` is laid out by: all but the texts."""

    likes: tuple[int, ...]
    """For each item the first that has the same text."""
    points: tuple[float, ...] | None
    """What each item earns; None where items say nothing of points."""


class Items(NamedTuple):
    """The items of a list that are looked at."""

    texts: tuple[str, ...]
    points: tuple[float, ...] | None
    left_out: int
    """How many there are beyond the limit."""

    @property
    def roll(self) -> Roll:
        """What it is laid out by."""
        first: dict[str, int] = {}
        return Roll(tuple(first.setdefault(text, number) for number, text in enumerate(self.texts)), self.points)


def items_of(value: object, limit: int) -> Items | str:
    """The items of a value; where it is not a list of items, what is wrong with it.

    Blank texts of a task's list would be questions about nothing, so a list that holds one cannot be used. A turn of a
    conversation is shown as one, and another mapping without a text as JSON. Where some items have points, the others
    earn 1.

    >>> items_of(["Paris is in France.", "It rains."], 50).texts
    ('Paris is in France.', 'It rains.')
    >>> items_of([{"text": "States the dose.", "points": 7}, {"text": "Invents a source.", "points": -8}], 50).points
    (7, -8)
    >>> items_of('["It is.", "It was."]', 50).texts
    ('It is.', 'It was.')
    >>> items_of("Paris", 50), items_of(["a", " "], 50)
    ('is a text, not a list', 'holds nothing as item 2')
    """
    value = _listed(value)
    if value is None:
        return "is not there"
    if not isinstance(value, (list, tuple)):
        return f"is {_kind(value)}, not a list"
    texts: list[str] = []
    points: list[float] = []
    pointed = False
    for number, item in enumerate(value[:limit], 1):
        text = _text(item)
        if presence(text) != "present":
            return f"holds nothing as item {number}"
        texts.append(text or "")
        earns = item.get("points") if isinstance(item, Mapping) else None
        if earns is not None and not is_finite(earns):
            return f"gives item {number} points that are not a number"
        pointed = pointed or earns is not None
        points.append(1 if earns is None else earns)
    return Items(tuple(texts), tuple(points) if pointed else None, max(len(value) - limit, 0))


def items_here(each: Each, case: Case, *, is_task: bool) -> tuple[int, int]:
    """The least and the most different items that an `each` will look at, before anything is asked of a case."""
    if is_task:
        return 0, each.limit
    found = column(case.fields, each.over)
    items = items_of(found if each.chunk is None else chunked(found, each.chunk), each.limit)
    count = len(set(items.texts)) if isinstance(items, Items) else 0
    return count, count


def chunked(value: object, most: int) -> list[str] | None:
    """The chunks of a field's text as prompts show it, without blank ones, which hold nothing to judge.

    >>> chunked("word " * 100, 100) == ["word " * 80, "word " * 20], chunked(" ", 100), chunked(None, 100)
    (True, [], None)
    """
    if value is None:
        return None
    chunks = chunks_of(evidence_text(value)[0], most)
    return [chunk for chunk in chunks if presence(chunk) == "present"]


def text_of_item(value: object, number: int) -> str:
    """The text of one item of a list that can be used, counted from 0."""
    items = _listed(value)
    assert isinstance(items, (list, tuple))
    return _text(items[number]) or ""


def _listed(value: object) -> object:
    """The value; a text that is a list of JSON, as a cell of a CSV file holds one, as that list."""
    if not isinstance(value, str) or not value.lstrip().startswith("["):
        return value
    try:
        return cast("object", json.loads(value))
    except (ValueError, RecursionError):
        return value


def _text(item: object) -> str | None:
    if is_turn(item) and turn_text(item) is not None:
        return evidence_text([item])[0]
    if isinstance(item, Mapping):
        found = next((item[key] for key in TEXT_KEYS if key in item), item)
        return None if found is None else text_of(found)
    return None if item is None else text_of(item)


def _kind(value: object) -> str:
    """What a value is, with its article."""
    if isinstance(value, str):
        return "a text"
    return "a mapping" if isinstance(value, Mapping) else f"{value!r:.40}"
