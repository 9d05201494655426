"""The reference's `GEval`: a grade by criteria or steps, as a metric by itself and as a leaf of a graph."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from arbitree.core.records import Result, Scoring, Step
from arbitree.core.scale import Scale
from arbitree.core.steps import steps_name
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge
from arbitree.metrics.dag.grade_node import GradeNode
from arbitree.metrics.dag.graph import DeepAcyclicGraph
from arbitree.metrics.dag.mistakes import check_list
from arbitree.metrics.dag.params import Param
from arbitree.metrics.dag_metric import DAGMetric
from arbitree.metrics.g_eval.rubric import ranges_of, scale_of

if TYPE_CHECKING:
    from arbitree.core.cases import Case
    from arbitree.runner.keeping import Keeping


class GEval(DAGMetric):
    """Has a judge grade test cases by criteria or steps, on a scale. A verdict can lead to it, as to a node.

    As a leaf it gives the score that it gives alone. A leaf with a `model` asks that one, and one without asks the
    tree's. The reason is the judge's own; no call is made for it.

    Raises:
        GraphError: it has neither criteria nor steps, its scale is none, or ranges of its rubric overlap.
        JudgeError: `model` is nothing that can judge.
        UsageError: a setting makes no sense.

    >>> metric = GEval("Tone", ["actual_output"], evaluation_steps=["Look for kind words."],
    ...     model=lambda prompt: '{"reason": "It says please.", "score": 8}')
    >>> metric.measure({"actual_output": "Wait, please."}), metric.reason, metric.scoring
    (0.8, 'It says please.', 'verdict')
    """

    grade_class: ClassVar[type[GradeNode]] = GradeNode
    """What its node is, in a graph."""
    suffix: ClassVar[str] = "GEval"
    """What reports put behind its name."""
    evaluation_steps: list[str] | None
    """The steps: as given, or as the judge wrote them for the last test case that was measured."""
    scoring: Scoring | None = None
    """What the last score was made from: the probabilities of all scores, or the one that the judge wrote."""

    def __init__(
        self,
        name: str,
        evaluation_params: Sequence[Param] | None = None,
        criteria: str | None = None,
        evaluation_steps: Sequence[str] | None = None,
        rubric: Sequence[Any] | None = None,
        model: Any = None,
        threshold: float | None = 0.5,
        top_logprobs: int = 20,
        async_mode: bool = True,
        strict_mode: bool = False,
        verbose_mode: bool = False,
        flaky: bool = False,
        evaluation_template: Any = None,
        *,
        scale: Scale | Sequence[float] | None = None,
        prompt: str | None = None,
        votes: int | None = None,
        raise_undecided: bool = False,
        ledger: str | os.PathLike[str] | Keeping | None = None,
    ) -> None:
        """Makes the metric.

        Args:
            name: What reports call it.
            evaluation_params: What of a test case the judge sees.
            criteria: What is graded. Where no steps are given the judge writes them from it, once for all test cases.
            evaluation_steps: What the judge is to do, one step after the other.
            rubric: What ranges of scores mean, as a list of `Rubric`; they may not overlap.
            model: Who judges, as for a `DAGMetric`; as a leaf, the tree's judge where None.
            threshold: The score from which a case passes; None for a metric that only scores.
            top_logprobs: Kept for the reference's sake. How many alternatives a provider tells is a setting of its
                judge, `logprobs`; where it tells them, the expected score counts and not the one written.
            async_mode: As for a `DAGMetric`.
            strict_mode: Has the judge give 1 (all is as it should be) or 0, and sets the threshold to 1.
            verbose_mode: Prints the steps, the score and its reason.
            flaky: Kept for reports; it changes nothing here.
            evaluation_template: There is none here: `prompt` words the question.
            scale: The worst and the best score, or a `Scale`. None: what the rubric spans, else 0 to 10.
            prompt: Replaces the wording of the question; `{criteria}` stands for criteria, steps and rubric.
            votes: How often it is asked; the mean counts.
            raise_undecided: Whether a case that cannot be scored raises UndecidedError, where it else warns.
            ledger: Where replies are remembered, as for a `DAGMetric`.
        """
        _refuse_template(evaluation_template, type(self).__qualname__)
        self.criteria, self.rubric, self.top_logprobs = criteria, rubric, top_logprobs
        self.evaluation_params, self.evaluation_steps = evaluation_params, _steps_of(evaluation_steps)
        self._leaf = self._node(name, scale, strict_mode, prompt, votes)
        super().__init__(
            name,
            DeepAcyclicGraph([self._leaf]),
            model,
            threshold=threshold,
            include_reason=False,
            async_mode=async_mode,
            strict_mode=strict_mode,
            verbose_mode=verbose_mode,
            flaky=flaky,
            raise_undecided=raise_undecided,
            ledger=ledger,
        )

    def _node(
        self,
        name: str,
        scale: Scale | Sequence[float] | None,
        strict: bool,
        prompt: str | None,
        votes: int | None,
    ) -> GradeNode:
        ranges = ranges_of(self.rubric)
        return self.grade_class(
            "" if self.criteria is None else self.criteria,
            self.evaluation_steps,
            self.evaluation_params,
            name,
            scale=scale_of(scale, ranges),
            rubric=ranges,
            strict=strict,
            prompt=prompt,
            votes=votes,
        )

    @property
    def start_node(self) -> GradeNode:
        """The node that it is in a graph, with its own judge."""
        if self._leaf.model is None and self.model is not None:
            self._leaf = replace(self._leaf, model=self.model)
        return self._leaf

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return f"{self.name} [{self.suffix}]"

    def keep(self, result: Result) -> None:
        """Sets the attributes to what a result says, the steps that were written included."""
        super().keep(result)
        grade = self._graded(result)
        written = next((step.value for step in result.trace if grade and step.node == steps_name(grade.node)), None)
        if isinstance(written, tuple):
            self.evaluation_steps = list(written)
        self.scoring = None if grade is None else grade.scoring

    async def _scored(self, case: Case, judges: Mapping[str, Judge], deadline: float | None) -> Result:
        result = await super()._scored(case, judges, deadline)
        grade = self._graded(result)
        return result if grade is None or result.score is None else replace(result, reason=grade.reason)

    def _graded(self, result: Result) -> Step | None:
        return next((step for step in result.trace if step.kind == "grade"), None)


def _steps_of(steps: Sequence[str] | None) -> list[str] | None:
    """The steps, or None where there are none, so that the judge writes them.

    Raises:
        GraphError: they are no list; a text alone would be a step for each of its characters.
    """
    if steps is None:
        return None
    check_list(steps, "evaluation_steps", "GEval", "texts")
    return list(steps) or None


def _refuse_template(template: object, kind: str) -> None:
    """Refuses a template of DeepEval's, whose prompts are not ours.

    Raises:
        UsageError: there is one.
    """
    if template is not None:
        what = f"{kind} has no use for the template {getattr(template, '__name__', template)!r}"
        mend = "word the question with prompt=, where {criteria} stands for criteria, steps and rubric"
        raise UsageError(Problem(code="X140", what=what, where=f"{kind}(evaluation_template=...)", mend=mend))
