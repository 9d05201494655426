"""The judge that a metric is: it answers the question of a leaf by measuring the case with a copy of the metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.graph import Graph
from arbitree.core.kinds.metric import Metric
from arbitree.core.measured import cost_of, fields_of, role_of
from arbitree.core.records import Answer, Failed, Question, Reply, Result, Style
from arbitree.errors import JudgeError, Problem, UsageError
from arbitree.judges.base import Judge
from arbitree.judges.failure import failed_by
from arbitree.judges.layers import limited
from arbitree.judges.named import object_of
from arbitree.judges.threads import Threads
from arbitree.runner.copying import fresh
from arbitree.runner.foreign import attribute, measure, measures, name_of, number_of, score_of, text_of, whole_of
from arbitree.runner.shown import shown_to
from arbitree.test_case.rebuilt import rebuilt


def metric_judges(
    graph: Graph,
    objects: Mapping[str, object],
    *,
    allow: Sequence[str] | None,
    run_async: bool = True,
    concurrency: int = 20,
) -> dict[str, Judge]:
    """Who answers for each metric of a graph, by role.

    Args:
        graph: the graph.
        objects: the metrics that are there already, by what the graph calls them; the others are loaded by that.
        allow: the modules that they may be loaded from.
        run_async: whether metrics are awaited that can be.
        concurrency: how many cases one metric may measure at once.

    Raises:
        JudgeError: with everything that is no metric, is not there, or may not be loaded.
    """
    made: dict[str, Judge] = {}
    problems: list[Problem] = []
    for name in dict.fromkeys(node.metric for node in graph.nodes if isinstance(node, Metric)):
        try:
            metric = objects[name] if name in objects else object_of(name, allow=allow)
        except (JudgeError, UsageError) as error:
            problems += error.problems
            continue
        if not measures(metric):
            what = f'"{name}" is {type(metric).__name__}, which cannot measure'
            mend = "name an object with `measure` or `a_measure`, or a class that needs no arguments"
            problems.append(Problem(code="J155", what=what, where=f"metric: {name}", mend=mend))
            continue
        judge = MetricJudge(metric, run_async=run_async, concurrency=concurrency)
        made[role_of(name)] = limited(judge, in_flight=concurrency)
    if problems:
        raise JudgeError(problems)
    return made


class MetricJudge:
    """Measures each case with a copy of its own; what the copy came to is the reply, cost and all."""

    may_be_forgotten = True
    """A ledger keeps what it answers where the metric tells what its scores depend on, and else goes without."""

    def __init__(self, metric: Any, *, run_async: bool = True, concurrency: int = 20) -> None:
        """Makes the judge.

        Args:
            metric: an object with `measure` or `a_measure`, of any maker. It stays as it is.
            run_async: whether `a_measure` is awaited, where there is one; else `measure` is called, in a thread.
            concurrency: how many cases may be measured in threads at once.
        """
        self.metric = metric
        self._run_async = run_async
        self._threads = Threads(concurrency, name="arbitree-metric")

    @property
    def name(self) -> str:
        """How reports and records call it."""
        return name_of(self.metric)

    @property
    def style(self) -> Style:
        """The layout of the prompts it wants."""
        return "messages"

    @property
    def fingerprint(self) -> object:
        """What the metric tells of what its scores depend on; None when it tells nothing, and is not remembered."""
        told = attribute(self.metric, "fingerprint")
        return told() if callable(told) else told

    async def ask(self, question: Question) -> Answer:
        """The score 0..1 and its reason, or how there came to be none."""
        try:
            fields = fields_of(question.messages)
        except ValueError as error:
            return Failed(kind="judge_error", message=f"a metric answers questions of metric nodes only: {error}")
        try:
            metric = fresh(self.metric)
            if all(callable(getattr(metric, way, None)) for way in ("arun", "keep")):
                return _told(await metric.arun(Case(id="case", fields=fields)), self.name)
            shown = shown_to(metric, rebuilt(fields), Case(id="case", fields=fields))
            await measure(metric, shown, run_async=self._run_async, threads=self._threads)
            return _read(metric, self.name)
        except (Exception, SystemExit) as error:
            return failed_by(error)


@dataclass(frozen=True, kw_only=True)
class _Found:
    """What a metric came to."""

    score: float | None
    reason: str = ""
    wrong: str = ""
    """Why there is no score."""
    cost: float | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    model: str = ""


def _read(metric: Any, name: str) -> Answer:
    """The reply of a metric that has measured, from what it set."""
    score, wrong = score_of(metric)
    told = text_of(metric, "error")
    if attribute(metric, "skipped"):
        wrong = "the metric says that it does not apply to the case"
    return _answer(
        _Found(
            score=score,
            reason=text_of(metric, "reason") or "",
            wrong=told or wrong or "",
            cost=number_of(metric, "evaluation_cost"),
            input_tokens=whole_of(metric, "input_tokens") or 0,
            output_tokens=whole_of(metric, "output_tokens") or 0,
            model=text_of(metric, "evaluation_model") or name,
        )
    )


def _told(result: Result, name: str) -> Answer:
    """The reply of a metric of ours, from its result."""
    if result.exception is not None:
        return failed_by(result.exception)
    wrong = result.error
    if result.status == "not_applicable":
        wrong = "the rubric of the metric does not apply to the case"
    elif result.status == "decided":
        wrong = 'the metric stops as soon as its threshold is settled, and a leaf needs its score; give it mode="full"'
    used = result.usage
    return _answer(
        _Found(
            score=result.score,
            reason=result.reason,
            wrong=wrong,
            cost=cost_of(result.trace),
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            model=name,
        )
    )


def _answer(found: _Found) -> Answer:
    wrong = found.wrong
    if not wrong and (found.score is None or not 0 <= found.score <= 1):
        wrong = f"the metric set the score {found.score}, which is not from 0 to 1"
    if wrong:
        message = f"{found.model}: {wrong}"
        tokens = found.input_tokens, found.output_tokens
        return Failed(kind="judge_error", message=message, input_tokens=tokens[0], output_tokens=tokens[1])
    said: dict[str, object] = {"reason": found.reason, "score": found.score}
    if found.cost is not None:
        said["cost"] = found.cost
    return Reply(
        text=json.dumps(said, ensure_ascii=False),
        model=found.model,
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
    )
