"""Our own builder of a metric as a leaf: any object that measures, whose score is the leaf's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arbitree.core.kinds.base import Absent
from arbitree.core.kinds.metric import Metric
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.mistakes import quoted, refuse
from arbitree.metrics.dag.options import check_options
from arbitree.metrics.dag.params import Param, Showing


def measures(thing: object) -> bool:
    """Whether an object can measure test cases."""
    ways = (getattr(thing, "measure", None), getattr(thing, "a_measure", None))
    return not isinstance(thing, (type, BaseNode)) and any(map(callable, ways))


@dataclass(eq=False, repr=False)
class MetricNode(Showing, BaseNode):
    """Lets a metric measure the case: a copy of it for each, by its own prompts and its own judge.

    A verdict that leads to a metric makes one by itself: `add_verdict(True, then=metric)`.

    Raises:
        GraphError: when it is no metric.
    """

    metric: Any
    """An object with `measure` or `a_measure` that sets `score`; or where a file finds it, `module:name`."""
    path: str | None = None
    """Where a rubric file finds the object, `module:name`."""
    evaluation_params: Sequence[Param] | None = None
    """What the metric is given of the case; all of it when None."""
    label: str | None = None
    on_missing: Absent | None = None
    """What happens when a field of `evaluation_params` is missing."""
    on_empty: Absent | None = None
    """What happens when one is empty or blank; it is given to the metric when None."""

    can_read: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.metric, str):
            self.path = self.metric
        elif not measures(self.metric):
            refuse("G124", f"{quoted(self.metric)} cannot measure", "MetricNode(metric)", "pass a metric's object")
        check_options(self)
        _ = self.shows

    def lowered(self, name: str, use: str) -> Metric:
        """The node of the core graph.

        Args:
            name: its name.
            use: what the graph calls the metric, where no file finds it.
        """
        return Metric(
            name=name,
            label=self.label or "",
            meta=self.meta,
            metric=self.path or use,
            shows=None if self.evaluation_params is None else self.shows,
            on_missing=self.on_missing,
            on_empty=self.on_empty,
        )

    @property
    def says(self) -> str:
        """The title, or what the metric calls itself, for messages."""
        if self.label or isinstance(self.metric, str):
            return str(self.label or self.metric)
        name = getattr(self.metric, "name", None) or getattr(self.metric, "__name__", None)
        return name if isinstance(name, str) and name else type(self.metric).__name__
