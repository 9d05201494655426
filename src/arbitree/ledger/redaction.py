"""Blots out words of stored text by rule: names, addresses, numbers of customers."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arbitree.core.reading import read
from arbitree.core.records import Unread
from arbitree.ledger import schema
from arbitree.ledger.entries import REWORDED, WITHDRAWN, Entry, row_of
from arbitree.ledger.sessions import entries, shrink, writing

BLOT: Final = "[redacted]"


@dataclass(frozen=True, kw_only=True)
class Redacted:
    """What was blotted out."""

    replies: int
    """Replies of which some words were, and which still say the same."""
    withdrawn: int
    """Replies that no longer say what they said; they answer nothing any more, and are asked again."""
    prompts: int
    """Stored prompts; their digest stays that of what was really asked."""


def redact(path: Path, rules: Sequence[re.Pattern[str]], *, blot: str = BLOT) -> Redacted:
    """Blots out what the rules match, in replies, what was refused and stored prompts; the old bytes are overwritten.

    A reply whose verdict, text or list would read differently is withdrawn: it stays for the record, and is never given
    as an answer again.

    Raises:
        RecordError: it cannot be written to.
    """

    def blotted(text: str) -> str:
        for rule in rules:
            text = rule.sub(blot.replace("\\", r"\\"), text)
        return text

    with writing(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        blots = (_blotted(entry, blotted) for entry in entries(connection))
        changed = [entry for entry in blots if entry is not None]
        connection.executemany("DELETE FROM replies WHERE seq = ?", [(entry.seq,) for entry in changed])
        connection.executemany(schema.INSERT_REPLY_AT, [(entry.seq, *row_of(entry)) for entry in changed])
        prompts = _blotted_prompts(connection, blotted)
        refusals = connection.execute("SELECT seq, message FROM refused").fetchall()
        said = [(blotted(text), seq) for seq, text in refusals if blotted(text) != text]
        connection.executemany("UPDATE refused SET message = ? WHERE seq = ?", said)
        connection.execute("COMMIT")
        shrink(connection)
    withdrawn = sum(entry.redacted == WITHDRAWN for entry in changed)
    return Redacted(replies=len(changed) - withdrawn, withdrawn=withdrawn, prompts=prompts)


def _blotted(entry: Entry, blotted: Callable[[str], str]) -> Entry | None:
    text = blotted(entry.reply.text)
    if text == entry.reply.text:
        return None
    before, after = read(entry.reply.text, entry.shape), read(text, entry.shape)
    if isinstance(before, Unread) or isinstance(after, Unread):
        same = isinstance(before, Unread) and isinstance(after, Unread)
    else:
        same = before.value == after.value
    level = max(entry.redacted, REWORDED if same else WITHDRAWN)
    return replace(entry, reply=replace(entry.reply, text=text), redacted=level)


def _blotted_prompts(connection: sqlite3.Connection, blotted: Callable[[str], str]) -> int:
    changed: list[tuple[str, int]] = []
    for seq, text in connection.execute("SELECT seq, messages FROM prompts").fetchall():
        messages = json.loads(text)
        fewer = [[role, blotted(content)] for role, content in messages]
        if fewer != messages:
            changed.append((json.dumps(fewer, separators=(",", ":")), seq))
    connection.executemany("UPDATE prompts SET messages = ? WHERE seq = ?", changed)
    return len(changed)
