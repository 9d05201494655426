"""The reference's `ConversationalGEval`: a grade of a conversation, as a metric by itself and as a leaf of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from arbitree.metrics.conversational_dag.params import turns_of
from arbitree.metrics.dag.mistakes import refuse
from arbitree.metrics.dag.params import Param, fields_of
from arbitree.metrics.g_eval.metric import GEval
from arbitree.metrics.over_turns import OverTurns
from arbitree.test_case.params import MultiTurnParams

_OWNER = "ConversationalGEval"
_SPOKEN = (MultiTurnParams.CONTENT, MultiTurnParams.ROLE)


class ConversationalGEval(OverTurns, GEval):
    """Has a judge grade conversations by criteria or steps, on a scale. A verdict can lead to it, as to a node.

    Raises:
        GraphError: it has neither criteria nor steps, its scale is none, ranges of its rubric overlap, or its window
            cannot be used.
        JudgeError: `model` is nothing that can judge.
        UsageError: a setting makes no sense.

    >>> metric = ConversationalGEval("Tone", evaluation_steps=["Look for kind words."],
    ...     model=lambda prompt: {"reason": "It says please.", "score": 8})
    >>> metric.measure({"turns": [{"role": "assistant", "content": "Wait, please."}]}), metric.reason
    (0.8, 'It says please.')
    """

    suffix: ClassVar[str] = _OWNER

    def __init__(
        self,
        name: str,
        evaluation_params: Sequence[Param] | None = None,
        criteria: str | None = None,
        evaluation_steps: Sequence[str] | None = None,
        model: Any = None,
        threshold: float | None = 0.5,
        top_logprobs: int = 20,
        rubric: Sequence[Any] | None = None,
        async_mode: bool = True,
        strict_mode: bool = False,
        verbose_mode: bool = False,
        flaky: bool = False,
        evaluation_template: Any = None,
        *,
        turn_window: tuple[int, int] | None = None,
        **options: Any,
    ) -> None:
        """Makes the metric. What is not told here is as for `GEval`.

        Args:
            name: What reports call it.
            evaluation_params: What of a conversation the judge sees; role and content of each turn in any case.
            criteria: What is graded.
            evaluation_steps: What the judge is to do, one step after the other.
            model: Who judges.
            threshold: The score from which a case passes.
            top_logprobs: Kept for the reference's sake.
            rubric: What ranges of scores mean.
            async_mode: As for a `DAGMetric`.
            strict_mode: Has the judge give 1 or 0, and sets the threshold to 1.
            verbose_mode: Prints the steps, the score and its reason.
            flaky: Kept for reports.
            evaluation_template: There is none here.
            turn_window: The first and the last turn that the judge sees; None for all.
            options: What else `GEval` takes: `scale`, `prompt`, `votes`, `raise_undecided`, `ledger`.
        """
        given = _with_spoken(evaluation_params)
        super().__init__(
            name,
            turns_of(given, turn_window, _OWNER),
            criteria,
            evaluation_steps,
            rubric,
            model,
            threshold,
            top_logprobs,
            async_mode,
            strict_mode,
            verbose_mode,
            flaky,
            evaluation_template,
            **options,
        )
        self.evaluation_params = None if evaluation_params is None else given
        self.turn_window = turn_window


def _with_spoken(params: Sequence[Param] | None) -> list[Param]:
    """The params, and content and role where they are not among them.

    Raises:
        GraphError: the list is empty, or something of it is no field.
    """
    if params is not None and not params:
        mend = "list what the judge is to see, or leave it out: role and content"
        refuse("G125", "evaluation_params cannot be an empty list.", f"{_OWNER}(evaluation_params=[])", mend)
    asked = fields_of(params, _OWNER)
    return [*(params or ()), *(param for param in _SPOKEN if param.value not in asked)]
