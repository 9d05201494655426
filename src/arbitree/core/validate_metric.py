"""The mistakes of a metric's node: what it cannot say, since the metric asks in its own way."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.kinds.metric import Metric
from arbitree.core.turns import Turns
from arbitree.core.validate_base import problem
from arbitree.errors import Problem


def metric_problems(node: Metric) -> Iterator[Problem]:
    """Every problem of a metric's node that can be seen without the others."""
    if not node.metric.strip():
        yield problem(node, "G121", f'"{node.name}" names no metric', "write `metric: module:name`", "metric")
    told = {"reads": node.reads, "judge": node.judge, "votes": node.votes, "prompt": node.prompt}
    for key, value in told.items():
        if value:
            what = f'"{node.name}" is a metric and says `{key}`, which a metric knows nothing of'
            yield problem(node, "G117", what, f"take `{key}` away; the metric judges in its own way", key)
    if any(isinstance(shown, Turns) and (shown.window or shown.params) for shown in node.shows or ()):
        what = f'"{node.name}" is a metric and is shown some turns only'
        yield problem(node, "G117", what, "show `turns` whole; the metric says itself what it looks at", "shows")
