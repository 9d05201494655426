"""The form of a rubric file's head: the file as a whole, and what its defaults may say."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from arbitree.core.kinds.base import SURE
from arbitree.wire.fields import (
    AbsentRule,
    Meta,
    OwnBudget,
    OwnJudge,
    OwnName,
    OwnProse,
    OwnShuffle,
    OwnSure,
    OwnTooLong,
    Prose,
    RubricPrompts,
    Shows,
    Threshold,
    Version,
    Votes,
)
from arbitree.wire.form import Form


class DefaultsForm(Form):
    """What every node has that says nothing else."""

    shows: Shows = ()
    """Fields of the case that questions show, and turns of a conversation."""
    judge: OwnJudge = "judge"
    """The role that answers; or a list, a cascade: each is asked when the one before it is not sure."""
    sure: OwnSure = SURE
    """The probability 0..1 from which a verdict of a cascade counts."""
    votes: Votes = 1
    """How many samples are asked."""
    shuffle: OwnShuffle = 0
    """Whether each vote of a `choose` sees the options in another order: true, false, or the seed of the orders."""
    on_missing: AbsentRule = "undecided"
    """What happens when a shown field is missing."""
    on_empty: AbsentRule = "undecided"
    """What happens when a shown field is empty or blank."""
    max_evidence_tokens: OwnBudget = None
    """About how many tokens the texts that a question shows may have together; any number when absent."""
    too_long: OwnTooLong = "refuse"
    """What happens when they have more: refuse (undecided), or head_and_tail (the middle is left out)."""
    prompt: OwnProse = None
    """Replaces the words of every question."""
    language: OwnName = None
    """The language of the fixed wording of questions, and the one that their reasons are to be in."""


class FileForm(Form):
    """A rubric: a set of named nodes and one start."""

    arbitree: Version
    """The version of this format: 1."""
    name: Prose = "rubric"
    """The rubric's name, shown in reports."""
    threshold: Threshold = 0.5
    """The score 0..1 from which a case passes."""
    start: OwnName = None
    """The node whose score is the rubric's; when absent, the one judging node that nothing leads to."""
    defaults: DefaultsForm = DefaultsForm()
    """What every node has that says nothing else."""
    language: OwnName = None
    """The language of all fixed wording, and the one that reasons are to be in: a tag such as `zh`."""
    prompts: RubricPrompts = None
    """Prompts that the rubric words itself, by name."""
    nodes: Any
    """The nodes by name."""
    meta: Meta = Field(default_factory=dict)
    """What is your own; kept, never read."""
