"""Every mistake that a graph shows, found together: names, branches, cycles, starts, reads."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator

from arbitree.core.flow import control_edges, cycle, reached, reads_of, sources, targets, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.steps import steps_name
from arbitree.core.validate_nodes import node_problems
from arbitree.core.validate_prompts import prompt_problems
from arbitree.core.validate_sight import heading_problems, read_problems, unseeing
from arbitree.core.validate_turns import turn_problems
from arbitree.core.validate_votes import default_problems
from arbitree.errors import Problem


def problems_of(graph: Graph, *, in_file: bool = False) -> tuple[Problem, ...]:
    """Every problem of a graph, errors and warnings, in declared order.

    Args:
        graph: the graph.
        in_file: whether what DeepEval's graphs may do, and a file need not, is an error and not a warning: a
            judgement that neither shows nor reads anything, a heading that breaks the layout of prompts.
    """
    found = [*_name_problems(graph), *_threshold_problems(graph), *default_problems(graph.defaults)]
    for node in graph.nodes:
        found += node_problems(node, graph)
    found += turn_problems(graph)
    found += prompt_problems(graph)
    unknown = list(_unknown_names(graph))
    found += unknown
    if not graph.nodes or any(problem.code == "G116" for problem in found):
        return tuple(found)
    edges = control_edges(graph)
    loop = cycle(edges) or cycle(_task_reads(graph))
    if loop:
        found.append(_cycle_problem(loop))
    found += _task_problems(graph)
    found += unseeing(graph, in_file)
    found += heading_problems(graph, in_file)
    if not loop and not any(problem.level == "error" for problem in unknown):
        found += _start_problems(graph)
        found += read_problems(graph)
    return tuple(found)


def too_many_places(graph: Graph) -> Problem:
    """The problem of a graph that unfolds without end in sight."""
    return Problem(
        code="G118",
        what=f'"{graph.name}" has too many different ways through its tasks',
        where="tasks that branches lead to and that nodes further down read",
        mend="let fewer nodes read tasks that only some ways come through",
    )


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is most like `name`: ` (did you mean "x"?)`, or nothing."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f' (did you mean "{near[0]}"?)' if near else ""


def _name_problems(graph: Graph) -> Iterator[Problem]:
    if not graph.nodes:
        yield Problem(
            code="G101", what="the rubric has no nodes", mend="give it at least one `ask`, `choose` or `check`"
        )
    elif all(isinstance(node, Task) for node in graph.nodes):
        names = ", ".join(f'"{node.name}"' for node in graph.nodes)
        yield Problem(
            code="G101",
            what=f"nothing in the rubric can score: {names} only prepares text",
            mend="add a node that judges: an `ask`, `choose` or `check` that reads it",
            node=graph.nodes[0].name,
        )
    steps = {steps_name(node.name): node.name for node in graph.nodes if isinstance(node, Grade) and node.writes_steps}
    for name, count in Counter(node.name for node in graph.nodes).items():
        if name in steps:
            what = f'a node is called "{name}", and so are the steps that the judge of "{steps[name]}" writes'
            yield Problem(code="G116", what=what, mend="rename the node", node=name)
        if count > 1 or not name.strip():
            what = f'{count} nodes are called "{name}"' if name.strip() else "a node has no name"
            yield Problem(code="G116", what=what, mend="give every node a name of its own", node=name)


def _threshold_problems(graph: Graph) -> Iterator[Problem]:
    if not 0 <= graph.threshold <= 1:
        near = f", did you mean {graph.threshold / 10:g}?" if 1 < graph.threshold <= 10 else ""
        yield Problem(
            code="G115",
            what=f"the threshold {graph.threshold:g} is not between 0 and 1{near}",
            where="threshold",
            mend="write it on the output scale, 0 to 1",
            key="threshold",
        )


def _unknown_names(graph: Graph) -> Iterator[Problem]:
    known = [node.name for node in graph.nodes]
    there = set(known)
    tasks = tasks_of(graph)
    if graph.start is not None and graph.start not in there:
        what = f'the start "{graph.start}" is not a node{nearest(graph.start, known)}'
        yield Problem(code="G102", what=what, mend="name a node of the rubric", key="start")
    for node in graph.nodes:
        for key, target in targets(node):
            if isinstance(target, str) and target not in there:
                yield Problem(
                    code="G102",
                    what=f'"{node.name}" leads to "{target}", which is not a node{nearest(target, known)}',
                    where=f'node "{node.name}", {key}',
                    mend="name a node of the rubric, a number from 0 to 10, or not_applicable",
                    node=node.name,
                    key=key,
                )
        for read in () if isinstance(node, (Weigh, Each)) else node.reads:
            if read not in tasks:
                what = f'"{node.name}" reads "{read}", which is not a task{nearest(read, tasks)}'
                mend = "`reads` names tasks; name a field of the case in `shows`"
                where = f'node "{node.name}", reads'
                yield Problem(code="G102", what=what, where=where, mend=mend, node=node.name, key="reads")


def _task_reads(graph: Graph) -> dict[str, tuple[str, ...]]:
    tasks = tasks_of(graph)
    return {name: tuple(read for read in reads_of(task, tasks) if read in tasks) for name, task in tasks.items()}


def _cycle_problem(loop: tuple[str, ...]) -> Problem:
    return Problem(
        code="G103",
        what=f"Cycle detected in DAG graph. {' -> '.join(loop)}",
        where=", ".join(f'node "{name}"' for name in loop[:-1]),
        mend="let one of these lead, or read, elsewhere",
        node=loop[0],
    )


def _task_problems(graph: Graph) -> Iterator[Problem]:
    tasks = tasks_of(graph)
    led_to = {to for node in graph.nodes for _, to in targets(node) if isinstance(to, str)}
    for node in graph.nodes:
        if isinstance(node, Weigh):
            for part in node.parts:
                if part.node in tasks and tasks[part.node].then is None:
                    what = f'"{node.name}" weighs the task "{part.node}", and a task has no score'
                    mend = "weigh the node that judges its text"
                    yield Problem(code="G111", what=what, where=f'node "{node.name}"', mend=mend, node=node.name)
        if not isinstance(node, Task):
            continue
        if node.name in led_to and node.then is None:
            what = f'a branch leads to the task "{node.name}", and nothing says where it goes on from there'
            mend = f'give "{node.name}" a `then:` with the node that control passes on to'
            yield Problem(code="G111", what=what, where=f'node "{node.name}"', mend=mend, node=node.name, key="then")
        if node.then is not None and node.name not in led_to and graph.start != node.name:
            what = f'the task "{node.name}" has `then`, but no branch leads to it'
            mend = "take `then` away; nodes that list the task in `reads` get its text without it"
            yield Problem(code="G111", what=what, where=f'node "{node.name}"', mend=mend, node=node.name, key="then")


def _start_problems(graph: Graph) -> Iterator[Problem]:
    edges = control_edges(graph)
    starts = sources(graph, edges)
    judging = [node.name for node in graph.nodes if not isinstance(node, Task)]
    if graph.start is not None:
        if graph.start not in judging:
            what = f'the start "{graph.start}" is a task, and a task has no score'
            yield Problem(code="G108", what=what, mend="start at a node that judges", node=graph.start, key="start")
            return
        seen = reached(graph.start, edges)
        for name in judging:
            if name not in seen:
                what = f'"{name}" is never asked: nothing that the start "{graph.start}" leads to comes to it'
                mend = "lead a branch to it, join it in a `weigh` node, or delete it"
                where = f'node "{name}"'
                yield Problem(code="G109", what=what, where=where, mend=mend, level="warning", node=name)
    elif len(starts) > 1:
        named = " and ".join(f'"{name}"' for name in starts)
        number = {2: "two"}.get(len(starts), str(len(starts)))
        yield Problem(
            code="G107",
            what=f"{number} nodes could start",
            where=f"{named} judge, and nothing leads from one to the other",
            mend="let one lead to the other, join them in a `weigh` node, or name one in `start`",
            node=starts[1],
        )
