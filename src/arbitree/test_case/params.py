"""What nodes can show of a test case, under the reference's names."""

from __future__ import annotations

from enum import Enum

from arbitree.core.turns import PARTS


class SingleTurnParams(Enum):
    """The fields of a test case that a node can show to the judge."""

    INPUT = "input"
    ACTUAL_OUTPUT = "actual_output"
    EXPECTED_OUTPUT = "expected_output"
    CONTEXT = "context"
    RETRIEVAL_CONTEXT = "retrieval_context"
    METADATA = "metadata"
    TAGS = "tags"
    TOOLS_CALLED = "tools_called"
    EXPECTED_TOOLS = "expected_tools"
    MCP_SERVERS = "mcp_servers"
    MCP_TOOLS_CALLED = "mcp_tools_called"
    MCP_RESOURCES_CALLED = "mcp_resources_called"
    MCP_PROMPTS_CALLED = "mcp_prompts_called"


LLMTestCaseParams = SingleTurnParams
"""The older name of `SingleTurnParams`."""


class MultiTurnParams(Enum):
    """What a node can show of a conversation: parts of its turns, and fields of the whole."""

    ROLE = "role"
    CONTENT = "content"
    PROVIDER_TRANSCRIPT = "provider_transcript"
    AUDIO = "audio"
    METADATA = "metadata"
    TAGS = "tags"
    SCENARIO = "scenario"
    EXPECTED_OUTCOME = "expected_outcome"
    CONTEXT = "context"
    USER_DESCRIPTION = "user_description"
    RETRIEVAL_CONTEXT = "retrieval_context"
    CHATBOT_ROLE = "chatbot_role"
    TOOLS_CALLED = "tools_called"
    MCP_TOOLS = "mcp_tools_called"
    MCP_RESOURCES = "mcp_resources_called"
    MCP_PROMPTS = "mcp_prompts_called"


TurnParams = MultiTurnParams
"""The older name of `MultiTurnParams`."""

OF_TURNS = frozenset(PARTS)
"""The params that are parts of each turn; the others are fields of the whole conversation."""
