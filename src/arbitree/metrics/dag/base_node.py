"""What all builders of nodes share: identity, a name, and the tasks they read."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from arbitree.core.budgets import TooLong
from arbitree.core.kinds.base import UNDECIDED, Absent, Json, Rule
from arbitree.metrics.dag.mistakes import quoted, refuse


@dataclass(eq=False, repr=False)
class BaseNode:
    """A node being built. Two nodes are the same only when they are the same object."""

    name: str | None = field(default=None, kw_only=True)
    """The node's id in traces, rubric files and reports; made from its label or its words when None."""
    meta: Mapping[str, Json] = field(default_factory=dict, kw_only=True)
    """What is your own; kept, never read."""
    tasks: list[BaseNode] = field(default_factory=list, init=False)
    """The tasks it reads, in the order in which `add_node` named it."""
    items: list[BaseNode] = field(default_factory=list, init=False)
    """The nodes over a list whose items it reads."""

    can_read: ClassVar[bool] = True
    """Whether a task's text can be shown by a node of this kind."""
    frames: ClassVar[int] = 0
    """How many calls of its own stand between who constructs it and the constructor that all kinds share."""

    @property
    def says(self) -> str:
        """The node's own title or words, for messages."""
        return str(getattr(self, "label", None) or getattr(self, "criteria", None) or "")

    @property
    def shown(self) -> str:
        """The node as messages call it: its kind and its own words.

        >>> from arbitree.metrics.dag import BinaryJudgementNode
        >>> BinaryJudgementNode(criteria="Is it polite?").shown
        'BinaryJudgementNode "Is it polite?"'
        """
        words = self.says
        cut = words if len(words) <= 60 else words[:60] + "…"
        return f'{type(self).__name__} "{cut}"' if cut else type(self).__name__

    def __repr__(self) -> str:
        return f"<{self.shown}>"


@dataclass(eq=False, repr=False)
class AskingNode(BaseNode):
    """A node that asks a judge."""

    judge: str | Sequence[str] | None = field(default=None, kw_only=True)
    """The role of the judge that answers; the metric's model when None. Of a judgement also a list of roles, a
    cascade: each is asked when the one before it is not sure."""
    votes: int | None = field(default=None, kw_only=True)
    """How many samples are asked; the majority counts."""
    on_missing: Absent | None = field(default=None, kw_only=True)
    """What happens when a field it shows is missing."""
    on_empty: Absent | None = field(default=None, kw_only=True)
    """What happens when a field it shows is empty or blank."""
    max_evidence_tokens: int | None = field(default=None, kw_only=True)
    """About how many tokens the texts that it shows may have together."""
    too_long: TooLong | None = field(default=None, kw_only=True)
    """What happens when they have more: `refuse`, which is usual, or `head_and_tail`."""
    prompt: str | None = field(default=None, kw_only=True)
    """Replaces the words of the question."""
    prompts: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """Other prompts of this node by name, as a rubric file's `prompts` has them."""
    language: str | None = field(default=None, kw_only=True)
    """The language of the fixed wording, and the one that reasons are to be in: a tag such as `zh`."""

    @property
    def sole_judge(self) -> str | None:
        """The role of the one judge that answers; None where none is named, or several are."""
        if self.judge is None or isinstance(self.judge, str):
            return self.judge
        return self.judge[0] if len(self.judge) == 1 else None

    @property
    def cascade(self) -> tuple[str, ...]:
        """The roles of the judges that answer one after the other; none where one judge does."""
        several = self.judge is not None and not isinstance(self.judge, str) and len(self.judge) > 1
        return tuple(self.judge or ()) if several else ()


@dataclass(eq=False, repr=False)
class VotingNode(AskingNode):
    """A node whose question several judges may answer."""

    judges: Sequence[str] = field(default=(), kw_only=True)
    """A jury: the roles that answer, each `votes` times."""
    rule: Rule = field(default="majority", kw_only=True)
    """How votes are counted: `majority`, `unanimous`, or the `median` of options in declared order."""
    tie: str = field(default=UNDECIDED, kw_only=True)
    """The verdict when the votes come to none: `yes`, `no`, an option; `undecided` leaves it open."""
    sure: float | None = field(default=None, kw_only=True)
    """The probability 0..1 from which a verdict of a cascade counts; 0.9 when None."""


def join(task: BaseNode, reader: BaseNode) -> None:
    """Lets a node read a task.

    Raises:
        GraphError: when it is no node, or a node that reads nothing.
    """
    where = f"add_node of {task.shown}"
    if not isinstance(reader, BaseNode):
        what = f"A TaskNode's children must be BaseNode instances. Got {type(reader).__name__} ({quoted(reader)})"
        refuse("G124", what, where, "pass the node that is to read the task")
    if not reader.can_read:
        kind = type(reader).__name__
        what = f"A TaskNode must not have a {kind} as one of their 'children': it reads nothing."
        refuse("G124", what, where, "pass the judging node that is to read the task")
    if all(known is not task for known in reader.tasks):
        reader.tasks.append(task)


def warn_of_children(kind: str, method: str, *, depth: int) -> None:
    """Warns at the line that constructed a node from `children`, `depth` calls above the caller of this function."""
    warnings.warn(
        f"Passing 'children' to '{kind}' is the older way to build a graph and is deprecated: "
        f"construct '{kind}' without them and call '{method}()' for each.",
        DeprecationWarning,
        stacklevel=depth + 2,
    )
