"""The reference's `DAGMetric`: a decision graph with judges, measured case by case."""

from __future__ import annotations

import asyncio
import copy
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, Schedule
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.measured import cost_of, has_metrics
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Result, Style
from arbitree.errors import (
    ExplanationWarning,
    UndecidedError,
    UndecidedWarning,
)
from arbitree.executors.explained import Explain, explained
from arbitree.executors.score import score_case
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.lasting import lasting_of
from arbitree.judges.loop import run_inline, run_sync
from arbitree.metrics.base_metric import BaseMetric, IncludeReason
from arbitree.metrics.dag.graph import DeepAcyclicGraph
from arbitree.metrics.judging import by_role, check_judges, judges_of, others_of, ready_for
from arbitree.metrics.remembering import remembering_of
from arbitree.metrics.settings import check_deadline, check_settings, check_switches, usable_graph
from arbitree.metrics.verbose import logs_of, printed
from arbitree.test_case.as_case import case_of

if TYPE_CHECKING:
    from arbitree.executors.eager import Eager
    from arbitree.runner.keeping import Keeping


class DAGMetric(BaseMetric):
    """Scores test cases by walking a decision graph. One object serves threads and tasks at once.

    Raises:
        GraphError: the graph cannot be used, or the threshold is not on the scale 0 to 1.
        JudgeError: `model` or one of `judges` is nothing that can judge, or a check's test cannot be run.
        RecordError: there is a `ledger`, and a judge does not tell what its replies depend on.
        UsageError: a setting makes no sense.

    >>> from arbitree.metrics.dag import BinaryJudgementNode
    >>> polite = BinaryJudgementNode(criteria="Is the reply polite?", evaluation_params=["actual_output"])
    >>> _ = polite.add_verdict(verdict=True, score=10), polite.add_verdict(verdict=False, score=2)
    >>> def judge(prompt):
    ...     return '{"reason": "It says please.", "verdict": true}' if "please" in prompt else '{"verdict": false}'
    >>> metric = DAGMetric("Manners", DeepAcyclicGraph([polite]), judge, include_reason="path")
    >>> metric.measure({"input": "Hi", "actual_output": "Wait, please."}), metric.reason
    (1.0, 'The score is 1.0: "is-the-reply-polite" is True (It says please.), worth 10 of 10.')
    """

    mode: Mode
    schedule: Schedule
    models: Mapping[str, object]
    """Who was given to judge, by role."""

    def __init__(
        self,
        name: str,
        dag: DeepAcyclicGraph | Graph,
        model: Any = None,
        *,
        threshold: float | None = 0.5,
        include_reason: IncludeReason = True,
        async_mode: bool = True,
        strict_mode: bool = False,
        verbose_mode: bool = False,
        flaky: bool = False,
        raise_undecided: bool = False,
        judges: Mapping[str, Any] | None = None,
        mode: Mode = "full",
        schedule: Schedule = "frugal",
        concurrency: int = 20,
        allow: Sequence[str] = (),
        ledger: str | os.PathLike[str] | Keeping | None = None,
    ) -> None:
        """Makes the metric.

        Args:
            name: What reports call it.
            dag: The graph.
            model: Who judges: an object with `generate` or `a_generate`, a function, sync or async, from prompt to
                reply, or the name of one ("rules:FILE", "recorded:FILE", "module:name").
            threshold: The score from which a case passes; None for a metric that only scores.
            include_reason: True for one more judge call that explains the score, "path" to have the path retold at no
                call, False for no reason.
            async_mode: Whether `a_generate` is awaited, with questions that do not depend on each other asked at once;
                else `generate` is called, for one question at a time.
            strict_mode: Sets the threshold to 1. The score stays what it is.
            verbose_mode: Prints each node's verdict and reason.
            flaky: Kept for reports; it changes nothing here.
            raise_undecided: Whether a case that cannot be scored raises UndecidedError, where it else warns.
            judges: Who judges in the roles that nodes name; `model` judges in all others.
            mode: "decide" stops asking as soon as it is settled whether the threshold is met.
            schedule: "eager" also asks ahead what may be needed, as far as that keeps nothing waiting: the same
                results, sooner, by more calls.
            concurrency: How many questions are with one judge at once, at most.
            allow: Modules whose functions a check may `call`, and whose metrics a rubric file may name.
            ledger: The file in which replies are remembered, from process to process; or how, as a `Keeping`. None:
                nothing is. The judges then have to tell what their replies depend on, as `fingerprint`.
        """
        check_settings(
            include_reason=include_reason, mode=mode, schedule=schedule, threshold=threshold, concurrency=concurrency
        )
        self.name, self.model = name, model
        self._source = usable_graph(dag)
        self.threshold = 1.0 if strict_mode else threshold
        self.include_reason: IncludeReason = include_reason
        self.async_mode, self.strict_mode, self.verbose_mode = async_mode, strict_mode, verbose_mode
        self.flaky, self.raise_undecided, self.mode, self.schedule = flaky, raise_undecided, mode, schedule
        check_switches(self)
        self.models = by_role(model, judges, own=getattr(self._source, "models", {}))
        self._judges = judges_of(self.models, concurrency=concurrency, async_mode=async_mode)
        self._plan = self._compiled()
        self.evaluation_model = self._judges[DEFAULT_ROLE].name if DEFAULT_ROLE in self._judges else None
        objects = {} if isinstance(self._source, Graph) else self._source.metrics
        self._judges |= others_of(self._plan, self._judges, objects, allow, concurrency if async_mode else 0)
        self._unfinished: set[asyncio.Task[Answer]] = set()
        self._remembering, self._lastings = remembering_of(self, ledger, self._judges), lasting_of(self._plan)
        self._inline = self._remembering is None and all(map(is_inline, self._judges.values()))

    def run(self, test_case: Any, *, deadline: float | None = None) -> Result:
        """What a test case comes to, as an immutable record; sets nothing on this object.

        Args:
            test_case: An LLMTestCase (ours or DeepEval's), a dict of fields, or a `Case`.
            deadline: Seconds after which nothing more is asked; what the score still needs is undecided then.

        Raises:
            CaseError: it is no test case.
            JudgeError: a node has nobody to judge it.
            UsageError: the deadline leaves no time to ask.
            RecordError: the ledger cannot be used, or a replay lacks replies.
        """
        play = run_inline if self._inline and deadline is None else run_sync
        return play(self.arun(test_case, deadline=deadline))

    async def arun(self, test_case: Any, *, deadline: float | None = None) -> Result:
        """The same, awaited."""
        check_deadline(deadline)
        case = self._case_of(test_case)
        check_judges(self._plan, self._judges)
        judges = ready_for(case, self._plan, self._judges)
        if self._remembering is None:
            if self._lastings is not None and judges is self._judges:
                judges = self._lastings.around(judges)
            return await self._scored(case, judges, deadline)
        remembering, used = await self._remembering.ready(judges)
        result = await self._scored(case, remembering, deadline)
        self._remembering.refuse_lack(used)
        return result

    def _case_of(self, test_case: Any) -> Case:
        return case_of(test_case)

    async def _scored(self, case: Case, judges: Mapping[str, Judge], deadline: float | None) -> Result:
        limits = Limits(mode=self.mode, threshold=self.threshold)
        began = 0.0 if deadline is None else asyncio.get_running_loop().time()
        eager = None if self.schedule == "frugal" or self._inline else self._eager()
        result = await score_case(self._plan, case, judges, limits=limits, deadline=deadline, eager=eager)
        if self.threshold is None:
            result = replace(result, passed=None)
        left = None if deadline is None else max(0.0, began + deadline - asyncio.get_running_loop().time())
        return await explained(result, self._plan.graph, judges, self._explain, deadline=left)

    def measure(self, test_case: Any) -> float | None:
        """The score of a test case, 0 to 1, after setting `score`, `reason`, `success` and the other attributes.

        Undecided: gives None and warns, with `error` and `reason` saying what, where and how to mend; raises
        UndecidedError with `raise_undecided=True`. What the judge's own code raises comes out unchanged. Decided (mode
        "decide"): gives None, with `success` set. Not applicable: gives None, with `skipped` set and `success` None.
        """
        return self._keep(self.run(test_case))

    async def a_measure(self, test_case: Any) -> float | None:
        """The same, awaited."""
        return self._keep(await self.arun(test_case))

    @property
    def dag(self) -> DeepAcyclicGraph:
        """The graph; made of nodes when it is asked for, where it was given as plain values.

        Raises:
            GraphError: it was, and says something that nodes cannot.
        """
        if isinstance(self._source, Graph):
            self._source = DeepAcyclicGraph.from_graph(self._source)
        return self._source

    @property
    def keeping(self) -> Keeping | None:
        """How replies are remembered; None where they are not."""
        return None if self._remembering is None else self._remembering.keeping

    def asking(self, judges: Mapping[str, Judge]) -> Self:
        """A copy whose questions go to these judges, each in place of one of its own; it remembers nothing itself."""
        made = copy.copy(self)
        made._judges = {**self._judges, **judges}
        made._remembering = None
        made._inline = all(map(is_inline, made._judges.values()))
        return made

    def require_judges(self) -> None:
        """Passes if every question has somebody to answer it.

        Raises:
            JudgeError: it has not; names the nodes.
        """
        check_judges(self._plan, self._judges)

    @property
    def __name__(self) -> str:
        """How reports call it."""
        return f"{self.name} [DAG]"

    def _compiled(self) -> Plan:
        default: Judge | None = self._judges.get(DEFAULT_ROLE)
        styles: dict[str, Style] = {role: judge.style for role, judge in self._judges.items()}
        source = self._source if isinstance(self._source, Graph) else self._source.to_graph()
        threshold = source.threshold if self.threshold is None else self.threshold
        graph = replace(source, name=self.name, threshold=threshold)
        return compile_plan(graph, styles=styles, style=default.style if default else "plain")

    def _eager(self) -> Eager:
        from arbitree.executors.eager import Eager  # most metrics have no use for it

        # What was asked ahead, and no case waits for any more, lives on with the metric.
        return Eager(left=self._unfinished)

    @property
    def _explain(self) -> Explain:
        if self.include_reason == "path":
            return "path"
        return "judge" if self.include_reason else "none"

    def keep(self, result: Result) -> None:
        """Sets the attributes to what a result says, all at once; of one that is undecided nothing else is said."""
        undecided = result.status == "undecided"
        logs = partial(logs_of, result, self._plan.graph)  # written when it is asked for
        kept = {
            "result": result,
            "score": result.score,
            "score_breakdown": {step.called: step.score for step in result.trace if step.score is not None},
            "reason": result.error if undecided else result.reason or None,
            "success": None if self.threshold is None else False if undecided else result.passed,
            "error": result.error if undecided else None,
            "skipped": result.status == "not_applicable",
            "path": result.path,
            "input_tokens": result.usage.input_tokens,
            "output_tokens": result.usage.output_tokens,
            "_logs": logs,
        }
        if has_metrics(self._plan.graph):
            kept["evaluation_cost"] = cost_of(result.trace)
        vars(self).update(kept)
        if self.verbose_mode:
            sys.stdout.write(printed(result, logs(), name=self.__name__))

    def _keep(self, result: Result) -> float | None:
        """Sets the attributes, and complains if the result is undecided."""
        self.keep(result)
        for warning in result.warnings:
            if warning.kind == "no_explanation":
                warnings.warn(str(warning), ExplanationWarning, stacklevel=3)
        if result.status == "undecided":
            if result.exception is not None:
                raise result.exception
            if self.raise_undecided:
                raise UndecidedError(result.causes)
            warnings.warn(result.error, UndecidedWarning, stacklevel=3)
        return result.score
