"""The nodes of decision graphs over conversations, under the reference's names."""

from arbitree.metrics.conversational_dag.nodes import (
    ConversationalBaseNode,
    ConversationalBinaryJudgementNode,
    ConversationalNonBinaryJudgementNode,
    ConversationalTaskNode,
    ConversationalVerdictNode,
)
from arbitree.metrics.dag.graph import DeepAcyclicGraph

__all__ = [
    "ConversationalBaseNode",
    "ConversationalBinaryJudgementNode",
    "ConversationalNonBinaryJudgementNode",
    "ConversationalTaskNode",
    "ConversationalVerdictNode",
    "DeepAcyclicGraph",
]
