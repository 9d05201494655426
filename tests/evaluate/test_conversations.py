"""Conversations are evaluated as single turns are, also beside them."""

from __future__ import annotations

from typing import Any

import pytest

from arbitree import assert_test, evaluate
from arbitree.metrics import ConversationalDAGMetric
from arbitree.metrics.conversational_dag import ConversationalBinaryJudgementNode, DeepAcyclicGraph
from arbitree.test_case import ConversationalTestCase, MultiTurnParams, Turn
from tests.evaluate.metrics import SILENT, cases, polite


def answered(name: str, judge: Any) -> ConversationalDAGMetric:
    node = ConversationalBinaryJudgementNode(
        criteria="Is the question answered?", evaluation_params=[MultiTurnParams.ROLE, MultiTurnParams.CONTENT]
    )
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=0)
    return ConversationalDAGMetric(name, DeepAcyclicGraph([node]), judge, include_reason="path")


def talk(*said: str, **more: Any) -> ConversationalTestCase:
    roles = ("user", "assistant")
    return ConversationalTestCase(turns=[Turn(role=roles[n % 2], content=text) for n, text in enumerate(said)], **more)


class Judge:
    calls = 0

    def generate(self, prompt: str) -> dict[str, object]:
        self.calls += 1
        return {"verdict": "Assistant: At nine" in prompt, "reason": "I looked."}


def test_conversations_are_evaluated_and_share_questions() -> None:
    judge = Judge()
    talks = [talk("When do you open?", "At nine."), talk("When?", "Who knows.", name="vague")]

    found = evaluate(talks, [answered("A", judge), answered("B", judge)], display_config=SILENT)

    assert [(one.name, one.conversational, one.success) for one in found.test_results] == [
        ("test_case_0", True, True),
        ("vague", True, False),
    ]
    assert found.test_results[0].turns == talks[0].turns
    assert judge.calls == 2


def test_assert_test_tells_of_a_conversation() -> None:
    with pytest.raises(AssertionError, match=r'"vague"\nA .ConversationalDAG. failed: score 0.000, threshold 0.5\n'):
        assert_test(talk("When?", "Who knows.", name="vague"), [answered("A", Judge())])


def test_a_test_case_of_the_other_kind_is_undecided_and_asks_nothing() -> None:
    judge = Judge()

    found = evaluate(
        [*cases("please"), talk("Hi", "Oh")], [answered("A", judge), polite("B", judge)], display_config=SILENT
    )

    errors = [[(data.error or "").partition("\n")[0] for data in one.metrics_data] for one in found.test_results]
    assert "not of type 'ConversationalTestCase'" in errors[0][0]
    assert 'it shows "actual_output"' in errors[1][1]
    assert (errors[0][1], errors[1][0], judge.calls) == ("", "", 2)
