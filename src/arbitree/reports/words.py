"""Numbers, verdicts and foreign text as reports write them."""

from __future__ import annotations

import unicodedata

from arbitree.core.visible import visible


def one_line(text: str, *, most: int = 0) -> str:
    """The text in one line, cut with an ellipsis at `most` characters where that is given.

    >>> one_line("two\\n lines", most=6)
    'two l…'
    """
    line = visible(" ".join(text.split()))
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"


def width_of(text: str) -> int:
    """How many columns of a terminal a line takes.

    >>> width_of("回答"), width_of("e\\u0301")
    (4, 1)
    """
    return len(text) if text.isascii() else sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def score_text(score: float | None) -> str:
    """A score 0..1 with three decimals; a dash where there is none."""
    return "-" if score is None else f"{score:.3f}"


def interval_text(interval: tuple[float, float] | None) -> str:
    """What a score can still be."""
    return "-" if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}"


def percent(share: float) -> str:
    """A share as per cent; exactly 0% and 100% only where it is that.

    >>> percent(0.583), percent(1.0), percent(0.99999)
    ('58.3%', '100%', '>99.9%')
    """
    if share in (0.0, 1.0):
        return f"{share * 100:.0f}%"
    rounded = f"{share * 100:.1f}%"
    return {"100.0%": ">99.9%", "0.0%": "<0.1%"}.get(rounded, rounded)


def verdict_text(verdict: bool | str | float) -> str:
    """A verdict as people write it."""
    if isinstance(verdict, bool):
        return "yes" if verdict else "no"
    return one_line(verdict) if isinstance(verdict, str) else f"{verdict:g}"


def points_text(points: float | None) -> str:
    """A leaf's score 0..10 as written in the rubric; `n/a` for not applicable."""
    return "n/a" if points is None else f"{points:g}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "case"), counted(1234, "case")
    ('1 case', '1,234 cases')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(0.42), duration(75), duration(3700)
    ('0.4 s', '1:15', '1:01:40')
    """
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
