"""Finding the dates of a text, in any usual written form; a form that can be read two ways keeps both readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from arbitree.core.lazy import Lazy
from arbitree.core.structural.folding import flat
from arbitree.core.structural.months import MONTHS, month
from arbitree.core.structural.numerals import FIRST_OF_ORDINALS, HAN, ORDINAL, han, ordinal

_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Day(NamedTuple):
    """A date, or as much of one as is written."""

    year: int | None
    month: int
    day: int | None


class Written(NamedTuple):
    """A date as it stands in a text."""

    text: str
    readings: tuple[Day, ...]
    """What it can mean; two for 03/04/2026."""
    start: int
    end: int


def real(year: int | None, month: int, day: int | None) -> Day | None:
    """That day if the calendar has it.

    >>> real(2026, 2, 29), real(2028, 2, 29), real(None, 2, 29)
    (None, Day(year=2028, month=2, day=29), Day(year=None, month=2, day=29))
    """
    if not 1 <= month <= 12 or not (year is None or 1000 <= year <= 2999):
        return None
    if day is not None and not 1 <= day <= _DAYS[month - 1]:
        return None
    leap = year is None or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return None if (month, day) == (2, 29) and not leap else Day(year, month, day)


_W: Final = "0-9A-Za-zÀ-ɏЀ-ӿ"
_LEFT: Final = rf"(?<![{_W}])(?<![{_W}][\-/.])(?<!\d[,:])(?<![/$€£#@\\])"
_RIGHT: Final = rf"(?![{_W}%])(?![\-/.:]\d)"
_TH: Final = r"(?:st|nd|rd|th|er|re|º|°|ª|\.(?= ))?"
_WORD: Final = r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0903\u093a-\u094f]){2,13}"
_YEAR: Final = r"(?P<y>\d{4}(?![\d,.:]\d|\d)|'\d\d(?!\d))"
_TO: Final = r" ?(?:-|–|&|to|and|or|until|till|through|bis|und|au|et|al|y|e|a) ?"

_ISO: Final = Lazy(
    rf"(?:{_LEFT}|(?<=\d{{4}}-\d\d-\d\d/))(\d{{4}})-(\d\d)-(\d\d)(?=T\d\d|(?![{_W}])(?![\-.:]\d)(?!/\d(?!\d\d\d-)))"
)
_NUMERIC: Final = Lazy(rf"{_LEFT}(\d{{1,4}})([/.\-])(\d{{1,2}})\2(\d{{1,4}}){_RIGHT}(?!\2)")
_SPACED: Final = Lazy(rf"{_LEFT}(\d{{1,4}})(\. )(\d{{1,2}})\. (\d{{1,4}}){_RIGHT}")
_DAY_MONTH: Final = Lazy(
    rf"{_LEFT}(?:(?P<d1>\d{{1,2}}){_TH}{_TO})?(?P<d>\d{{1,2}})(?P<th>{_TH})(?P<sep>[ -])(?:day )?(?P<of>of |de |d')?"
    rf"(?P<m>{_WORD})(?![^\W_])\.?(?:(?:,? |(?<=[^\W\d_])-)(?:of |de |del )?(?:{_YEAR}|(?<=-)(?P<y2>\d\d)(?!\d)))?"
)
_MONTH_DAY: Final = Lazy(
    rf"(?<![^\W_])(?P<m>{_WORD})\.? (?:the )?(?P<d>\d{{1,2}})(?P<th>{_TH})(?:{_TO}(?P<d1>\d{{1,2}}){_TH}(?![\d/:]))?"
    rf"(?![{_W}%/])(?![.:,]\d)(?:,? (?:of )?{_YEAR})?"
)
_ORDINAL_OF: Final = Lazy(
    rf"(?<![^\W_])(?P<d>{ORDINAL})(?: day)? of (?P<m>{_WORD})(?![^\W_])(?:,? (?:of )?{_YEAR})?", re.IGNORECASE
)
_MONTH_ORDINAL: Final = Lazy(
    rf"(?<![^\W_])(?P<m>{_WORD}) (?:the )?(?P<d>{ORDINAL})(?![^\W_])(?:,? {_YEAR})?", re.IGNORECASE
)
_N: Final = rf"(?:\d{{1,2}}|{HAN}{{1,3}})"
_CJK: Final = Lazy(
    rf"(?:(?<!\d)(?P<era>令和|平成|昭和)?(?P<y>\d{{4}}|\d{{1,2}}|元|{HAN}{{1,4}}) ?[年년] ?)?"
    rf"(?<![\d一-十])(?P<m>{_N}) ?[月월] ?(?:(?P<d>{_N}) ?[日号號일])?"
)
_MONTH_YEAR: Final = Lazy(rf"(?<![^\W_])(?P<m>{_WORD})\.?,? (?:of |de |del )?(?P<y>\d{{4}})(?![\d,.]\d|\d)")
_YEAR_MONTH: Final = Lazy(rf"{_LEFT}(?:(\d{{4}})-(\d\d)|(\d\d)/(\d{{4}})){_RIGHT}(?![/-])")
_VERSION: Final = Lazy(r"(?:\b(?:v|ver|version|release|build|firmware|update|kernel)[. :]{0,2})$", re.IGNORECASE)
_LINK: Final = Lazy(r"(?:https?://|www\.)[^\s<>\"']+")
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925}


def _readings(match: re.Match[str]) -> list[Day | None]:
    """The ways to read digits with separators: year first, or day and month in either order."""
    first, sep, middle, last = match[1], match[2], match[3], match[4]
    if sep[0] == "." and _VERSION.search(match.string[max(0, match.start() - 12) : match.start()]):
        return []
    if len(first) == 4:
        padded = sep != "." or len(middle) == len(last) == 2
        return [real(int(first), int(middle), int(last))] if len(last) <= 2 and padded else []
    if len(first) > 2 or not (len(last) == 4 or (len(last) == 2 and sep == "/")):
        return []
    year = int(last) if len(last) == 4 else _century(last)
    by_day, by_month = real(year, int(middle), int(first)), real(year, int(first), int(middle))
    # With dots the day comes first wherever dots are usual, so that 03.04.2026 is read one way.
    return [by_day or by_month] if sep[0] == "." else [by_day, by_month]


def _century(digits: str) -> int:
    return int(digits) + (2000 if int(digits) < 70 else 1900)


def _year(match: re.Match[str]) -> int | None:
    groups = match.groupdict()
    if (two := groups.get("y2")) is not None:
        return _century(two)
    year = groups.get("y")
    return None if year is None else _century(year[1:]) if year[0] == "'" else int(year)


def _named(match: re.Match[str], *, before_day: bool, words: bool = False) -> list[tuple[Day | None, ...]]:
    """The days of a match that names its month: one, or the two ends of a range."""
    groups, year = match.groupdict(), _year(match)
    sure = year is not None or groups.get("th") in ("st", "nd", "rd", "th") or words
    number = month(match["m"], before_day=before_day, sure=sure, de=groups.get("of") in ("de ", "d'"))
    if number is None:
        return []
    day = ordinal(match["d"]) if words else int(match["d"])
    other = groups.get("d1")
    days = [real(year, number, day)]
    if other:
        days.append(real(year, number, int(other)))
    return [(each,) for each in days]


def _eastern(match: re.Match[str]) -> list[tuple[Day | None, ...]]:
    def value(written: str) -> int:
        return int(written) if written.isdigit() else han(written)

    year = value(match["y"]) if match["y"] else None
    if year is not None and match["era"]:
        year += _ERAS[match["era"]]
    elif year is not None and year < 100:
        year += 2000
    if match["d"] is None and year is None:
        return []
    return [(real(year, value(match["m"]), value(match["d"]) if match["d"] else None),)]


_Days: TypeAlias = "list[tuple[Day | None, ...]]"
_Form: TypeAlias = "tuple[Lazy, Callable[[re.Match[str]], _Days]]"

_BY_DIGIT: Final[tuple[_Form, ...]] = (
    (_ISO, lambda m: [(real(int(m[1]), int(m[2]), int(m[3])),)]),
    (_NUMERIC, lambda m: [tuple(_readings(m))]),
    (_SPACED, lambda m: [tuple(_readings(m))]),
    (_DAY_MONTH, lambda m: _named(m, before_day=False)),
    (_YEAR_MONTH, lambda m: [(real(int(m[1] or m[4]), int(m[2] or m[3]), None),)]),
)
"""The forms that begin with a digit."""

_BY_MONTH: Final[tuple[_Form, ...]] = (
    (_MONTH_DAY, lambda m: _named(m, before_day=True)),
    (_MONTH_ORDINAL, lambda m: _named(m, before_day=True, words=True)),
    (_MONTH_YEAR, lambda m: [(real(int(m["y"]), n, None) if (n := month(m["m"], sure=True)) else None,)]),
)
"""The forms that begin with the name of a month."""

_BY_ORDINAL: Final[_Form] = (_ORDINAL_OF, lambda m: _named(m, before_day=False, words=True))


def _forms(plain: str) -> Iterator[tuple[re.Match[str], _Days]]:
    """Every match of every form, each tried only where it can begin: elsewhere it would cost ten times as much."""
    for run in re.finditer(r"\d+", plain):
        for form, days in _BY_DIGIT if len(run[0]) <= 4 else ():
            if match := form.match(plain, run.start()):
                yield match, days(match)
    for word in re.finditer(_WORD, plain):
        name = word[0].lower()
        for form, days in _BY_MONTH if name in MONTHS else ():
            if match := form.match(plain, word.start()):
                yield match, days(match)
        if name in FIRST_OF_ORDINALS and (match := _BY_ORDINAL[0].match(plain, word.start())):
            yield match, _BY_ORDINAL[1](match)
    if "月" in plain or "월" in plain:
        for match in _CJK.finditer(plain):
            yield match, _eastern(match)


def written_dates(text: str) -> list[Written]:
    """The dates of a text in order, each with what it can mean; dates that no calendar has, and links, are left out.

    >>> [w.readings[0][:] for w in written_dates("From 3–5 March 2026 to 2026-04-01, not 1.2.3, 3/4 or 31 Feb 2026")]
    [(2026, 3, 3), (2026, 3, 5), (2026, 4, 1)]
    """
    plain = flat(text)
    if "://" in plain or "www." in plain:
        plain = _LINK.sub(lambda match: " " * len(match[0]), plain)
    found = [each for match, days in _forms(plain) for each in _matched(match, days)]
    found.sort(key=lambda each: (each.start, -each.end))
    return list(_same_year([each for each in _apart(found) if each.readings], plain))


def _matched(match: re.Match[str], days: list[tuple[Day | None, ...]]) -> Iterator[Written]:
    """What a match came to; one that no calendar has keeps its place, so that no part of it is read as another."""
    whole = [tuple(dict.fromkeys(day for day in readings if day)) for readings in days]
    for readings in sorted(whole, key=lambda each: each[0].day or 0 if each else 0):
        yield Written(match[0].strip(), readings, match.start(), match.end())


def _apart(found: list[Written]) -> Iterator[Written]:
    """Those that do not overlap one before them; the ends of one range share their place."""
    end, place = 0, (-1, -1)
    there: list[tuple[Day, ...]] = []
    for each in found:
        if (each.start, each.end) == place and each.readings not in there:
            there.append(each.readings)
            yield each
        elif each.start >= end:
            end, place, there = each.end, (each.start, each.end), [each.readings]
            yield each


def _same_year(found: list[Written], plain: str) -> Iterator[Written]:
    """The dates, the first of a range given the year of its last ("3 March to 5 April 2026")."""
    for each, after in zip(found, [*found[1:], None], strict=False):
        bare = after is not None and each.readings[0].year is None and after.start >= each.end
        if after and bare and re.fullmatch(_TO, plain[each.end : after.start]) and after.readings[0].year:
            days = [real(after.readings[0].year, day.month, day.day) for day in each.readings]
            yield each._replace(readings=tuple(day for day in days if day) or each.readings)
        else:
            yield each
