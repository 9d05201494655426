"""Names of the months in the languages whose written dates are understood."""

from __future__ import annotations

from typing import Final, NamedTuple

_ENGLISH: Final = "january february march april may june july august september october november december"
_SHORT: Final = "jan feb mar apr - jun jul aug sep oct nov dec"
_DAY_FIRST: Final = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner feber maerz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november december",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
)
_WITH_DE: Final = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
)


class Month(NamedTuple):
    """A month by one of its names."""

    number: int
    english: bool
    """It may come before its day ("March 3")."""
    short: bool
    """It is an abbreviation."""
    de: bool
    """It needs a "de" between the day and itself ("3 de mayo")."""


def _table() -> dict[str, Month]:
    found: dict[str, Month] = {}
    for row in _WITH_DE:
        found |= {name: Month(n, False, False, True) for n, name in enumerate(row.split(), 1)}
    for row in _DAY_FIRST:
        found |= {name: Month(n, False, False, False) for n, name in enumerate(row.split(), 1)}
    found |= {name: Month(n, True, True, False) for n, name in enumerate(_SHORT.split(), 1) if name != "-"}
    found |= {name: Month(n, True, False, False) for n, name in enumerate(_ENGLISH.split(), 1)}
    return found | {"sept": Month(9, True, True, False)}


MONTHS: Final = _table()
"""Each name in lower case."""


def month(name: str, *, before_day: bool = False, sure: bool = False, de: bool = False) -> int | None:
    """The number of the month of that name, or None where the word is likelier to be something else.

    Args:
        name: The word as written.
        before_day: It stands before the day.
        sure: A year or an ordinal stands beside it, so that it can hardly be another word.
        de: A "de" stands before it.

    >>> month("March", before_day=True), month("march", before_day=True), month("may"), month("mayo"), month("März")
    (3, None, None, None, 3)
    """
    found = MONTHS.get(name.lower())
    if found is None or (before_day and not found.english) or (found.de and not (de or sure)):
        return None
    doubtful = found.short or name == "may" or (name == "march" and before_day)
    return None if doubtful and name.islower() and not sure else found.number
