"""The test `dates`: a date is in the text, or a given one in any usual written form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.lazy import Lazy
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.written_dates import Day, Written, real, written_dates

_WANTED: Final = Lazy(r"(?:(\d{4})-(\d\d)-(\d\d)|(\d{4})-(\d\d)|--(\d\d)-(\d\d)|(\d{4}))")
_FORMS: Final = "a date as 2026-03-03, a month as 2026-03, a year as 2026, or a day of any year as --03-03"


def _day(written: Json) -> tuple[int | None, int | None, int | None] | None:
    """Year, month and day that an argument names, each None where it leaves it open; None for what is no date."""
    match = _WANTED.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        return None
    year, month, day = match[1] or match[4] or match[8], match[2] or match[5] or match[6], match[3] or match[7]
    wanted = (int(year) if year else None, int(month) if month else None, int(day) if day else None)
    return wanted if real(wanted[0], wanted[1] or 1, wanted[2]) else None


def _is_wanted(value: Json) -> str | None:
    values = value if isinstance(value, list) else [value]
    if values and all(_day(each) is not None for each in values):
        return None
    found = [day for each in values if isinstance(each, str) for day in written_dates(each)]
    clear = [day.readings[0] for day in found if len(day.readings) == 1 and None not in day.readings[0]]
    hint = f' (write "{_iso(clear[0])}")' if len(clear) == 1 else ""
    return f"{_FORMS}, or a list of these{hint}"


def _is_end(value: Json) -> str | None:
    return None if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) and _day(value) else "2026-03-03"


def _iso(day: Day) -> str:
    return f"{day.year:04d}-{day.month:02d}-{day.day:02d}"


def _validate(argument: Json) -> str | None:
    rules = {
        "text": _is_wanted,
        "any": _is_wanted,
        "from": _is_end,
        "to": _is_end,
        "order": options.one_of("dmy", "mdy"),
        "precision": options.one_of("day", "month"),
        **counts.RULES,
    }

    def plain(value: Json) -> str | None:
        wanted = None if isinstance(value, bool) else _is_wanted(value)
        return wanted and f"true, false, {wanted}"

    wrong = options.check_argument(argument, plain, rules, needs=("text", "any", "from", "to", *counts.RULES))
    return wrong or counts.fault(argument)


def _ordered(found: Sequence[Written], order: Json) -> list[Written]:
    """The dates with the readings that an order of day and month leaves; the other order where only it is a date."""
    first = {"dmy": 0, "mdy": -1}.get(str(order))
    return [each if first is None else each._replace(readings=(each.readings[first],)) for each in found]


def _matches(day: Day, wanted: Json) -> bool:
    named = _day(wanted)
    return named is not None and all(want is None or want == got for want, got in zip(named, day, strict=True))


def _within(day: Day, first: Json, last: Json) -> bool:
    if day.year is None or day.day is None:
        return False
    return (first is None or _iso(day) >= str(first)) and (last is None or _iso(day) <= str(last))


def _run(argument: Json, text: str) -> Finding:
    every = _ordered(written_dates(text), options.option(argument, "order"))
    months_too = options.option(argument, "precision") == "month"
    found = [each for each in every if months_too or each.readings[0].day is not None]
    first, last = options.option(argument, "from"), options.option(argument, "to")
    if first is not None or last is not None:
        found = [each for each in found if any(_within(day, first, last) for day in each.readings)]
    wanted = options.texts(
        argument.get("text") if isinstance(argument, dict) else None if isinstance(argument, bool) else argument
    )
    either = options.texts(options.option(argument, "any"))
    there = {each: [w for w in every if any(_matches(d, each) for d in w.readings)] for each in wanted + either}
    missing = [each for each in wanted if not there[each]]
    if missing or (either and not any(there[each] for each in either)):
        shown = f"the dates are {quotes(w.text for w in every)}" if every else "there are no dates"
        return Finding(False, f"no date is {' or '.join(missing or either)}; {shown}")
    if not wanted and not either:
        return counts.judge(argument, [each.text for each in found], "date")
    if counts.bounds(argument) != (None, None):
        finding = counts.judge(argument, [each.text for each in found], "date")
        if not finding.holds:
            return finding
    named = [f"{each} as {quote(there[each][0].text)}" for each in wanted + either if there[each]]
    return Finding(True, f"there is {', '.join(named)}")


TESTS: Final = (
    StructuralTest(
        name="dates",
        about="A date is in the text, or the given one in any written form; false: there is none.",
        validate=_validate,
        run=_run,
        examples=(
            True,
            "2026-03-03",
            {"min": 2},
            {"from": "2026-01-01", "to": "2026-12-31"},
            {"order": "dmy", "min": 1},
        ),
    ),
)
