"""Metrics under the reference's names. What is named here is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitree.metrics.base_metric import BaseMetric as BaseMetric
    from arbitree.metrics.conversational_dag_metric import ConversationalDAGMetric as ConversationalDAGMetric
    from arbitree.metrics.conversational_g_eval import ConversationalGEval as ConversationalGEval
    from arbitree.metrics.dag.graph import DeepAcyclicGraph as DeepAcyclicGraph
    from arbitree.metrics.dag_metric import DAGMetric as DAGMetric
    from arbitree.metrics.g_eval.metric import GEval as GEval

_HOMES = {
    "BaseMetric": "arbitree.metrics.base_metric",
    "ConversationalDAGMetric": "arbitree.metrics.conversational_dag_metric",
    "ConversationalGEval": "arbitree.metrics.conversational_g_eval",
    "DAGMetric": "arbitree.metrics.dag_metric",
    "DeepAcyclicGraph": "arbitree.metrics.dag.graph",
    "GEval": "arbitree.metrics.g_eval.metric",
}
"""The module of each name: judges import `arbitree.metrics.dag.schema`, and must not import themselves through it."""

__all__ = ["BaseMetric", "ConversationalDAGMetric", "ConversationalGEval", "DAGMetric", "DeepAcyclicGraph", "GEval"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
