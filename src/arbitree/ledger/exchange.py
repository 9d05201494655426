"""Ledgers out to JSON lines and back, and one ledger into another."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, TextIO

from arbitree.core.records import Reply
from arbitree.errors import Problem, RecordError
from arbitree.ledger import schema
from arbitree.ledger.entries import Entry, digest_of_messages, row_of, shape_from
from arbitree.ledger.fingerprint import digest_of, number_of
from arbitree.ledger.sessions import entries, reading, writing

VERSION: Final = 1
"""The version of the lines."""

_REFUSED = "SELECT judge, key, at, kind, message, node, role, input_tokens, output_tokens FROM refused ORDER BY seq"
_PLACE = frozenset({"judge", "reply", "shape", "seq"})


@dataclass(frozen=True, kw_only=True)
class Merged:
    """What came of a merge."""

    added: int
    """Replies that were taken over."""
    known: int
    """Replies that were there already, or to which there was a newer one."""


@dataclass(frozen=True, kw_only=True)
class _Story:
    """All that one judge ever replied to one question, its attempts included, in order."""

    entries: tuple[Entry, ...]

    @property
    def last(self) -> float:
        return max(entry.at for entry in self.entries)


def export(path: Path, out: TextIO, *, judge: str | None = None) -> int:
    """Writes every whole reply as a line of JSON, the judges before them, prompts with the replies; gives the count.

    Args:
        path: the ledger.
        out: where the lines go.
        judge: only the replies of judges whose form holds this text.

    Raises:
        RecordError: the ledger cannot be read.
    """
    with reading(path) as connection:
        forms: dict[int, str] = dict(connection.execute("SELECT number, form FROM judges ORDER BY number").fetchall())
        prompts: dict[str, str] = dict(connection.execute("SELECT digest, messages FROM prompts").fetchall())
        wanted = {number for number, form in forms.items() if judge is None or judge in form}
        head = {"arbitree_ledger": VERSION, "judges": [forms[number] for number in sorted(wanted)]}
        out.write(json.dumps(head) + "\n")
        count = 0
        for entry in entries(connection):
            if entry.judge in wanted or (judge is None and entry.judge not in forms):
                out.write(json.dumps(_line(entry, prompts.get(entry.asked))) + "\n")
                count += 1
    return count


def import_lines(path: Path, lines: Iterable[str], *, source: str = "") -> Merged:
    """Takes the replies of exported lines into a ledger, as `merge` does those of another one.

    Raises:
        RecordError: a line is not of that form; says which. Nothing is taken over then.
    """
    forms, found, prompts = _read(lines, source)
    judges = {number_of(digest_of(form)): form for form in forms}
    with writing(path, makes=True) as connection:
        return _merged(connection, judges, found, prompts)


def merge(path: Path, other: Path) -> Merged:
    """Takes the replies of another ledger into this one, which is made when it is not there.

    Of a question that both know the newer story counts, whole: all its attempts are one judge's one conversation.

    Raises:
        RecordError: one of them cannot be used.
    """
    with reading(other) as connection:
        judges: dict[int, str] = dict(connection.execute("SELECT number, form FROM judges").fetchall())
        prompts: dict[str, str] = dict(connection.execute("SELECT digest, messages FROM prompts").fetchall())
        found = list(entries(connection))
        refused = connection.execute(_REFUSED).fetchall()
    with writing(path, makes=True) as connection:
        return _merged(connection, judges, found, prompts, refused)


def _merged(
    connection: sqlite3.Connection,
    judges: dict[int, str],
    found: list[Entry],
    prompts: dict[str, str],
    refused: Sequence[tuple[Any, ...]] = (),
) -> Merged:
    connection.execute("BEGIN IMMEDIATE")
    known = set(connection.execute(_REFUSED).fetchall()) if refused else set()
    connection.executemany(schema.INSERT_REFUSED, [row for row in refused if row not in known])
    ours = {place: story.last for place, story in _stories(entries(connection)).items()}
    newer = [story for place, story in _stories(found).items() if place not in ours or story.last > ours[place]]
    added = sorted((entry for story in newer for entry in story.entries), key=lambda entry: entry.seq)
    connection.executemany(schema.INSERT_REPLY, map(row_of, added))
    connection.executemany(schema.INSERT_JUDGE, [(number, digest_of(form), form) for number, form in judges.items()])
    connection.executemany(schema.INSERT_PROMPT, prompts.items())
    connection.execute("COMMIT")
    return Merged(added=len(added), known=len(found) - len(added))


def _stories(found: Iterable[Entry]) -> dict[tuple[int, str], _Story]:
    gathered: dict[tuple[int, str], list[Entry]] = {}
    for entry in found:
        gathered.setdefault((entry.judge, entry.origin), []).append(entry)
    return {place: _Story(entries=tuple(entries)) for place, entries in gathered.items()}


def _line(entry: Entry, prompt: str | None) -> dict[str, Any]:
    row: dict[str, Any] = {name: value for name, value in asdict(entry).items() if name not in _PLACE}
    row |= {"judge": entry.judge, "reply": asdict(entry.reply)}
    row["shape"] = [entry.shape.kind, list(entry.shape.options)]
    if prompt is not None:
        row["messages"] = json.loads(prompt)
    return row


def _read(lines: Iterable[str], source: str) -> tuple[list[str], list[Entry], dict[str, str]]:
    found: list[Entry] = []
    prompts: dict[str, str] = {}
    forms: list[str] | None = None
    for number, line in _numbered(lines):
        try:
            row = json.loads(line)
            if forms is None:
                forms = _forms(row)
                continue
            messages = row.pop("messages", None)
            entry = _entry(row, number)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            what = f"this line is none of an exported ledger: {type(error).__name__}: {error}"
            mend = "give what `arbitree ledger export` wrote"
            raise RecordError(Problem(code="R153", what=what, where=f"{source}:{number}", mend=mend)) from None
        found.append(entry)
        if messages is not None:
            text = json.dumps(messages, separators=(",", ":"))
            prompts[entry.asked if entry.asked else digest_of_messages(text)] = text
    return forms or [], found, prompts


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _forms(head: dict[str, Any]) -> list[str]:
    if head["arbitree_ledger"] != VERSION:
        raise ValueError(f"its version is {head['arbitree_ledger']!r}, and this arbitree reads {VERSION}")
    return [str(form) for form in head["judges"]]


def _entry(row: dict[str, Any], number: int) -> Entry:
    reply = Reply(**row.pop("reply"))
    shape = shape_from(row.pop("shape"))
    entry = Entry(reply=reply, shape=shape, **row)
    # Written once here, so that a value of the wrong kind is the line's fault and not the database's.
    row_of(entry)
    return replace(entry, seq=number)
