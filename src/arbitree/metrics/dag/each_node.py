"""Our own builder of a node that goes over a list: its body is evaluated once per item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.each import COUNTING, EACH_BYS, MOST_ITEMS, EachBy, NoItems
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.mistakes import check_score, check_text, quoted, refuse
from arbitree.metrics.dag.nodes import Built, TaskNode, VerdictNode
from arbitree.metrics.dag.options import check_options


@dataclass(eq=False, repr=False)
class EachNode(BaseNode):
    """Combines the scores of its body, evaluated once per item of a list.

    `over` is a `TaskNode` with `gives="list"`, or the name of a field that holds a list: of texts, or of mappings of
    `text` and `points`. `by` is mean, min or max; all, any and share count the items at or above `met`. Nodes that
    are added read the item; the body begins at the first of them that judges, unless `do` names another.

    >>> from arbitree.metrics.dag import BinaryJudgementNode
    >>> claims = TaskNode("List every claim.", "Claims", gives="list", evaluation_params=["actual_output"])
    >>> supported = BinaryJudgementNode("Does the context support it?", evaluation_params=["context"])
    >>> true = supported.add_verdict(True, score=10), supported.add_verdict(False, score=0)
    >>> faithful = EachNode(over=claims, item="claim")
    >>> faithful.add_node(supported) is supported
    True
    """

    over: TaskNode | str
    item: str = "item"
    """The heading under which nodes of the body see the item, and its name in rubric files."""
    do: BaseNode | Built | None = None
    """The node that judges one item; the first that was added and that judges when None."""
    by: EachBy = field(default="mean", kw_only=True)
    met: float = field(default=10.0, kw_only=True)
    """Under all, any and share: the score 0..10 at or above which an item is met."""
    empty: NoItems = field(default=NOT_APPLICABLE, kw_only=True)
    """What it comes to when the list has no items: `"undecided"`, `NOT_APPLICABLE` or a score 0..10."""
    limit: int = field(default=50, kw_only=True)
    """How many items are looked at; of a longer list the first ones are, and the result says so."""
    chunk: int | None = field(default=None, kw_only=True)
    """The field holds a long text, and the items are chunks of it, of at most about so many tokens each."""
    label: str | None = field(default=None, kw_only=True)
    readers: list[BaseNode] = field(default_factory=list, init=False)

    can_read: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_options(self)
        check_text(self.item, "item", "EachNode")
        if isinstance(self.over, TaskNode):
            self.over.add_node(self)
        else:
            check_text(self.over, "over", "EachNode")
        if self.by not in EACH_BYS:
            what = f"an EachNode cannot combine its items by {quoted(self.by)}"
            refuse("G150", what, "EachNode(by=...)", f"write one of {', '.join(EACH_BYS)}")
        check_score(self.met, "EachNode(met=...)")
        if self.met != 10 and self.by not in COUNTING:
            what = f'by="{self.by}" has no use for met'
            refuse("G150", what, "EachNode(met=...)", f"combine by {', '.join(COUNTING)}, or take it away")
        if self.empty != "undecided" and self.empty is not NOT_APPLICABLE:
            check_score(self.empty, "EachNode(empty=...)")
        if isinstance(self.limit, bool) or not isinstance(self.limit, int) or not 1 <= self.limit <= MOST_ITEMS:
            what = f"limit is {quoted(self.limit)}"
            refuse("G150", what, "EachNode(limit=...)", f"write a whole number from 1 to {MOST_ITEMS}")
        if self.do is not None:
            self._check_body(self.do, "EachNode(do=...)")

    def add_node(self, child: BaseNode) -> BaseNode:
        """Lets a node of the body read the item under its heading; gives that node back.

        Raises:
            GraphError: when it is no node, or a node that reads nothing.
        """
        where = f"add_node of {self.shown}"
        if not isinstance(child, BaseNode) or isinstance(child, VerdictNode) or not child.can_read:
            what = f"{type(child).__name__} ({quoted(child)}) reads no items"
            refuse("G124", what, where, "pass the node that is to read the item")
        if all(known is not child for known in self.readers):
            self.readers.append(child)
            child.items.append(self)
        return child

    def body(self) -> BaseNode | None:
        """The node that judges one item; None where none was named."""
        if self.do is None:
            return next((node for node in self.readers if not isinstance(node, TaskNode)), None)
        return self.do if isinstance(self.do, BaseNode) else self.do.start_node

    def _check_body(self, node: object, where: str) -> None:
        if isinstance(node, (TaskNode, VerdictNode)) or not isinstance(node, (BaseNode, Built)):
            what = f"the body of an EachNode must have a score, and {type(node).__name__} ({quoted(node)}) has none"
            refuse("G150", what, where, "pass the node that judges one item")

    @property
    def says(self) -> str:
        """The title, for messages."""
        return self.label or ""
