"""Who leads to whom in a graph: its control edges, its reads, their cycles, and what can start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Asking, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each, Item, item_of
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.turns import Shown

Edges = Mapping[str, tuple[str, ...]]
"""A node's name -> the names that it leads to, without repeats, in declared order."""


def targets(node: AnyNode) -> Iterator[tuple[str, Target]]:
    """Each of a node's ways on, as (key, target): its branches, its parts, its body, or a task's `then`."""
    match node:
        case Ask() | Check():
            yield "yes", node.yes
            yield "no", node.no
        case Choose():
            for label, target in node.options:
                yield f"options: {label}", target
        case Weigh():
            for number, part in enumerate(node.parts, 1):
                yield f"part {number}", part.node
        case Grade() | Metric():
            pass
        case Each():
            yield "do", node.do
        case Task():
            if node.then is not None:
                yield "then", node.then
        case _:
            assert_never(node)


def control_edges(graph: Graph) -> Edges:
    """Which nodes each node's branches, parts or `then` lead to; unknown names are left out.

    An `each` leads to its item, and the item to the body.
    """
    known = {node.name for node in graph.nodes}
    edges = {
        node.name: tuple(dict.fromkeys(to for _, to in targets(node) if isinstance(to, str) and to in known))
        for node in graph.nodes
    }
    for each in graph.eaches:
        edges[each.item], edges[each.name] = edges[each.name], (each.item,)
    return edges


def reads_of(node: AnyNode, tasks: Mapping[str, Task]) -> tuple[str, ...]:
    """The tasks whose text a node sees: its `reads`, and for a check those of its `of`."""
    if isinstance(node, Weigh):
        return ()
    if isinstance(node, Each):
        return (node.over,) if node.over in tasks else ()
    if isinstance(node, Check) and node.of:
        return tuple(dict.fromkeys(name for name in node.of if name in tasks))
    return tuple(dict.fromkeys(node.reads))


def fields_of(node: AnyNode, graph: Graph, tasks: Mapping[str, Task]) -> tuple[Shown, ...]:
    """What of the case a node shows: its own `shows` or the defaults', and for a check those of its `of`.

    A metric that says nothing is given the whole case, and so none of its fields for certain.
    """
    if isinstance(node, Weigh):
        return ()
    if isinstance(node, Each):
        return () if node.over in tasks else (node.over,)
    if isinstance(node, Check) and node.of:
        return tuple(dict.fromkeys(name for name in node.of if name not in tasks))
    if isinstance(node, Metric):
        return tuple(dict.fromkeys(node.shows or ()))
    return tuple(dict.fromkeys(graph.defaults.shows if node.shows is None else node.shows))


def kind_of(node: AnyNode | Asking) -> str:
    """A node's kind as files and traces call it.

    >>> kind_of(Ask(name="a", criteria="Is it?"))
    'ask'
    """
    return "task" if isinstance(node, Task) and not isinstance(node, Item) else type(node).__name__.lower()


def language_of(node: Asking, graph: Graph) -> str:
    """The language of a node's fixed wording: its own, the defaults', or the rubric's; empty when none is named."""
    return node.language or graph.defaults.language or graph.language or ""


def tasks_of(graph: Graph) -> dict[str, Task]:
    """The graph's tasks by name, in declared order; then the items that the bodies of `each` nodes read."""
    tasks = {node.name: node for node in graph.nodes if isinstance(node, Task)}
    return {**tasks, **{each.item: item_of(each, is_task=each.over in tasks) for each in graph.eaches}}


def nodes_of(graph: Graph) -> dict[str, AnyNode]:
    """The graph's nodes by name, in declared order; then the items that the bodies of `each` nodes read."""
    return {**{node.name: node for node in graph.nodes}, **tasks_of(graph)} if graph.eaches else dict(graph.by_name)


def cycle(edges: Edges) -> tuple[str, ...]:
    """The names along one cycle, the first again at the end; empty when there is none.

    >>> cycle({"a": ("b",), "b": ("a",)})
    ('a', 'b', 'a')
    """
    state: dict[str, int] = {}
    for root in edges:
        if root in state:
            continue
        path: list[str] = []
        stack: list[tuple[str, Iterator[str]]] = [(root, iter(edges[root]))]
        state[root] = 1
        path.append(root)
        while stack:
            name, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[name] = 2
                stack.pop()
                path.pop()
            elif state.get(following) == 1:
                return (*path[path.index(following) :], following)
            elif following not in state:
                state[following] = 1
                path.append(following)
                stack.append((following, iter(edges.get(following, ()))))
    return ()


def sources(graph: Graph, edges: Edges) -> list[str]:
    """The judging and weighing nodes that nothing leads to, in declared order."""
    led_to = {to for targets_ in edges.values() for to in targets_}
    return [node.name for node in graph.nodes if not isinstance(node, Task) and node.name not in led_to]


def reached(start: str, edges: Edges) -> set[str]:
    """Every name that control can come to from `start`, itself included."""
    found, todo = {start}, [start]
    while todo:
        for to in edges.get(todo.pop(), ()):
            if to not in found:
                found.add(to)
                todo.append(to)
    return found


def upside_down(names: Iterable[str], edges: Edges) -> list[str]:
    """The names so ordered that each comes after everything it leads to. The edges must have no cycle."""
    done: set[str] = set()
    order: list[str] = []
    for root in names:
        stack: list[tuple[str, bool]] = [(root, False)]
        while stack:
            name, left = stack.pop()
            if left:
                order.append(name)
            elif name not in done:
                done.add(name)
                stack.append((name, True))
                stack.extend((to, False) for to in reversed(edges.get(name, ())) if to not in done)
    return order
