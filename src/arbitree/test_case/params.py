"""What nodes can show of a test case, under the reference's names."""

from __future__ import annotations

from enum import Enum


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
