"""The plain definition of what is seen of a conversation."""

from __future__ import annotations

import json
import re
from typing import Any

from arbitree.core.cases import Case, heading, presence, text_of
from arbitree.core.turns import Shown, Turns

SPEAKERS = ("User", "Assistant", "System", "Developer", "Tool", "Function")


def value_of(case: Case, shown: Shown) -> Any:
    """What a column holds; a conversation goes by two names."""
    name = shown if isinstance(shown, str) else shown.field
    other = {"turns": "messages", "messages": "turns"}.get(name, name)
    return case.fields.get(name) if case.fields.get(name) is not None else case.fields.get(other)


def chosen(whole: list[Any], turns: Turns) -> tuple[list[tuple[int, Any]], bool]:
    """The turns in the window, with their numbers, and whether all of it is there."""
    numbered = list(enumerate(whole))
    if turns.window is None:
        return numbered, True
    first, last = (bound if bound >= 0 else len(whole) + bound for bound in turns.window)
    wanted = list(range(first, last + 1))
    return [pair for pair in numbered if pair[0] in wanted], bool(wanted) and all(0 <= n < len(whole) for n in wanted)


def how_seen(case: Case, shown: Shown) -> str:
    """Whether it is present, missing, empty, blank, beyond the conversation, or odd."""
    whole = value_of(case, shown)
    how = presence(whole)
    if isinstance(shown, str) or how != "present":
        return how
    if not isinstance(whole, list) or any(not isinstance(item, dict) or "role" not in item for item in whole):
        return "odd"
    seen, is_all = chosen(whole, shown)
    if not is_all:
        return "beyond"
    for param in shown.params or ("content",):
        if param == "role":
            continue
        found = [presence(turn.get(param)) for _, turn in seen]
        found += [presence(turn.get("tools_called")) for _, turn in seen] if param == "content" else []
        if "present" not in found:
            own = [presence(turn.get(param) if param != "content" else turn.get(param) or "") for _, turn in seen]
            return "blank" if "blank" in own else "empty" if "empty" in own else "missing"
    return "present"


def lacking(case: Case, turns: Turns) -> str:
    """The part that no turn has, of those that are named."""
    for param in turns.params:
        alone = Turns(field=turns.field, window=turns.window, params=(param,))
        if how_seen(case, alone) in ("missing", "empty", "blank") and param != "role":
            return param
    return ""


def written(case: Case, turns: Turns) -> str:
    """The turns that are there, as text, with nothing said of what is not."""
    whole = value_of(case, turns)
    if how_seen(case, turns) == "odd":
        return text_of(whole)
    if not isinstance(whole, list):
        return ""
    blocks = []
    for number, turn in chosen(whole, turns)[0]:
        params = turns.params or ("role", "content")
        speaker = heading(turn["role"]) if "role" in params else f"Turn {number}"
        said = turn.get("content") or "" if "content" in params else ""
        more = [f"{heading(p)}: {text_of(turn[p])}" for p in params if p not in ("role", "content") and turn.get(p)]
        more += [json.dumps(call) for call in turn.get("tool_calls", ()) if not turns.params]
        if more or "role" in params or "content" in params:
            blocks.append([f"{speaker}:" if more and not said else f"{speaker}: {said}", *more])
    return "\n\n".join(quoted("\n".join(block)) for block in blocks)


def quoted(block: str) -> str:
    """A block whose lines but the first do not begin as a turn does."""
    forged = re.compile(rf"[^a-z0-9]*({'|'.join(SPEAKERS)}|Turn\s+[0-9]+)[^a-z0-9]*?:", re.IGNORECASE)
    first, *lines = block.split("\n")
    return "\n".join([first, *(f"> {line}" if forged.match(line) else line for line in lines)])
