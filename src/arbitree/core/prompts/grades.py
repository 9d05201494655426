"""The words of a grade: its criteria, its steps, what its grades mean; and the words that have its steps written."""

from __future__ import annotations

from collections.abc import Sequence

from arbitree.core.kinds.grade import Grade, Range
from arbitree.core.prompts.filling import filled
from arbitree.core.prompts.texts import Texts
from arbitree.core.scale import spelled
from arbitree.core.steps import GAP, Steps


def grade_words(node: Grade, texts: Texts) -> str:
    """The words of a grade's question, with a gap for steps that have yet to be written."""
    steps = GAP if node.steps is None else steps_block(texts, node.steps)
    parts = [f"{node.criteria}{steps}".strip("\n")]
    if node.strict:
        bounds = {"low": spelled(node.asked_scale.low), "high": spelled(node.asked_scale.high)}
        parts.append(filled(texts.strict, bounds))
    elif node.rubric:
        parts.append("\n".join([texts.ranges, *(f"{span(one)}: {one.outcome}" for one in node.rubric)]))
    return "\n\n".join(parts)


def steps_words(node: Steps, texts: Texts) -> str:
    """The words of the question that has the steps of a grade written."""
    return filled(texts.steps, {"criteria": node.instructions, "seen": ", ".join(node.seen)})


def steps_block(texts: Texts, steps: Sequence[str]) -> str:
    """The steps as they stand behind the criteria; empty where there are none."""
    if not steps:
        return ""
    return "\n".join(["\n", texts.working, *(f"{number}. {step}" for number, step in enumerate(steps, 1))])


def span(one: Range) -> str:
    """The grades of a range.

    >>> span(Range(1, 2, "Poor.")), span(Range(5, 5, "Perfect."))
    ('1 to 2', '5')
    """
    return spelled(one.low) if one.low == one.high else f"{spelled(one.low)} to {spelled(one.high)}"


def with_steps_written(text: str, texts: Texts, written: object) -> str:
    """A text of a grade's prompt with the steps in it that its judge wrote.

    Args:
        text: the text.
        texts: the wording of the grade.
        written: what the task of the steps came to.
    """
    steps = [str(step) for step in written] if isinstance(written, tuple) else []
    return text.replace(GAP, steps_block(texts, steps))
