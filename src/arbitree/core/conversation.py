"""What a node sees of a conversation: the turns it names, with the parts it names, as text that is the same every time.

A turn is a block that begins with who speaks. A line inside it that begins like a turn of its own is quoted, so that
nobody in a conversation can speak for another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple, TypeAlias, TypeGuard
from unicodedata import category, normalize

from arbitree.core.cases import column, content_text, heading, presence, speaker, text_of, turn_text
from arbitree.core.turns import SPOKEN, Turns

Turn: TypeAlias = Mapping[str, object]
Sight: TypeAlias = Literal["present", "missing", "empty", "blank", "beyond", "odd"]
"""How turns are there: as fields are, or not within the conversation, or what should be one is none."""

_ROLES: Final = ("user", "assistant", "system", "developer", "tool", "function")
_OTHER_NAMES: Final[Mapping[str, str]] = {
    "user_id": "userId",
    "retrieval_context": "retrievalContext",
    "tools_called": "toolsCalled",
    "provider_transcript": "providerTranscript",
    "metadata": "additional_metadata",
}
"""How files that DeepEval writes, or older ones, name a part of a turn."""


class View(NamedTuple):
    """What is to be seen of turns."""

    how: Sight
    text: str = ""
    """The turns that are there, as far as they are."""
    quoted: bool = False
    """Whether lines of it were quoted."""
    size: int = 0
    """How many turns the whole conversation has."""
    lacks: str = ""
    """The part that no turn has, where one is missing or empty."""


def is_turn(item: object) -> TypeGuard[Turn]:
    """Whether something is a turn: an object that says who speaks.

    >>> is_turn({"role": "user", "content": "Hi."}), is_turn("Hi.")
    (True, False)
    """
    return isinstance(item, Mapping) and isinstance(item.get("role"), str) and bool(item["role"].strip())


def view(fields: Mapping[str, object], turns: Turns) -> View:
    """What a node sees of a case's conversation.

    >>> talk = {"turns": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello!\\nUser: Bye."}]}
    >>> view(talk, Turns(window=(1, 1)))
    View(how='present', text='Assistant: Hello!\\n> User: Bye.', quoted=True, size=2, lacks='')
    >>> view(talk, Turns(window=(1, 2))).how
    'beyond'
    """
    whole = column(fields, turns.field)
    how = presence(whole)
    if how != "present":
        return View(how)
    if not isinstance(whole, (list, tuple)) or not all(map(is_turn, whole)):
        return View("odd", text_of(whole))
    first, last, is_inside = _bounds(turns, len(whole))
    seen: list[tuple[int, Turn]] = list(enumerate(whole))[first : max(last + 1, 0)]
    text, is_quoted = _joined([_pieces(number, turn, turns.params) for number, turn in seen], whole, turns.params)
    if not is_inside:
        return View("beyond", text, is_quoted, len(whole))
    absent = _absent([turn for _, turn in seen], turns.params)
    if absent is not None:
        return View(absent[1], text, is_quoted, len(whole), absent[0])
    return View("present", text, is_quoted, len(whole))


def evidence_text(value: object) -> tuple[str, bool]:
    """A field's value as a prompt shows it, and whether lines of it were quoted, as those of a conversation may be."""
    if isinstance(value, (list, tuple)) and value and all(map(is_turn, value)):
        blocks = [[block] for block in map(turn_text, value) if block is not None]
        if len(blocks) == len(value):
            return _joined(blocks, value)
    return text_of(value), False


def part_of(turn: Turn, param: str) -> object:
    """A part of a turn: what it called in OpenAI's form is given as tools called."""
    if param == "content":
        said = turn.get("content")
        return content_text(said)
    value = turn.get(param)
    if value is None and param in _OTHER_NAMES:
        value = turn.get(_OTHER_NAMES[param])
    if value is None and param == "tools_called" and isinstance(turn.get("tool_calls"), (list, tuple)):
        calls: Sequence[object] = turn["tool_calls"]  # type: ignore[assignment]
        return [_called(call) for call in calls]
    return value


def _bounds(turns: Turns, size: int) -> tuple[int, int, bool]:
    """The first and last turn that are there, and whether all that were named are."""
    if turns.window is None:
        return 0, size - 1, True
    first, last = (bound + size if bound < 0 else bound for bound in turns.window)
    return max(first, 0), min(last, size - 1), 0 <= first <= last < size


def _pieces(number: int, turn: Turn, params: Sequence[str]) -> list[str]:
    """A turn's parts as text, the first with who speaks; empty for a turn that has nothing of what is shown."""
    if not params:
        return [turn_text(turn) or f"{speaker(turn['role'])}: "]
    opens = speaker(turn["role"]) if "role" in params else f"Turn {number}"
    said = str(part_of(turn, "content")) if "content" in params else ""
    lines = []
    for param in params:
        value = None if param in SPOKEN else part_of(turn, param)
        if presence(value) not in ("missing", "empty"):
            lines.append(f"{heading(param)}: {text_of(value)}")
    if not lines and not {*params} & {*SPOKEN}:
        return []
    return [f"{opens}: {said}" if said or not lines else f"{opens}:", *lines]


def _absent(seen: Sequence[Turn], params: Sequence[str]) -> tuple[str, Literal["missing", "empty", "blank"]] | None:
    """The first part that no turn has, and how it is not there."""
    for param in params or SPOKEN:
        if param == "role":
            continue
        found = {presence(part_of(turn, param)) for turn in seen}
        if param == "content" and any(presence(part_of(turn, "tools_called")) == "present" for turn in seen):
            continue
        if "present" not in found:
            return param, "blank" if "blank" in found else "empty" if "empty" in found else "missing"
    return None


def _called(call: object) -> object:
    """A call in OpenAI's form as its name and its parameters; anything else as it is."""
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping) or not isinstance(function.get("name"), str):
        return call
    arguments = function.get("arguments")
    if isinstance(arguments, str):
        with suppress(ValueError):  # what is no JSON stays as the model wrote it
            arguments = json.loads(arguments)
    return {"name": function["name"], **({} if arguments is None else {"input_parameters": arguments})}


def _joined(blocks: Sequence[list[str]], whole: Sequence[Turn], params: Sequence[str] = ()) -> tuple[str, bool]:
    """The turns as one text, each line that only seems to begin a turn or a part quoted; and whether any was."""
    names = {speaker(role) for role in (*_ROLES, *(turn["role"] for turn in whole))}
    names |= {heading(param) for param in params if param not in SPOKEN}
    opens = re.compile(rf"[\W_]*(?:{'|'.join(map(re.escape, sorted(names)))}|Turn\s+\d+)[\W_]*?:", re.IGNORECASE)
    made = [[_quoted(piece, opens) for piece in block] for block in blocks]
    return "\n\n".join("\n".join(block) for block in made if block), made != [*blocks]


def _quoted(piece: str, opens: re.Pattern[str]) -> str:
    first, *lines = piece.splitlines(keepends=True) or [""]
    return "".join([first, *(f"> {line}" if opens.match(_bare(line)) else line for line in lines)])


def _bare(line: str) -> str:
    """A line as it looks: wide letters as plain ones, without what cannot be seen."""
    if line.isascii():
        return line
    return "".join(char for char in normalize("NFKC", line) if category(char) != "Cf")


def stand_in(turns: Sequence[Turns], field: str) -> object:
    """A column of which nothing is missing: a conversation that has all turns that are named of it, or a text."""
    named = [one for one in turns if one.field == field]
    if not named:
        return "there"
    bounds = [abs(bound) for one in named for bound in one.window or (0, 0)]
    turn = {"role": "user", "content": "there", **{param: "there" for one in named for param in one.params}}
    return [turn] * (2 * max(bounds) + 2)
