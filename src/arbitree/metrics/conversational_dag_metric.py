"""The reference's `ConversationalDAGMetric`: a decision graph over a conversation."""

from __future__ import annotations

from arbitree.metrics.over_turns import OverTurns


class ConversationalDAGMetric(OverTurns):
    """Scores conversations by walking a decision graph. It is made as a `DAGMetric` is, and gives what that gives.

    >>> from arbitree.metrics.conversational_dag import ConversationalBinaryJudgementNode, DeepAcyclicGraph
    >>> from arbitree.test_case import ConversationalTestCase, MultiTurnParams, Turn
    >>> solved = ConversationalBinaryJudgementNode(
    ...     criteria="Is the question answered?", evaluation_params=[MultiTurnParams.ROLE, MultiTurnParams.CONTENT])
    >>> _ = solved.add_verdict(True, score=10), solved.add_verdict(False, score=0)
    >>> def judge(prompt):
    ...     return {"verdict": "Assistant: At nine." in prompt, "reason": "It says when."}
    >>> metric = ConversationalDAGMetric("Answered", DeepAcyclicGraph([solved]), judge, include_reason=False)
    >>> turns = [Turn(role="user", content="When do you open?"), Turn(role="assistant", content="At nine.")]
    >>> metric.measure(ConversationalTestCase(turns=turns))
    1.0
    """

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return f"{self.name} [ConversationalDAG]"
