"""The mistakes that only a whole graph shows: roots, branches that are missing, cycles, and who starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbitree.errors import Problem
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.control import Control
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode
from arbitree.metrics.dag.walk import Judging, Walked

Names = Mapping[BaseNode, str]

JOIN = "let one lead to the other, or join them: add both to a WeighNode with add_part and make that the root"


def problems_of_nodes(walked: Walked, names: Names) -> Iterator[Problem]:
    """Verdicts that are missing or given twice, and nodes over a list without a body."""
    for node in walked.nodes:
        if isinstance(node, Judging):
            yield from node.problems(names[node])
        elif isinstance(node, EachNode) and node.body() is None:
            yield Problem(
                code="G152",
                what="An EachNode needs a body: nothing that judges reads its items.",
                where=_called(node, names),
                mend="add the node that judges one item: add_node(judgement)",
                node=names[node],
            )


def problems_of_roots(roots: Sequence[BaseNode], walked: Walked, names: Names) -> Iterator[Problem]:
    """Roots that another root leads to."""
    below: set[BaseNode] = set()
    todo = list(dict.fromkeys(roots))
    while todo:
        for link in walked.out[todo.pop()]:
            if link.target not in below:
                below.add(link.target)
                todo.append(link.target)
    for root in dict.fromkeys(roots):
        if root in below:
            yield Problem(
                code="G120",
                what="You cannot declare a node as a root node when it is also reachable from another root node.",
                where=_called(root, names),
                mend="take it out of root_nodes; it is found through the node that leads to it",
                node=names[root],
            )


def problems_of_cycle(cycle: Sequence[BaseNode], names: Names) -> Iterator[Problem]:
    """A way that comes back to where it was."""
    yield Problem(
        code="G103",
        what=f"Cycle detected in DAG graph. {' -> '.join(names[node] for node in cycle)}",
        where="; ".join(_called(node, names) for node in dict.fromkeys(cycle)),
        mend="let one of these lead elsewhere, or to a score",
        node=names[cycle[0]],
    )


def problems_of_control(control: Control, roots: Sequence[BaseNode], names: Names) -> Iterator[Problem]:
    """None or several that start, of the whole graph and below each task that a verdict leads to."""
    if not control.starts:
        yield Problem(
            code="G101",
            what="nothing in the graph can score: no judging node is reached from its roots",
            where=", ".join(_called(root, names) for root in roots),
            mend="add a BinaryJudgementNode or NonBinaryJudgementNode that reads the task: task.add_node(judgement)",
            node=names[roots[0]],
        )
    elif len(control.starts) > 1:
        yield _several_starts(control.starts, roots, names)
    for task, onward in control.onward.items():
        if len(onward) == 1:
            continue
        if onward:
            what = f"control could go {len(onward)} ways below the task {_called(task, names)}"
            where = f"{_joined(onward, names)} read it, and none of them leads to the others"
            mend = JOIN.replace("make that the root", "pass it as then= of the TaskNode")
        else:
            what = f"a verdict leads to the task {_called(task, names)}, and no judging node comes after it"
            where, mend = "a task has no score", "add the judging node that reads it: task.add_node(judgement)"
        yield Problem(code="G107" if onward else "G111", what=what, where=where, mend=mend, node=names[task])


def _several_starts(starts: Sequence[BaseNode], roots: Sequence[BaseNode], names: Names) -> Problem:
    what = f"{ {2: 'two'}.get(len(starts), len(starts)) } nodes could start"
    if len(roots) > 1 and any(isinstance(root, (BinaryJudgementNode, NonBinaryJudgementNode)) for root in roots):
        what = (
            "You cannot provide more than one root node when a BinaryJudgementNode or NonBinaryJudgementNode is a "
            f"root. {what[0].upper()}{what[1:]}"
        )
    where = f"{_joined(starts, names)} judge, and nothing leads from one to the other"
    return Problem(code="G107", what=what, where=where, mend=JOIN, node=names[starts[1]])


def _joined(nodes: Sequence[BaseNode], names: Names) -> str:
    return " and ".join(_called(node, names) for node in nodes)


def _called(node: BaseNode, names: Names) -> str:
    return f'"{names[node]}" ({node.shown})'
