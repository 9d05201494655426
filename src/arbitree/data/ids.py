"""Every id of a file and the row that has it first, exactly, however many there are."""

from __future__ import annotations

from arbitree.data.scratch import scratch_table


class Ids:
    """Ids that were seen, and where.

    >>> ids = Ids()
    >>> ids.first("a", 1), ids.first("b", 2), ids.first("a", 3)
    (1, 2, 1)
    """

    def __init__(self) -> None:
        # Half of a character can come from Python; sqlite3 takes such an id as bytes alone.
        self._database = scratch_table(self, "ids (id BLOB PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID")

    def first(self, case: str, number: int) -> int:
        """The number of the row that has this id first: this one, or an earlier one."""
        key = case.encode("utf-8", "surrogatepass")
        if self._database.execute("INSERT OR IGNORE INTO ids VALUES (?, ?)", (key, number)).rowcount:
            return number
        [(found,)] = self._database.execute("SELECT number FROM ids WHERE id = ?", (key,))
        return int(found)

    def close(self) -> None:
        """Forgets all of them."""
        self._database.close()
