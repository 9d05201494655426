"""A metric's question: which metric measures, and the test case that it measures; answered beyond the IO line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arbitree.core.graph import Graph
from arbitree.core.kinds.metric import Metric
from arbitree.core.records import Message, Step

PREFIX: Final = "metric:"
"""How the role of a question begins that a metric answers; its name follows."""


def role_of(metric: str) -> str:
    """The role in which a metric answers.

    >>> role_of("mine:tone")
    'metric:mine:tone'
    """
    return PREFIX + metric


def is_metric_role(role: str) -> bool:
    """Whether a metric answers for a role, and no judge."""
    return role.startswith(PREFIX)


def has_metrics(graph: Graph) -> bool:
    """Whether a metric is a leaf of the graph."""
    return any(isinstance(node, Metric) for node in graph.nodes)


def messages_of(metric: str, fields: Mapping[str, object]) -> tuple[Message, Message]:
    """The messages of a question to a metric; the fields are those of the case that it sees.

    >>> messages_of("mine:tone", {"input": "Hi", "actual_output": "Yo"})[1].content
    '{"actual_output": "Yo", "input": "Hi"}'
    """
    present = {name: value for name, value in fields.items() if value is not None}
    written = json.dumps(present, ensure_ascii=False, sort_keys=True, default=str)
    return Message("metric", metric), Message("case", written)


def fields_of(messages: Sequence[Message]) -> dict[str, object]:
    """The fields of the case in such messages.

    Raises:
        ValueError: they are not of this form.

    >>> fields_of(messages_of("mine:tone", {"input": "Hi"}))
    {'input': 'Hi'}
    """
    if [message.role for message in messages] != ["metric", "case"]:
        raise ValueError(f"roles are {[message.role for message in messages]}, not ['metric', 'case']")
    fields = json.loads(messages[1].content)
    if not isinstance(fields, dict):
        raise ValueError("the case is no mapping of fields")
    return fields


def cost_of(trace: Iterable[Step]) -> float | None:
    """What the metrics in a trace say that they cost, in dollars; None where none says anything."""
    costs: list[float] = []
    seen: set[str] = set()
    for attempt in (step.attempts[-1] for step in trace if step.kind == "metric" and step.attempts):
        if attempt.reply is None or attempt.key in seen:
            continue
        seen.add(attempt.key)
        cost = json.loads(attempt.reply).get("cost")
        if isinstance(cost, int | float):
            costs.append(cost)
    return math.fsum(costs) if costs else None
