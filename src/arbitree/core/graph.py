"""The graph of a rubric as plain values: named nodes, one start, a threshold. `plan` checks them, not this file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from arbitree.core.budgets import TooLong
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import DEFAULT_ROLE, SURE, Absent, Json
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.prompts.overrides import OF_NONE, Prompts
from arbitree.core.turns import Shown

AnyNode: TypeAlias = Task | Ask | Choose | Grade | Check | Metric | Weigh | Each
"""Every kind of node; a `match` over it closes with `assert_never`."""

AskingNode: TypeAlias = Task | Ask | Choose | Grade | Check | Metric
"""Every kind of node that puts a question or looks at a text."""


@dataclass(frozen=True, kw_only=True)
class Defaults:
    """What every node has that says nothing else."""

    shows: tuple[Shown, ...] = ()
    judge: str = DEFAULT_ROLE
    cascade: tuple[str, ...] = ()
    """The roles that answer one after the other; tasks, whose texts have no probability, ask the first. None: `judge`
    alone."""
    sure: float = SURE
    votes: int = 1
    shuffle: int = 0
    on_missing: Absent = "undecided"
    on_empty: Absent = "undecided"
    max_evidence_tokens: int | None = None
    too_long: TooLong = "refuse"
    prompt: str | None = None
    language: str | None = None


@dataclass(frozen=True, kw_only=True)
class Graph:
    """A rubric: a set of named nodes and one start."""

    name: str = "rubric"
    """The rubric's name, shown in reports."""
    nodes: tuple[AnyNode, ...]
    """The nodes in declared order."""
    threshold: float = 0.5
    """The score 0..1 from which a case passes."""
    start: str | None = None
    """The node whose score is the rubric's; when None, the one judging node that nothing leads to."""
    defaults: Defaults = Defaults()
    """What every node has that says nothing else."""
    language: str | None = None
    """The language of the fixed wording, and of reasons, where neither the defaults nor a node name another."""
    prompts: Prompts = OF_NONE
    """Prompts that the rubric words itself."""
    meta: Mapping[str, Json] = field(default_factory=dict)
    """What is the user's own; kept, never read."""

    def node(self, name: str) -> AnyNode:
        """The node of that name; KeyError when there is none."""
        return self.by_name[name]

    @cached_property
    def by_name(self) -> Mapping[str, AnyNode]:
        """The nodes by name, in declared order; of nodes of one name, which is a mistake, the last."""
        return {node.name: node for node in self.nodes}

    @cached_property
    def eaches(self) -> tuple[Each, ...]:
        """The nodes of kind `each`, in declared order."""
        return tuple(node for node in self.nodes if isinstance(node, Each))

    @cached_property
    def is_seen_whole(self) -> bool:
        """Whether some node looks at the whole case: a metric that does not say which fields it is given."""
        return any(isinstance(node, Metric) and not node.shows for node in self.nodes)
