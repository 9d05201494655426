"""The reference's `ConversationalGEval`: a grade of a conversation, as a metric by itself and as a leaf of a graph."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from arbitree.core.scale import Scale
from arbitree.metrics.conversational_dag.params import turns_of
from arbitree.metrics.dag.mistakes import refuse
from arbitree.metrics.dag.params import Param, fields_of
from arbitree.metrics.g_eval.metric import GEval
from arbitree.metrics.over_turns import OverTurns
from arbitree.test_case.params import MultiTurnParams

if TYPE_CHECKING:
    from arbitree.runner.keeping import Keeping

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

    suffix: ClassVar[str] = "ConversationalGEval"

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
        scale: Scale | Sequence[float] | None = None,
        prompt: str | None = None,
        votes: int | None = None,
        raise_undecided: bool = False,
        concurrency: int = 20,
        ledger: str | os.PathLike[str] | Keeping | None = None,
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
            scale: The worst and the best score.
            prompt: Replaces the wording of the question.
            votes: How often it is asked.
            raise_undecided: Whether a case that cannot be scored raises UndecidedError.
            concurrency: How many questions are with the judge at once, at most.
            ledger: Where replies are remembered.
        """
        owner = type(self).__name__
        if evaluation_params is not None and not evaluation_params:
            mend = "list what the judge is to see, or leave it out: role and content"
            refuse("G125", "evaluation_params cannot be an empty list.", f"{owner}(evaluation_params=[])", mend)
        given = list(evaluation_params or ())
        asked = fields_of(given, owner)
        given += [param for param in _SPOKEN if param.value not in asked]
        super().__init__(
            name,
            turns_of(given, turn_window, owner),
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
            scale=scale,
            prompt=prompt,
            votes=votes,
            raise_undecided=raise_undecided,
            concurrency=concurrency,
            ledger=ledger,
        )
        self.evaluation_params = None if evaluation_params is None else given
        self.turn_window = turn_window
