"""A graph as an SVG picture: layers from the start down, ends as coloured chips, reads dotted."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from arbitree.checks.draw.parts import edges_of, end_of, kind_of, words_of, wrapped
from arbitree.core.flow import control_edges, reads_of, tasks_of, upside_down
from arbitree.core.graph import AnyNode, Graph

BOX_WIDTH, LINE, PAD, GAP_X, GAP_Y, CHARS = 230, 16, 10, 36, 74, 32
CHIP_HEIGHT = 20
_COLOURS = {
    "task": "#e8eefc",
    "ask": "#fff7e0",
    "choose": "#fff1e6",
    "grade": "#fdeaf0",
    "check": "#e9f7ec",
    "weigh": "#f1ecfb",
    "each": "#f1ecfb",
}


class Box(NamedTuple):
    """Where a node stands in the picture."""

    node: AnyNode
    x: float
    y: float
    height: float
    lines: tuple[str, ...]
    chips: tuple[tuple[str, str], ...]
    """The branches that end here: the verdict and where it ends."""
    layer: int
    floor: float
    """Where the tallest box of its layer ends: an arrow turns aside below it only, so that it crosses no neighbour."""


def svg(graph: Graph) -> str:
    """The picture, complete in itself: no script, no font and no address from elsewhere."""
    if not graph.nodes:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    boxes = _placed(graph)
    width = max(box.x for box in boxes.values()) + BOX_WIDTH + GAP_X
    height = max(box.y + box.height for box in boxes.values()) + PAD
    tasks = tasks_of(graph)
    arrows = [
        _arrow(boxes[node.name], boxes[to], ", ".join(label for label in labels if label), is_read=False)
        for node in graph.nodes
        for to, labels in _ways(node).items()
        if to in boxes
    ]
    reads = [
        _arrow(boxes[read], boxes[node.name], "", is_read=True)
        for node in graph.nodes
        for read in reads_of(node, tasks)
        if read in boxes
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img" font-family="system-ui, sans-serif" font-size="12">',
            f"<title>{escape(graph.name)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>',
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
            *reads,
            *arrows,
            *(_drawn(box) for box in boxes.values()),
            "</svg>",
        ]
    )


def _ways(node: AnyNode) -> dict[str, list[str]]:
    """The nodes that a node leads to, each with the labels of all edges there."""
    ways: dict[str, list[str]] = {}
    for label, to in edges_of(node):
        if isinstance(to, str):
            ways.setdefault(to, []).append(label)
    return ways


def _layers(graph: Graph) -> list[list[AnyNode]]:
    """The nodes by their longest distance from where they can be come to; tasks above all that read them."""
    edges: dict[str, list[str]] = {name: list(targets) for name, targets in control_edges(graph).items()}
    tasks = tasks_of(graph)
    for node in graph.nodes:
        for read in reads_of(node, tasks):
            if read in edges and node.name not in edges[read]:
                edges[read].append(node.name)
    tied = {name: tuple(targets) for name, targets in edges.items()}
    depth = dict.fromkeys(tied, 0)
    for name in reversed(upside_down(tied, tied)):
        for to in tied[name]:
            depth[to] = max(depth[to], depth[name] + 1)
    followed = {to for targets in tied.values() for to in targets}
    for name in tasks:
        if tied[name] and name not in followed:
            # A task that nothing leads to stands right above the first node that reads it.
            depth[name] = min(depth[to] for to in tied[name]) - 1
    layers: list[list[AnyNode]] = [[] for _ in range(max(depth.values()) + 1)]
    for node in graph.nodes:
        layers[depth[node.name]].append(node)
    return [layer for layer in layers if layer]


def _ordered(layers: list[list[AnyNode]]) -> list[list[AnyNode]]:
    """Each layer sorted by where its nodes' parents stand, so that fewer arrows cross."""
    parents: dict[str, list[float]] = {}
    ordered: list[list[AnyNode]] = []
    for layer in layers:
        means = {node.name: _mean(parents.get(node.name, ())) for node in layer}
        ordered.append(sorted(layer, key=lambda node: means[node.name]))
        for number, node in enumerate(ordered[-1]):
            for rank, (_, to) in enumerate(edges_of(node)):
                if isinstance(to, str):
                    parents.setdefault(to, []).append(number + rank / 100)
    return ordered


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _placed(graph: Graph) -> dict[str, Box]:
    layers = _ordered(_layers(graph))
    widest = max(len(layer) for layer in layers)
    boxes: dict[str, Box] = {}
    y = float(PAD)
    for depth, layer in enumerate(layers):
        inset = (widest - len(layer)) * (BOX_WIDTH + GAP_X) / 2
        row = [_box(node, PAD + inset + place * (BOX_WIDTH + GAP_X), y, depth) for place, node in enumerate(layer)]
        floor = max(box.floor for box in row)
        boxes.update((box.node.name, box._replace(floor=floor)) for box in row)
        y = floor + GAP_Y
    return boxes


def _box(node: AnyNode, x: float, y: float, layer: int) -> Box:
    lines = tuple(wrapped(words_of(node), CHARS, 4))
    ends = tuple((label, end_of(to)) for label, to in edges_of(node) if not isinstance(to, str))
    height = 2 * PAD + LINE * (1 + len(lines)) + len(ends) * (CHIP_HEIGHT + 3)
    return Box(node, x, y, height, lines, ends, layer, y + height)


def _drawn(box: Box) -> str:
    colour = _COLOURS[kind_of(box.node)]
    pieces = [
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{BOX_WIDTH}" height="{box.height:g}" rx="6" fill="{colour}" '
        'stroke="#888"/>',
        _text(box.x + PAD, box.y + PAD + 11, f"{box.node.name} · {kind_of(box.node)}", "font-weight='600'"),
    ]
    y = box.y + PAD + 11
    for line in box.lines:
        y += LINE
        pieces.append(_text(box.x + PAD, y, line, "fill='#333'"))
    y += 8
    for label, end in box.chips:
        pieces.append(_chip(box.x + PAD, y, label, end))
        y += CHIP_HEIGHT + 3
    return "\n".join(pieces)


def _chip(x: float, y: float, label: str, end: str) -> str:
    try:
        share = float(end) / 10
        fill = f"hsl({share * 130:.0f} 60% 86%)"
    except ValueError:
        fill = "#eee"
    words = f"{label if len(label) <= 24 else label[:23] + '…'} → {end}"
    box = f'<rect x="{x:g}" y="{y:g}" width="{BOX_WIDTH - 2 * PAD}" height="{CHIP_HEIGHT}" rx="4" fill="{fill}"/>'
    return box + _text(x + 6, y + 14, words, "")


def _arrow(source: Box, target: Box, label: str, *, is_read: bool) -> str:
    curve, x, y = _beside(source, target) if target.layer > source.layer + 1 else _down(source, target)
    style = 'stroke="#9ab" stroke-dasharray="4 3"' if is_read else 'stroke="#555"'
    line = f'<path d="{curve}" fill="none" {style} marker-end="url(#tip)"/>'
    if not label:
        return line
    return line + _text(x, y, label, "fill='#555' paint-order='stroke' stroke='#fff' stroke-width='3'")


def _down(source: Box, target: Box) -> tuple[str, float, float]:
    """The curve from below a box to the top of one in the next layer, and where its label goes."""
    x1, y1 = source.x + BOX_WIDTH / 2, source.y + source.height
    x2, y2 = target.x + BOX_WIDTH / 2, target.y
    bend = (y2 - source.floor) / 2
    curve = f"M{x1:g} {y1:g}V{source.floor:g}C{x1:g} {source.floor + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}"
    return curve, (x1 + x2) / 2 + 4, (source.floor + y2) / 2


def _beside(source: Box, target: Box) -> tuple[str, float, float]:
    """The curve past the boxes of the layers between, from side to side, and where its label goes."""
    x1, y1 = source.x + BOX_WIDTH, source.y + source.height / 2
    x2, y2 = target.x + BOX_WIDTH, target.y + PAD + LINE
    out = max(x1, x2) + GAP_X
    return f"M{x1:g} {y1:g}C{out:g} {y1:g} {out:g} {y2:g} {x2:g} {y2:g}", max(x1, x2) + 4, (y1 + y2) / 2


def _text(x: float, y: float, words: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
