"""The reply models that judges receive."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pydantic import BaseModel, ValidationError

from arbitree.metrics.dag import schema
from arbitree.models import DeepEvalBaseLLM

MODELS = (
    schema.TaskNodeOutput,
    schema.BinaryJudgementVerdict,
    schema.NonBinaryJudgementVerdict,
    schema.MetricScoreReason,
)


@pytest.mark.parametrize("model", MODELS)
def test_each_reply_model_is_found_under_the_dag_package(model: type[BaseModel]) -> None:
    assert model.__module__ == "arbitree.metrics.dag.schema"


def test_a_verdict_lists_its_reason_first() -> None:
    assert list(schema.BinaryJudgementVerdict.model_json_schema()["properties"]) == ["reason", "verdict"]


def test_a_task_gives_a_text_a_list_or_texts_by_name() -> None:
    outputs = ["a", ["a", "b"], {"a": "b"}]
    assert [schema.TaskNodeOutput(output=output).output for output in outputs] == outputs


def test_a_verdict_that_is_no_boolean_is_refused() -> None:
    with pytest.raises(ValidationError):
        schema.BinaryJudgementVerdict.model_validate({"verdict": "perhaps", "reason": ""})


def test_a_judge_model_with_its_own_init_need_not_call_ours() -> None:
    class Own(DeepEvalBaseLLM):
        def __init__(self) -> None:
            self.model_name = "own"

        def load_model(self) -> None: ...

        def generate(self, prompt: str) -> str:
            return prompt

        async def a_generate(self, prompt: str) -> str:
            return prompt

        def get_model_name(self) -> str:
            return self.model_name

    assert Own().get_model_name() == "own"


def test_the_schema_module_brings_in_nothing_else_of_the_metrics() -> None:
    code = (
        "import sys, arbitree.metrics.dag.schema; "
        "print([m for m in sys.modules if m.startswith('arbitree.judges') or m.startswith('arbitree.executors')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "src"}
    )
    assert done.stdout.strip() == "[]"
