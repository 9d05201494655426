"""Raises a core graph back to builders, so that a rubric read from a file can be looked at and built upon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from arbitree.core.bounded import budget_of
from arbitree.core.budgets import TooLong
from arbitree.core.flow import control_edges, fields_of, kind_of, language_of, reads_of, sources, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.graph import AskingNode as CoreAskingNode
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import DEFAULT_ROLE, NOT_APPLICABLE, SURE, Absent, Json, Rule, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.polling import cascade_of, roles_of
from arbitree.core.prompts.overrides import but_words, mapping_of, merged, worded, words_of
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.check_node import CheckNode
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.grade_node import GradeNode
from arbitree.metrics.dag.metric_node import MetricNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, Child, NonBinaryJudgementNode, TaskNode
from arbitree.metrics.dag.params import Param
from arbitree.metrics.dag.walk import walk
from arbitree.metrics.dag.weigh_node import WeighNode

Made = Mapping[str, BaseNode]


class Common(TypedDict):
    """What every node that looks at something is constructed with."""

    name: str
    meta: Mapping[str, Json]
    evaluation_params: list[Param] | None
    on_missing: Absent | None
    on_empty: Absent | None


class Asked(Common):
    """What every node that asks a judge is constructed with."""

    judge: str | Sequence[str] | None
    votes: int | None
    max_evidence_tokens: int | None
    too_long: TooLong | None
    prompt: str | None
    prompts: Mapping[str, Any]
    language: str | None


class Voted(Asked):
    """What every node that votes are cast on is constructed with."""

    judges: tuple[str, ...]
    rule: Rule
    tie: str
    sure: float | None


def raised(graph: Graph) -> tuple[list[BaseNode], BaseNode]:
    """The root builders of a graph without mistakes, and the builder of its start.

    What the graph's defaults say is written out at each node.
    """
    tasks = tasks_of(graph)
    items = {each.item: each.name for each in graph.eaches}
    made: dict[str, BaseNode] = {node.name: _alone(node, graph) for node in graph.nodes}
    for node in graph.nodes:
        for read in reads_of(node, tasks):
            task = made[items.get(read, read)]
            assert isinstance(task, (TaskNode, EachNode))
            task.add_node(made[node.name])
    for node in graph.nodes:
        _lead_on(node, made)
    start = made[graph.start if graph.start is not None else sources(graph, control_edges(graph))[0]]
    walked = walk([start])
    return [node for node in walked.nodes if not walked.into[node]], start


def _alone(node: AnyNode, graph: Graph) -> BaseNode:
    """The builder of a node, without what it leads to and reads."""
    match node:
        case Each():
            return EachNode(
                node.over,
                node.item,
                by=node.by,
                met=node.met,
                empty=node.empty,
                limit=node.limit,
                chunk=node.chunk,
                label=node.label or None,
                name=node.name,
                meta=node.meta,
            )
        case Weigh():
            return WeighNode(node.by, node.k, node.met, label=node.label or None, name=node.name, meta=node.meta)
        case Check():
            return _check(node, graph)
        case Task():
            return TaskNode(node.instructions, node.title, gives=node.gives, **_asked(node, graph))
        case Ask():
            return BinaryJudgementNode(node.criteria, label=node.label or None, **_voting(node, graph))
        case Choose():
            shuffle = graph.defaults.shuffle or None if node.shuffle is None else node.shuffle
            return NonBinaryJudgementNode(
                node.criteria, label=node.label or None, shuffle=shuffle, **_voting(node, graph)
            )
        case Metric():
            return _metric(node, graph)
        case Grade():
            return _grade(node, graph)


def _check(node: Check, graph: Graph) -> CheckNode:
    common = _common(node, graph)
    return CheckNode(
        node.criteria,
        tests=node.tests,
        label=node.label or None,
        name=node.name,
        meta=node.meta,
        evaluation_params=common["evaluation_params"],
        on_missing=common["on_missing"],
        on_empty=common["on_empty"],
    )


def _metric(node: Metric, graph: Graph) -> MetricNode:
    return MetricNode(
        node.metric,
        evaluation_params=None if node.shows is None else list(node.shows),
        label=node.label or None,
        name=node.name,
        meta=node.meta,
        on_missing=_set(node.on_missing, graph.defaults.on_missing, "undecided"),
        on_empty=node.on_empty,
    )


def _grade(node: Grade, graph: Graph) -> GradeNode:
    asked = _asked(node, graph)
    if node.judges:
        asked["judge"] = None
    return GradeNode(
        node.criteria,
        node.steps,
        label=node.label or None,
        scale=node.scale,
        rubric=node.rubric,
        strict=node.strict,
        judges=node.judges,
        rule=node.rule,
        **asked,
    )


def _common(node: CoreAskingNode, graph: Graph) -> Common:
    defaults = graph.defaults
    shows: list[Param] = list(fields_of(node, graph, tasks_of(graph)))
    return {
        "name": node.name,
        "meta": node.meta,
        "evaluation_params": shows or None,
        "on_missing": _set(node.on_missing, defaults.on_missing, "undecided"),
        # A check sees empty text unless it says otherwise itself.
        "on_empty": node.on_empty if isinstance(node, Check) else _set(node.on_empty, defaults.on_empty, "undecided"),
    }


def _asked(node: Task | Ask | Choose | Grade, graph: Graph) -> Asked:
    defaults = graph.defaults
    judge = roles_of(node, defaults)[0] if isinstance(node, Task) else node.judge or defaults.judge
    language = language_of(node, graph)
    bounds = budget_of(node, defaults)
    texts = worded(language, graph.prompts, node.prompts)
    return {
        **_common(node, graph),
        "judge": None if judge == DEFAULT_ROLE else judge,
        "votes": node.votes if node.votes is not None or defaults.votes == 1 else defaults.votes,
        "max_evidence_tokens": bounds.tokens if bounds else None,
        "too_long": bounds.policy if bounds and bounds.policy != "refuse" else None,
        "prompt": words_of(kind_of(node), language, node.prompt, node.prompts, texts, defaults.prompt),
        "prompts": mapping_of(merged(but_words(graph.prompts, language), but_words(node.prompts, language))),
        "language": language or None,
    }


def _voting(node: Ask | Choose, graph: Graph) -> Voted:
    asked = _asked(node, graph)
    sure = node.sure
    if node.judges:
        asked["judge"] = None
    elif cascade := cascade_of(node, graph.defaults):
        asked["judge"] = cascade
        sure = graph.defaults.sure if sure is None and graph.defaults.sure != SURE else sure
    return {**asked, "judges": node.judges, "rule": node.rule, "tie": node.tie, "sure": sure}


def _set(own: Absent | None, default: Absent, usual: Absent) -> Absent | None:
    """What is to be written at the node: nothing where it is the usual."""
    policy = default if own is None else own
    return None if policy == usual else policy


def _lead_on(node: AnyNode, made: Made) -> None:
    """Adds a builder's verdicts, parts or `then`."""
    builder = made[node.name]
    match node:
        case Each():
            assert isinstance(builder, EachNode)
            builder.do = made[node.do]
            over = made.get(node.over)
            if isinstance(over, TaskNode):
                builder.over = over
        case Weigh():
            assert isinstance(builder, WeighNode)
            for part in node.parts:
                builder.add_part(made[part.node], part.weight)
        case Task():
            assert isinstance(builder, TaskNode)
            builder.then = None if node.then is None else made[node.then]
        case Choose():
            assert isinstance(builder, NonBinaryJudgementNode)
            for label, target in node.options:
                score, then = _end(target, made)
                builder.add_verdict(label, score=score, then=then)
        case Ask() | Check():
            assert isinstance(builder, (BinaryJudgementNode, CheckNode))
            for verdict, target in ((True, node.yes), (False, node.no)):
                score, then = _end(target, made)
                builder.add_verdict(verdict, score=score, then=then)


def _end(target: Target, made: Made) -> tuple[float | None, Child | None]:
    if target is NOT_APPLICABLE:
        return None, NOT_APPLICABLE
    return (None, made[target]) if isinstance(target, str) else (target, None)
