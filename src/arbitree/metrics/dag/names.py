"""Names for nodes that were given none: ids that read well in traces, rubric files and reports, the same every time.

A node's own `name` comes first, then its `label`, a task's output label, the first words of its criteria, and last its
kind. What is taken already gets a number, in the order in which the graph is walked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from arbitree.core.cases import LABELS
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.check_node import CheckNode
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.grade_node import GradeNode
from arbitree.metrics.dag.metric_node import MetricNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode
from arbitree.metrics.dag.weigh_node import WeighNode

LONGEST = 32
"""How long a name may become that is made from words."""

_RESERVED = frozenset({*LABELS, "not_applicable", "undecided"})
"""Names that mean something else where a node could be named: fields of a case, and ends of a branch."""

_KINDS: Mapping[type[BaseNode], str] = {
    TaskNode: "task",
    BinaryJudgementNode: "ask",
    NonBinaryJudgementNode: "choose",
    GradeNode: "grade",
    CheckNode: "check",
    MetricNode: "metric",
    WeighNode: "weigh",
    EachNode: "each",
}


def named(nodes: Iterable[BaseNode]) -> dict[BaseNode, str]:
    """A name for each node, in walk order. Names that nodes were given are kept as they are."""
    nodes = list(nodes)
    names = {node: node.name for node in nodes if node.name}
    taken = set(names.values())
    number: dict[str, int] = {}
    for node in nodes:
        if node not in names:
            names[node] = _free(_wanted(node), taken, number)
            taken.add(names[node])
    return {node: names[node] for node in nodes}


def kind_of(node: BaseNode) -> str:
    """The node's kind as rubric files call it."""
    return next((word for kind, word in _KINDS.items() if isinstance(node, kind)), "node")


def slug(words: str) -> str:
    """The first words in lower case, joined by hyphens, as far as `LONGEST` allows.

    >>> slug("Did the previous step find an order id?")
    'did-the-previous-step-find-an'
    >>> slug("Return facts in the reply")
    'return-facts-in-the-reply'
    """
    found: list[str] = re.findall(r"\w+", unicodedata.normalize("NFKC", words).casefold())
    if not found:
        return ""
    made = found[0][:LONGEST]
    for word in found[1:]:
        if len(made) + 1 + len(word) > LONGEST:
            break
        made = f"{made}-{word}"
    return made


def _wanted(node: BaseNode) -> str:
    kind = kind_of(node)
    words = slug(node.says)
    if not words:
        return kind
    return f"{kind}-{words}" if words in _RESERVED or not words[0].isalpha() else words


def _free(wanted: str, taken: set[str], number: dict[str, int]) -> str:
    if wanted not in taken:
        return wanted
    count = number.get(wanted, 1)
    while True:
        count += 1
        if f"{wanted}-{count}" not in taken:
            number[wanted] = count
            return f"{wanted}-{count}"
