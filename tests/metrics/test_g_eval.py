"""GEval under the reference's name: alone, as a leaf of a graph, with its own judge, scale, rubric and strictness."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from arbitree.core.scale import Scale
from arbitree.errors import GraphError, UsageError
from arbitree.metrics import DAGMetric, GEval
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, VerdictNode
from arbitree.metrics.g_eval import Rubric
from arbitree.test_case import LLMTestCase, SingleTurnParams

CASE = LLMTestCase(input="When do you open?", actual_output="At nine, please.")
SHOWN = [SingleTurnParams.ACTUAL_OUTPUT]
RUBRIC = [Rubric(score_range=(1, 2), expected_outcome="Rude."), Rubric(score_range=(3, 5), expected_outcome="Kind.")]


class Judge:
    """Answers every question, and remembers the prompts; grades by what it is told."""

    def __init__(self, grade: int = 4, *, yes: bool = True) -> None:
        self.grade, self.yes = grade, yes
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if "'score'" in prompt:
            return json.dumps({"reason": "It says please.", "score": self.grade})
        if "'output'" in prompt:
            return json.dumps({"output": ["Look for kind words.", "Weigh them."]})
        return json.dumps({"reason": "It is polite.", "verdict": self.yes})


def _tree(leaf: Any, model: Any, **more: Any) -> DAGMetric:
    asked = BinaryJudgementNode(criteria="Is there a time?", evaluation_params=SHOWN)
    asked.add_verdict(True, then=leaf)
    asked.add_verdict(False, score=0)
    return DAGMetric("Tree", DeepAcyclicGraph([asked]), model, include_reason=False, **more)


@pytest.mark.parametrize(
    "settings",
    [
        {"criteria": "Is it kind?"},
        {"evaluation_steps": ["Look for kind words."]},
        {"criteria": "Is it kind?", "rubric": RUBRIC},
        {"criteria": "Is it kind?", "scale": (1, 5)},
        {"evaluation_steps": ["Look."], "scale": (1, 5), "strict_mode": True},
    ],
)
@pytest.mark.parametrize("grade", [1, 4])
def test_a_leaf_gives_what_it_gives_alone(settings: dict[str, Any], grade: int) -> None:
    own, trees = Judge(grade), Judge(2)
    alone = GEval("Tone", SHOWN, model=own, **settings)
    tree = _tree(GEval("Tone", SHOWN, model=own, **settings), trees)
    asks_again = settings.get("strict_mode") and grade == 4

    if asks_again:
        with pytest.warns(UserWarning, match="not on the scale"):
            assert alone.measure(CASE) is None
        return

    assert alone.measure(CASE) == tree.measure(CASE)
    assert own.prompts[: len(own.prompts) // 2] == own.prompts[len(own.prompts) // 2 :]
    assert len(trees.prompts) == 1


def test_the_internals_page_leaf_hands_the_branch_over_to_a_g_eval() -> None:
    leaf = GEval(name="Tone", criteria="Is it kind?", evaluation_params=SHOWN)
    with pytest.warns(DeprecationWarning):
        asked = BinaryJudgementNode(
            criteria="Is there a time?",
            evaluation_params=SHOWN,
            children=[VerdictNode(verdict=True, child=leaf), VerdictNode(verdict=False, score=0)],
        )
    graph = DeepAcyclicGraph([asked])

    taken = DAGMetric("Tree", graph, Judge(7), include_reason=False)
    left = DAGMetric("Tree", graph, Judge(7, yes=False), include_reason=False)

    assert (taken.measure(CASE), left.measure(CASE)) == (0.7, 0.0)


def test_a_leaf_without_a_judge_asks_the_trees_and_wants_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    judge = Judge(7)

    assert _tree(GEval("Tone", SHOWN, "Is it kind?"), judge).measure(CASE) == 0.7
    assert len(judge.prompts) == 3


def test_steps_are_written_once_for_all_cases_of_a_ledger(tmp_path: Any) -> None:
    class Known(Judge):
        name = "known"
        fingerprint: ClassVar = {"model": "known"}

        def generate(self, prompt: str) -> str:
            return self(prompt)

    judge = Known(8)
    metric = GEval("Tone", SHOWN, "Is it kind?", model=judge, ledger=tmp_path / "ledger.sqlite")

    for number in range(3):
        metric.measure({"input": "Hi", "actual_output": f"Hello {number}."})

    assert sum("'output'" in prompt for prompt in judge.prompts) == 1
    assert len(judge.prompts) == 4
    assert metric.evaluation_steps == ["Look for kind words.", "Weigh them."]


def test_the_reason_is_the_judges_own_and_costs_no_call() -> None:
    judge = Judge(8)
    metric = GEval("Tone", SHOWN, evaluation_steps=["Look."], model=judge)

    metric.measure(CASE)

    assert (metric.reason, metric.score, metric.success, metric.scoring) == ("It says please.", 0.8, True, "verdict")
    assert len(judge.prompts) == 1


def test_strict_mode_gives_one_or_nothing_and_wants_one() -> None:
    metric = GEval("Tone", SHOWN, evaluation_steps=["Look."], rubric=RUBRIC, strict_mode=True, model=Judge(1))

    assert (metric.measure(CASE), metric.threshold, metric.success) == (1.0, 1.0, True)
    assert "Rude." not in metric.model.prompts[0]


def test_the_rubric_spans_the_scale_and_stands_in_the_prompt() -> None:
    metric = GEval("Tone", SHOWN, evaluation_steps=["Look."], rubric=RUBRIC, model=Judge(3))

    assert metric.measure(CASE) == 0.5
    assert "1 to 2: Rude.\n3 to 5: Kind." in metric.model.prompts[0]
    assert "from 1 to 5" in metric.model.prompts[0]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "neither criteria nor steps"),
        ({"criteria": "?", "scale": (3, 3)}, "one grade only, 3"),
        ({"criteria": "?", "rubric": [*RUBRIC, Rubric((5, 9), "Odd.")]}, r"3 to 5 \(Kind.\) and 5 to 9 \(Odd.\)"),
        ({"criteria": "?", "rubric": [Rubric((0, 9), "x")], "scale": (1, 5)}, "lies outside its scale: 0 to 9"),
    ],
)
def test_what_is_wrong_is_said_when_it_is_made(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(GraphError, match=said):
        GEval("Tone", SHOWN, model=Judge(), **settings)


def test_a_template_is_refused_in_favour_of_a_prompt() -> None:
    with pytest.raises(UsageError, match="word the question with prompt="):
        GEval("Tone", SHOWN, "Is it kind?", model=Judge(), evaluation_template=object)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("name", 5),
        ("criteria", 5),
        ("criteria", ["kind?"]),
        ("prompt", 5),
        ("evaluation_steps", "Look for kind words."),
        ("evaluation_steps", 5),
        ("evaluation_steps", {"first": "Look."}),
        ("evaluation_steps", [1]),
        ("evaluation_steps", [None]),
        ("rubric", 5),
        ("rubric", RUBRIC[0]),
        ("scale", Scale(low=0, high=3, whole=None)),  # type: ignore[arg-type]
        ("scale", (0, 10**400)),
        ("scale", (-1e308, 1e308)),
        ("votes", "3"),
        ("votes", 2.5),
        ("votes", True),
    ],
)
def test_a_setting_of_another_type_is_refused_where_it_is_written(setting: str, value: Any) -> None:
    settings: dict[str, Any] = {"name": "Tone", "criteria": "Is it kind?", "evaluation_params": SHOWN, setting: value}

    with pytest.raises(GraphError) as refused:
        GEval(**settings, model=Judge())

    assert all(problem.what and problem.where and problem.mend for problem in refused.value.problems)
