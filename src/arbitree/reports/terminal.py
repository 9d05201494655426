"""What a stream can show: colours, a moving line, its width, and which characters."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from typing import TextIO

_PLAINER = str.maketrans(
    {"…": "...", "→": "->", "·": "-", "×": "x", "≥": ">=", "≤": "<=", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'"}
    | {"│": "|", "├": "|", "└": "`", "─": "-", "✓": "+", "✗": "x", "•": "*"}
)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream right now."""
    try:
        return stream.isatty()
    except ValueError:
        # It has been closed.
        return False


def has_colours(stream: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Whether colours are wanted there: `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM=dumb` are heeded."""
    given = os.environ if environment is None else environment
    if given.get("NO_COLOR"):
        return False
    if given.get("CLICOLOR_FORCE", "0") not in {"", "0"}:
        return True
    return is_terminal(stream) and given.get("TERM") != "dumb" and given.get("CLICOLOR", "1") != "0"


def can_move(stream: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a line there can be written over: a progress bar needs that."""
    given = os.environ if environment is None else environment
    return is_terminal(stream) and given.get("TERM", "") not in {"dumb", "unknown"}


def width(stream: TextIO) -> int:
    """How many columns the terminal has; 80 where nothing says."""
    return shutil.get_terminal_size((80, 24)).columns


def sayable(text: str, stream: TextIO) -> str:
    """The text in characters that the stream can take: arrows and dashes in ASCII, others as escapes.

    >>> import io
    >>> sayable("a → ü", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    'a -> ü'
    """
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAINER).encode(encoding, "backslashreplace").decode(encoding)
    except LookupError:
        return text.translate(_PLAINER).encode("ascii", "backslashreplace").decode("ascii")
    return text
