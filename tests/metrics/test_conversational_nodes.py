"""Builders for conversations: what they show, which windows they take, and the same graph as a rubric file."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from arbitree.core.turns import Turns
from arbitree.errors import CaseError, GraphError, UndecidedWarning
from arbitree.metrics import ConversationalDAGMetric, DAGMetric
from arbitree.metrics.conversational_dag import (
    ConversationalBinaryJudgementNode,
    ConversationalNonBinaryJudgementNode,
    ConversationalTaskNode,
    ConversationalVerdictNode,
    DeepAcyclicGraph,
)
from arbitree.metrics.dag import BinaryJudgementNode, CheckNode, WeighNode
from arbitree.rubric import Rubric
from arbitree.test_case import ConversationalTestCase, LLMTestCase, MultiTurnParams, ToolCall, Turn, TurnParams
from arbitree.testing import ScriptedJudge

SPOKEN = [MultiTurnParams.ROLE, MultiTurnParams.CONTENT]


def talk(size: int = 4, **more: Any) -> ConversationalTestCase:
    turns = [
        Turn(role="user", content="Where is my order?"),
        Turn(role="assistant", content="On its way.", tools_called=[ToolCall(name="track", output="in transit")]),
        Turn(role="user", content="Thanks!"),
        Turn(role="assistant", content="Goodbye.", retrieval_context=["Say goodbye."]),
    ]
    return ConversationalTestCase(turns=turns[:size], **more)


def gate(**more: Any) -> ConversationalBinaryJudgementNode:
    node = ConversationalBinaryJudgementNode(criteria="Is it kind?", name="kind", **more)
    node.add_verdict(True, score=10)
    node.add_verdict(False, score=2)
    return node


def metric(*roots: Any, **script: Any) -> ConversationalDAGMetric:
    return ConversationalDAGMetric("Talk", DeepAcyclicGraph([*roots]), ScriptedJudge(script), include_reason=False)


def prompt(node: Any, case: Any) -> str:
    seen: list[str] = []

    def judge(asked: str) -> dict[str, Any]:
        seen.append(asked)
        return {"verdict": True, "reason": "r"}

    assert ConversationalDAGMetric("Talk", DeepAcyclicGraph([node]), judge, include_reason=False).measure(case) == 1.0
    return seen[0]


def test_a_node_lowers_to_what_a_rubric_file_says() -> None:
    node = gate(evaluation_params=[MultiTurnParams.SCENARIO, *SPOKEN], turn_window=(0, 3))
    file = """
arbitree: 1
nodes:
  kind: {ask: Is it kind?, shows: [scenario, {turns: [0, 3], params: [role, content]}], yes: 10, no: 2}
"""
    built = Rubric.from_dag(DeepAcyclicGraph([node])).graph
    assert built == Rubric.loads(file).graph
    assert Rubric.loads(Rubric.from_dag(DeepAcyclicGraph([node])).dump()).graph == built


def test_a_graph_read_from_a_file_is_raised_to_builders_and_lowered_again() -> None:
    graph = Rubric.from_dag(DeepAcyclicGraph([gate(evaluation_params=SPOKEN, turn_window=(-2, -1))])).graph
    assert DeepAcyclicGraph(DeepAcyclicGraph.from_graph(graph).root_nodes).to_graph().nodes == graph.nodes


def test_fields_of_the_whole_and_parts_of_turns_are_told_apart() -> None:
    node = gate(evaluation_params=["content", MultiTurnParams.CHATBOT_ROLE, MultiTurnParams.TOOLS_CALLED])
    assert node.shows == (Turns(params=("content", "tools_called")), "chatbot_role")


def test_what_is_asked_for_is_shown_of_each_turn_and_of_the_whole() -> None:
    node = gate(evaluation_params=[*SPOKEN, MultiTurnParams.TOOLS_CALLED, MultiTurnParams.RETRIEVAL_CONTEXT])
    assert (
        "Turns:\nUser: Where is my order?\n\n"
        'Assistant: On its way.\nTools Called: 1. {"name": "track", "output": "in transit"}\n\n'
        "User: Thanks!\n\nAssistant: Goodbye.\nRetrieval Context: 1. Say goodbye.\n"
    ) in prompt(node, talk())


def test_scenario_outcome_role_and_description_are_shown_under_their_names() -> None:
    params = [MultiTurnParams.SCENARIO, MultiTurnParams.EXPECTED_OUTCOME, MultiTurnParams.CHATBOT_ROLE]
    node = gate(evaluation_params=[*params, MultiTurnParams.USER_DESCRIPTION, MultiTurnParams.CONTEXT])
    asked = prompt(
        node,
        talk(
            scenario="A late order.",
            expected_outcome="It is found.",
            chatbot_role="A clerk.",
            user_description="In a hurry.",
            context=["Orders take a week."],
        ),
    )
    for section in (
        "Scenario:\nA late order.",
        "Expected Outcome:\nIt is found.",
        "Chatbot Role:\nA clerk.",
        "User Description:\nIn a hurry.",
        "Context:\n1. Orders take a week.",
    ):
        assert section in asked
    assert "Turns" not in asked


def test_a_window_may_be_one_turn_or_be_counted_from_the_end() -> None:
    assert "Turn 2:\nUser: Thanks!\n" in prompt(gate(evaluation_params=SPOKEN, turn_window=(2, 2)), talk())
    last = prompt(gate(evaluation_params=SPOKEN, turn_window=(-2, -1)), talk())
    assert "User: Thanks!\n\nAssistant: Goodbye.\n" in last and "order" not in last


@pytest.mark.parametrize(
    "window", [(3, 1), (0, 1, 2), (0,), "01", 4, (0, 1.0), (None, 2), (True, 2), (-1, 3), (0, 10**7)]
)
def test_a_window_that_cannot_be_used_is_refused_where_it_is_written_with_its_values(window: Any) -> None:
    with pytest.raises(GraphError, match="turn_window") as caught:
        ConversationalTaskNode("Sum up.", "Summary", evaluation_params=SPOKEN, turn_window=window)
    assert repr(window)[1:-1] in caught.value.problems[0].what
    assert "ConversationalTaskNode(turn_window=" in caught.value.problems[0].where


def test_a_window_without_anything_of_a_turn_is_refused() -> None:
    with pytest.raises(GraphError, match="shows nothing of any turn"):
        gate(evaluation_params=[MultiTurnParams.SCENARIO], turn_window=(0, 1))


def test_nobody_here_listens() -> None:
    with pytest.raises(GraphError, match="no judge here listens"):
        gate(evaluation_params=[MultiTurnParams.AUDIO])


def test_a_window_beyond_the_conversation_leaves_that_case_undecided_and_names_both() -> None:
    asked = metric(gate(evaluation_params=SPOKEN, turn_window=(0, 3)), kind=True)
    with pytest.warns(UndecidedWarning, match=r"turns 0 to 3 .*the conversation has 2 turns \(0 to 1\)"):
        assert asked.measure(talk(2)) is None
    assert asked.measure(talk(4)) == 1.0 and asked.error is None


def test_a_turn_window_stands_where_the_reference_has_it() -> None:
    node = ConversationalTaskNode("Sum up.", "Summary", [], SPOKEN, (0, 1), "Both")
    assert (node.turn_window, node.label, node.shows) == (
        (0, 1),
        "Both",
        (Turns(window=(0, 1), params=("role", "content")),),
    )


def test_verdicts_of_conversations_are_verdicts() -> None:
    node = ConversationalNonBinaryJudgementNode("How?", evaluation_params=SPOKEN)
    assert isinstance(node.add_verdict("Warm", score=10), ConversationalVerdictNode)
    for refused in ({"score": 3, "child": node}, {}, {"score": 15}):
        with pytest.raises(GraphError):
            ConversationalVerdictNode(verdict="Cold", **refused)  # type: ignore[arg-type]
    with pytest.raises(GraphError, match="boolean verdict"):
        gate().add_verdict("yes", score=1)  # type: ignore[arg-type]


def test_older_code_is_told_of_children_at_its_own_line() -> None:
    verdicts = [ConversationalVerdictNode(True, score=10), ConversationalVerdictNode(False, score=0)]
    with pytest.warns(DeprecationWarning, match="ConversationalBinaryJudgementNode") as caught:
        node = ConversationalBinaryJudgementNode("Kind?", verdicts, evaluation_params=SPOKEN)
    with pytest.warns(DeprecationWarning, match="ConversationalTaskNode") as of_task:
        ConversationalTaskNode("Sum up.", "Summary", [node], SPOKEN)
    assert (caught[0].filename, of_task[0].filename) == (__file__, __file__)


def test_a_graph_says_whether_it_looks_at_turns() -> None:
    plain = BinaryJudgementNode("Kind?", evaluation_params=["input"])
    plain.add_verdict(True, score=1)
    plain.add_verdict(False, score=0)
    assert not DeepAcyclicGraph([plain]).multiturn
    assert DeepAcyclicGraph([gate(evaluation_params=SPOKEN)]).multiturn


def test_checks_and_weighings_join_in() -> None:
    both = WeighNode()
    both.add_part(gate(evaluation_params=SPOKEN))
    both.add_part(CheckNode(evaluation_params=[Turns(window=(-1, -1))], contains="Goodbye"))
    assert metric(both, kind=False).measure(talk()) == pytest.approx(0.6)


def test_a_row_of_messages_is_a_conversation_as_well() -> None:
    row = {"messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."}]}
    assert "User: Hi.\n\nAssistant: Hello." in prompt(gate(evaluation_params=SPOKEN), row)


def test_a_case_of_one_turn_is_refused() -> None:
    with pytest.raises(CaseError, match="not of type 'ConversationalTestCase' using the conversational 'Talk"):
        metric(gate(evaluation_params=SPOKEN)).measure(LLMTestCase(input="Hi", actual_output="Hello"))


def test_reports_call_it_a_conversational_graph() -> None:
    asked = metric(gate(evaluation_params=SPOKEN), kind=True)
    assert asked.__name__ == "Talk [ConversationalDAG]" and isinstance(asked, DAGMetric)


def test_the_older_name_of_the_params_is_the_same_class() -> None:
    assert TurnParams is MultiTurnParams


def test_what_cannot_be_scored_warns_once() -> None:
    asked = metric(gate(evaluation_params=[MultiTurnParams.SCENARIO]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert asked.measure(talk()) is None
    assert ["scenario" in str(warning.message) for warning in caught] == [True]
