"""Reading the values of settings: version, threshold, what a task gives, how parts are combined, and `meta`."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

from arbitree.core.budgets import LEAST_TOKENS, TOO_LONG, TooLong
from arbitree.core.kinds.weigh import By
from arbitree.core.nearest import nearest
from arbitree.wire.readers import Refused, is_number, looks_numeric, read_score, written
from arbitree.wire.tree import shown

BYS: Final[tuple[By, ...]] = ("mean", "min", "max", "product", "points", "at_least")
"""The ways to combine parts."""


def read_version(value: Any) -> int:
    """The version of the format, which is 1."""
    if value == 1 and isinstance(value, int) and not isinstance(value, bool):
        return 1
    what = "is empty" if value is None else f"is {shown(value)}, and this version of arbitree reads format 1"
    newer = is_number(value) and value > 1
    raise Refused("G213", what, "write `arbitree: 1`" + (", or upgrade arbitree" if newer else ""))


def read_threshold(value: Any) -> float:
    """The score 0..1 from which a case passes."""
    number = value
    if isinstance(value, str) and looks_numeric(value):
        percent, text = "%" in value, value.strip().rstrip("% ").partition("/")[0].strip().replace(",", ".")
        number = float(text) / 100 if percent else float(text)
    if is_number(number) and 0 <= number <= 1:
        if number is value:
            return float(number)
        raise Refused(
            "G207", f"is the text {shown(value)}, and a threshold is a number", f"did you mean {written(number)}?"
        )
    mend = "write a number from 0 to 1, on the scale of the final score"
    if is_number(number) and 1 < number <= 100:
        mend = f"did you mean {written(number / 10 if number <= 10 else number / 100)}? {mend}"
    what = "is empty" if value is None else f"is {shown(value)}: it lies between 0 and 1"
    raise Refused("G207", what, mend)


def read_sure(value: Any) -> float:
    """The probability 0..1 from which a verdict of a cascade counts."""
    if is_number(value) and 0 <= value <= 1:
        return float(value)
    hint = f"; did you mean {written(value / 100)}?" if is_number(value) and 1 < value <= 100 else ""
    what = "is empty" if value is None else f"is {shown(value)}: it is a probability"
    raise Refused("G208" if value is None else "G205", what, f"write a number from 0 to 1{hint}")


def read_shuffle(value: Any) -> int:
    """The seed that orders of options are drawn from; 0 for the declared order in every vote."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int) and value > 0:
        return value
    raise Refused("G205", f"is {shown(value)}", "write true, false, or a seed: a whole number from 1")


def read_budget(value: Any) -> int:
    """How many tokens evidence may have."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= LEAST_TOKENS:
        return value
    raise Refused("G205", f"is {shown(value)}", f"write a whole number from {LEAST_TOKENS}")


def read_too_long(value: Any) -> TooLong:
    """What becomes of evidence that is too long."""
    for policy in TOO_LONG:
        if value == policy:
            return policy
    raise Refused("G205", f"is {shown(value)}", "write `refuse` or `head_and_tail`")


def read_gives(value: Any) -> Literal["text", "list"]:
    """What a task gives."""
    match value:
        case "text":
            return "text"
        case "list":
            return "list"
        case _:
            raise Refused("G205", f"is {shown(value)}", "write `text` or `list`")


def read_by(value: Any) -> tuple[By, int | None, float | None]:
    """How parts are combined, and under `at_least` how many must be met, and from which score on a part is."""
    if isinstance(value, str):
        name, colon, count = value.partition(":")
        if name.strip() == "at_least" and colon:
            digits = count.strip()
            return "at_least", read_count(int(digits) if digits.isdecimal() else digits), None
        for by in BYS:
            if value == by:
                return by, None, None
        near = nearest(value, (*BYS, "average"))
        near = "mean" if near == "average" or value.lower() in ("avg", "weighted", "weighted_mean") else near
        near = "points" if value.lower() in ("sum", "total", "add") else near
        hint = f"; did you mean {near}?" if near else ""
        raise Refused("G214", f"is {shown(value)}", f"write one of {', '.join(BYS)}{hint}")
    if isinstance(value, dict) and "at_least" in value and set(value) <= {"at_least", "met"}:
        met = read_score(value["met"]) if "met" in value else None
        return "at_least", read_count(value["at_least"]), met
    raise Refused("G214", f"is {shown(value)}", f"write one of {', '.join(BYS)}; with at_least: {{at_least: 2}}")


def read_count(value: Any) -> int:
    """How many parts must be met."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise Refused(
        "G214",
        f"wants a whole number from 1 and has {shown(value)}",
        "write how many parts must be met, as `at_least: 2`",
    )


def read_json(value: Any) -> Any:
    """What is the user's own: a mapping that JSON can hold."""
    if not isinstance(value, dict):
        raise Refused("G205", f"is {shown(value)} and not a mapping", "write a mapping, for example {owner: support}")
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict | list):
            todo.extend(item.values() if isinstance(item, dict) else item)
        elif isinstance(item, float) and not math.isfinite(item):
            raise Refused(
                "G205", "holds a number that JSON cannot hold (infinite or not a number)", "write it as a text"
            )
    return plain(value)


def plain(value: Any) -> Any:
    """The same value as plain dicts and lists.

    Recursive: files nest no deeper than `yaml_tree.MAX_DEPTH`.
    """
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def read_metric(value: Any) -> str:
    """Where the object of a metric is: a module and a name in it."""
    module, colon, name = value.rpartition(":") if isinstance(value, str) else ("", "", "")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
        mend = "write where the metric's object is, such as `my_metrics:tone`"
        raise Refused("G207", f"is {shown(value)} and not `module:name`", mend)
    return str(value)
