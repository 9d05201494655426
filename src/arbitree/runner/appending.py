"""A file that lines are added to: written once a turn of the event loop, before anything is waited for.

One write for each line costs more than the line. Whoever kills the process can lose only what came about in the turn
that is going on; everything that the loop has seen before it waited is the system's.
"""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path


class Appending:
    """Adds lines to the end of a file."""

    def __init__(self, path: Path) -> None:
        """Opens the file; what is there already stays.

        Raises:
            OSError: it cannot be opened.
        """
        self._file, self._path = path.open("ab", buffering=0), path
        self._lock = threading.Lock()
        self._lines: list[bytes] = []
        self._error: OSError | None = None

    @property
    def closed(self) -> bool:
        """Whether nothing can be added any more."""
        return self._file.closed

    def cut(self, length: int) -> None:
        """Drops what is behind this length."""
        self._file.truncate(length)

    def add(self, line: bytes) -> None:
        """Adds a line, its end included.

        Raises:
            OSError: an earlier line could not be written; or this one, where no event loop is running.
        """
        if self._error is not None:
            raise self._error
        self._lines.append(line)
        if len(self._lines) == 1:
            try:
                asyncio.get_running_loop().call_soon(self._flush_later)
            except RuntimeError:
                self.flush()

    def flush(self) -> None:
        """Writes what was added.

        Raises:
            OSError: it cannot be written.
        """
        with self._lock:
            lines, self._lines = self._lines, []
            data = memoryview(b"".join(lines))
            while data:
                try:
                    # A raw file may take only a part of what it is given.
                    data = data[self._file.write(data) or 0 :]
                except OSError as error:
                    # The system says what is wrong, but not of which file.
                    raise OSError(error.errno, error.strerror, str(self._path)) from None

    def _flush_later(self) -> None:
        try:
            self.flush()
        except OSError as error:
            # Nobody hears of an error here; whoever adds or closes next does.
            self._error = error
        except ValueError:
            return  # it was closed meanwhile, and written then

    def close(self) -> None:
        """Writes what was added, and closes the file.

        Raises:
            OSError: something could not be written.
        """
        try:
            self.flush()
        finally:
            with self._lock:
                self._file.close()
        if self._error is not None:
            raise self._error


def whole_length(path: Path) -> int:
    """The length of a file up to the end of its last whole line."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - 65_536)
            file.seek(begin)
            found = file.read(end - begin).rfind(b"\n")
            if found >= 0:
                return begin + found + 1
            end = begin
    return 0
