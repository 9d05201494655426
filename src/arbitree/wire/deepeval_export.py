"""A graph to DeepEval's JSON (the form of its `dag_to_dict`), where that form can hold it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from arbitree.core.flow import fields_of, language_of
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NotApplicable, Target, Voting
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.polling import cascade_of
from arbitree.core.turns import Shown, Turns
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.deepeval_grades import grade_leaf, unsayable_grade
from arbitree.wire.deepeval_turns import params_of
from arbitree.wire.deepeval_turns import unsayable as unsayable_turns
from arbitree.wire.dump import plain_number

_Verdicts: TypeAlias = list[tuple[bool | str, Target]]

FIELDS: Final = (
    "input",
    "actual_output",
    "expected_output",
    "context",
    "retrieval_context",
    "metadata",
    "tags",
    "tools_called",
    "expected_tools",
    "mcp_servers",
    "mcp_tools_called",
    "mcp_resources_called",
    "mcp_prompts_called",
)
"""The fields that DeepEval's test cases have."""


def write_dag(graph: Graph) -> dict[str, Any]:
    """The document; ids are the nodes' names, and `NODE/VERDICT` for verdicts.

    Raises:
        RubricFileError: the graph holds what DeepEval's form cannot; every such thing is named.

    >>> graph = Graph(nodes=(Ask(name="polite", criteria="Is it polite?", shows=("actual_output",)),))
    >>> list(write_dag(graph)["nodes"])
    ['polite', 'polite/true', 'polite/false']
    """
    problems = list(_unsayable(graph))
    if problems:
        raise RubricFileError(problems)
    nodes: dict[str, Any] = {}
    for node in graph.nodes:
        match node:
            case Task():
                nodes[node.name] = {
                    "type": "TaskNode",
                    "instructions": node.instructions,
                    "output_label": node.title,
                    "label": None,
                    **params_of(_shown(node, graph.defaults)),
                    "children": _readers(node.name, graph),
                }
            case Ask():
                verdicts: _Verdicts = [(True, node.yes), (False, node.no)]
                nodes.update(_judgement("BinaryJudgementNode", node, verdicts, graph))
            case Choose():
                nodes.update(_judgement("NonBinaryJudgementNode", node, list(node.options), graph))
            case _:
                pass
    return {"nodes": nodes}


def _readers(task: str, graph: Graph) -> list[str]:
    return [node.name for node in graph.nodes if not isinstance(node, (Weigh, Each)) and task in node.reads]


def _judgement(kind: str, node: Ask | Choose, verdicts: _Verdicts, graph: Graph) -> dict[str, Any]:
    ids = [f"{node.name}/{str(verdict).lower() if isinstance(verdict, bool) else verdict}" for verdict, _ in verdicts]
    made: dict[str, Any] = {
        node.name: {
            "type": kind,
            "criteria": node.criteria,
            "label": node.label or None,
            **params_of(_shown(node, graph.defaults)),
            "children": ids,
        }
    }
    for id, (verdict, target) in zip(ids, verdicts, strict=True):
        end: dict[str, Any] = {"type": "VerdictNode", "verdict": verdict}
        leaf = graph.by_name.get(target) if isinstance(target, str) else None
        if isinstance(leaf, Grade):
            end["child"] = grade_leaf(leaf, graph.defaults)
        elif isinstance(target, str):
            end["child"] = {"type": "node", "ref": target}
        elif not isinstance(target, NotApplicable):
            end["score"] = plain_number(target)
        made[id] = end
    return made


def _shown(node: Task | Ask | Choose | Grade, defaults: Defaults) -> tuple[Shown, ...]:
    return defaults.shows if node.shows is None else node.shows


def _unsayable(graph: Graph) -> Iterator[Problem]:
    by_name = {node.name: node for node in graph.nodes}
    defaults = graph.defaults
    led_to = {target for node in graph.nodes if isinstance(node, Ask | Choose) for target in _targets(node)}
    talks = any(isinstance(one, Turns) for node in graph.nodes for one in fields_of(node, graph, {}))
    for node in graph.nodes:
        if isinstance(node, Weigh | Check | Metric | Each):
            kind = type(node).__name__.lower()
            yield _problem(node.name, f"is of the kind `{kind}`, which DeepEval does not have", "export the rest alone")
            continue
        if talks:
            yield from (_problem(node.name, what, mend) for what, mend in unsayable_turns(_shown(node, defaults)))
        for field in () if talks else _shown(node, defaults):
            if field not in FIELDS:
                yield _problem(node.name, f"shows the field `{field}`", f"DeepEval's cases have {', '.join(FIELDS)}")
        for key, (value, usual) in _own(node, graph).items():
            if value != usual:
                yield _problem(node.name, f"sets `{key}`, which DeepEval does not have", f"take `{key}` away")
        if isinstance(node, Grade):
            yield from (_problem(node.name, what, mend) for what, mend in unsayable_grade(node, defaults))
            if node.name not in led_to:
                what = "is what the graph begins with, and in DeepEval's only verdicts lead to a G-Eval"
                yield _problem(node.name, what, "let a verdict lead to it")
            continue
        if isinstance(node, Task):
            if node.gives != "text":
                yield _problem(node.name, "gives a list, and DeepEval's tasks give texts", "write `gives: text`")
            onward = None if node.then is None else by_name.get(node.then)
            if onward is not None and (isinstance(onward, Weigh | Each) or node.name not in onward.reads):
                what = f'goes on to "{node.then}", which does not read it; in DeepEval what a task leads to reads it'
                yield _problem(node.name, what, f'let "{node.then}" read "{node.name}"')
        elif any(isinstance(target, NotApplicable) for target in _targets(node)):
            yield _problem(
                node.name, "has a branch to `not_applicable`, which DeepEval does not have", "give it a score"
            )


def _own(node: Task | Ask | Choose | Grade, graph: Graph) -> dict[str, tuple[object, object]]:
    """What a node sets that DeepEval's cannot, and what is usual."""
    defaults = graph.defaults
    own: dict[str, tuple[object, object]] = {
        "votes": (node.votes or defaults.votes, 1),
        "judge": (node.judge or defaults.judge, "judge"),
        "prompt": (defaults.prompt if node.prompt is None else node.prompt, None),
        "prompts": (bool(node.prompts or graph.prompts), False),
        "language": (language_of(node, graph), ""),
        "on_missing": (defaults.on_missing if node.on_missing is None else node.on_missing, "undecided"),
        "on_empty": (defaults.on_empty if node.on_empty is None else node.on_empty, "undecided"),
    }
    most = defaults.max_evidence_tokens if node.max_evidence_tokens is None else node.max_evidence_tokens
    own["max_evidence_tokens"] = (most, None)
    if isinstance(node, Voting):
        own |= {"judges": (node.judges, ()), "rule": (node.rule, "majority"), "tie": (node.tie, "undecided")}
        own["judge"] = (cascade_of(node, defaults) or own["judge"][0], "judge")
        own["sure"] = (node.sure, None)
    if isinstance(node, Choose):
        own["shuffle"] = (defaults.shuffle if node.shuffle is None else node.shuffle, 0)
    return own


def _targets(node: Ask | Choose) -> list[Target]:
    return [node.yes, node.no] if isinstance(node, Ask) else [target for _, target in node.options]


def _problem(node: str, what: str, mend: str) -> Problem:
    return Problem(code="G231", what=f'"{node}" {what}', where=f'node "{node}"', mend=mend, node=node)
