"""Grades of conversations: alone, as a leaf, with its own judge, scale and window; and the pages' examples of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbitree.core.turns import Turns
from arbitree.errors import CaseError, GraphError, UndecidedWarning
from arbitree.metrics import ConversationalDAGMetric, ConversationalGEval, GEval
from arbitree.metrics.conversational_dag import ConversationalBinaryJudgementNode
from arbitree.metrics.dag import DeepAcyclicGraph
from arbitree.metrics.g_eval import Rubric
from arbitree.test_case import ConversationalTestCase, LLMTestCase, MultiTurnParams, ToolCall, Turn

SPOKEN = [MultiTurnParams.ROLE, MultiTurnParams.CONTENT]
TALK = ConversationalTestCase(
    turns=[
        Turn(role="user", content="When do you open?"),
        Turn(role="assistant", content="At nine, please.", tools_called=[ToolCall(name="hours", output="9-17")]),
        Turn(role="user", content="Fine."),
    ],
    scenario="Opening hours",
)


class Judge:
    """Answers every question, and remembers the prompts; grades by what it is told."""

    def __init__(self, grade: int = 8) -> None:
        self.grade = grade
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if "'score'" in prompt:
            return json.dumps({"reason": "It says please.", "score": self.grade})
        if "'output'" in prompt:
            return json.dumps({"output": ["Look for kind words.", "Weigh them."]})
        return json.dumps({"reason": "It is solved.", "verdict": True})


def tree(leaf: Any, model: Any) -> ConversationalDAGMetric:
    solved = ConversationalBinaryJudgementNode(criteria="Is it solved?", evaluation_params=SPOKEN)
    solved.add_verdict(verdict=False, score=0)
    solved.add_verdict(verdict=True, then=leaf)
    dag = DeepAcyclicGraph(root_nodes=[solved])
    return ConversationalDAGMetric("Tree", dag, model, include_reason=False)


def test_a_conversation_is_graded_by_criteria_whose_steps_the_judge_writes() -> None:
    judge = Judge()
    metric = ConversationalGEval(name="Professionalism", criteria="Does the assistant act like a clerk?", model=judge)

    assert (metric.measure(TALK), metric.reason, metric.success) == (0.8, "It says please.", True)
    assert metric.evaluation_steps == ["Look for kind words.", "Weigh them."]
    steps, grade = judge.prompts
    assert "nine" not in steps
    assert "Turns:\nUser: When do you open?\n\nAssistant: At nine, please.\n\nUser: Fine.\n" in grade


@pytest.mark.parametrize(
    "settings",
    [
        {"criteria": "Is it kind?"},
        {"evaluation_steps": ["Look for kind words."]},
        {"criteria": "Is it kind?", "rubric": [Rubric(score_range=(0, 4), expected_outcome="Rude.")]},
        {"criteria": "Is it kind?", "scale": (0, 20), "turn_window": (1, 1)},
        {"criteria": "Is it kind?", "evaluation_params": [MultiTurnParams.TOOLS_CALLED]},
    ],
)
@pytest.mark.parametrize("grade", [1, 4])
def test_a_leaf_gives_what_it_gives_alone(settings: dict[str, Any], grade: int) -> None:
    own, trees = Judge(grade), Judge(2)
    alone = ConversationalGEval("Tone", model=own, **settings)
    asked = tree(ConversationalGEval("Tone", model=own, **settings), trees)

    assert asked.dag.multiturn
    assert alone.measure(TALK) == asked.measure(TALK)
    assert own.prompts[: len(own.prompts) // 2] == own.prompts[len(own.prompts) // 2 :]
    assert len(trees.prompts) == 1


def test_the_pages_leaf_hands_its_branch_over_and_asks_the_trees_judge() -> None:
    judge = Judge(6)
    politeness = ConversationalGEval(
        name="Politeness", criteria="Is the assistant polite to the end?", evaluation_params=[MultiTurnParams.CONTENT]
    )

    assert tree(politeness, judge).measure(TALK) == 0.6
    assert len(judge.prompts) == 3


def test_role_and_content_are_shown_whatever_else_is_asked_for() -> None:
    given = [MultiTurnParams.SCENARIO, MultiTurnParams.TOOLS_CALLED]
    metric = ConversationalGEval("Tone", given, "Is it kind?", model=Judge())

    assert metric.start_node.shows == ("scenario", Turns(params=("tools_called", "content", "role")))
    assert metric.evaluation_params == [*given, MultiTurnParams.CONTENT, MultiTurnParams.ROLE]
    assert given == [MultiTurnParams.SCENARIO, MultiTurnParams.TOOLS_CALLED]


def test_a_grade_may_see_a_window_of_turns() -> None:
    judge = Judge()
    metric = ConversationalGEval("Tone", evaluation_steps=["Look."], model=judge, turn_window=(-1, -1))

    assert metric.measure(TALK) == 0.8
    assert "Fine." in judge.prompts[0] and "nine" not in judge.prompts[0]
    short = ConversationalGEval("Tone", evaluation_steps=["Look."], model=judge, turn_window=(2, 3))
    with pytest.warns(UndecidedWarning, match="turns 2 to 3"):
        assert short.measure(TALK) is None


def test_what_it_cannot_see_is_refused_where_it_is_written() -> None:
    with pytest.raises(ValueError, match="evaluation_params cannot be an empty list"):
        ConversationalGEval("Tone", [], "Is it kind?", model=Judge())
    with pytest.raises(GraphError, match=r"the turn_window \(3, 1\) begins after it ends"):
        ConversationalGEval("Tone", criteria="Is it kind?", model=Judge(), turn_window=(3, 1))
    with pytest.raises(CaseError, match="not of type 'ConversationalTestCase' using the conversational 'Tone"):
        ConversationalGEval("Tone", criteria="Is it kind?", model=Judge()).measure(
            LLMTestCase(input="a", actual_output="b")
        )


def test_it_stands_where_the_reference_has_its_arguments() -> None:
    metric = ConversationalGEval("Tone", SPOKEN, "Is it kind?", None, Judge(), 0.9, 20, None, False, False, False, True)

    assert (metric.threshold, metric.async_mode, metric.flaky) == (0.9, False, True)
    assert metric.__name__ == "Tone [ConversationalGEval]" and isinstance(metric, GEval)
