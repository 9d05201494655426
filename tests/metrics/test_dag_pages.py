"""Graphs and judges as pages about DeepEval show them: rules by schema, parsed prompts, the older builders."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import (
    BinaryJudgementNode,
    DeepAcyclicGraph,
    NonBinaryJudgementNode,
    TaskNode,
    VerdictNode,
)
from arbitree.metrics.dag.schema import BinaryJudgementVerdict
from arbitree.models import DeepEvalBaseLLM
from arbitree.test_case import LLMTestCase, SingleTurnParams

Rule = Callable[[str], dict[str, Any]]
RULES: dict[str, Rule] = {}


def answers(key: str) -> Callable[[Rule], Rule]:
    """Registers a rule under the last package and the name of the schema it answers."""

    def registered(rule: Rule) -> Rule:
        RULES[key] = rule
        return rule

    return registered


def section(prompt: str, label: str) -> str:
    """What stands under a label, up to the next blank line."""
    return prompt.partition(f"{label}:\n")[2].partition("\n\n")[0]


class RulesJudge(DeepEvalBaseLLM):
    """Looks up its rule by the schema, and gives an object of the schema back."""

    def __init__(self) -> None:
        self.prompts: list[tuple[str, str]] = []

    def load_model(self) -> RulesJudge:
        return self

    def get_model_name(self) -> str:
        return "rules"

    def generate(self, prompt: str, schema: Any = None) -> Any:
        key = f"{schema.__module__.split('.')[-2]}.{schema.__name__}"
        self.prompts.append((key, prompt))
        return schema(**RULES[key](prompt))

    async def a_generate(self, prompt: str, schema: Any = None) -> Any:
        return self.generate(prompt, schema)


@answers("dag.TaskNodeOutput")
def find_room(prompt: str) -> dict[str, Any]:
    found = re.findall(r"\broom (\d+)", section(prompt, "Actual Output"))
    return {"output": found[0] if found else "nothing"}


@answers("dag.BinaryJudgementVerdict")
def has_room(prompt: str) -> dict[str, Any]:
    last = prompt.split("\n**\nIMPORTANT")[0].rsplit(":\n", 1)[-1].strip()
    return {"verdict": last != "nothing", "reason": f"The task found {last}."}


@answers("dag.NonBinaryJudgementVerdict")
def which_state(prompt: str) -> dict[str, Any]:
    options = ast.literal_eval(re.findall(r"'verdict' (\[.*?\])", prompt)[-1])
    said = section(prompt, "Actual Output").lower()
    return {"verdict": next((one for one in options if one in said), options[-1]), "reason": "It is what it says."}


@answers("dag.MetricScoreReason")
def why(prompt: str) -> dict[str, Any]:
    return {"reason": f"Explained: {section(prompt, 'Score')}"}


def room_graph() -> DeepAcyclicGraph:
    room = TaskNode(
        instructions="Take the room number out of the reply.",
        output_label="Room",
        evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
    )
    there = BinaryJudgementNode(criteria="Did the step before find a room?")
    state = NonBinaryJudgementNode(
        criteria="Is the room free, taken or closed?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT]
    )
    room.add_node(there)
    there.add_verdict(verdict=False, score=0)
    there.add_verdict(verdict=True, then=state)
    for option, score in (("free", 10), ("taken", 5), ("closed", 1)):
        state.add_verdict(verdict=option, score=score)
    return DeepAcyclicGraph(root_nodes=[room])


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("Your room 12 is free.", 1.0),
        ("Sorry, room 7 is taken.", 0.5),
        ("The room 3 is closed for now.", 0.1),
        ("All rooms are free.", 0.0),
    ],
)
@pytest.mark.parametrize("async_mode", [True, False])
def test_rules_that_parse_deepevals_prompts_parse_ours(reply: str, score: float, async_mode: bool) -> None:
    metric = DAGMetric(name="Rooms", dag=room_graph(), model=RulesJudge(), async_mode=async_mode)
    assert metric.measure(LLMTestCase(input="Which room?", actual_output=reply)) == score
    assert metric.reason == f"Explained: The score is {score}"


def test_each_question_carries_what_rules_look_for() -> None:
    judge = RulesJudge()
    DAGMetric(name="Rooms", dag=room_graph(), model=judge).measure(
        LLMTestCase(input="Which room?", actual_output="room 12 is free")
    )
    assert [key for key, _ in judge.prompts] == [
        "dag.TaskNodeOutput",
        "dag.BinaryJudgementVerdict",
        "dag.NonBinaryJudgementVerdict",
        "dag.MetricScoreReason",
    ]
    task, binary, choice, _ = (prompt for _, prompt in judge.prompts)
    assert "Actual Output:\nroom 12 is free\n" in task
    assert "Room:\n12\n" in binary
    assert "Actual Output" not in binary
    assert "'verdict' ['free', 'taken', 'closed']" in choice
    assert "Room" not in choice.split("IMPORTANT")[0].replace("room", "")
    assert all(prompt.count("\n**\nIMPORTANT") == 1 for _, prompt in judge.prompts)


def test_a_graph_built_from_children_scores_like_one_built_with_methods() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        state = NonBinaryJudgementNode(
            criteria="Is the room free, taken or closed?",
            evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
            children=[
                VerdictNode(verdict="free", score=10),
                VerdictNode(verdict="taken", score=5),
                VerdictNode(verdict="closed", score=1),
            ],
        )
        there = BinaryJudgementNode(
            criteria="Did the step before find a room?",
            children=[VerdictNode(verdict=False, score=0), VerdictNode(verdict=True, child=state)],
        )
        room = TaskNode(
            instructions="Take the room number out of the reply.",
            output_label="Room",
            evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
            children=[there],
        )
    assert DeepAcyclicGraph(root_nodes=[room]).to_graph() == room_graph().to_graph()


def test_a_yes_no_question_with_one_branch_cannot_finish_and_is_refused() -> None:
    check = BinaryJudgementNode(criteria="Did the step before find a room?")
    check.add_verdict(verdict=True, score=10)
    with pytest.raises(ValueError, match=r"^BinaryJudgementNode must have exactly 2 children\."):
        DeepAcyclicGraph(root_nodes=[check])


def test_a_judge_without_schema_replies_in_json() -> None:
    class Plain:
        def generate(self, prompt: str) -> str:
            return '```json\n{"reason": "free", "verdict": true}\n```'

    node = BinaryJudgementNode(criteria="Is it free?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(verdict=True, score=8)
    node.add_verdict(verdict=False, score=0)
    metric = DAGMetric(name="m", dag=DeepAcyclicGraph(root_nodes=[node]), model=Plain(), include_reason="path")
    assert metric.measure(LLMTestCase(input="q", actual_output="a")) == 0.8


def test_a_judge_may_give_an_object_of_its_own_with_the_same_fields() -> None:
    class Own(DeepEvalBaseLLM):
        def load_model(self) -> None: ...

        def generate(self, prompt: str, schema: Any = None) -> Any:
            return BinaryJudgementVerdict(reason="r", verdict=False)

        async def a_generate(self, prompt: str, schema: Any = None) -> Any:
            return self.generate(prompt, schema)

        def get_model_name(self) -> str:
            return "own"

    node = BinaryJudgementNode(criteria="Is it free?", evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT])
    node.add_verdict(verdict=True, score=8)
    node.add_verdict(verdict=False, score=3)
    metric = DAGMetric(name="m", dag=DeepAcyclicGraph(root_nodes=[node]), model=Own(), include_reason=False)
    assert metric.measure(LLMTestCase(input="q", actual_output="a")) == 0.3
