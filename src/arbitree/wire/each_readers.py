"""Reading the values of the keys of an `each`: its rule, what an empty list comes to, and its limit."""

from __future__ import annotations

from typing import Any

from arbitree.core.kinds.base import NotApplicable
from arbitree.core.kinds.each import EACH_BYS, MOST_ITEMS, EachBy
from arbitree.core.nearest import nearest
from arbitree.wire.readers import Refused, read_absent, read_name
from arbitree.wire.tree import shown


def read_do(value: Any) -> str:
    """The node that judges one item."""
    if isinstance(value, int | float):
        raise Refused("G205", f"is {shown(value)}, and every item would score that", "write the name of a node")
    return read_name(value)


def read_each_by(value: Any) -> EachBy:
    """How the scores of items are combined."""
    for by in EACH_BYS:
        if value == by:
            return by
    near = nearest(value, EACH_BYS) if isinstance(value, str) else None
    hint = f"; did you mean {near}?" if near else ""
    raise Refused("G214", f"is {shown(value)}", f"write one of {', '.join(EACH_BYS)}{hint}")


def read_no_items(value: Any) -> str | float | NotApplicable:
    """What an empty list comes to."""
    if value == "ask":
        raise Refused("G205", "is `ask`, and there is nothing to ask about", "write undecided, not_applicable or 0..10")
    return read_absent(value)


def read_limit(value: Any) -> int:
    """How many items are looked at."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_ITEMS:
        return value
    raise Refused("G205", f"is {shown(value)}", f"write a whole number from 1 to {MOST_ITEMS}, such as 50")
