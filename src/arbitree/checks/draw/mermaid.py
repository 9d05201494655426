"""A graph as a Mermaid flowchart, which many viewers of Markdown draw."""

from __future__ import annotations

from arbitree.checks.draw.parts import beginnings, edges_of, end_of, kind_of, shortened, words_of
from arbitree.core.flow import reads_of, tasks_of
from arbitree.core.graph import Graph

_SHAPES = {
    "task": ("[/", "/]"),
    "ask": ("(", ")"),
    "choose": ("(", ")"),
    "grade": ("(", ")"),
    "check": ("[[", "]]"),
    "weigh": ("{{", "}}"),
    "each": ("{{", "}}"),
}


def mermaid(graph: Graph) -> str:
    """The flowchart: solid arrows are branches and parts, dotted ones are reads.

    >>> from arbitree.core.kinds.ask import Ask
    >>> print(mermaid(Graph(nodes=(Ask(name="hello", criteria="Does it greet?", shows=("input",)),))))
    flowchart TD
      n0("<b>hello</b><br/>Does it greet?")
      n0 -->|yes| e0["10"]
      n0 -->|no| e1["0"]
    """
    numbers = {node.name: f"n{number}" for number, node in enumerate(graph.nodes)}
    tasks = tasks_of(graph)
    lines = ["flowchart TD"]
    for node in graph.nodes:
        left, right = _SHAPES[kind_of(node)]
        words = _escaped(shortened(words_of(node), 80))
        lines.append(f'  {numbers[node.name]}{left}"<b>{_escaped(node.name)}</b><br/>{words}"{right}')
    ends = 0
    for node in graph.nodes:
        for label, target in edges_of(node):
            if isinstance(target, str) and target in numbers:
                end = numbers[target]
            else:
                end, ends = f'e{ends}["{_escaped(end_of(target))}"]', ends + 1
            arrow = f"-->|{_label(label)}|" if label else "-->"
            lines.append(f"  {numbers[node.name]} {arrow} {end}")
        lines += [f"  {numbers[read]} -.-> {numbers[node.name]}" for read in reads_of(node, tasks) if read in numbers]
    starts = beginnings(graph)
    if len(graph.nodes) > 1 and starts:
        lines.append(f"  style {numbers[starts[0]]} stroke-width:3px")
    return "\n".join(lines)


def _label(label: str) -> str:
    return label if label.isalnum() else f'"{_escaped(label)}"'


def _escaped(words: str) -> str:
    """The words with what Mermaid or HTML would read as its own written as entities."""
    safe = words.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    return " ".join(safe.replace("`", "#96;").replace("|", "#124;").split())
