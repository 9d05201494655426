"""Writes what a command made: to standard output, or to a file that is not silently replaced."""

from __future__ import annotations

import sys
from pathlib import Path

from arbitree.errors import Problem, UsageError
from arbitree.reports.printing import Out


def put(text: str, path: str | None, *, force: bool = False, exact: bool = True) -> None:
    """Writes text to a file, or to standard output where none is named or it is `-`.

    Args:
        text: What is written, as UTF-8.
        path: Where to.
        force: Whether a file that is there is replaced.
        exact: Whether it is the same text on standard output, whatever characters that takes.

    Raises:
        UsageError: the file is there already, or cannot be written.
    """
    if path is None or path == "-":
        out = Out(sys.stdout)
        (out.exact if exact else out.write)(text)
        return
    file = Path(path)
    refuse_existing(path, force=force)
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(unwritable(path, error)) from None
    Out(sys.stderr).line(f"wrote {path}")


def refuse_existing(path: str, *, force: bool) -> None:
    """Passes only a file that is not there yet, unless it may be replaced.

    Raises:
        UsageError: it is there.
    """
    if Path(path).exists() and not force:
        what = "the file is there already"
        raise UsageError(Problem(code="X330", what=what, where=path, mend="name another, or add --force"))


def unwritable(path: str, error: OSError) -> Problem:
    """The problem of a file that cannot be written."""
    what = f"the file cannot be written: {error.strerror}"
    return Problem(code="X331", what=what, where=path, mend="check the path, its permissions and the space left")
