"""What a file of rules is written with: `answers` says which questions a function answers, `section` reads a prompt.

A rules file is Python. Each rule is a function of the prompt:

    @answers("ask")
    def yes_no(prompt):
        return {"verdict": "30 days" in section(prompt, "Actual Output"), "reason": "looked for 30 days"}
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["Answers", "Prompt", "answers", "section"]

F = TypeVar("F", bound=Callable[..., Any])

_BLOCK = re.compile(r"^\*\*[ \t]*\n(?=IMPORTANT)", re.MULTILINE)
_HEADING = re.compile(r"\n\n(?=[^\s>][^\n]{0,79}:\n)")


@dataclass(frozen=True, kw_only=True)
class Answers:
    """Which questions a rule answers."""

    key: str | None = None
    """A form of reply: `task`, `ask`, `choose`, `reason`, or the key of a schema such as `dag.TaskNodeOutput`."""
    node: str | None = None
    """The name of a node."""


class Prompt(str):
    """A prompt that knows the headings of its sections, in order, so that `section` ends each where it ends."""

    labels: tuple[str, ...]

    def __new__(cls, text: str, labels: tuple[str, ...] = ()) -> Prompt:
        prompt = super().__new__(cls, text)
        prompt.labels = labels
        return prompt


def answers(key: str | None = None, *, node: str | None = None) -> Callable[[F], F]:
    """Marks a function as the rule for questions of one form, of one node, or of one form of one node.

    The function takes the prompt, and if it likes the judge and the question after it; it gives back a dict in the
    form of the reply, or the bare verdict or output.

    >>> @answers("dag.BinaryJudgementVerdict")
    ... def yes_no(prompt, judge):
    ...     return {"verdict": "30 days" in prompt, "reason": "looked for 30 days"}
    >>> @answers(node="window")
    ... def window(prompt):
    ...     return "30 days" in section(prompt, "Return facts in the reply")
    """
    if not isinstance(key, str) and not (key is None and isinstance(node, str)):
        raise TypeError('say what the rule answers: @answers("ask"), @answers(node="window")')

    def mark(rule: F) -> F:
        marks = (Answers(key=key, node=node), *getattr(rule, "__answers__", ()))
        rule.__answers__ = marks  # type: ignore[attr-defined]
        # Kept in the file's own namespace too: several rules may all be called `_`.
        getattr(rule, "__globals__", {}).setdefault("__rules__", []).append(rule)
        return rule

    return mark


def section(prompt: str, label: str, default: str | None = None) -> str:
    """The text under a heading of a prompt.

    Args:
        prompt: The prompt, in the `plain` layout.
        label: The heading, without its colon.
        default: What to give back when there is no such heading.

    Raises:
        LookupError: There is no such heading, and no default.

    >>> section("Is it?\\n\\nOrder id:\\nA17\\n\\nActual Output:\\nShipped.\\n\\n**\\nIMPORTANT: ...", "Order id")
    'A17'
    """
    block = _BLOCK.search(prompt)
    evidence = f"\n{prompt[: block.start()] if block else prompt}\n"
    heading = f"\n{label}:\n"
    # The last one: evidence cannot hold a heading alone on a line, but the words of the question before it can.
    start = evidence.rfind(heading)
    if start < 0:
        if default is not None:
            return default
        raise LookupError(_no_section(prompt, label, evidence))
    text = evidence[start + len(heading) :]
    return text[: _end(text, _labels_after(prompt, label))].strip("\n")


def _end(text: str, labels: tuple[str, ...] | None) -> int:
    """Where a section ends: at the next heading, which is known or has to be guessed by its looks."""
    if labels is None:
        heading = _HEADING.search(text)
        return heading.start() if heading else len(text)
    ends = [place for label in labels if (place := text.find(f"\n\n{label}:\n")) >= 0]
    return min(ends, default=len(text))


def _labels_after(prompt: str, label: str) -> tuple[str, ...] | None:
    if not isinstance(prompt, Prompt) or label not in prompt.labels:
        return None
    return prompt.labels[prompt.labels.index(label) + 1 :]


def _no_section(prompt: str, label: str, evidence: str) -> str:
    labels = prompt.labels if isinstance(prompt, Prompt) else re.findall(r"^([^\s>][^\n]{0,79}):$", evidence, re.M)
    return f'the prompt has no section "{label}"; it has {", ".join(labels) or "none"}'
