"""Our own builder of a weighing: combines the scores of its parts, and asks nobody."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, get_args

from arbitree.core.kinds.weigh import By
from arbitree.core.sums import is_finite
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.mistakes import check_score, quoted, refuse
from arbitree.metrics.dag.nodes import Built, TaskNode, VerdictNode, end_of
from arbitree.metrics.dag.options import check_options


class Weighed(NamedTuple):
    """A part and its weight."""

    node: BaseNode | Built
    weight: float

    @property
    def end(self) -> BaseNode | None:
        """The node whose score it is."""
        return end_of(self.node)


@dataclass(eq=False, repr=False)
class WeighNode(BaseNode):
    """Combines parts: `by` is mean (weighted), min, max, product, points or at_least (`k` parts at or above `met`).

    >>> from arbitree.metrics.dag import BinaryJudgementNode
    >>> polite = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"])
    >>> true = polite.add_verdict(True, score=10), polite.add_verdict(False, score=0)
    >>> both = WeighNode(by="mean")
    >>> both.add_part(polite, weight=2) is polite
    True
    """

    by: By = "mean"
    k: int | None = None
    met: float = 10.0
    label: str | None = field(default=None, kw_only=True)
    parts: list[Weighed] = field(default_factory=list, init=False)

    can_read: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_options(self)
        if self.by not in get_args(By):
            what = f"a WeighNode cannot combine its parts by {quoted(self.by)}"
            refuse("G113", what, "WeighNode(by=...)", f"write one of {', '.join(get_args(By))}")
        if (self.by == "at_least") != (self.k is not None):
            what = "at_least has to say how many parts" if self.k is None else f'by="{self.by}" has no use for k'
            refuse("G113", what, "WeighNode(k=...)", 'write by="at_least", k=2 where two parts are to be met')
        if self.k is not None and (not isinstance(self.k, int) or isinstance(self.k, bool) or self.k < 1):
            refuse("G113", f"k is {quoted(self.k)}", "WeighNode(k=...)", "write a whole number from 1")
        check_score(self.met, "WeighNode(met=...)")

    def add_part(self, node: BaseNode | Built, weight: float = 1) -> BaseNode | Built:
        """Adds a part with its weight (its points, under `points`); gives the part back.

        Raises:
            GraphError: when it is no judging node, or the weight is no number.
        """
        where = f"add_part of {self.shown}"
        if isinstance(node, (TaskNode, VerdictNode)) or not isinstance(node, (BaseNode, Built)):
            what = f"a part of a WeighNode must have a score, and {type(node).__name__} ({quoted(node)}) has none"
            refuse("G113", what, where, "pass a judgement, a check, another WeighNode or a DeepAcyclicGraph")
        if not is_finite(weight):
            refuse("G113", f"a weight must be a number, not {quoted(weight)}", where, "write a number")
        self.parts.append(Weighed(node, weight))
        return node

    @property
    def says(self) -> str:
        """The title, for messages."""
        return self.label or ""
