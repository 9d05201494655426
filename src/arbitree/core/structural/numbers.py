"""The test `numbers`: a number is in the text, or a given one with its unit."""

from __future__ import annotations

import math
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.units import Unit, units_of
from arbitree.core.structural.written_numbers import Amount, numbers
from arbitree.core.sums import is_finite


def _one(written: Json) -> Amount | None:
    """The number that an argument writes, as the English write it, or None for anything else."""
    if isinstance(written, (int, float)) and not isinstance(written, bool):
        return Amount(f"{written:g}", (float(written),), (), 0, 0, False) if is_finite(written) else None
    found = numbers(written) if isinstance(written, str) else []
    if len(found) != 1 or len(found[0].text) != len(" ".join(str(written).split())):
        return None
    return found[0]._replace(readings=found[0].readings[:1])


def _is_one(value: Json) -> str | None:
    values = value if isinstance(value, list) else [value]
    good = values and all(_one(each) is not None for each in values)
    return None if good else 'a number as 5, "5 kg", "$5" or "5 %", or a list of these'


def _is_tolerance(value: Json) -> str | None:
    percent = isinstance(value, str) and value.strip().endswith("%") and _one(value) is not None
    return None if percent or (options.number(value) is None) else 'a number, or a share as "2%"'


def _validate(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        wanted = None if isinstance(value, bool) else _is_one(value)
        return wanted and f"true, false, {wanted}"

    rules = {
        "text": _is_one,
        "any": _is_one,
        "unit": options.phrase,
        "tolerance": _is_tolerance,
        "at_least": options.number,
        "at_most": options.number,
        "style": options.one_of("en", "de"),
        "words": options.flag,
        **counts.RULES,
    }
    needs = ("text", "any", "unit", "at_least", "at_most", *counts.RULES)
    return options.check_argument(argument, plain, rules, needs=needs) or counts.fault(argument)


def _factors(found: tuple[Unit, ...], wanted: tuple[Unit, ...]) -> list[float]:
    """How many of the wanted unit the found one is, for each way of reading both."""
    return [a.factor / b.factor for a in found for b in wanted if a.dimension == b.dimension]


def _values(each: Amount, units: tuple[Unit, ...]) -> list[float]:
    """What a number can be in the wanted unit; without a wanted unit, what its digits can mean."""
    factors = _factors(each.units, units) if units else [1.0]
    return [value * factor for value in each.readings for factor in factors]


def _equal(each: Amount, wanted: Json, tolerance: Json) -> bool:
    one = _one(wanted)
    if one is None:
        return False
    goal = one.readings[0]
    share = _one(tolerance) if isinstance(tolerance, str) else None
    slack = float(tolerance) if isinstance(tolerance, (int, float)) else 0.0
    if share is not None:
        slack = abs(goal) * share.readings[0] / 100
    return any(math.isclose(value, goal, rel_tol=1e-9, abs_tol=slack + 1e-12) for value in _values(each, one.units))


def _styled(each: Amount, style: Json) -> Amount:
    """A number with the reading that a style leaves: under `en` a comma parts thousands, under `de` a dot."""
    if len(each.readings) < 2 or style is None:
        return each
    return each._replace(readings=(each.readings[0 if style == "en" else 1],))


def _counted(argument: Json, text: str) -> list[Amount]:
    """The numbers of the text that an argument's unit, bounds and style let count."""
    found = [_styled(each, options.option(argument, "style")) for each in numbers(text)]
    if options.option(argument, "words") is False:
        found = [each for each in found if not each.in_words]
    unit = options.option(argument, "unit")
    units = units_of(unit.strip()) if isinstance(unit, str) else ()
    least, most = options.option(argument, "at_least"), options.option(argument, "at_most")
    low = float(least) if isinstance(least, (int, float)) else -math.inf
    high = float(most) if isinstance(most, (int, float)) else math.inf
    return [each for each in found if any(low <= value <= high for value in _values(each, units))]


def _pronoun(each: Amount) -> bool:
    """Whether it is a "one" that may be no number: "one can", "one option"."""
    return each.in_words and each.readings == (1.0,) and all(unit.dimension.startswith("a ") for unit in each.units)


def _run(argument: Json, text: str) -> Finding:
    found = _counted(argument, text)
    plain: Json = None if isinstance(argument, bool) else argument
    given = plain.get("text") if isinstance(plain, dict) else plain
    wanted = given if isinstance(given, list) else [] if given is None else [given]
    other = options.option(argument, "any")
    either = other if isinstance(other, list) else [] if other is None else [other]
    tolerance = options.option(argument, "tolerance")
    there = [[f for f in found if _equal(f, each, tolerance)] for each in wanted + either]
    missing = [str(each) for each, equal in zip(wanted, there, strict=False) if not equal]
    if missing or (either and not any(there[len(wanted) :])):
        shown = f"the numbers are {quotes(f.text for f in found)}" if found else "there are no numbers"
        return Finding(False, f"no number is {' or '.join(map(quote, missing or map(str, either)))}; {shown}")
    if not there or counts.bounds(argument) != (None, None):
        finding = counts.judge(argument, [each.text for each in found if not _pronoun(each)], "number")
        if not there or not finding.holds:
            return finding
    return Finding(True, f"there is {quotes(equal[0].text for equal in there if equal)}")


TESTS: Final = (
    StructuralTest(
        name="numbers",
        about="A number is in the text, or the given one with its unit; false: there is none.",
        validate=_validate,
        run=_run,
        examples=(True, "5 kg", 42, {"text": "3.14", "tolerance": 0.01}, {"unit": "%", "at_most": 100, "min": 1}),
    ),
)
