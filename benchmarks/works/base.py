"""What a piece of work is: cases, a rubric, and the answer to each of its questions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

CASE = re.compile(rb"\[case (\d+)\]")
"""Stands in every case and in every answer that others read, so that each question is another one."""

NODE = re.compile(rb"\[node (\w+)\]")
"""Stands in the words of every question that has no words of its own to be found by."""


@dataclass(frozen=True)
class Work:
    """One piece of work."""

    name: str
    rubric: str
    """The rubric as a file."""
    answers: Mapping[str, Callable[[int], str | bool]]
    """What each node is answered, by the number of the case: a text for a task, else the verdict."""
    tasks: frozenset[str]
    """The nodes that are answered with a text."""
    phrases: tuple[tuple[bytes, str], ...] = ()
    """Words of a question by which its node is known; without them it says its name itself."""

    def cases(self, count: int, *, start: int = 0) -> list[dict[str, str]]:
        """So many cases, numbered from `start`, each other than the rest."""
        text = "You have 30 days to return it. Return shipping is on you, and refunds take 5 to 7 business days."
        return [{"id": f"c{n}", "actual_output": f"[case {n}] {text}"} for n in range(start, start + count)]

    def node_of(self, body: bytes) -> str:
        """The node that a request's body asks for; empty when it asks for none."""
        for words, node in self.phrases:
            if words in body:
                return node
        found = None if self.phrases else NODE.search(body)
        return found[1].decode() if found else ""

    def reply(self, node: str, case: int) -> str:
        """The reply's text."""
        said = self.answers[node](case)
        if node in self.tasks:
            return json.dumps({"output": said})
        return json.dumps({"reason": "The evidence says so.", "verdict": said})
