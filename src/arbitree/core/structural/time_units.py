"""Units of time by their written names, in English and, with digits, in other languages."""

from __future__ import annotations

from typing import Final, NamedTuple


class Length(NamedTuple):
    """A length of time. Months, business days and business hours are kept apart: no number of days equals them."""

    months: float = 0.0
    seconds: float = 0.0
    business_days: float = 0.0
    business_hours: float = 0.0

    def times(self, amount: float) -> Length:
        """So many of it.

        >>> Length(months=12).times(1.5)
        Length(months=18.0, seconds=0.0, business_days=0.0, business_hours=0.0)
        """
        return Length(*(part * amount for part in self))

    def plus(self, other: Length) -> Length:
        """The two together."""
        return Length(*(a + b for a, b in zip(self, other, strict=True)))


_SECONDS: Final = {
    0.001: "milliseconds millisecond msecs msec ms",
    1: "seconds second secs sec s sekunden sekunde secondes seconde segundos segundo secondi secondo seconden"
    " секунд секунды секунда",
    60: "minutes minute mins min minuten minutos minuto minuti minuut минут минуты минута минуту",
    3_600: "hours hour hrs hr h stunden stunde std heures heure horas hora ore uur uren timmar timme timer"
    " часов часа час",
    86_400: "days day d tage tagen tag tägig tägige tägigen tägiger tägiges jours jour días día dias dia giorni giorno"
    " dagen dag dagar dage дней дня день сутки суток dni dzień",
    604_800: "weeks week wks wk wochen woche wöchig wöchige wöchigen semaines semaine semanas semana settimane"
    " settimana weken veckor vecka uger uge недель недели неделя неделю tygodnie tygodni tydzień",
    1_209_600: "fortnights fortnight",
}
_MONTHS: Final = {
    1: "months month mos mo monate monaten monats monat monatig monatige monatigen mois meses mes mesi mese mês maanden"
    " maand månader månad måneder måned месяцев месяца месяц miesięcy miesiące miesiąc",
    12: "years year yrs yr jahre jahren jahr jährig jährige jährigen ans années année años año anni anno anos ano jaren"
    " jaar лет года год lata lat",
    120: "decades decade",
    1_200: "centuries century",
}
_BUSINESS: Final = (
    "werktage werktagen werktag arbeitstage arbeitstagen arbeitstag bankarbeitstage werkdagen werkdag weekdays"
)
_EASTERN: Final = {
    "工作日": Length(business_days=1),
    "营业日": Length(business_days=1),
    "營業日": Length(business_days=1),
    "営業日": Length(business_days=1),
    "영업일": Length(business_days=1),
    "天": Length(seconds=86_400),
    "日間": Length(seconds=86_400),
    "日以内": Length(seconds=86_400),
    "日内": Length(seconds=86_400),
    "일간": Length(seconds=86_400),
    "일 이내": Length(seconds=86_400),
    "週間": Length(seconds=604_800),
    "周": Length(seconds=604_800),
    "星期": Length(seconds=604_800),
    "주": Length(seconds=604_800),
    "月": Length(months=1),
    "か月": Length(months=1),
    "ヶ月": Length(months=1),
    "カ月": Length(months=1),
    "개월": Length(months=1),
    "年間": Length(months=12),
    "小时": Length(seconds=3_600),
    "小時": Length(seconds=3_600),
    "時間": Length(seconds=3_600),
    "시간": Length(seconds=3_600),
    "分钟": Length(seconds=60),
    "分鐘": Length(seconds=60),
    "分間": Length(seconds=60),
    "秒": Length(seconds=1),
}


def _table() -> dict[str, Length]:
    found = {name: Length(seconds=n) for n, names in _SECONDS.items() for name in names.split()}
    found |= {name: Length(months=n) for n, names in _MONTHS.items() for name in names.split()}
    return found | {name: Length(business_days=1) for name in _BUSINESS.split()}


UNITS: Final = _table()
"""Each name in lower case."""

EASTERN: Final = _EASTERN
"""Units written directly after the number; `月` counts months only after a counter (三个月)."""

_NAMED: Final = "millisecond second minute hour day week fortnight month year decade"
ENGLISH: Final = frozenset(
    {"century", "centuries", "weekdays", *_NAMED.split(), *(f"{name}s" for name in _NAMED.split())}
)
"""The units that a number in words or an article can stand before."""

UNIT: Final = "(?:" + "|".join(sorted(UNITS, key=lambda name: (-len(name), name))) + ")"
"""A pattern (case to be ignored) of a unit's name."""

EASTERN_UNIT: Final = "(?:" + "|".join(sorted(EASTERN, key=lambda name: (-len(name), name))) + ")"
"""A pattern of a unit written directly after the number."""


def business(unit: str) -> Length | None:
    """The business day or hour that a day or hour is, or None for units that have none.

    >>> business("days"), business("years")
    (Length(months=0.0, seconds=0.0, business_days=1.0, business_hours=0.0), None)
    """
    seconds = UNITS[unit].seconds
    if seconds == 86_400:
        return Length(business_days=1.0)
    return Length(business_hours=1.0) if seconds == 3_600 else None
