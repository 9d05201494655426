"""The reference's four builders: a task, the two judgements, and the verdict that each branch of one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, runtime_checkable

from arbitree.core.kinds.base import NOT_APPLICABLE, NotApplicable
from arbitree.errors import GraphError, Problem
from arbitree.metrics.dag.base_node import AskingNode, BaseNode, VotingNode, join, warn_of_children
from arbitree.metrics.dag.metric_node import MetricNode, measures
from arbitree.metrics.dag.mistakes import (
    check_one_end,
    check_score,
    check_text,
    not_two,
    quoted,
    refuse,
    twice,
)
from arbitree.metrics.dag.options import check_options
from arbitree.metrics.dag.params import Param, Showing


@runtime_checkable
class Built(Protocol):
    """A graph that is built already, to which a branch can lead."""

    @property
    def start_node(self) -> BaseNode:
        """The node whose score is the graph's."""
        ...


class Measuring(Protocol):
    """A metric: it measures test cases and sets its score; awaited if it has `a_measure`."""

    def measure(self, test_case: Any, /) -> Any:
        """Sets the score."""
        ...


Child: TypeAlias = "BaseNode | Built | Measuring | NotApplicable"
"""Where a branch can lead: a node, another graph, a metric of any maker, or `NOT_APPLICABLE`."""


def end_of(child: Child) -> BaseNode | None:
    """The node that a branch leads to; None for `NOT_APPLICABLE`, and for what is nothing to lead to."""
    if isinstance(child, BaseNode):
        return child
    if isinstance(child, Built):
        return child.start_node
    return MetricNode(child) if measures(child) else None


@dataclass(eq=False, repr=False)
class VerdictNode(BaseNode):
    """One branch of a judgement: a verdict, and the score it gives or where it leads.

    Raises:
        GraphError: unless it has exactly one of score (0 to 10) and child.
    """

    verdict: bool | str
    score: float | None = None
    child: Child | None = None

    can_read: ClassVar[bool] = False

    def __post_init__(self) -> None:
        where = f"the verdict {quoted(self.verdict)}"
        if not isinstance(self.verdict, (bool, str)):
            what = f"A verdict is True, False or an option's label, not {type(self.verdict).__name__}"
            refuse("G123", what, where, "write True, False or text")
        check_one_end(self.score, self.child, where)
        if self.score is not None:
            check_score(self.score, where)
        elif isinstance(self.child, VerdictNode) or (self.end is None and self.child is not NOT_APPLICABLE):
            what = f"A verdict cannot lead to {type(self.child).__name__} ({quoted(self.child)})"
            refuse("G123", what, where, "pass a node, a metric, a DeepAcyclicGraph, or NOT_APPLICABLE")

    @cached_property
    def end(self) -> BaseNode | None:
        """The node that it leads to, which of a metric is a leaf; None for a score and `NOT_APPLICABLE`."""
        return None if self.child is None else end_of(self.child)

    @property
    def says(self) -> str:
        """The verdict, for messages."""
        return str(self.verdict)


@dataclass(eq=False, repr=False)
class TaskNode(Showing, AskingNode):
    """Extracts or rewrites something for the nodes below it. It is read, never scored.

    Raises:
        GraphError: when its instructions or its label are blank, or its evaluation_params are no fields.
    """

    instructions: str
    output_label: str
    children: list[BaseNode] = field(default_factory=list)
    evaluation_params: Sequence[Param] | None = None
    label: str | None = None
    gives: Literal["text", "list"] = field(default="text", kw_only=True)
    """Whether the judge replies one text or a list of texts."""
    then: BaseNode | None = field(default=None, kw_only=True)
    """The node that control passes on to, for a task that a verdict leads to and whose next node does not read it."""

    def __post_init__(self) -> None:
        kind = type(self).__name__
        check_text(self.instructions, "instructions", kind)
        check_text(self.output_label, "output_label", kind)
        check_options(self)
        if self.gives not in ("text", "list"):
            what = f"a task gives a text or a list, not {quoted(self.gives)}"
            refuse("G121", what, f"{kind}(gives=...)", 'write gives="text" or gives="list"')
        if self.then is not None and not isinstance(self.then, BaseNode):
            what = f"control cannot pass on to {type(self.then).__name__} ({quoted(self.then)})"
            refuse("G124", what, f"{kind}(then=...)", "pass the node that comes next")
        if self.cascade:
            what = "a task cannot have a cascade: a text has no probability, so nobody after the first would be asked"
            refuse("G126", what, f"{self.shown}, judge={list(self.cascade)!r}", "name one judge")
        _ = self.shows
        if self.children:
            warn_of_children(kind, "add_node", depth=2 + self.frames)
        self.children = list(self.children)
        for child in self.children:
            join(self, child)

    def add_node(self, child: BaseNode) -> BaseNode:
        """Lets a node read this task's output under its label; gives that node back.

        Whether control passes along, too, follows from the whole graph when it is built.
        """
        join(self, child)
        if all(known is not child for known in self.children):
            self.children.append(child)
        return child

    @property
    def says(self) -> str:
        """The title or the output's label, for messages."""
        return self.label or self.output_label


@dataclass(eq=False, repr=False)
class BinaryJudgementNode(Showing, VotingNode):
    """Asks a yes/no question. It needs one True and one False verdict."""

    criteria: str
    children: list[VerdictNode] = field(default_factory=list)
    evaluation_params: Sequence[Param] | None = None
    label: str | None = None

    verdict_class: ClassVar[type[VerdictNode]] = VerdictNode
    """What its verdicts are."""

    def __post_init__(self) -> None:
        _check_judgement(self)

    def add_verdict(self, verdict: bool, *, score: float | None = None, then: Child | None = None) -> VerdictNode:
        """Says what one answer gives: a score from 0 to 10, or where to go next; gives the new VerdictNode back.

        Raises:
            GraphError: when the verdict is no boolean, or not exactly one of score and then is right.
        """
        return _added(self, self.verdict_class(verdict=verdict, score=score, child=then))

    def check_verdict(self, verdict: object) -> None:
        """Raises a GraphError unless the verdict is True or False."""
        if not isinstance(verdict, bool):
            what = f"All children {type(self).__name__} must have a boolean verdict. Got {quoted(verdict)}"
            refuse("G123", what, f"a verdict of {self.shown}", "write verdict=True or verdict=False, without quotes")

    def problems(self, name: str) -> list[Problem]:
        """What is wrong with its verdicts as a whole."""
        verdicts = [child.verdict for child in self.children]
        whole = sorted(map(str, verdicts)) == ["False", "True"]
        return [] if whole else [not_two(verdicts, name, self.shown, type(self).__name__)]


@dataclass(eq=False, repr=False)
class NonBinaryJudgementNode(Showing, VotingNode):
    """Asks for one of several options, each of which is a verdict."""

    criteria: str
    children: list[VerdictNode] = field(default_factory=list)
    evaluation_params: Sequence[Param] | None = None
    label: str | None = None
    shuffle: bool | int | None = field(default=None, kw_only=True)
    """Whether each vote sees the options in another order; a whole number is the seed that orders are drawn from."""

    verdict_class: ClassVar[type[VerdictNode]] = VerdictNode
    """What its verdicts are."""

    def __post_init__(self) -> None:
        _check_judgement(self)

    def add_verdict(self, verdict: str, *, score: float | None = None, then: Child | None = None) -> VerdictNode:
        """Offers an option and says what it gives: a score from 0 to 10, or where to go next.

        Raises:
            GraphError: when the verdict is no text, or not exactly one of score and then is right.
        """
        return _added(self, self.verdict_class(verdict=verdict, score=score, child=then))

    def check_verdict(self, verdict: object) -> None:
        """Raises a GraphError unless the verdict is text."""
        if not isinstance(verdict, str):
            kind = type(self).__name__
            what = f"The verdict attribute of all {kind} children must be a string. Got {quoted(verdict)}"
            refuse("G123", what, f"a verdict of {self.shown}", f'write verdict="{verdict}"')

    def problems(self, name: str) -> list[Problem]:
        """What is wrong with its verdicts as a whole."""
        kind = type(self).__name__
        options = [str(child.verdict) for child in self.children]
        if not options:
            what = f"{kind} must have at least one child."
            mend = "add_verdict(verdict=..., score=...) for each option"
            return [Problem(code="G104", what=what, where=self.shown, mend=mend, node=name)]
        again = [option for option in dict.fromkeys(options) if options.count(option) > 1]
        return [twice(option, name, self.shown, kind) for option in again]


Judging: TypeAlias = "BinaryJudgementNode | NonBinaryJudgementNode"


def _check_judgement(node: Judging) -> None:
    kind = type(node).__name__
    check_text(node.criteria, "criteria", kind)
    check_options(node)
    _ = node.shows
    given, node.children = list(node.children), []
    if given:
        warn_of_children(kind, "add_verdict", depth=3 + node.frames)
        for child in given:
            _added(node, child)
        problems = node.problems("")
        if problems:
            raise GraphError(problems)


def _added(node: Judging, verdict: VerdictNode) -> VerdictNode:
    if not isinstance(verdict, VerdictNode):
        what = f"All children must be of type VerdictNode. Got {type(verdict).__name__} ({quoted(verdict)})"
        refuse("G124", what, f"children of {node.shown}", "wrap it: VerdictNode(verdict=..., child=...)")
    node.check_verdict(verdict.verdict)
    node.children.append(verdict)
    return verdict
