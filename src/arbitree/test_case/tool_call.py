"""One call of a tool."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class ToolCallType(Enum):
    """What kind of tool was called."""

    FUNCTION = "FUNCTION"
    MCP = "MCP"


@dataclass(kw_only=True)
class ToolCall:
    """One call of a tool. Two calls are equal when name, parameters and output are.

    >>> call = ToolCall(name="lookup", input_parameters={"order": "A17"}, output="shipped")
    >>> call == ToolCall(name="lookup", input_parameters={"order": "A17"}, output="shipped", reasoning="must know")
    True
    """

    name: str
    type: ToolCallType = field(default=ToolCallType.FUNCTION, compare=False)
    description: str | None = field(default=None, compare=False)
    reasoning: str | None = field(default=None, compare=False)
    output: Any = None
    input_parameters: dict[str, Any] | None = None

    def __hash__(self) -> int:
        return hash(self.name)
