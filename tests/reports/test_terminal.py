"""What a stream can show, and what is shown where it cannot."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping

import pytest

from arbitree.reports.page import Cell, Lines
from arbitree.reports.printing import Out
from arbitree.reports.terminal import can_move, has_colours, sayable


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm"}, True),
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"CLICOLOR": "0"}, False),
        ({"CLICOLOR": "0", "CLICOLOR_FORCE": "1"}, True),
        ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_the_environment_says_whether_a_terminal_has_colours(environment: Mapping[str, str], expected: bool) -> None:
    assert has_colours(Terminal(), environment) is expected


def test_what_is_no_terminal_has_colours_only_when_forced() -> None:
    assert not has_colours(io.StringIO(), {"TERM": "xterm"})
    assert has_colours(io.StringIO(), {"CLICOLOR_FORCE": "1"})


def test_a_bar_moves_on_a_terminal_that_is_not_dumb_colours_or_not() -> None:
    assert can_move(Terminal(), {"NO_COLOR": "1", "TERM": "xterm"})
    assert not can_move(Terminal(), {"TERM": "dumb"}) and not can_move(io.StringIO(), {"TERM": "xterm"})


def test_a_closed_stream_is_no_terminal() -> None:
    stream = io.StringIO()
    stream.close()

    assert not has_colours(stream, {})


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("utf-8", "a → ü 回 …"), ("latin-1", "a -> ü \\u56de ..."), ("ascii", "a -> \\xfc \\u56de ...")],
)
def test_characters_that_a_stream_cannot_take_are_replaced(encoding: str, said: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    assert sayable("a → ü 回 …", stream) == said


@pytest.mark.parametrize("error", [BrokenPipeError(), ValueError("closed")])
def test_a_stream_that_is_gone_is_written_to_no_more(error: Exception) -> None:
    class Gone(io.StringIO):
        tries = 0

        def write(self, text: str) -> int:
            self.tries += 1
            raise error

    stream = Gone()
    out = Out(stream)
    out.line("a")
    out.line("b")

    assert stream.tries == 1 and not out.is_open


def test_no_stream_at_all_is_no_error() -> None:
    Out(None).line("x")
    Out(None).page((Lines(lines=(Cell("x"),)),))


def test_a_page_has_colours_only_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Lines(lines=(Cell("x", "bad"),)),)
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(os.environ, "TERM", "xterm")
    plain, coloured = io.StringIO(), Terminal()
    Out(plain).page(page)
    Out(coloured).page(page)

    assert plain.getvalue() == "x\n" and coloured.getvalue() == "\x1b[31mx\x1b[0m\n"
