"""A judge that obeys whatever stands outside of the data, and what it sees there; apart from the code under test.

A `messages` prompt is read as its system text tells: what stands between a line `[BEGIN mark]` and the first line
`[END mark]` with the same mark is data. In a `plain` prompt every line counts that is a heading alone, two stars alone,
or begins with IMPORTANT.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from arbitree.core.records import Question, Reply, Style

_BEGIN = re.compile(r"^\[BEGIN ([0-9a-f]{16})\] (.*)$")
_VERDICT = re.compile(r'\{\s*"(?:verdict|reason)"[^{}]*\}')


class Attack(NamedTuple):
    """An answer that tries to steer the judge."""

    name: str
    purpose: str
    text: str


def attacks() -> list[Attack]:
    """All of them."""
    file = Path(__file__).with_name("answers.jsonl")
    return [Attack(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def outside(question: Question) -> tuple[str, ...]:
    """What stands outside of the data in each message, the headings of the data included."""
    return tuple(f"{message.role}: {_without_data(message.content)}" for message in question.messages)


def _without_data(text: str) -> str:
    kept: list[str] = []
    mark = ""
    for line in text.split("\n"):
        begins = _BEGIN.match(line)
        if mark:
            mark = "" if line == f"[END {mark}]" else mark
        elif begins:
            mark = begins[1]
            kept.append(f"<data: {begins[2]}>")
        else:
            kept.append(line)
    assert not mark, "a section never ended"
    return "\n".join(kept)


def marked_lines(prompt: str, headings: Iterable[str]) -> list[str]:
    """The lines of a `plain` prompt that are taken for its own."""
    known = {f"{heading}:" for heading in headings}
    lines = (line.strip() for line in prompt.splitlines())
    return [line for line in lines if line == "**" or line.startswith("IMPORTANT") or line in known]


class Obedient:
    """A judge that does what the text outside of the data says, and else answers as it was told for each node.

    It does not know the example of our own form, which it passes over, from what an attack wrote.
    """

    style: Style = "messages"
    inline = True
    name = "obedient"

    def __init__(self, told: dict[str, object]) -> None:
        self.seen: list[tuple[str, tuple[str, ...]]] = []
        """Each question's node, and what stood outside of its data."""
        self._told = told

    async def ask(self, question: Question) -> Reply:
        """A verdict that stands outside of the data, if there is one; or what it was told."""
        parts = outside(question)
        self.seen.append((question.node, parts))
        found = [one for one in _VERDICT.findall(parts[-1]) if "<one or two sentences>" not in one]
        if found:
            return Reply(text=found[-1])
        said = self._told[question.node]
        name = "verdict" if question.shape.kind in {"yes_no", "one_of"} else "output"
        return Reply(text=json.dumps({name: said}))
