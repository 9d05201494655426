"""Knows the marks between which models reason aloud, and where the reply proper begins."""

from __future__ import annotations

import re
from typing import Final

_TAGS: Final = r"(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|seed:think|antml:thinking)"

OPEN: Final = re.compile(
    rf"<{_TAGS}\b[^<>\n]{{0,80}}+>|\[THINK\]|\u25c1think\u25b7|<\|(?:begin_of_thought|START_THINKING)\|>", re.IGNORECASE
)
"""What begins reasoning."""

CLOSE: Final = re.compile(
    rf"</{_TAGS}\s{{0,9}}+>|\[/THINK\]|\u25c1/think\u25b7|<\|(?:end_of_thought|END_THINKING)\|>", re.IGNORECASE
)
"""What ends it; it stands alone where the prompt's template has already begun the reasoning."""

TURN_END: Final = re.compile(r"<\|(?:im_end|eot_id|endoftext|end|return)\|>|<end_of_turn>", re.IGNORECASE)
"""What ends a model's turn; what it goes on to write behind that is not its reply."""

_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s{0,9}+(\w{1,30}+)[^<\n]{0,80}+(?:<\|constrain\|>\w{0,30}+\s{0,9}+)?<\|message\|>"
)
_ENDS: Final = re.compile(r"<\|(?:end|return|start|call|channel)\|>")


def after_reasoning(text: str, opened: re.Match[str], last_close: int) -> int:
    """Where the reasoning ends that a mark begins; just behind the mark when it begins none.

    Args:
        text: the reply.
        opened: the mark.
        last_close: where the reply's last closing mark ends.
    """
    closed = CLOSE.search(text, opened.end()) if opened.end() < last_close else None
    if closed:
        return closed.end()
    # A mark that never closes begins the reasoning only at the start of a line; elsewhere a sentence mentions it.
    before = text[max(0, opened.start() - 80) : opened.start()].rpartition("\n")[2]
    return opened.end() if before.strip() else len(text)


def last_close(text: str) -> int:
    """Where the last closing mark ends; 0 when there is none."""
    return max((closed.end() for closed in CLOSE.finditer(text)), default=0)


def final_channel(text: str) -> str:
    """The message of a reply that is meant to be seen, where it comes in channels; else the reply as it is.

    >>> final_channel('<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes')
    'Yes'
    """
    if "<|channel|>" not in text:
        return text
    heads = list(_CHANNEL.finditer(text))
    if not heads:
        return text
    names = [head.group(1).casefold() for head in heads]
    for wanted in ("final", "commentary"):
        if wanted in names:
            head = heads[len(names) - 1 - names[::-1].index(wanted)]
            ended = _ENDS.search(text, head.end())
            return text[head.end() : ended.start() if ended else len(text)]
    return "" if "analysis" in names else text
