"""The thread that brings what a ledger has written to the disk itself, so that the one that writes never waits for it.

A commit leaves its rows with the system, where no kill reaches them. Once a second this thread moves them from the log
into the file and waits for the disk; on a busy one that can take long, and holds up nobody.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from arbitree.ledger.opening import connect

SYNC_SECONDS: Final = 1.0
"""How long what is written may stay with the system alone, as far as the disk keeps up: what a power cut can undo."""


class Disk:
    """Brings one ledger to the disk. Its thread is started by the first call of `bring`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def bring(self) -> None:
        """Says that something new was written."""
        self._wake.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="arbitree-ledger-disk", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends the thread, after what it is at. What is left is brought to the disk by the last connection's end."""
        self._closing.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        # What fails here, a full disk above all, the one that writes meets too, and says.
        with suppress(sqlite3.Error), closing(connect(self._path, "mode=rw")) as connection:
            while not self._closing.wait(SYNC_SECONDS):
                self._wake.wait()
                self._wake.clear()
                with suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
