"""The mistakes of an `each`: what it goes over, how its body reads the items, its rule and its limit."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.budgets import LEAST_TOKENS
from arbitree.core.flow import control_edges, nodes_of, reached, reads_of, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.each import COUNTING, EACH_BYS, MOST_ITEMS, Each
from arbitree.core.kinds.task import Task
from arbitree.core.validate_base import is_score, problem
from arbitree.errors import Problem


def each_problems(node: Each, graph: Graph) -> Iterator[Problem]:
    """Every problem of one `each`."""
    yield from _list_problems(node, graph)
    yield from _item_problems(node, graph)
    if node.by not in EACH_BYS:
        what = f'"{node.name}" combines its items by {node.by!r}, which there is not'
        yield problem(node, "G150", what, f"write one of {', '.join(EACH_BYS)}", "by")
    if not is_score(node.met):
        yield problem(node, "G106", f"`met` is {node.met!r}", "write a score from 0 to 10", "met")
    elif node.met != 10 and node.by not in COUNTING:
        what = f'"{node.name}" has `met`, which counts for nothing by {node.by}'
        yield problem(node, "G150", what, f"take it away, or combine by {', '.join(COUNTING)}", "met")
    if node.empty is not NOT_APPLICABLE and node.empty != "undecided" and not is_score(node.empty):
        what = f"{node.empty!r} does not say what an empty list comes to"
        yield problem(node, "G150", what, "write undecided, not_applicable, or a score from 0 to 10", "empty")
    if not isinstance(node.limit, int) or isinstance(node.limit, bool) or not 1 <= node.limit <= MOST_ITEMS:
        what = f'"{node.name}" looks at no more than {node.limit!r} items'
        yield problem(node, "G150", what, f"write a whole number from 1 to {MOST_ITEMS}", "limit")
    yield from _chunk_problems(node, graph)


def _chunk_problems(node: Each, graph: Graph) -> Iterator[Problem]:
    most = node.chunk
    if most is None:
        return
    if not isinstance(most, int) or isinstance(most, bool) or most < LEAST_TOKENS:
        what = f'"{node.name}" breaks a text into chunks of {most!r} tokens'
        yield problem(node, "G150", what, f"write a whole number from {LEAST_TOKENS}", "chunk")
    if isinstance(graph.by_name.get(node.over), Task):
        what = f'"{node.name}" breaks "{node.over}" into chunks, and it is a task'
        yield problem(node, "G150", what, "take `chunk` away, or go over a field of the case", "chunk")


def _list_problems(node: Each, graph: Graph) -> Iterator[Problem]:
    over = graph.by_name.get(node.over)
    if not isinstance(node.over, str) or not node.over.strip():
        yield problem(node, "G150", f'"{node.name}" goes over nothing', "name a task or a field of the case", "over")
    elif isinstance(over, Task) and over.gives != "list":
        what = f'"{node.name}" goes over "{node.over}", a task that gives a text'
        yield problem(node, "G150", what, f'let "{node.over}" say `gives: list`', "over")
    elif over is not None and not isinstance(over, Task):
        what = f'"{node.name}" goes over "{node.over}", a node that judges'
        yield problem(node, "G150", what, "name a task that gives a list, or a field of the case", "over")


def _item_problems(node: Each, graph: Graph) -> Iterator[Problem]:
    if not isinstance(node.item, str) or not node.item.strip():
        what = f'"{node.name}" gives its items no name'
        yield problem(node, "G151", what, "write the name under which its body reads one, such as `as: claim`", "as")
        return
    same = [other.name for other in graph.eaches if other.item == node.item and other is not node]
    if node.item in graph.by_name or same:
        whose = f'items of "{same[0]}"' if same else "a node"
        what = f'"{node.name}" calls its items "{node.item}", which is the name of {whose}'
        yield problem(node, "G151", what, "give the items a name of their own", "as")
    elif node.do in graph.by_name and node.item not in _read_below(node.do, graph):
        what = f'nothing that "{node.name}" does reads "{node.item}", so every item would come to the same'
        yield problem(node, "G152", what, f'put "{node.item}" into the `reads` of "{node.do}"', "do")


def _read_below(start: str, graph: Graph) -> set[str]:
    """The tasks and items that a node or anything below it reads, by way of others too."""
    nodes, tasks = nodes_of(graph), tasks_of(graph)
    found: set[str] = set()
    todo = [read for name in reached(start, control_edges(graph)) for read in reads_of(nodes[name], tasks)]
    while todo:
        read = todo.pop()
        if read in tasks and read not in found:
            found.add(read)
            todo += reads_of(tasks[read], tasks)
    return found
