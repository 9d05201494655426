"""A conversation as a test case, and its turns, under the reference's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from arbitree.core.nearest import nearest
from arbitree.errors import CaseError, Problem
from arbitree.test_case.forms import CALLS, TEXTS, FieldForm, mistyped
from arbitree.test_case.tool_call import ToolCall

Role: TypeAlias = Literal["user", "assistant", "system", "developer", "tool", "function"]
"""Who speaks; the reference has the first two."""


@dataclass(kw_only=True)
class Turn:
    """What one speaker says once.

    Raises:
        CaseError: with every field that has a value of the wrong type.

    >>> Turn(role="user", content="Where is my order?").role
    'user'
    >>> Turn(role="usr", content="Where is my order?")
    Traceback (most recent call last):
    arbitree.errors.CaseError: 'role' must be one of user, assistant, system, developer, tool, function, not 'usr'
          where  Turn(role=...)
          mend   did you mean 'user'?
    """

    role: Role
    content: str
    user_id: str | None = None
    audio: Any = None
    """Kept, and shown to nobody."""
    latency_ms: float | None = None
    interrupted: bool | None = None
    provider_transcript: str | None = None
    retrieval_context: list[Any] | None = None
    """What was looked up for this turn."""
    tools_called: list[Any] | None = None
    """The tools that were called in this turn."""
    mcp_tools_called: list[Any] | None = None
    mcp_resources_called: list[Any] | None = None
    mcp_prompts_called: list[Any] | None = None
    metadata: dict[str, Any] | None = None
    additional_metadata: dict[str, Any] | None = None
    """The older name of `metadata`."""

    def __post_init__(self) -> None:
        self.metadata = self.additional_metadata = self.additional_metadata if self.metadata is None else self.metadata
        problems = [*_stranger(self.role), *mistyped(self, _TURN)]
        if problems:
            raise CaseError(problems)


@dataclass(kw_only=True)
class ConversationalTestCase:
    """A conversation, and what is known about it. Turns may be given as mappings.

    Raises:
        CaseError: with every field that has a value of the wrong type, those of turns too.

    >>> talk = ConversationalTestCase(turns=[Turn(role="user", content="Hi"), {"role": "assistant", "content": "Oh"}])
    >>> talk.turns[1].content
    'Oh'
    """

    turns: list[Turn]
    call_recording_path: str | None = None
    scenario: str | None = None
    context: list[str] | None = None
    name: str | None = None
    user_description: str | None = None
    expected_outcome: str | None = None
    chatbot_role: str | None = None
    metadata: dict[str, Any] | None = None
    additional_metadata: dict[str, Any] | None = None
    """The older name of `metadata`."""
    comments: str | None = None
    tags: list[str] | None = None
    flaky: bool = False
    expectations: Any = None
    expected_labels: dict[str, str] | None = None
    mcp_servers: list[Any] | None = None
    multimodal: bool = False
    voice: bool = False

    def __post_init__(self) -> None:
        self.metadata = self.additional_metadata = self.additional_metadata if self.metadata is None else self.metadata
        problems = mistyped(self, _CASE)
        given: Any = self.turns
        if isinstance(given, (list, tuple)) and given:
            made = [_turn(number, turn, problems) for number, turn in enumerate(given)]
            self.turns = [turn for turn in made if turn is not None]
        else:
            problems.insert(0, _no_turns(given))
        if problems:
            raise CaseError(problems)


_TURN = (
    FieldForm("content", "a string", str, optional=False),
    FieldForm("user_id", "a string", str),
    FieldForm("provider_transcript", "a string", str),
    FieldForm("retrieval_context", TEXTS, list),
    FieldForm("tools_called", CALLS, list, ToolCall),
    FieldForm("mcp_tools_called", "None or a list", list),
    FieldForm("mcp_resources_called", "None or a list", list),
    FieldForm("mcp_prompts_called", "None or a list", list),
    FieldForm("metadata", "None or a dict", dict),
)
_CASE = (
    FieldForm("scenario", "a string", str),
    FieldForm("context", TEXTS, list),
    FieldForm("name", "a string", str),
    FieldForm("user_description", "a string", str),
    FieldForm("expected_outcome", "a string", str),
    FieldForm("chatbot_role", "a string", str),
    FieldForm("metadata", "None or a dict", dict),
    FieldForm("comments", "a string", str),
    FieldForm("tags", TEXTS, list, str),
    FieldForm("expected_labels", "None or a dict of strings", dict),
)
_OTHER_NAMES = {
    "userId": "user_id",
    "latencyMs": "latency_ms",
    "providerTranscript": "provider_transcript",
    "retrievalContext": "retrieval_context",
    "toolsCalled": "tools_called",
    "additionalMetadata": "metadata",
}
"""How mappings that DeepEval writes name the fields of a turn."""


def _stranger(role: object) -> Iterator[Problem]:
    """The problem of a role that nobody has."""
    roles = get_args(Role)
    if role in roles:
        return
    near = nearest(role, roles) if isinstance(role, str) else None
    what = f"'role' must be one of {', '.join(roles)}, not {role!r:.60}"
    mend = f"did you mean {near!r}?" if near else "say who speaks: user or assistant"
    yield Problem(code="C121", what=what, where="Turn(role=...)", mend=mend)


def _turn(number: int, given: Any, problems: list[Problem]) -> Turn | None:
    """The turn, as an object of its own; its problems are added to the others."""
    known = [field.name for field in fields(Turn)]
    if isinstance(given, Mapping):
        named = {_OTHER_NAMES.get(str(key), str(key)): value for key, value in given.items()}
    elif hasattr(given, "role") and hasattr(given, "content"):
        named = {name: getattr(given, name) for name in known if hasattr(given, name)}
    else:
        what = f"'turns' must be a list of Turn or dict, and turns[{number}] is {type(given).__name__} ({given!r:.60})"
        mend = 'pass Turn(role="user", content="...")'
        problems.append(Problem(code="C121", what=what, where="ConversationalTestCase(turns=[...])", mend=mend))
        return None
    for key in sorted(named.keys() - known):
        near = nearest(key, known)
        where = f"ConversationalTestCase(turns[{number}].{key}=...)"
        mend = f"did you mean '{near}'?" if near else "put what is your own under 'metadata'"
        problems.append(Problem(code="C121", what=f"a turn has no field '{key}'", where=where, mend=mend))
    try:
        return Turn(**{"role": None, "content": None, **{key: named[key] for key in named if key in known}})
    except CaseError as error:
        problems += [_within(problem, number) for problem in error.problems]
        return None


def _within(problem: Problem, number: int) -> Problem:
    """The problem of a turn, named by where the turn stands."""
    what = problem.what.replace("'", f"'turns[{number}].", 1)
    return replace(problem, what=what, where=problem.where.replace("Turn(", f"ConversationalTestCase(turns[{number}]."))


def _no_turns(given: object) -> Problem:
    what = "'turns' must not be empty"
    if not isinstance(given, (list, tuple)):
        what = f"'turns' must be a list of Turn or dict, not {type(given).__name__} ({given!r:.60})"
    mend = 'pass turns=[Turn(role="user", content="..."), ...]'
    return Problem(code="C121", what=what, where="ConversationalTestCase(turns=...)", mend=mend)
