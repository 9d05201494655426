"""What a judge's own exception becomes: a `Failed` that keeps the exception, unchanged, for whoever re-raises it."""

from __future__ import annotations

import os
import re
import sysconfig
from pathlib import Path
from types import TracebackType

from arbitree.core.records import Failed
from arbitree.judges.redacting import named_secrets, redacted_text

_PACKAGE = str(Path(__file__).parent.parent) + os.sep
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
"""Where an object lies in memory: never twice the same, and messages are part of traces."""


def failed_by(error: BaseException) -> Failed:
    """The record of an exception that foreign code raised.

    `Failed.error` is the very object that was raised, its traceback beginning at the first frame that is not ours:
    `measure` raises it again, everything else reads `message` only.

    >>> failed_by(ValueError("no such model")).message
    'ValueError: no such model'
    >>> failed_by(ValueError("<Client at 0x7f1d3a06fe90> is closed")).message
    'ValueError: <Client> is closed'
    """
    own = error.with_traceback(_below_ours(error.__traceback__))
    place = place_of(own.__traceback__)
    # Clients of others tell the key that they were given; whose it is we do not know, so each that is there counts.
    text = redacted_text(_ADDRESS.sub("", str(error)), named_secrets(os.environ), is_reply=False)
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return Failed(kind="judge_error", message=f"{said} ({place})" if place else said, error=own)


def place_of(traceback: TracebackType | None) -> str:
    """`file:line` of the deepest frame of the user's; of a library's when there is none; never one of ours."""
    users = others = ""
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        if not path.startswith((_PACKAGE, "<frozen ")):
            others = f"{Path(path).name}:{traceback.tb_lineno}"
            if not path.startswith(_INSTALLED):
                users = others
        traceback = traceback.tb_next
    return users or others


def _below_ours(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback from the first frame that is not ours; all of it when every frame is ours."""
    rest = traceback
    while rest is not None and rest.tb_frame.f_code.co_filename.startswith(_PACKAGE):
        rest = rest.tb_next
    return rest or traceback
