"""Replies at hand from the results of an earlier run, by the key of the question; on disk where they are many."""

from __future__ import annotations

import json
from typing import Protocol

from arbitree.core.records import Reply
from arbitree.data.scratch import scratch_table


class AtHand(Protocol):
    """Replies by the key of the question."""

    def get(self, key: str, /) -> Reply | None:
        """The reply to a question; None where there is none."""
        ...

    def __len__(self) -> int:
        """How many there are."""
        ...


class Replies:
    """Replies that were taken from traces.

    >>> replies = Replies()
    >>> replies.add("q1-a", Reply(text="yes"))
    >>> replies.get("q1-a").text, replies.get("q1-b"), len(replies)
    ('yes', None, 1)
    """

    def __init__(self) -> None:
        self._database = scratch_table(self, "replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID")
        self._count = 0

    def add(self, key: str, reply: Reply) -> None:
        """Keeps a reply; the first of those to equal questions."""
        said = json.dumps([reply.text, reply.probabilities and dict(reply.probabilities), reply.label_mass])
        self._count += self._database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?)", (key, said)).rowcount

    def get(self, key: str, /) -> Reply | None:
        """The reply to a question; None where there is none."""
        if not self._count:
            return None
        for (said,) in self._database.execute("SELECT reply FROM replies WHERE key = ?", (key,)):
            text, probabilities, label_mass = json.loads(said)
            return Reply(text=text, probabilities=probabilities, label_mass=label_mass)
        return None

    def __len__(self) -> int:
        return self._count

    def close(self) -> None:
        """Forgets all of them."""
        self._database.close()
