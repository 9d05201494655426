"""A graph as a tree of text, for a terminal or a log."""

from __future__ import annotations

from arbitree.checks.draw.parts import Edge, beginnings, edges_of, end_of, evidence_of, kind_of, shortened, words_of
from arbitree.core.flow import tasks_of
from arbitree.core.graph import AnyNode, Graph

WIDTH = 100
"""How many characters of a node are shown."""
DEPTH = 24
"""How deep a tree is drawn before the rest begins anew at the margin."""


def text(graph: Graph) -> str:
    """The graph as lines: each node once, later mentions by name; tasks at the end.

    >>> from arbitree.core.kinds.ask import Ask
    >>> print(text(Graph(name="Greets", nodes=(Ask(name="hello", criteria="Does it greet?", shows=("input",)),))))
    Greets: passes from 0.5
    hello  ask  Does it greet?  [shows input]
    ├─ yes → 10
    └─ no → 0
    """
    lines = [f"{graph.name}: passes from {graph.threshold:g}"]
    nodes = {node.name: node for node in graph.nodes}
    drawn: set[str] = set()
    roots = list(reversed(beginnings(graph)))
    while roots:
        name = roots.pop()
        if name in drawn:
            continue
        later: list[str] = []
        lines += _tree(graph, nodes, name, drawn, later)
        roots.extend(reversed(later))
    tasks = [task for name, task in tasks_of(graph).items() if name not in drawn and name in graph.by_name]
    return "\n".join([*lines, *(_headline(graph, task) for task in tasks)])


def _headline(graph: Graph, node: AnyNode) -> str:
    evidence = evidence_of(node, graph)
    bracket = f"  [{evidence}]" if evidence else ""
    return f"{node.name}  {kind_of(node)}  {shortened(words_of(node), WIDTH)}{bracket}"


def _tree(graph: Graph, nodes: dict[str, AnyNode], root: str, drawn: set[str], later: list[str]) -> list[str]:
    drawn.add(root)
    lines = [_headline(graph, nodes[root])]
    stack = _children(nodes[root], "", 0)
    while stack:
        edge, indent, is_last, depth = stack.pop()
        arrow = f"{edge.label} → " if edge.label else ""
        joint = "└─ " if is_last else "├─ "
        node = nodes.get(edge.target) if isinstance(edge.target, str) else None
        if node is None:
            lines.append(f"{indent}{joint}{arrow}{end_of(edge.target)}")
        elif node.name in drawn or depth >= DEPTH:
            where = "above" if node.name in drawn else "below"
            lines.append(f"{indent}{joint}{arrow}{node.name} ({where})")
            if node.name not in drawn:
                later.append(node.name)
        else:
            drawn.add(node.name)
            lines.append(f"{indent}{joint}{arrow}{_headline(graph, node)}")
            stack += _children(node, indent + ("   " if is_last else "│  "), depth + 1)
    return lines


def _children(node: AnyNode, indent: str, depth: int) -> list[tuple[Edge, str, bool, int]]:
    """What hangs from a node, the last first, as a stack wants it."""
    edges = edges_of(node)
    return [(edge, indent, place == len(edges) - 1, depth) for place, edge in reversed(list(enumerate(edges)))]
