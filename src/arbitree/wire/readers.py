"""Reading the values of a rubric file's keys: each gives the value, or refuses it and says how to mend it."""

from __future__ import annotations

import re
from typing import Any, Final, TypeGuard

from arbitree.core.kinds.base import NOT_APPLICABLE, RULES, Absent, NotApplicable, Rule
from arbitree.core.nearest import nearest
from arbitree.core.sums import is_finite
from arbitree.wire.tree import shown

TARGET: Final = "write where it leads: a number from 0 to 10, the name of a node, or not_applicable"
_NUMERIC = re.compile(
    r"\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?\s*(%|/\s*\d+)?\s*\Z|\s*[-+]?\.?(nan|inf)\s*\Z", re.I
)
_NOT_APPLICABLE_WORDS = frozenset({"n/a", "na", "none", "skip", "not applicable", "not-applicable", "notapplicable"})


class Refused(ValueError):
    """A value cannot be used: a predicate that follows the key's name, and how to mend it."""

    def __init__(self, code: str, what: str, mend: str) -> None:
        super().__init__(what)
        self.code, self.what, self.mend = code, what, mend


def looks_numeric(text: str) -> bool:
    """Whether a text would be taken for a number by a reader.

    >>> [looks_numeric(text) for text in ("7", "1.0", "80%", "8/10", "seven", "v2")]
    [True, True, True, True, False, False]
    """
    return _NUMERIC.match(text) is not None


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a finite number (true and false are not)."""
    return is_finite(value)


def written(number: float) -> str:
    """A number as a person writes it.

    >>> written(10.0), written(0.5)
    ('10', '0.5')
    """
    return str(int(number)) if float(number).is_integer() and abs(number) < 1e15 else repr(number)


def read_prose(value: Any) -> str:
    """A text for people or judges; nothing else is turned into one."""
    match value:
        case str() if value.strip():
            return value
        case None:
            raise Refused("G208", "is empty", "write a text, or remove the key")
        case str():
            raise Refused("G208", "is an empty text", "write a text, or remove the key")
        case dict() if value:
            raise Refused(
                "G209",
                f"is a mapping and not a text: a `: ` made {shown(next(iter(value)))} a key",
                "put the whole text in double quotes",
            )
        case list() | dict():
            raise Refused(
                "G205",
                f"is {shown(value)} and not a text",
                "write one text; if it begins with a bracket, put it in quotes",
            )
        case bool():
            raise Refused("G205", f"is {shown(value)} and not a text", f'put it in quotes: "{shown(value)}"')
        case _:
            raise Refused("G205", f"is the number {shown(value)} and not a text", f'put it in quotes: "{shown(value)}"')


def read_name(value: Any) -> str:
    """The name of a node, field or role."""
    if isinstance(value, str) and value.strip():
        return value
    if value is None or isinstance(value, str):
        raise Refused("G208", "is empty", "write a name, or remove the key")
    if isinstance(value, dict | list):
        raise Refused("G205", f"is {shown(value)} and not a name", "write a name")
    raise Refused("G205", f"is {shown(value)} and not a name", f'put it in quotes if it is one: "{shown(value)}"')


def read_names(value: Any) -> Any:
    """A list of names; its items are read one by one."""
    if isinstance(value, list):
        return list(value)
    if isinstance(value, str) and value.strip():
        parts = [part.strip() for part in value.split(",") if part.strip()]
        raise Refused("G205", f"is the text {shown(value)} and not a list", f"write a list: [{', '.join(parts)}]")
    if value is None or isinstance(value, str):
        raise Refused("G208", "is empty", "write a list of names, or [] for none")
    raise Refused("G205", f"is {shown(value)} and not a list", "write a list of names, for example [actual_output]")


def read_score(value: Any) -> float:
    """A score 0..10."""
    if is_number(value) and 0 <= value <= 10:
        return float(value)
    if isinstance(value, bool):
        raise Refused("G206", f"is {shown(value)}, which is no score", "write a number from 0 to 10")
    if isinstance(value, int | float):
        number = written(value) if is_number(value) else "not a number (NaN)" if value != value else "infinite"
        raise Refused("G206", f"is {number}: a score lies between 0 and 10", "write a number from 0 to 10")
    if isinstance(value, str) and looks_numeric(value):
        bare = value.strip().partition("/")[0].strip()
        mend = "write a number from 0 to 10" + ("" if "%" in bare else f", without quotes: {bare}")
        raise Refused("G206", f"is the text {shown(value)}: a score is a number", mend)
    if value is None or value == "":
        raise Refused("G208", "is empty", "write a number from 0 to 10")
    raise Refused("G206", f"is {shown(value)}: a score is a number", "write a number from 0 to 10")


def read_target(value: Any) -> float | str | NotApplicable:
    """Where a branch leads."""
    if value is None or (isinstance(value, str) and not value.strip()):
        raise Refused("G208", "is empty, and nothing says where it leads", TARGET)
    if isinstance(value, str) and not looks_numeric(value):
        return NOT_APPLICABLE if value == "not_applicable" else value
    if isinstance(value, list):
        raise Refused("G205", "leads to a list", f"{TARGET}; `weigh` joins several nodes")
    return read_score(value)


def read_then(value: Any) -> str:
    """The node that control passes on to after a task."""
    target = read_target(value) if not isinstance(value, int | float) else value
    if isinstance(target, str):
        return target
    raise Refused("G205", f"is {shown(value)}, and a task scores nothing", "write the name of the node to go on with")


def read_options(value: Any) -> Any:
    """The options and where each leads; the targets are read one by one."""
    if isinstance(value, dict) and value:
        if empty := [key for key in value if not key.strip()]:
            raise Refused(
                "G205", f"has {shown(empty[0])} as an option", "write each option as the judge is to reply it"
            )
        return dict(value)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        entries = ", ".join(f"{item}: ..." for item in value)
        mend = f"write {{{entries}}}, for each a number from 0 to 10, the name of a node, or not_applicable"
        raise Refused("G205", "is a list, and nothing says where each option leads", mend)
    what = "is empty" if value is None or value == {} else f"is {shown(value)} and not a mapping"
    raise Refused(
        "G208" if value is None else "G205", what, "write each option and where it leads, as {Both: 10, Neither: 3}"
    )


def read_of(value: Any) -> tuple[str, ...]:
    """What a check looks at: one field or task, or several."""
    if isinstance(value, list) and value:
        return tuple(read_name(item) for item in value)
    if isinstance(value, list):
        raise Refused("G208", "is an empty list", "name a field or a task, or remove `of`")
    return (read_name(value),)


def as_is(value: Any) -> Any:
    """The value itself: it is read elsewhere."""
    return value


def read_absent(value: Any) -> Absent:
    """What becomes of a node whose shown field is missing or empty."""
    match value:
        case "undecided":
            return "undecided"
        case "ask":
            return "ask"
        case "not_applicable":
            return NOT_APPLICABLE
        case str() if not looks_numeric(value) and value.strip():
            near = nearest(value, ("undecided", "ask", "not_applicable"))
            if value.lower() in _NOT_APPLICABLE_WORDS:
                near = "not_applicable"
            mend = "write undecided, ask, not_applicable or a number from 0 to 10"
            raise Refused("G205", f"is {shown(value)}", mend + (f"; did you mean {near}?" if near else ""))
        case None | "":
            raise Refused("G208", "is empty", "write undecided, ask, not_applicable or a number from 0 to 10")
        case _:
            return read_score(value)


def read_votes(value: Any) -> int:
    """How many samples are asked."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise Refused("G205", f"is {shown(value)}", "write a whole number from 1")


def read_jury(value: Any) -> tuple[str, ...]:
    """The roles of a jury."""
    names = read_names(value)
    if not names:
        raise Refused("G208", "is an empty list", "name the roles that vote, or remove the key")
    return tuple(read_name(name) for name in names)


def read_judges(value: Any) -> str | tuple[str, ...]:
    """The role that answers, or the roles of a cascade in their order."""
    if not isinstance(value, list):
        return read_name(value)
    first, *rest = read_jury(value)
    return (first, *rest) if rest else first


def read_rule(value: Any) -> Rule:
    """How votes are counted."""
    for rule in RULES:
        if value == rule:
            return rule
    near = nearest(value, RULES) if isinstance(value, str) else None
    hint = f"; did you mean {near}?" if near else ""
    raise Refused("G205", f"is {shown(value)}", f"write one of {', '.join(RULES)}{hint}")
