"""Which tasks passed on the way make a difference to a node: those with `then` that it or anything below it reads, and
those without which a task would have nothing to work on."""

from __future__ import annotations

from arbitree.core.flow import Edges, fields_of, nodes_of, reads_of, tasks_of, upside_down
from arbitree.core.graph import Graph
from arbitree.core.kinds.task import Task

NONE: frozenset[str] = frozenset()


def carried_by_reads(graph: Graph) -> dict[str, frozenset[str]]:
    """For each task: the passed tasks that its own reads go back to."""
    tasks = tasks_of(graph)
    reads: dict[str, tuple[str, ...]] = {
        name: tuple(read for read in reads_of(task, tasks) if read in tasks) for name, task in tasks.items()
    }
    needs: dict[str, frozenset[str]] = {}
    for name in upside_down(reads, reads):
        needs[name] = NONE.union(*(_seen_as(tasks[read], needs) for read in reads[name]))
    return needs


def sight_by_reads(graph: Graph) -> dict[str, frozenset[str]]:
    """For each task that sees nothing but what passed tasks bring: those tasks, one of which has to be passed.

    Where none is, it would have to write something out of nothing: it is not there to be read, as they are not.
    """
    tasks = tasks_of(graph)
    reads = {name: tuple(read for read in reads_of(task, tasks) if read in tasks) for name, task in tasks.items()}
    sight: dict[str, frozenset[str]] = {}
    for name in upside_down(reads, reads):
        own = reads[name]
        if own and not fields_of(tasks[name], graph, tasks) and all(tasks[r].then or r in sight for r in own):
            sight[name] = NONE.union(*(frozenset((r,)) if tasks[r].then else sight[r] for r in own))
    return sight


def relevant_tasks(graph: Graph, edges: Edges, needs: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """For each node: the passed tasks whose text can show up at it or below it."""
    tasks = tasks_of(graph)
    nodes = nodes_of(graph)
    relevant: dict[str, frozenset[str]] = {}
    for name in upside_down(nodes, edges):
        node = nodes[name]
        below = [relevant[to] for to in edges[name]]
        found = below[0] if below else NONE
        for other in below[1:]:
            # Long ways through tasks see the same ones: one set serves them all.
            found = found if other <= found else found | other
        if isinstance(node, Task):
            own = needs[name] if name in found else NONE
        else:
            own = NONE.union(*(_seen_as(tasks[read], needs) for read in reads_of(node, tasks) if read in tasks))
        relevant[name] = found if own <= found else found | own
    return relevant


def _seen_as(task: Task, needs: dict[str, frozenset[str]]) -> frozenset[str]:
    return frozenset((task.name,)) if task.then is not None else needs[task.name]
