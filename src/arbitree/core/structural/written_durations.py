"""Finding the durations of a text: digits and number words, ranges, compounds, ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitree.core.lazy import Lazy
from arbitree.core.structural.folding import flat
from arbitree.core.structural.numerals import CARDINAL, FIRST_OF_CARDINALS, HAN, cardinal, han
from arbitree.core.structural.time_units import EASTERN, EASTERN_UNIT, ENGLISH, UNIT, UNITS, Length, business


class Lasting(NamedTuple):
    """A duration as it stands in a text."""

    text: str
    low: Length | None
    """Its length, or the least of a range; None for a vague one ("a few days")."""
    high: Length | None
    """The same, or the most of a range."""
    start: int
    end: int


_W: Final = r"[^\W_]"
_LEFT: Final = rf"(?<!{_W})(?<!\d[\-/.,:])(?<![$€£¥.#])"
_DIGITS: Final = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,9}(?:[.,]\d{1,9})?)"
_AMOUNT: Final = (
    rf"(?:{_DIGITS}(?: ?[½¼¾]| [1-3]/[2-4]| and a half)?|[½¼¾]|[1-3]/[2-4]"
    r"|(?:half of an?|half[ -]an?|an? half(?! (?:a|of)\b)(?: an?)?|half|an? quarter[ -](?:of an?)?"
    r"|three[ -]quarters of an?)"
    rf"|{CARDINAL}(?: and (?:a half|a quarter|three quarters))?|an? couple(?: of)?)"
)
_AGAIN: Final = r"(?: ?\((?:[a-z]+[ -]){0,3}[a-z]+\)| ?\(\d{1,9}\))?"
_SEP: Final = r" ?(?:-|–|to|or|and|through|up to|bis|oder|à|ou|o|до) ?"
_ADJECTIVE: Final = (
    r"(?:(?:full|whole|entire|consecutive|calendar|more|additional|further|extra|long|short|straight|solid|successive"
    r"|continuous|complete|standard|regular|other)[ -]){0,2}"
)
_BUSINESS: Final = r"(?P<business>(?:business|working|work|trading|banking|bank|рабочих|рабочие|рабочий)[ -])?"
_OPEN_DAYS: Final = r"(?P<open> (?:ouvrés|ouvrables|hábiles|laborables|lavorativi|feriali|úteis))?"
_RIGHT: Final = rf"(?!{_W})(?![ -]old\b)(?!(?:(?<=days) a week|(?<=24 hours) a day)\b)"

_PLAIN: Final = Lazy(
    rf"{_LEFT}(?P<low>{_AMOUNT}){_AGAIN}(?:\+|[ -]plus| or more)?(?:{_SEP}(?P<high>{_AMOUNT}){_AGAIN}\+?)?"
    rf"(?P<gap>[ -]?){_ADJECTIVE}{_BUSINESS}(?P<unit>{UNIT}){_OPEN_DAYS}{_RIGHT}",
    re.IGNORECASE,
)
_ARTICLE: Final = Lazy(
    rf"(?<!{_W})(?P<low>an?) {_ADJECTIVE}{_BUSINESS}(?P<unit>{UNIT})(?P<half> and a half)?(?P<two> or two)?{_RIGHT}",
    re.IGNORECASE,
)
_RATE: Final = Lazy(
    r"(?:\b(?:once|twice|thrice|times?|per|percent|dollars|euros|pounds|bucks|cents|hours|days|minutes|weeks"
    r"|meals|calls|visits|requests|messages)|%|[$€£¥] ?\d[\d.,]*[kKmM]?|\d[\d.,]* ?(?:[$€£¥]|[A-Za-z]{1,10}))\s$"
)
_VAGUE: Final = Lazy(
    rf"(?<!{_W})(?:(?:just )?a few|several|many|a (?:small )?number of|a handful of) {_ADJECTIVE}{_BUSINESS}"
    rf"(?P<unit>{UNIT}){_RIGHT}",
    re.IGNORECASE,
)
_VAGUE_FIRST: Final = ("a", "just", "several", "many")
_COMPACT: Final = Lazy(
    rf"{_LEFT}(?=\d)(?:(?P<y>\d{{1,4}})y ?)?(?:(?P<w>\d{{1,4}})w ?)?(?:(?P<d>\d{{1,5}})d ?)?(?:(?P<h>\d{{1,5}})h ?)?"
    rf"(?:(?P<m>\d{{1,5}})(?:min|m|(?<=h\d\d)|(?<=h \d\d)) ?)?(?:(?P<s>\d{{1,5}})s)?(?<![ \d])(?!{_W})"
    rf"|{_LEFT}(?P<h2>\d{{1,4}}) ?h ?(?P<m2>[0-5]\d)(?!{_W})(?![.,:]\d)"
)
_CLOCK: Final = Lazy(rf"{_LEFT}(?P<h>\d{{1,3}}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))? ?(?:hours|hrs|h)(?!{_W})")
_N: Final = r"(\d{1,9}(?:[.,]\d{1,9})?)"
_ISO: Final = Lazy(
    rf"(?<!{_W})P(?=\d|T\d)(?:{_N}Y)?(?:{_N}M)?(?:{_N}W)?(?:{_N}D)?(?:T(?=\d)(?:{_N}H)?(?:{_N}M)?(?:{_N}S)?)?(?!{_W})"
)
_EAST: Final = Lazy(
    rf"(?<![\d.,])(?P<low>\d{{1,6}}|{HAN}{{1,6}}|半)(?: ?[-–~至到から]+ ?(?P<high>\d{{1,6}}|{HAN}{{1,6}}))? ?"
    rf"(?P<counter>[个個]?)(?P<unit>{EASTERN_UNIT})"
)
_ISO_UNITS: Final = (
    *(Length(months=12), Length(months=1), Length(seconds=604_800), Length(seconds=86_400)),
    *(Length(seconds=3_600), Length(seconds=60), Length(seconds=1)),
)
_COMPACT_UNITS: Final = {
    "y": Length(months=12),
    "w": Length(seconds=604_800),
    "d": Length(seconds=86_400),
    "h": Length(seconds=3_600),
    "m": Length(seconds=60),
    "s": Length(seconds=1),
    "h2": Length(seconds=3_600),
    "m2": Length(seconds=60),
}
_FRACTIONS: Final = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ENDINGS: Final = ((" and a half", 0.5), (" and a quarter", 0.25), (" and three quarters", 0.75))


def amount(written: str) -> float:
    """The number that an amount says.

    >>> [amount(a) for a in ("30", "1,000", "1.5", "1,5", "2 1/2", "1½", "two and a half", "half an", "a couple of")]
    [30.0, 1000.0, 1.5, 1.5, 2.5, 1.5, 2.5, 0.5, 2.0]
    """
    text = written.lower().strip(" -")
    for ending, extra in _ENDINGS:
        if text.endswith(ending):
            return amount(text.removesuffix(ending)) + extra
    if text in ("a", "an"):
        return 1.0
    if "dozen" not in text and ("half" in text or "quarter" in text):
        return 0.5 if "half" in text else 0.75 if text.startswith("three") else 0.25
    if "couple" in text:
        return 2.0
    if not any(char.isdigit() or char in _FRACTIONS for char in text):
        return float(cardinal(text))
    total = sum(_FRACTIONS.get(char, 0.0) for char in text)
    text = text.rstrip("½¼¾ ")
    if match := re.search(r"(?:^|\s)(\d)/(\d)$", text):
        total, text = total + int(match[1]) / int(match[2]), text[: match.start()].strip()
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", text):
        return total + float(text.replace(",", ""))
    return total + (float(text.replace(",", ".")) if text else 0.0)


def durations(text: str) -> list[Lasting]:
    """The durations of a text in order.

    >>> [d.text for d in durations("Return it within thirty days; refunds take 5 to 7 business days, or 1h30.")]
    ['thirty days', '5 to 7 business days', '1h30']
    """
    plain = flat(text)
    found = [each for each in _found(plain) if each is not None]
    found.sort(key=lambda each: (each.start, -each.end))
    apart: list[Lasting] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return list(_joined(apart, plain))


def _found(plain: str) -> Iterator[Lasting | None]:
    """What every form finds. Each is tried only where it can begin: at every place they would be ten times slower."""
    for run in re.finditer(r"\d+(?:[.,]\d+)*|[½¼¾]", plain):
        if match := _PLAIN.match(plain, run.start()):
            yield _plain(match)
        if match := _COMPACT.match(plain, run.start()):
            yield _compact(match)
        if match := _CLOCK.match(plain, run.start()):
            yield _lasting(match, clock := _clock(match), clock)
    for word in re.finditer(r"[^\W\d_]+", plain):
        name = word[0].lower()
        if name in FIRST_OF_CARDINALS and (match := _PLAIN.match(plain, word.start())):
            yield _plain(match)
        if name in ("a", "an") and (match := _ARTICLE.match(plain, word.start())):
            yield _article(match)
        if name in _VAGUE_FIRST and (match := _VAGUE.match(plain, word.start())) and match["unit"].lower() in ENGLISH:
            yield _lasting(match, None, None)
    for match in _ISO.finditer(plain):
        yield _iso(match)
    for match in _EAST.finditer(plain) if not plain.isascii() else ():
        yield _east(match)


def _lasting(match: re.Match[str], low: Length | None, high: Length | None) -> Lasting:
    return Lasting(match[0].strip(), low, high, match.start(), match.end())


def _plain(match: re.Match[str]) -> Lasting | None:
    low, name = match["low"], match["unit"].lower()
    digits = low[0].isdigit() or low[0] in _FRACTIONS
    if not digits and (name not in ENGLISH or (low.lower() == "zero" and match["gap"] == "-")):
        return None
    if len(name) == 1 and not _letter_fits(match, name):
        return None
    unit = business(name) if match["business"] or match.groupdict().get("open") else UNITS[name]
    if unit is None:
        return None
    first = amount(low)
    return _lasting(match, unit.times(first), unit.times(amount(match["high"]) if match["high"] else first))


def _letter_fits(match: re.Match[str], name: str) -> bool:
    """Whether a unit of one letter is one: not the 1990s, her 30s or 3d."""
    if match["unit"] != name or match["gap"] == "-":
        return False
    number = match["high"] or match["low"]
    if name == "d" and not match["gap"]:
        return amount(number) >= 5
    if name == "s" and not match["gap"] and number.isdigit():
        before = match.string[max(0, match.start() - 8) : match.start()].lower()
        decade = len(number) == 4 or re.search(r"\b(?:in|the|his|her|their|my|your|our|early|mid|late)[ -]$", before)
        return not (number.endswith("0") and decade)
    return True


def _article(match: re.Match[str]) -> Lasting | None:
    name = match["unit"].lower()
    unit = business(name) if match["business"] else UNITS.get(name)
    if name not in ENGLISH or unit is None or name.endswith("s"):
        return None
    # "A second opinion" is no duration, and how often a thing happens ("$5 a month") is not how long it lasts.
    if name == "second" or _RATE.search(match.string[max(0, match.start() - 24) : match.start()]):
        return None
    low = 1.5 if match["half"] else 1.0
    return _lasting(match, unit.times(low), unit.times(2.0 if match["two"] else low))


def _compact(match: re.Match[str]) -> Lasting | None:
    parts = {name: value for name, value in match.groupdict().items() if value is not None}
    if len(parts) < 2:
        return None
    total = Length()
    for name, value in parts.items():
        total = total.plus(_COMPACT_UNITS[name].times(float(value)))
    return _lasting(match, total, total)


def _clock(match: re.Match[str]) -> Length:
    return Length(seconds=int(match["h"]) * 3_600.0 + int(match["m"]) * 60 + int(match["s"] or 0))


def _iso(match: re.Match[str]) -> Lasting | None:
    total = Length()
    for value, unit in zip(match.groups(), _ISO_UNITS, strict=True):
        total = total.plus(unit.times(float((value or "0").replace(",", "."))))
    return _lasting(match, total, total) if any(match.groups()) else None


def _east(match: re.Match[str]) -> Lasting | None:
    if (match["unit"] == "月") != bool(match["counter"]) and match["unit"] in ("月", "天", "周"):
        return None
    low, high = (
        0.5 if value == "半" else float(value) if value.isascii() else float(han(value))
        for value in (match["low"], match["high"] or match["low"])
    )
    unit = EASTERN[match["unit"]]
    return _lasting(match, unit.times(low), unit.times(high))


def _size(length: Length) -> float:
    return length.months * 2_629_800 + length.seconds + length.business_days * 86_400 + length.business_hours * 3_600


def _joined(found: list[Lasting], plain: str) -> Iterator[Lasting]:
    """The durations, those that make up one ("2 hours, 30 minutes", "30 minutes to 2 hours") put together."""
    now: Lasting | None = None
    smallest = 0.0
    for each in found:
        together = _together(now, each, plain, smallest) if now is not None else None
        if now is not None and together is None:
            yield now
        # What has become a range takes no further part.
        smallest = _unit_size(each) if together is None or together.low == together.high else 0.0
        now = together or each
    if now is not None:
        yield now


def _together(now: Lasting, after: Lasting, plain: str, smallest: float) -> Lasting | None:
    """The one duration that two neighbours write, as a sum of falling units or as a range, or None."""
    if now.low is None or now.high is None or after.low is None or after.high is None:
        return None
    between, text = plain[now.end : after.start], plain[now.start : after.end]
    points = now.low == now.high and after.low == after.high
    if points and re.fullmatch(r",? (?:and )?| ?, ?and ", between) and 0 < _size(after.low) < smallest:
        total = now.low.plus(after.low)
        return Lasting(text, total, total, now.start, after.end)
    if points and re.fullmatch(r" ?(?:-|–|to) ?", between) and _size(now.low) <= _size(after.high):
        return Lasting(text, now.low, after.high, now.start, after.end)
    return None


def _unit_size(each: Lasting) -> float:
    """The size of a duration's own unit, which a part that is added to it must stay below."""
    match = re.search(rf"({UNIT})$", each.text, re.IGNORECASE)
    return _size(UNITS[match[1].lower()]) if match else 0.0
