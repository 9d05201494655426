"""The kind `task`: extract or rewrite something. It is read by other nodes and never scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbitree.core.kinds.base import Asking


@dataclass(frozen=True, kw_only=True)
class Task(Asking):
    """Asks for a text or a list that other nodes read."""

    instructions: str
    """What the judge is to do."""
    gives: Literal["text", "list"] = "text"
    """Whether the reply is one text or a list of texts."""
    then: str | None = None
    """For a task that a branch leads to: the node that control passes on to."""
