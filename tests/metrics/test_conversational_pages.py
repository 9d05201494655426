"""The conversational examples of DeepEval's public pages, in our own words: each is built and scores as is told there.

The pages: the reference of the conversational DAG metric (nodes, windows, binary gate, summary first), the guide to
building a DAG metric (its walkthrough for conversations), and the older, bottom-up form of the same walkthrough.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import pytest

from arbitree.errors import GraphWarning
from arbitree.metrics import ConversationalDAGMetric
from arbitree.metrics.conversational_dag import (
    ConversationalBinaryJudgementNode,
    ConversationalNonBinaryJudgementNode,
    ConversationalTaskNode,
    ConversationalVerdictNode,
)
from arbitree.metrics.dag import DeepAcyclicGraph
from arbitree.test_case import ConversationalTestCase, MultiTurnParams, Turn, TurnParams
from arbitree.testing import ScriptedJudge

SPOKEN = [MultiTurnParams.ROLE, MultiTurnParams.CONTENT]
STYLES = (("Rude", 0), ("Neutral", 5), ("Playful", 10))


def said(*contents: str) -> ConversationalTestCase:
    """A conversation in which user and assistant take turns, the user first."""
    roles: Sequence[Any] = ("user", "assistant")
    return ConversationalTestCase(turns=[Turn(role=roles[n % 2], content=text) for n, text in enumerate(contents)])


BANTER = said(
    "is it going to rain?",
    "Where on earth are you, mate?",
    "Lisbon. Just the forecast please",
    "Lisbon is dry today, 21°C.",
    "So no raincoat?",
    "Only if you want to be stared at. I'd leave it.",
)


def measured(dag: DeepAcyclicGraph, script: dict[str, Any], case: ConversationalTestCase = BANTER, **more: Any) -> Any:
    metric = ConversationalDAGMetric("Playful chatbot", dag, ScriptedJudge(script), include_reason=False, **more)
    metric.measure(case)
    return metric


def satisfied(**more: Any) -> ConversationalBinaryJudgementNode:
    return ConversationalBinaryJudgementNode(criteria="Does the assistant give the user what was asked for?", **more)


def behaviour(**more: Any) -> ConversationalNonBinaryJudgementNode:
    node = ConversationalNonBinaryJudgementNode(criteria="How does the assistant treat the user?", **more)
    for style, score in STYLES:
        node.add_verdict(verdict=style, score=score)
    return node


def summary(**more: Any) -> ConversationalTaskNode:
    return ConversationalTaskNode(
        instructions="Sum up what was said and how the assistant behaved.",
        output_label="Summary",
        evaluation_params=SPOKEN,
        **more,
    )


def walkthrough() -> DeepAcyclicGraph:
    """A summary, then whether the user got an answer, then how the assistant behaved; built from the top down."""
    task, answered, style = summary(), satisfied(name="satisfied"), behaviour(name="style")
    task.add_node(answered)
    answered.add_verdict(verdict=False, score=0)
    answered.add_verdict(verdict=True, then=style)
    with pytest.warns(GraphWarning, match='"style" neither shows nor reads anything'):  # the page lets it guess
        return DeepAcyclicGraph(root_nodes=[task])


@pytest.mark.parametrize(("answered", "score"), [(True, 1.0), (False, 0.0)])
@pytest.mark.parametrize("async_mode", [True, False])
def test_usage_one_question_about_the_whole_conversation(answered: bool, score: float, async_mode: bool) -> None:
    root = satisfied(name="satisfied", evaluation_params=SPOKEN)
    root.add_verdict(verdict=True, score=10)
    root.add_verdict(verdict=False, score=0)
    metric = measured(
        DeepAcyclicGraph([root]), {"satisfied": answered}, said("Open?", "Until 6."), async_mode=async_mode
    )
    assert (metric.score, metric.success) == (score, answered)


@pytest.mark.parametrize(("style", "score"), STYLES)
@pytest.mark.parametrize("async_mode", [True, False])
def test_the_walkthrough_scores_by_style_when_the_user_got_an_answer(style: str, score: int, async_mode: bool) -> None:
    script = {"summary": "Short and cheeky.", "satisfied": True, "style": style}
    assert measured(walkthrough(), script, async_mode=async_mode).score == score / 10


def test_the_walkthrough_ends_at_an_unanswered_user() -> None:
    metric = measured(walkthrough(), {"summary": "It dodged.", "satisfied": False})
    assert (metric.score, metric.success, metric.path[-1].node) == (0.0, False, "satisfied")


def test_the_walkthrough_is_asked_in_three_questions_of_which_the_first_sees_the_turns() -> None:
    prompts: list[str] = []

    def judge(prompt: str) -> dict[str, Any]:
        prompts.append(prompt)
        if "output" in prompt:
            return {"output": "Cheeky, but it answered."}
        return {"verdict": "Playful" if "'verdict' [" in prompt else True, "reason": "r"}

    metric = ConversationalDAGMetric("Playful chatbot", walkthrough(), judge, include_reason=False)
    assert metric.measure(BANTER) == 1.0
    first, second, third = prompts
    assert "Turns:\nUser: is it going to rain?\n\nAssistant: Where on earth are you, mate?" in first
    assert "Summary:\nCheeky, but it answered.\n" in second and "raincoat" not in second
    assert "'verdict' ['Rude', 'Neutral', 'Playful']" in third


def test_the_walkthrough_built_from_the_bottom_up_is_the_same_graph() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        style = ConversationalNonBinaryJudgementNode(
            criteria="How does the assistant treat the user?",
            children=[ConversationalVerdictNode(verdict=style, score=score) for style, score in STYLES],
            name="style",
        )
        answered = satisfied(
            children=[
                ConversationalVerdictNode(verdict=False, score=0),
                ConversationalVerdictNode(verdict=True, child=style),
            ],
            name="satisfied",
        )
        task = ConversationalTaskNode(
            instructions="Sum up what was said and how the assistant behaved.",
            output_label="Summary",
            evaluation_params=[TurnParams.ROLE, TurnParams.CONTENT],
            children=[answered],
        )
    with pytest.warns(GraphWarning, match="neither shows nor reads"):
        bottom_up = DeepAcyclicGraph(root_nodes=[task])
    assert bottom_up.to_graph() == walkthrough().to_graph()


def test_turn_windows_opening_and_closing_are_judged_apart() -> None:
    opening = ConversationalBinaryJudgementNode(
        criteria="Is the user greeted?", evaluation_params=SPOKEN, turn_window=(0, 1), label="Opening"
    )
    closing = ConversationalNonBinaryJudgementNode(
        criteria="How does the assistant end it?", evaluation_params=SPOKEN, turn_window=(4, 5), label="Closing"
    )
    opening.add_verdict(verdict=False, score=0)
    opening.add_verdict(verdict=True, then=closing)
    for ending, score in (("Warmly", 10), ("Abruptly", 5), ("Not at all", 0)):
        closing.add_verdict(verdict=ending, score=score)
    dag = DeepAcyclicGraph(root_nodes=[opening])

    assert measured(dag, {"opening": True, "closing": "Abruptly"}).score == 0.5
    assert measured(dag, {"opening": False}, said("Hi", "What now?")).score == 0.0
    seven = said("Hello", "Hello!", "Next?", "This.", "Good", "Bye, all the best.", "Bye")
    assert measured(dag, {"opening": True, "closing": "Warmly"}, seven).score == 1.0


def test_a_window_of_seven_turns_needs_seven() -> None:
    task = summary(turn_window=(0, 6))
    root = satisfied(name="satisfied")
    task.add_node(root)
    root.add_verdict(verdict=True, score=10)
    root.add_verdict(verdict=False, score=0)
    dag = DeepAcyclicGraph([task])

    script = {"summary": "It helped.", "satisfied": True}
    assert measured(dag, script, said(*"abcdefg")).score == 1.0
    with pytest.warns(UserWarning, match=r"turns 0 to 6 .*6 turns \(0 to 5\)"):
        assert measured(dag, script).score is None


@pytest.mark.parametrize(("solved", "score"), [(True, 1.0), (False, 0.0)])
def test_a_binary_gate_decides_alone(solved: bool, score: float) -> None:
    gate = ConversationalBinaryJudgementNode(
        criteria="Is the user's problem gone by the end?", evaluation_params=SPOKEN, name="solved"
    )
    gate.add_verdict(verdict=False, score=0)
    gate.add_verdict(verdict=True, score=10)
    assert measured(DeepAcyclicGraph(root_nodes=[gate]), {"solved": solved}).score == score


def test_several_tasks_may_be_roots_and_a_judgement_reads_both() -> None:
    asked = ConversationalTaskNode("List what the user asks for.", "Wishes", evaluation_params=SPOKEN)
    done = ConversationalTaskNode("List what the assistant does.", "Deeds", evaluation_params=SPOKEN)
    root = satisfied(name="satisfied")
    asked.add_node(root)
    done.add_node(root)
    root.add_verdict(verdict=True, score=10)
    root.add_verdict(verdict=False, score=0)
    script = {"wishes": "a forecast", "deeds": "a forecast", "satisfied": True}
    assert measured(DeepAcyclicGraph(root_nodes=[asked, done]), script).score == 1.0


def test_a_task_may_work_on_what_another_wrote() -> None:
    task, style = summary(), behaviour(name="style")
    short = ConversationalTaskNode("Shorten it to one word.", "In a word")
    task.add_node(short).add_node(style)  # type: ignore[attr-defined]
    script = {"summary": "It made jokes.", "in-a-word": "jokes", "style": "Playful"}
    assert measured(DeepAcyclicGraph([task]), script).score == 1.0


def test_a_node_shared_by_two_ways_is_asked_on_the_way_taken() -> None:
    root, style = (
        satisfied(name="satisfied", evaluation_params=SPOKEN),
        behaviour(name="style", evaluation_params=SPOKEN),
    )
    sorry = ConversationalBinaryJudgementNode("Does it apologise?", evaluation_params=SPOKEN, name="sorry")
    root.add_verdict(verdict=True, then=style)
    root.add_verdict(verdict=False, then=sorry)
    sorry.add_verdict(verdict=True, then=style)
    sorry.add_verdict(verdict=False, score=0)
    dag = DeepAcyclicGraph([root])
    assert measured(dag, {"satisfied": True, "style": "Neutral"}).score == 0.5
    assert measured(dag, {"satisfied": False, "sorry": True, "style": "Playful"}).score == 1.0
    assert measured(dag, {"satisfied": False, "sorry": False}).score == 0.0


def test_a_judgement_as_a_root_is_the_only_one() -> None:
    roots = [satisfied(evaluation_params=SPOKEN), behaviour(evaluation_params=SPOKEN)]
    roots[0].add_verdict(True, score=10)  # type: ignore[arg-type]
    roots[0].add_verdict(False, score=0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="You cannot provide more than one root node"):
        DeepAcyclicGraph(root_nodes=roots)


@pytest.mark.parametrize("verdicts", [[True], [True, True], []])
def test_a_binary_judgement_needs_both_verdicts(verdicts: list[bool]) -> None:
    root = satisfied(evaluation_params=SPOKEN)
    for verdict in verdicts:
        root.add_verdict(verdict, score=5)
    with pytest.raises(ValueError, match="ConversationalBinaryJudgementNode must have"):
        DeepAcyclicGraph(root_nodes=[root])
