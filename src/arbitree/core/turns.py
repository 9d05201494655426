"""Turns of a conversation as a node names them: one, a window, or all; and which of their parts it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

CONVERSATION: Final = ("turns", "messages")
"""The columns that hold a conversation. A case that has one of them has it under the other name too."""

SPOKEN: Final = ("role", "content")
"""The parts of a turn that are shown where nothing else is said."""

PARTS: Final = (
    *SPOKEN,
    "retrieval_context",
    "tools_called",
    "provider_transcript",
    "mcp_tools_called",
    "mcp_resources_called",
    "mcp_prompts_called",
)
"""The parts of a turn that the reference knows; any other key of a turn is a part too."""


@dataclass(frozen=True, kw_only=True)
class Turns:
    """What a node shows of a conversation.

    >>> str(Turns(window=(0, 3))), str(Turns(window=(-1, -1))), str(Turns(params=("content", "tools_called")))
    ('turns 0 to 3', 'turn -1', 'turns (content, tools_called)')
    """

    field: str = "turns"
    """The column that holds the conversation."""
    window: tuple[int, int] | None = None
    """The first and the last turn, both shown, counted from 0, or from -1 at the end; None for all."""
    params: tuple[str, ...] = ()
    """The parts of each turn, in declared order; its role and content when empty."""

    @property
    def span(self) -> str:
        """Which turns, in words; empty for all."""
        if not self.window:
            return ""
        return str(self.window[0]) if self.is_single else f"{self.window[0]} to {self.window[-1]}"

    @property
    def is_single(self) -> bool:
        """Whether it is one turn."""
        return self.window is not None and len(set(self.window)) == 1

    @property
    def noun(self) -> str:
        """What the column holds, in the singular for one turn."""
        return self.field.removesuffix("s") if self.is_single and self.field in CONVERSATION else self.field

    def __str__(self) -> str:
        params = f"({', '.join(self.params)})" if self.params else ""
        return " ".join(filter(None, (self.noun, self.span, params)))


Shown: TypeAlias = str | Turns
"""What a node shows of a case: a field by its name, or turns of a conversation."""


def column_of(shown: Shown) -> str:
    """The column that what is shown stands in.

    >>> column_of("input"), column_of(Turns(field="messages", window=(0, 1)))
    ('input', 'messages')
    """
    return shown if isinstance(shown, str) else shown.field


FARTHEST: Final = 100_000
"""How far from an end of the conversation a turn may be named."""


def window_fault(window: object) -> tuple[str, str] | None:
    """What is wrong with a window, as a predicate, and how to mend it; None for one that can be used.

    >>> window_fault((0, 3)), window_fault((-2, -1)), window_fault((4, 1))
    (None, None, ('begins after it ends', 'begin at 1 and end at 4'))
    """
    if not isinstance(window, (tuple, list)) or len(window) != 2:
        return "is not the first and the last turn", "write two whole numbers, such as 0 and 3; both turns are shown"
    first, last = window
    for bound in window:
        if not isinstance(bound, int) or isinstance(bound, bool):
            return f"holds {bound!r}, which is no whole number", "count turns from 0, or from -1 at the end"
        if abs(bound) > FARTHEST:
            return f"holds {bound}, which no conversation has", f"stay within {FARTHEST:,} turns"
    if first < 0 <= last:
        return (
            "begins from the end and ends from the beginning",
            "count both from one side, or the first from the beginning",
        )
    if first > last and (first < 0) == (last < 0):
        return "begins after it ends", f"begin at {last} and end at {first}"
    return None
