"""Reading what a `grade` says in a rubric file: its scale, its steps, what ranges of grades mean."""

from __future__ import annotations

import re
from typing import Any, Final

from arbitree.core.kinds.grade import AVERAGINGS, Averaging, Range
from arbitree.core.nearest import nearest
from arbitree.core.scale import Scale, scale_between, spelled
from arbitree.wire.emit import Fields, Items, Plain
from arbitree.wire.readers import Refused, is_number, read_prose
from arbitree.wire.tree import shown

_NUMBER = r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_RANGE: Final = re.compile(rf"\s*({_NUMBER})(?:\s*(?:-|\.\.|to|\u2013)\s*({_NUMBER}))?\s*")
_SCALE: Final = "write the worst and the best grade, such as [1, 5], or {low: 0, high: 1, whole: false}"


def read_graded(value: Any) -> Any:
    """The content of `grade`; a text alone is its criteria."""
    return {"criteria": read_prose(value)} if not isinstance(value, dict) else value


def read_scale(value: Any) -> Scale:
    """The grades that there are."""
    if isinstance(value, list) and len(value) == 2 and all(is_number(bound) for bound in value):
        return scale_between(*value)
    if isinstance(value, dict) and {"low", "high"} <= set(value) <= {"low", "high", "whole"}:
        low, high, whole = value["low"], value["high"], value.get("whole")
        if is_number(low) and is_number(high) and (whole is None or isinstance(whole, bool)):
            scale = scale_between(low, high)
            return scale if whole is None else Scale(low=low, high=high, whole=whole)
    raise Refused("G144", f"is {shown(value)} and no scale", _SCALE)


def read_steps(value: Any) -> tuple[str, ...]:
    """The steps, each a text."""
    if isinstance(value, list):
        return tuple(read_prose(step) for step in value)
    raise Refused("G205", f"is {shown(value)} and not a list", "list the steps, each a text; [] for none at all")


def read_rubric(value: Any) -> tuple[Range, ...]:
    """What ranges of grades mean."""
    if not isinstance(value, dict) or not value:
        raise Refused("G205", f"is {shown(value)}", 'write what ranges of grades mean, as {1-2: "...", 3-5: "..."}')
    ranges: list[Range] = []
    for key, outcome in value.items():
        found = _RANGE.fullmatch(key)
        if found is None:
            raise Refused("G145", f'has "{key}", which is no range of grades', "write a grade, or two as 1-2")
        low = float(found[1])
        ranges.append(Range(low, low if found[2] is None else float(found[2]), read_prose(outcome)))
    return tuple(ranges)


def read_strict(value: Any) -> bool:
    """Whether a grade is strict."""
    if isinstance(value, bool):
        return value
    raise Refused("G205", f"is {shown(value)}", "write true or false")


def read_averaging(value: Any) -> Averaging:
    """How several grades become one."""
    for rule in AVERAGINGS:
        if value == rule:
            return rule
    near = nearest(value, AVERAGINGS) if isinstance(value, str) else None
    hint = f"; did you mean {near}?" if near else ""
    raise Refused("G205", f"is {shown(value)}", f"write one of {', '.join(AVERAGINGS)}{hint}")


def written_scale(scale: Scale) -> Plain:
    """A scale as a file writes it."""
    bounds = [_plain(scale.low), _plain(scale.high)]
    if scale_between(scale.low, scale.high).whole == scale.whole:
        return bounds
    return Fields({"low": bounds[0], "high": bounds[1], "whole": scale.whole})


def written_rubric(ranges: tuple[Range, ...]) -> Plain:
    """What ranges mean, as a file writes it.

    >>> dict(written_rubric((Range(1, 2, "Poor."), Range(3, 3, "Good."))))
    {'1-2': 'Poor.', '3': 'Good.'}
    """
    between = " to " if any(one.low < 0 for one in ranges) else "-"
    keys = (one.low if one.low == one.high else (one.low, one.high) for one in ranges)
    names = (between.join(map(spelled, key)) if isinstance(key, tuple) else spelled(key) for key in keys)
    return Fields({name: one.outcome for name, one in zip(names, ranges, strict=True)}, open=True)


def written_steps(steps: tuple[str, ...]) -> Plain:
    """Steps as a file writes them, each on a line of its own."""
    return Items(steps) if steps else []


def _plain(bound: float) -> int | float:
    return int(bound) if float(bound).is_integer() else float(bound)
