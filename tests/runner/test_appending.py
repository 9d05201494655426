"""A file that is written once a turn of the loop: nothing waits for longer, and no error is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arbitree.runner.appending import Appending
from arbitree.testing import run_virtual


class Counted:
    """Counts what reaches a file."""

    def __init__(self, appending: Appending) -> None:
        self.writes: list[bytes] = []
        self._write, self._close = appending._file.write, appending._file.close
        self.closed = False

    def write(self, data: memoryview) -> int:
        self.writes.append(bytes(data))
        return self._write(data) or 0

    def close(self) -> None:
        self.closed = True
        self._close()


class Full(Counted):
    """A disk without room."""

    def write(self, data: memoryview) -> int:
        raise OSError(28, "No space left on device")


def watched(path: Path, kind: type[Counted]) -> tuple[Appending, Counted]:
    appending = Appending(path)
    counted = kind(appending)
    appending._file = counted  # type: ignore[assignment]
    return appending, counted


def test_lines_of_one_turn_are_one_write(tmp_path: Path) -> None:
    appending, counted = watched(tmp_path / "f", Counted)

    async def scenario() -> None:
        for line in (b"a\n", b"b\n", b"c\n"):
            appending.add(line)
        assert counted.writes == []
        await asyncio.sleep(0)
        assert counted.writes == [b"a\nb\nc\n"]
        appending.add(b"d\n")
        await asyncio.sleep(3600)
        assert counted.writes == [b"a\nb\nc\n", b"d\n"]

    run_virtual(scenario())
    appending.close()
    assert (tmp_path / "f").read_bytes() == b"a\nb\nc\nd\n"


def test_without_a_loop_each_line_is_written_at_once(tmp_path: Path) -> None:
    appending = Appending(tmp_path / "f")
    appending.add(b"a\n")
    assert (tmp_path / "f").read_bytes() == b"a\n"
    appending.close()
    assert appending.closed


def test_what_was_added_just_before_the_end_is_written(tmp_path: Path) -> None:
    appending = Appending(tmp_path / "f")

    async def scenario() -> None:
        appending.add(b"a\n")
        appending.close()
        await asyncio.sleep(0)

    run_virtual(scenario())
    assert (tmp_path / "f").read_bytes() == b"a\n"


def test_a_full_disk_is_told_to_whoever_adds_next_and_to_whoever_closes(tmp_path: Path) -> None:
    appending, _ = watched(tmp_path / "f", Full)

    async def scenario() -> None:
        appending.add(b"a\n")
        await asyncio.sleep(0)
        with pytest.raises(OSError, match="No space left"):
            appending.add(b"b\n")

    run_virtual(scenario())
    with pytest.raises(OSError, match="No space left") as told:
        appending.close()
    assert told.value.filename == str(tmp_path / "f"), "the message of the command line says where"
