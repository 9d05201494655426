"""DAGMetric and its judges: who is asked, how, how many at a time, and what they raise."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.records import Question, Reply
from arbitree.errors import (
    JudgeError,
)
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    CheckNode,
    DeepAcyclicGraph,
    WeighNode,
)
from arbitree.models import DeepEvalBaseLLM
from arbitree.test_case import LLMTestCase
from arbitree.testing import ScriptedJudge
from tests.metrics.graphs import CASE, gate


def test_what_the_judge_raises_comes_out_unchanged_after_one_call_and_with_the_attributes_set() -> None:
    error = TypeError("inside the judge")
    calls: list[str] = []

    def judge(prompt: str) -> str:
        calls.append(prompt)
        raise error

    metric = DAGMetric("m", gate(), judge)
    with pytest.raises(TypeError) as caught:
        metric.measure(CASE)
    assert caught.value is error
    assert len(calls) == 1
    assert (metric.score, metric.success) == (None, False)
    result = metric.run(CASE)
    assert (result.status, result.causes[0].kind) == ("undecided", "judge_error")


def test_one_metric_serves_tasks_and_threads_at_once() -> None:
    def own(question: Question) -> Any:
        number = int(question.prompt.split("answer ")[1].split()[0])
        return {"verdict": number % 2 == 0, "reason": f"about {number}"}

    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": own}, waits=3), include_reason="path")
    cases = [LLMTestCase(input="q", actual_output=f"answer {number} .", name=str(number)) for number in range(50)]

    async def together() -> list[Any]:
        return await asyncio.gather(*(metric.arun(case) for case in cases))

    with ThreadPoolExecutor(8) as threads:
        results = [*asyncio.run(together()), *threads.map(metric.run, cases)]
    for result, case in zip(results, cases * 2, strict=True):
        assert result.case == case.name
        assert result.score == (1.0 if int(result.case) % 2 == 0 else 0.2)
        assert f"about {case.name})" in result.reason


def test_measure_works_inside_a_running_loop_and_keeps_one_loop_for_the_judge() -> None:
    loops = set()

    class Kept:
        async def a_generate(self, prompt: str) -> str:
            loops.add(asyncio.get_running_loop())
            await asyncio.sleep(0)
            return '{"reason": "r", "verdict": true}'

    metric = DAGMetric("m", gate(), Kept(), include_reason=False)

    async def notebook() -> list[float | None]:
        return [metric.measure(CASE) for _ in range(3)]

    assert asyncio.run(notebook()) == [1.0, 1.0, 1.0]
    assert metric.measure(CASE) == 1.0
    assert len(loops) == 1


def test_async_mode_chooses_between_generate_and_a_generate() -> None:
    class Both(DeepEvalBaseLLM):
        def __init__(self) -> None:
            self.called: list[str] = []

        def load_model(self) -> None: ...

        def get_model_name(self) -> str:
            return "both"

        def generate(self, prompt: str, schema: Any = None) -> Any:
            self.called.append("generate")
            return schema(reason="r", verdict=True)

        async def a_generate(self, prompt: str, schema: Any = None) -> Any:
            self.called.append("a_generate")
            return schema(reason="r", verdict=True)

    judge = Both()
    assert DAGMetric("m", gate(), judge, include_reason=False).measure(CASE) == 1.0
    assert DAGMetric("m", gate(), judge, include_reason=False, async_mode=False).measure(CASE) == 1.0
    assert judge.called == ["a_generate", "generate"]


def test_without_async_mode_one_question_is_out_at_a_time() -> None:
    out, most, lock = 0, 0, threading.Lock()

    def judge(prompt: str) -> str:
        nonlocal out, most
        with lock:
            out += 1
            most = max(most, out)
        threading.Event().wait(0.001)
        with lock:
            out -= 1
        return '{"verdict": true}'

    every = WeighNode(by="min")
    for number in range(6):
        node = BinaryJudgementNode(criteria=f"Part {number}?", evaluation_params=["input"])
        node.add_verdict(True, score=10)
        node.add_verdict(False, score=0)
        every.add_part(node)
    metric = DAGMetric("m", DeepAcyclicGraph([every]), judge, include_reason=False, async_mode=False)
    assert (metric.measure(CASE), most) == (1.0, 1)


def test_a_graph_of_checks_needs_no_judge() -> None:
    metric = DAGMetric("m", DeepAcyclicGraph([CheckNode(of="actual_output", contains="30 days")]))
    assert metric.run(CASE).score == 1.0
    assert metric.run(CASE).usage.calls == 0


def test_a_question_that_nobody_could_answer_is_refused_before_any_call() -> None:
    metric = DAGMetric("m", gate())
    with pytest.raises(JudgeError, match='"fine" must ask one') as caught:
        metric.measure(CASE)
    assert "generate" in caught.value.problems[0].mend


def test_a_role_is_answered_by_its_own_judge() -> None:
    strict = ScriptedJudge({"fine": True})
    metric = DAGMetric("m", gate(judge="strict"), ScriptedJudge({}), judges={"strict": strict}, include_reason=False)
    assert (metric.measure(CASE), strict.nodes) == (1.0, ["fine"])


def test_what_is_no_judge_is_refused_when_the_metric_is_made() -> None:
    with pytest.raises(JudgeError):
        DAGMetric("m", gate(), object())


def test_tokens_are_added_up() -> None:
    reply = Reply(text='{"verdict": true}', input_tokens=7, output_tokens=2)
    metric = DAGMetric("m", gate(), ScriptedJudge({"fine": reply}), include_reason=False)
    metric.measure(CASE)
    assert (metric.input_tokens, metric.output_tokens, metric.evaluation_cost) == (7, 2, None)


def test_a_deadline_ends_what_a_slow_judge_holds_up() -> None:
    class Slow:
        async def a_generate(self, prompt: str) -> str:
            await asyncio.Event().wait()
            return ""

    result = DAGMetric("m", gate(), Slow()).run(CASE, deadline=0.01)
    assert (result.status, result.causes[0].kind) == ("undecided", "timeout")


def test_a_check_that_needs_a_pattern_runs_beyond_the_engine_at_no_call() -> None:
    metric = DAGMetric("m", DeepAcyclicGraph([CheckNode(of="actual_output", search=r"\b\d+ days\b")]))
    result = metric.run(CASE)
    assert (result.score, result.usage.calls) == (1.0, 0)


def test_a_judge_can_be_named(tmp_path: Path) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text('def judge(prompt):\n    return {"verdict": "30 days" in prompt, "reason": "looked"}\n')
    metric = DAGMetric("m", gate(), f"rules:{rules}", include_reason="path")
    assert metric.measure(CASE) == 1.0


def test_recorded_answers_are_found_by_case_and_node(tmp_path: Path) -> None:
    rows = tmp_path / "answers.jsonl"
    rows.write_text(
        '{"case": "q-1", "node": "fine", "verdict": true}\n{"case": "q-2", "node": "fine", "verdict": false}\n'
    )
    metric = DAGMetric("m", gate(), f"recorded:{rows}", include_reason=False)
    assert metric.measure(CASE) == 1.0
    assert metric.measure(LLMTestCase(input="q", actual_output="other", name="q-2")) == 0.2


def test_a_deadline_holds_for_the_explanation_too() -> None:
    class Slow:
        async def a_generate(self, prompt: str) -> str:
            if "Explain" in prompt:
                await asyncio.Event().wait()
            return '{"reason": "r", "verdict": true}'

    result = DAGMetric("m", gate(), Slow()).run(CASE, deadline=1.0)
    assert (result.status, result.score) == ("scored", 1.0)
    assert [warning.kind for warning in result.warnings] == ["no_explanation"]


def test_a_metric_says_who_the_judges_of_a_cascade_are() -> None:
    kind = BinaryJudgementNode("Is it kind?", evaluation_params=["actual_output"], judge=["cheap", "strong"], sure=0.8)
    kind.add_verdict(True, score=10)
    kind.add_verdict(False, score=0)
    judges = {"cheap": ScriptedJudge({"is-it-kind": True}), "strong": ScriptedJudge({"is-it-kind": False})}
    metric = DAGMetric("m", DeepAcyclicGraph([kind]), judges=judges, include_reason=False)

    assert (metric.measure(CASE), judges["cheap"].calls, judges["strong"].calls) == (0.0, 1, 1)
    with pytest.raises(JudgeError, match="strong"):
        DAGMetric("m", DeepAcyclicGraph([kind]), judges={"cheap": judges["cheap"]}).measure(CASE)
