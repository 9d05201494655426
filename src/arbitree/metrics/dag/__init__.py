"""Decision graphs under the reference's names, and our own kinds of node beside them."""

from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.turns import Turns
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.check_node import CheckNode
from arbitree.metrics.dag.each_node import EachNode
from arbitree.metrics.dag.grade_node import GradeNode
from arbitree.metrics.dag.graph import DeepAcyclicGraph
from arbitree.metrics.dag.metric_node import MetricNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode, VerdictNode
from arbitree.metrics.dag.serialization import dag_from_dict, dag_from_json, dag_to_dict, dag_to_json
from arbitree.metrics.dag.weigh_node import WeighNode

__all__ = [
    "NOT_APPLICABLE",
    "BaseNode",
    "BinaryJudgementNode",
    "CheckNode",
    "DeepAcyclicGraph",
    "EachNode",
    "GradeNode",
    "MetricNode",
    "NonBinaryJudgementNode",
    "TaskNode",
    "Turns",
    "VerdictNode",
    "WeighNode",
    "dag_from_dict",
    "dag_from_json",
    "dag_to_dict",
    "dag_to_json",
]
