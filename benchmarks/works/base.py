"""What a piece of work is: cases, a rubric, and the answer to each of its questions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

CASE: Final = re.compile(rb"\[case (\d+)\]")
"""Stands in every case and in every text that others read, so that no two cases ask the same."""

NODE: Final = re.compile(rb"\[node (\w+)\]")
"""Stands in the words of every question that is not known by words of its own."""

FIELD: Final = "Actual Output"
"""The heading of the case's text."""

TEXT: Final = "You have 30 days to return it. Return shipping is on you, and refunds take 5 to 7 business days."


@dataclass(frozen=True, kw_only=True)
class Asks:
    """One question."""

    words: str
    form: Literal["text", "yes_no", "one_of"] = "yes_no"
    reads: str = ""
    """The task whose text is all that it sees; without one it sees the case."""
    label: str = FIELD
    """The heading of what it sees."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Work:
    """One piece of work."""

    name: str
    rubric: str
    """The rubric as a file."""
    asks: Mapping[str, Asks]
    """Every question by its node."""
    judgements: tuple[str, ...]
    """The nodes that judge, in the order in which they are asked."""
    is_chain: bool
    """Whether a `false` ends the case; else all judgements are asked, whatever the others say."""
    answer: Callable[[str, int], str | bool]
    """What a node is answered for a case: the text of a task, or the verdict."""
    score: Callable[[Sequence[str | bool]], float]
    """The score 0..1 of a case by its verdicts."""
    phrases: tuple[tuple[bytes, str], ...] = ()
    """Words of a question by which its node is known; without them it says its name itself."""

    def cases(self, count: int, *, start: int = 0) -> list[dict[str, str]]:
        """So many cases, numbered from `start`, each other than the rest."""
        return [{"id": f"c{n}", "actual_output": f"[case {n}] {TEXT}"} for n in range(start, start + count)]

    def node_of(self, body: bytes) -> str:
        """The node that a request's body asks for; empty when it asks for none."""
        for words, node in self.phrases:
            if words in body:
                return node
        found = None if self.phrases else NODE.search(body)
        return found[1].decode() if found else ""

    def reply(self, node: str, case: int) -> str:
        """The reply's text."""
        said = self.answer(node, case)
        if self.asks[node].form == "text":
            return json.dumps({"output": said})
        return json.dumps({"reason": "The evidence says so.", "verdict": said})
