"""What can be read only once (standard input, a pipe), kept in a temporary file so that it can be read again."""

from __future__ import annotations

import io
import shutil
from typing import BinaryIO, cast

from arbitree.data.scratch import scratch_file


class Spool:
    """The bytes of a stream, to be read from their beginning as often as wished; gone with the process."""

    def __init__(self, stream: BinaryIO) -> None:
        """Reads the stream to its end."""
        self._file = scratch_file(self)
        shutil.copyfileobj(stream, self._file)

    def opened(self) -> BinaryIO:
        """A reader that stands at the beginning, whatever other readers do."""
        return cast(BinaryIO, io.BufferedReader(_Reader(self, self._file)))


class _Reader(io.RawIOBase):
    """Reads a file from a place of its own."""

    def __init__(self, spool: Spool, file: BinaryIO) -> None:
        self._spool = spool  # which closes the file when it goes
        self._file, self._place = file, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place}.get(whence)
        self._place = self._file.seek(0, io.SEEK_END) + offset if base is None else base + offset
        return self._place

    def readinto(self, target: object) -> int:
        view = memoryview(target).cast("B")  # type: ignore[arg-type]
        self._file.seek(self._place)
        data = self._file.read(len(view))
        view[: len(data)] = data
        self._place += len(data)
        return len(data)
