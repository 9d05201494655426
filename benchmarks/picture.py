"""The figures as an SVG picture: bars on a logarithmic scale, for each work one group for CPU and one for wall.

The same figures always give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

from benchmarks.calls import Compared
from benchmarks.record import scenarios_in

WIDTH: Final = 900
_LABELS: Final = 240
_BARS: Final = 540
_ROW: Final = 22
_TITLE: Final = 34
_COLOURS: Final = {"arbitree": "#2563a8", "by hand": "#7a7a7a"}
_OTHER: Final = "#c7853a"

Measure = Callable[[Mapping[str, float]], float]


def drawn(record: Mapping[str, Any]) -> str:
    """The picture of the scenarios in which other libraries took part."""
    parts: list[str] = []
    height = 16
    for found in scenarios_in(record):
        if not any(_colour(name) == _OTHER for name in found.rows):
            continue
        for title, measure, form in _measures(found):
            lines, height = _group(title, {name: measure(row) for name, row in found.rows.items()}, form, height)
            parts += lines
    about = record["machine"]
    foot = (
        f"{about.get('cpu', '')}, {about.get('cores', '')} cores, Python {about.get('python', '')}; logarithmic scales"
    )
    parts.append(_text(16, height + 12, foot, size=11))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height + 28}" '
        f'viewBox="0 0 {WIDTH} {height + 28}" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{height + 28}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _measures(found: Compared) -> list[tuple[str, Measure, Callable[[float], str]]]:
    scenario = found.scenario.name
    return [
        (f"{scenario}: CPU a call", lambda row: row["cpu"] / row["requests"] * 1e6, lambda value: f"{value:,.0f} µs"),
        (f"{scenario}: wall", lambda row: row["wall"], lambda value: f"{value:.2f} s"),
    ]


def _group(title: str, values: Mapping[str, float], form: Callable[[float], str], top: int) -> tuple[list[str], int]:
    """The bars of one figure, and where the next group begins."""
    lines = [_text(16, top + 16, title, size=14, weight="bold")]
    at = top + _TITLE
    low = 10 ** math.floor(math.log10(min(values.values())))
    span = math.log10(max(values.values()) / low) or 1.0
    for name, value in values.items():
        length = max(2, round(_BARS * math.log10(value / low) / span))
        lines.append(_text(_LABELS - 8, at + 13, name, anchor="end"))
        lines.append(f'<rect x="{_LABELS}" y="{at}" width="{length}" height="{_ROW - 6}" fill="{_colour(name)}"/>')
        lines.append(_text(_LABELS + length + 6, at + 13, form(value)))
        at += _ROW
    return lines, at + 14


def _colour(name: str) -> str:
    return next((colour for start, colour in _COLOURS.items() if name.startswith(start)), _OTHER)


def _text(x: int, y: int, text: str, *, size: int = 12, anchor: str = "start", weight: str = "normal") -> str:
    style = f'font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" fill="#222222"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
