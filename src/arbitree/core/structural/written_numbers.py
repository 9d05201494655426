"""Finding the numbers of a text with their units; digits that can be read two ways keep both readings."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from arbitree.core.lazy import Lazy
from arbitree.core.structural.folding import flat
from arbitree.core.structural.numerals import CARDINAL, FIRST_OF_CARDINALS, cardinal
from arbitree.core.structural.units import Unit, units_of
from arbitree.core.structural.written_dates import written_dates


class Amount(NamedTuple):
    """A number as it stands in a text."""

    text: str
    readings: tuple[float, ...]
    """What its digits can mean, the English reading first: 1.000 is 1, and 1000 as Germans write it."""
    units: tuple[Unit, ...]
    """What its unit can be; empty when it has none."""
    start: int
    end: int
    in_words: bool


_GROUPED: Final = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?"
    r"|\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\d])|\d{1,3}(?:['_]\d{3})+(?:[.,]\d+)?"
)
_POWER: Final = r"(?:[eE][+-]?\d{1,3}(?!\w)| ?[×x] ?10(?:\^-?\d{1,2}|[⁻⁰¹²³⁴-⁹]{1,3}))"
_DIGITS: Final = rf"(?:(?:{_GROUPED}|\d+(?:[.,]\d+)?)(?!\d){_POWER}?)"
_SIGNS: Final = r"US\$|CA?\$|AU?\$|R\$|[$€£¥₹₩]"
_CODES: Final = r"(?:USD|CAD|AUD|EUR|GBP|JPY|CNY|RMB|INR|KRW|CHF|SEK|PLN|BRL|Rs\.?)"
_SYMBOLS: Final = rf"{_SIGNS}|{_CODES}(?= ?\d)"
_SCALE: Final = (
    r"(?: (?:thousand|million|billion|trillion|mln|mn|bn|tn|Mio\.?|Mrd\.?|Millionen|Milliarden)\b"
    r"|(?:bn|mn|[kK]|M|m(?=\b))(?![\w²³/]))"
)
_NAME: Final = r"(?:per cent\b|[%‰°¢€£¥₹₩$]C?F?\b|[%‰°¢€£¥₹₩$]|[^\W\d_]{1,20}(?:/[^\W\d_]{1,6})?[²³2]?(?!\w))"
_NUMBER: Final = Lazy(
    rf"(?<![\w#@])(?<!\d[.,:/'])(?<![^\W\d][\-/.])(?P<sign>(?<![\w)\]%])[-+])?(?P<before>{_SYMBOLS})? ?(?P<minus>-)?"
    rf"(?:(?P<mixed>\d{{1,3}})?(?: ?(?P<vulgar>[½¼¾⅓⅔⅛])|(?(mixed) |)(?P<over>\d{{1,2}})/(?P<under>\d{{1,2}})(?![\d/]))"
    rf"|(?P<digits>{_DIGITS}))(?P<scale>{_SCALE})?(?:(?P<gap>[ -]?)(?P<unit>{_NAME}))?"
)
_WORDS: Final = Lazy(rf"(?<![\w-])(?P<digits>{CARDINAL})(?![\w])(?:[ -](?P<unit>{_NAME}))?", re.IGNORECASE)
_LINK: Final = Lazy(r"(?:https?://|www\.)\S+")
_ADDRESS: Final = Lazy(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}")
_NOT: Final = Lazy(
    r"(?=[\d+(\[【])(?:(?<![\d.,])\d{1,2}:\d\d(?::\d\d)?(?: ?[apAP]\.?[mM]\b\.?)?"  # times of day
    r"|(?<![\w.])\d{1,2} ?[apAP]\.?[mM]\b\.?|24/7"
    r"|(?<![\d.,])\d+(?:\.\d+){2,}(?![\d,])"  # versions, IP addresses
    r"|(?<!\w)\+\d[\d ().-]{6,18}\d|\(\d{3}\) ?\d{3}-\d{4}|(?<![\w-])\d{3}-\d{3}-\d{4}(?!\w)"  # telephones
    r"|\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]|【[^】]{0,40}】)"  # citations
    r"|\b[vV]\.?\d+(?:\.\d+)*|(?<=[^\W\d_])-\d+(?:-\w+)+"  # versions, identifiers
    r"|(?m:^[ \t]*(?:#{1,6} |\*\*)?\(?\d{1,3}(?:\.\d{1,3})*[.)](?=\s))"  # list markers, numbered headings
    r"|(?m:^#{1,6} \d{1,2}(?:\.\d{1,2})*(?=\s))"
)
_RUN: Final = Lazy(r"[\d½¼¾⅓⅔⅛][\d.,]*")
_LEAD: Final = Lazy(rf"(?:(?<![\w)\]%])[-+])?(?:(?<![\w#@])(?:{_SIGNS}|{_CODES}) ?-?)?$")
"""What may stand before the digits of a number."""
_GROUPS_OF_DOTS: Final = Lazy(r"\d{1,3}(?:\.\d{3}){2,}")
_SENTENCE: Final = (
    "a an and are as at be but by each every for from has have if in into is it its no not of off on or out over per"
    " plus so than that the their then there this to und up until was were which will with within x you your"
)
_NO_UNITS: Final = frozenset(_SENTENCE.split())
_VULGAR: Final = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3, "⅛": 1 / 8}
_SCALES: Final = {
    **dict.fromkeys(("k", "thousand"), 1e3),
    **dict.fromkeys(("m", "mn", "mln", "million", "mio", "mio.", "millionen"), 1e6),
    **dict.fromkeys(("bn", "billion", "mrd", "mrd.", "milliarden"), 1e9),
    **dict.fromkeys(("tn", "trillion"), 1e12),
}
_SUPERSCRIPTS: Final = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def numbers(text: str) -> list[Amount]:
    """The numbers of a text in order.

    Digits of dates, times, versions, telephones, identifiers, links, list markers and citations are none.

    >>> [(a.text, a.readings[0]) for a in numbers("1. Order A17, 3 March: 1,000.5 kg at $5 [1], so twenty boxes")]
    [('1,000.5 kg', 1000.5), ('$5', 5.0), ('twenty boxes', 20.0)]
    """
    plain = flat(text)
    if "://" in plain or "www." in plain:
        plain = _LINK.sub(_blank, plain)
    if "@" in plain:
        plain = _ADDRESS.sub(_blank, plain)
    masked = _NOT.sub(_blank, plain)
    pieces, done = [], 0
    for date in written_dates(masked) if any(map(str.isdigit, masked)) else ():
        if date.readings[0].day is not None and date.start >= done:
            pieces += [masked[done : date.start], " " * (date.end - date.start)]
            done = date.end
    masked = "".join([*pieces, masked[done:]])
    found: list[Amount] = []
    for run in _RUN.finditer(masked):
        lead = _LEAD.search(masked, max(0, run.start() - 8), run.start())
        for start in dict.fromkeys((lead.start() if lead else run.start(), run.start())):
            if match := _NUMBER.match(masked, start):
                found.append(_amount(match))
                break
    for word in re.finditer(r"[^\W\d_]+", masked):
        if word[0].lower() in FIRST_OF_CARDINALS and (match := _WORDS.match(masked, word.start())):
            found.append(_worded(match))
    found.sort(key=lambda each: (each.start, -each.end))
    apart: list[Amount] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return _ranged([each for each in apart if not _counts_nothing(each)], masked)


def _counts_nothing(each: Amount) -> bool:
    """Whether it is an ordinal (2nd), or a bare "one", which is seldom a number."""
    ordinal = re.search(r"\d(?:st|nd|rd|th)$", each.text, re.IGNORECASE) is not None
    return ordinal or (each.in_words and each.readings == (1.0,) and not each.units)


def _blank(match: re.Match[str]) -> str:
    return match[0] if _GROUPS_OF_DOTS.fullmatch(match[0]) else " " * len(match[0])


def _amount(match: re.Match[str]) -> Amount:
    unit, end = _unit(match)
    scale = (match["scale"] or "").strip()
    currency = match["before"] or ""
    if scale == "m" and not currency:
        # "5m" is five metres, "$5m" five million dollars.
        scale, unit, end = "", "m", match.end("scale")
    if match["digits"]:
        readings = readings_of(match["digits"])
    elif match["vulgar"]:
        readings = (int(match["mixed"] or 0) + _VULGAR[match["vulgar"]],)
    else:
        under = int(match["under"])
        readings = (int(match["mixed"] or 0) + int(match["over"]) / under,) if under else (0.0,)
    factor = _SCALES.get(scale.lower(), 1.0) * (-1 if "-" in (match["sign"], match["minus"]) else 1)
    units = units_of(currency.rstrip(".")) if currency else units_of(unit) if unit else ()
    end = match.end("scale") if currency and scale else match.end("digits") if currency and match["digits"] else end
    text = match.string[match.start() : end].strip()
    return Amount(text, tuple(value * factor for value in readings), units, match.start(), end, False)


def _unit(match: re.Match[str]) -> tuple[str, int]:
    """The unit of a match and where it ends; none for a word that only goes on with the sentence."""
    unit = match["unit"]
    if unit == "in" and match.groupdict().get("gap") == "":
        return "inch", match.end("unit")
    if unit is not None and unit.lower() not in _NO_UNITS:
        return ("percent" if unit.lower() == "per cent" else unit), match.end("unit")
    ends = [match.end(name) for name in ("digits", "vulgar", "under", "scale") if name in match.re.groupindex]
    return "", max(ends)


def _worded(match: re.Match[str]) -> Amount:
    unit, end = _unit(match)
    text = match.string[match.start() : end]
    return Amount(text, (float(cardinal(match["digits"])),), units_of(unit) if unit else (), match.start(), end, True)


def readings_of(digits: str) -> tuple[float, ...]:
    """What digits with separators can mean, the English reading first.

    >>> [readings_of(d) for d in ("1,000.5", "1.000,5", "1.000", "1,5", "1 000", "0.500", "1,00,000", "1.5e3")]
    [(1000.5,), (1000.5,), (1.0, 1000.0), (1.5,), (1000.0,), (0.5,), (100000.0,), (1500.0,)]
    """
    if match := re.fullmatch(r"(.+?) ?[×x] ?10\^?(-?\d+|[⁻⁰¹²³⁴-⁹]+)", digits):
        power = int(match[2].translate(_SUPERSCRIPTS))
        return tuple(value * 10.0**power for value in readings_of(match[1]))
    if match := re.fullmatch(r"(.+?)[eE]([+-]?\d+)", digits):
        return tuple(value * 10.0 ** int(match[2]) for value in readings_of(match[1]))
    plain = re.sub(r"[ '_]", "", digits)
    dots, commas = plain.count("."), plain.count(",")
    if dots and commas:
        point = max(plain.rfind("."), plain.rfind(","))
        return (float(re.sub(r"[.,]", "", plain[:point]) + "." + plain[point + 1 :]),)
    if dots + commas > 1:
        return (float(re.sub(r"[.,]", "", plain)),)
    if not dots and not commas:
        return (float(plain),)
    decimal, whole = float(plain.replace(",", ".")), float(re.sub(r"[.,]", "", plain))
    if not re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", plain):
        return (decimal,)
    return (decimal, whole) if dots else (whole, decimal)


def _ranged(found: list[Amount], plain: str) -> list[Amount]:
    """The numbers, the first of a range given the unit of its last ("5-7 kg")."""
    result: list[Amount] = []
    for each, after in zip(found, [*found[1:], None], strict=False):
        between = plain[each.end : after.start] if after else ""
        if after and not each.units and after.units and re.fullmatch(r" ?(?:-|–|to|or|and|bis|x|×) ?", between):
            each = each._replace(units=after.units)
        result.append(each)
    return result
