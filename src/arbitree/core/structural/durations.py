"""The test `durations`: a duration is in the text, or one equal to a given one."""

from __future__ import annotations

import math
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.time_units import Length
from arbitree.core.structural.written_durations import Lasting, durations

_DAY: Final = 86_400.0


def _one(written: Json) -> Lasting | None:
    """The duration that an argument writes, or None for anything else."""
    found = durations(written) if isinstance(written, str) else []
    return found[0] if len(found) == 1 and found[0].low and found[0].text == " ".join(str(written).split()) else None


def _is_one(value: Json) -> str | None:
    values = value if isinstance(value, list) else [value]
    good = values and all(_one(each) is not None for each in values)
    return None if good else 'a duration as "30 days", "5 to 7 business days" or "P30D", or a list of these'


def _is_point(value: Json) -> str | None:
    one = None if isinstance(value, list) else _one(value)
    return None if one is not None and one.low == one.high else 'one length as "30 days" or "P30D"'


def _validate(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        wanted = None if isinstance(value, bool) else _is_one(value)
        return wanted and f"true, false, {wanted}"

    rules = {"text": _is_one, "any": _is_one, "at_least": _is_point, "at_most": _is_point, **counts.RULES}
    needs = ("text", "any", "at_least", "at_most", *counts.RULES)
    return options.check_argument(argument, plain, rules, needs=needs) or counts.fault(argument)


def _equal(a: Length | None, b: Length | None) -> bool:
    pairs = zip(a or (), b or (), strict=False)
    return a is not None and b is not None and all(math.isclose(x, y, abs_tol=1e-6) for x, y in pairs)


def _bounds(length: Length) -> tuple[float, float]:
    """The fewest and the most seconds that a length can be: a month has 28 to 31 days, a year 365 or 366."""
    days = length.months * 365.25 / 12
    slack = 0.0 if not length.months else 1.0 if length.months % 12 == 0 else 3.0
    return (days - slack) * _DAY + length.seconds, (days + slack) * _DAY + length.seconds


def _at_most(a: Length, b: Length) -> bool:
    """Whether a length is surely no longer than another; business time compares with business time only."""
    if any(a[2:]) or any(b[2:]):
        plain = not any(a[:2]) and not any(b[:2]) and bool(a.business_days) == bool(b.business_days)
        return plain and a[2:] <= b[2:]
    if not a.seconds and not b.seconds:
        return a.months <= b.months
    return _bounds(a)[1] <= _bounds(b)[0] + 1e-6


def _inside(each: Lasting, argument: Json) -> bool:
    least, most = _one(options.option(argument, "at_least")), _one(options.option(argument, "at_most"))
    if each.low is None or each.high is None:
        return False
    above = least is None or least.low is None or _at_most(least.low, each.low)
    return above and (most is None or most.high is None or _at_most(each.high, most.high))


def _run(argument: Json, text: str) -> Finding:
    found = durations(text)
    if options.option(argument, "at_least") is not None or options.option(argument, "at_most") is not None:
        found = [each for each in found if _inside(each, argument)]
    plain = None if isinstance(argument, bool) else argument
    wanted = options.texts(plain.get("text") if isinstance(plain, dict) else plain)
    either = options.texts(options.option(argument, "any"))
    there = {each: [f for f in found if _matches(f, each)] for each in wanted + either}
    missing = [each for each in wanted if not there[each]]
    if missing or (either and not any(there[each] for each in either)):
        shown = f"the durations are {quotes(f.text for f in found)}" if found else "there are no durations"
        return Finding(False, f"no duration is {' or '.join(map(quote, missing or either))}; {shown}")
    if not there or counts.bounds(argument) != (None, None):
        finding = counts.judge(argument, [each.text for each in found], "duration")
        if not there or not finding.holds:
            return finding
    return Finding(True, f"there is {quotes(f[0].text for f in there.values() if f)}")


def _matches(each: Lasting, written: str) -> bool:
    one = _one(written)
    return one is not None and _equal(each.low, one.low) and _equal(each.high, one.high)


TESTS: Final = (
    StructuralTest(
        name="durations",
        about="A duration is in the text, or one equal to the given one; false: there is none.",
        validate=_validate,
        run=_run,
        examples=(True, "30 days", {"any": ["30 days", "1 month"]}, {"at_least": "14 days", "at_most": "30 days"}),
    ),
)
