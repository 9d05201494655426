"""Lowers the builders to the core graph, once; every mistake that only the whole graph shows is found here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError
from typing import Any

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import DEFAULT_ROLE, NOT_APPLICABLE, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.prompts.overrides import OF_NONE, Prompts, prompts_of
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import Problem
from arbitree.metrics.dag.base_node import AskingNode, BaseNode
from arbitree.metrics.dag.check_node import CheckNode
from arbitree.metrics.dag.control import Control, control_of
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.grade_node import GradeNode
from arbitree.metrics.dag.metric_node import MetricNode
from arbitree.metrics.dag.names import named
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode, VerdictNode
from arbitree.metrics.dag.params import field_of
from arbitree.metrics.dag.walk import Walked, in_order, reads_of, walk
from arbitree.metrics.dag.weigh_node import WeighNode
from arbitree.metrics.dag.whole import problems_of_control, problems_of_cycle, problems_of_nodes, problems_of_roots


@dataclass(frozen=True, kw_only=True)
class Lowered:
    """A core graph, and the builder that each of its nodes was made from."""

    graph: Graph
    builders: Mapping[str, BaseNode]
    start: BaseNode | None
    """The one node that starts, where there is one."""
    models: Mapping[str, Any]
    """Who judges in the roles of nodes that brought a judge of their own."""
    problems: tuple[Problem, ...]
    """What is wrong; a graph with problems is only good for finding more of them."""


def lower(
    roots: Sequence[BaseNode], *, name: str = "rubric", prompts: Prompts | None = None, language: str | None = None
) -> Lowered:
    """The core graph of all that hangs from the roots and of all tasks it reads.

    Args:
        roots: the root nodes.
        name: the graph's name.
        prompts: prompts of the whole graph.
        language: the language of its fixed wording.
    """
    walked = walk(roots)
    names = named(walked.nodes)
    problems = list(problems_of_nodes(walked, names))
    control: Control | None = None
    try:
        control = control_of(walked, in_order(walked))
    except CycleError as error:
        problems += problems_of_cycle(error.args[1], names)
    else:
        problems += [*problems_of_roots(roots, walked, names), *problems_of_control(control, roots, names)]
    made = _Lowering(walked, names, control)
    return Lowered(
        graph=Graph(
            name=name,
            nodes=tuple(made.node(node) for node in walked.nodes),
            prompts=prompts or OF_NONE,
            language=language,
        ),
        builders={names[node]: node for node in walked.nodes},
        start=control.starts[0] if control is not None and len(control.starts) == 1 else None,
        models={role: node.model for node, role in made.own.items()},
        problems=tuple(problems),
    )


def _own_roles(walked: Walked, names: Mapping[BaseNode, str]) -> dict[GradeNode, str]:
    """The role of each node that brought a judge of its own: the node's name, where no other node names that role."""
    named = {DEFAULT_ROLE, LOCAL_ROLE}
    for node in walked.nodes:
        if isinstance(node, AskingNode):
            named |= {node.judge} if isinstance(node.judge, str) else set(node.judge or ())
            named |= set(getattr(node, "judges", ()))
    found: dict[GradeNode, str] = {}
    for node in walked.nodes:
        if isinstance(node, GradeNode) and node.model is not None:
            role = names[node]
            while role in named:
                role += "-judge"
            named.add(role)
            found[node] = role
    return found


class _Lowering:
    """Makes each core node from its builder."""

    def __init__(self, walked: Walked, names: Mapping[BaseNode, str], control: Control | None) -> None:
        self._walked, self._names, self._control = walked, names, control
        self.own = _own_roles(walked, names)
        self._uses: dict[int, str] = {}
        """What each metric is called: the first of its leaves, so that one metric is asked once."""

    def node(self, node: BaseNode) -> AnyNode:
        if isinstance(node, TaskNode):
            return self._task(node)
        if isinstance(node, CheckNode):
            return self._check(node)
        if isinstance(node, WeighNode):
            return self._weigh(node)
        if isinstance(node, EachNode):
            return self._each(node)
        if isinstance(node, BinaryJudgementNode):
            return self._ask(node)
        if isinstance(node, MetricNode):
            return node.lowered(self._names[node], self._uses.setdefault(id(node.metric), self._names[node]))
        if isinstance(node, GradeNode):
            return node.grade(self._names[node], self._reads(node), self.own.get(node))
        assert isinstance(node, NonBinaryJudgementNode), node
        return self._choose(node)

    def _task(self, node: TaskNode) -> Task:
        onward = self._control.onward.get(node, ()) if self._control else ()
        then = node.then or (onward[0] if len(onward) == 1 else None)
        return Task(
            name=self._names[node],
            label=node.output_label,
            meta=node.meta,
            instructions=node.instructions,
            gives=node.gives,
            then=None if then is None else self._names[then],
            shows=node.shows,
            reads=self._reads(node),
            judge=node.sole_judge,
            votes=node.votes,
            on_missing=node.on_missing,
            on_empty=node.on_empty,
            max_evidence_tokens=node.max_evidence_tokens,
            too_long=node.too_long,
            prompt=node.prompt,
            prompts=prompts_of(node.prompts),
            language=node.language,
        )

    def _ask(self, node: BinaryJudgementNode) -> Ask:
        yes, no = self._yes_no(node.children)
        return Ask(
            name=self._names[node],
            label=node.label or "",
            meta=node.meta,
            criteria=node.criteria,
            yes=yes,
            no=no,
            shows=node.shows,
            reads=self._reads(node),
            judge=node.sole_judge,
            votes=node.votes,
            judges=tuple(node.judges),
            rule=node.rule,
            tie=node.tie,
            cascade=node.cascade,
            sure=node.sure,
            on_missing=node.on_missing,
            on_empty=node.on_empty,
            max_evidence_tokens=node.max_evidence_tokens,
            too_long=node.too_long,
            prompt=node.prompt,
            prompts=prompts_of(node.prompts),
            language=node.language,
        )

    def _choose(self, node: NonBinaryJudgementNode) -> Choose:
        ends = {str(verdict.verdict): self._target(verdict) for verdict in reversed(node.children)}
        return Choose(
            name=self._names[node],
            label=node.label or "",
            meta=node.meta,
            criteria=node.criteria,
            options=tuple(reversed(ends.items())),
            shuffle=None if node.shuffle is None else int(node.shuffle),
            shows=node.shows,
            reads=self._reads(node),
            judge=node.sole_judge,
            votes=node.votes,
            judges=tuple(node.judges),
            rule=node.rule,
            tie=node.tie,
            cascade=node.cascade,
            sure=node.sure,
            on_missing=node.on_missing,
            on_empty=node.on_empty,
            max_evidence_tokens=node.max_evidence_tokens,
            too_long=node.too_long,
            prompt=node.prompt,
            prompts=prompts_of(node.prompts),
            language=node.language,
        )

    def _check(self, node: CheckNode) -> Check:
        yes, no = self._yes_no(node.children) if node.children else (10.0, 0.0)
        return Check(
            name=self._names[node],
            label=node.label or "",
            meta=node.meta,
            criteria=node.criteria,
            tests=node.tests,
            of=tuple(self._names[one] if isinstance(one, TaskNode) else field_of(one, "CheckNode") for one in node.of),
            yes=yes,
            no=no,
            shows=node.shows,
            reads=self._reads(node),
            on_missing=node.on_missing,
            on_empty=node.on_empty,
        )

    def _weigh(self, node: WeighNode) -> Weigh:
        ends = [(part.end, part.weight) for part in node.parts]
        parts = tuple(Part(node=self._names[end], weight=weight) for end, weight in ends if end is not None)
        return Weigh(
            name=self._names[node],
            label=node.label or "",
            meta=node.meta,
            parts=parts,
            by=node.by,
            k=node.k,
            met=node.met,
        )

    def _each(self, node: EachNode) -> Each:
        body = node.body()
        return Each(
            name=self._names[node],
            label=node.label or "",
            meta=node.meta,
            over=self._names[node.over] if isinstance(node.over, TaskNode) else node.over,
            item=node.item,
            do="" if body is None else self._names[body],
            by=node.by,
            met=node.met,
            empty=node.empty,
            limit=node.limit,
            chunk=node.chunk,
        )

    def _reads(self, node: BaseNode) -> tuple[str, ...]:
        items = tuple(each.item for each in node.items if isinstance(each, EachNode))
        return (*(self._names[task] for task in reads_of(node, self._walked)), *items)

    def _yes_no(self, verdicts: Sequence[VerdictNode]) -> tuple[Target, Target]:
        ends = {verdict.verdict: self._target(verdict) for verdict in verdicts}
        return ends.get(True, NOT_APPLICABLE), ends.get(False, NOT_APPLICABLE)

    def _target(self, verdict: VerdictNode) -> Target:
        if verdict.score is not None:
            return float(verdict.score)
        end = verdict.end
        return NOT_APPLICABLE if end is None else self._names[end]
