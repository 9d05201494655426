"""Puts pages and lines on a stream, in the way that the stream can show; a reader that went away is no error."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

from arbitree.reports.page import Page
from arbitree.reports.plain import text_of_page
from arbitree.reports.terminal import has_colours, is_terminal, sayable, width


@contextmanager
def aside(wanted: bool) -> Iterator[None]:
    """While it lasts, what users' code prints goes to standard error: standard output is for one JSON object alone."""
    if not wanted:
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def json_text(value: object, *, indent: int | None = 2) -> str:
    """A value as JSON, as programs get it."""
    return json.dumps(value, ensure_ascii=False, indent=indent, default=str)


class Out:
    """A stream that is written to until nobody reads it any more."""

    def __init__(self, stream: TextIO | None) -> None:
        """Takes a stream; None where there is none at all."""
        self.stream = stream
        self.is_open = stream is not None

    def page(self, page: Page) -> None:
        """Prints a page."""
        if self.stream is None:
            return
        if not has_colours(self.stream):
            self.write(text_of_page(page))
            return
        from arbitree.reports.coloured import print_page

        drawn = io.StringIO()
        print_page(page, drawn, width=width(self.stream))
        self.write(drawn.getvalue())

    def line(self, text: str = "") -> None:
        """Prints a line."""
        self.write(f"{text}\n")

    def json(self, value: object, *, indent: int | None = 2) -> None:
        """Prints a value as JSON, for programs."""
        self.exact(json_text(value, indent=indent) + "\n")

    def exact(self, text: str) -> None:
        """Prints what programs read: UTF-8 whatever the locale says, as it would stand in a file."""
        if self.stream is None or not self.is_open:
            return
        buffer = getattr(self.stream, "buffer", None)
        if buffer is None or is_terminal(self.stream):
            self.write(text)
            return
        try:
            self.stream.flush()
            # Half a character of a judge's reply becomes an escape, which JSON can hold.
            buffer.write(text.encode("utf-8", "backslashreplace"))
            buffer.flush()
        except (BrokenPipeError, ValueError):
            self.is_open = False

    def write(self, text: str) -> None:
        """Prints text as it is."""
        if self.stream is None or not self.is_open:
            return
        try:
            self.stream.write(sayable(text, self.stream))
            self.stream.flush()
        except (BrokenPipeError, ValueError):
            # `| head` has seen enough, or the stream was closed; what the run came to does not depend on it.
            self.is_open = False
