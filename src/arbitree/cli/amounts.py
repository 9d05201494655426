"""Ages, sizes and patterns as people write them on a command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from arbitree.errors import Problem, UsageError

_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_BYTES: Final = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


def seconds_of(text: str, *, flag: str) -> float:
    """The seconds that an age such as `90d`, `12h` or `1.5h` stands for.

    Raises:
        UsageError: it is none.

    >>> seconds_of("90d", flag="--older-than"), seconds_of("30m", flag="--older-than")
    (7776000.0, 1800.0)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw])", text.strip().lower())
    if match is None:
        raise UsageError(_no_amount(text, "an age", "write 90d, 12h, 30m or 4w", flag))
    return float(match[1]) * _SECONDS[match[2]]


def bytes_of(text: str, *, flag: str) -> int:
    """The bytes that a size such as `500MB` or `2GB` stands for.

    Raises:
        UsageError: it is none.

    >>> bytes_of("500MB", flag="--max-size"), bytes_of("2 GiB", flag="--max-size")
    (500000000, 2147483648)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]?i?b|)", text.strip().lower())
    if match is None or match[2] not in _BYTES:
        raise UsageError(_no_amount(text, "a size", "write 500MB or 2GB", flag))
    return int(float(match[1]) * _BYTES[match[2]])


def patterns_of(texts: Iterable[str], *, flag: str) -> list[re.Pattern[str]]:
    """The regular expressions that are written.

    Raises:
        UsageError: one of them is none; all such are named.
    """
    found: list[re.Pattern[str]] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            found.append(re.compile(text))
        except re.error as error:
            what = f'"{text}" is no regular expression: {error}'
            problems.append(Problem(code="X352", what=what, where=flag, mend="write it as Python's re module takes it"))
    if problems:
        raise UsageError(problems)
    return found


def _no_amount(text: str, kind: str, mend: str, flag: str) -> Problem:
    return Problem(code="X351", what=f'"{text}" is not {kind}', where=flag, mend=mend)
