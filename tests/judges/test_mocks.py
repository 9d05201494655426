"""Mocks of `unittest.mock` are judges as any object or function is: what they were told to give back counts."""

from __future__ import annotations

from unittest.mock import AsyncMock, MagicMock, Mock, create_autospec

import pytest

from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.models import DeepEvalBaseLLM
from arbitree.test_case import LLMTestCase

YES = '{"verdict": true}'


def answering(prompt: str, schema: object = None) -> str:
    return YES


def with_generate(mock: Mock) -> Mock:
    mock.generate.side_effect = answering
    return mock


def with_both(mock: Mock) -> Mock:
    mock.a_generate = AsyncMock(side_effect=answering)
    return with_generate(mock)


JUDGES = {
    "a mock called": Mock(return_value=YES),
    "a magic mock called": MagicMock(return_value=YES),
    "an async mock called": AsyncMock(return_value=YES),
    "a function's double": create_autospec(answering, return_value=YES),
    "generate": with_generate(Mock()),
    "generate of a magic mock": with_generate(MagicMock()),
    "generate of a spec": with_generate(MagicMock(spec=["generate"])),
    "generate of a model's double": with_generate(MagicMock(spec=DeepEvalBaseLLM)),
    "both": with_both(MagicMock()),
}


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
@pytest.mark.parametrize("async_mode", [True, False])
def test_a_mock_judges_by_what_it_was_told_to_give_back(judge: Mock, async_mode: bool) -> None:
    node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"])  # type: ignore[list-item]
    node.add_verdict(verdict=True, score=10)
    node.add_verdict(verdict=False, score=0)
    dag = DeepAcyclicGraph(root_nodes=[node])
    metric = DAGMetric(name="Polite", dag=dag, model=judge, include_reason=False, async_mode=async_mode)

    assert metric.measure(LLMTestCase(input="Hi", actual_output="Hello.")) == 1.0
