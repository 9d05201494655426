"""What the list of acceptance asks of grades, by its numbers: what is no grade, and what a graded leaf keeps."""

from __future__ import annotations

import json
import re

import pytest

from arbitree import evaluate
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.grade import Grade
from arbitree.core.scale import Scale
from arbitree.errors import GraphError
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.metrics.g_eval import GEval, Rubric
from arbitree.test_case import LLMTestCase, SingleTurnParams
from arbitree.testing import in_turn, raw
from tests.acceptance.ways import ran

SHOWS = [SingleTurnParams.ACTUAL_OUTPUT]


def graded(scale: Scale) -> Graph:
    node = Grade(name="A", criteria="How clear?", steps=(), scale=scale)
    return Graph(nodes=(node,), defaults=Defaults(shows=("actual_output",)))


@pytest.mark.parametrize("off", ["15", "NaN", "-3"])
def test_acceptance_13_a_number_off_the_scale_is_asked_again(off: str) -> None:
    run = ran(graded(Scale(low=0, high=10)), {"A": in_turn(raw(f'{{"reason": "r", "grade": {off}}}'), 8)})

    assert (run.result.score, run.calls) == (0.8, 2)


@pytest.mark.parametrize("written", ['"8/10"', '"8"', "8"])
def test_acceptance_13_a_grade_is_read_however_it_is_written(written: str) -> None:
    run = ran(graded(Scale(low=0, high=10)), {"A": raw(f'{{"reason": "r", "grade": {written}}}')})

    assert (run.result.score, run.calls) == (0.8, 1)


def test_acceptance_13_a_scale_of_one_point_is_refused() -> None:
    with pytest.raises(GraphError):
        ran(graded(Scale(low=5, high=5)), {})


class Own:
    """A judge that notes what it is asked: it writes steps, and then grades 4."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def generate(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return json.dumps({"output": ["Read it."], "reason": "r", "grade": 4})

    @property
    def grading(self) -> list[str]:
        """Those prompts that show a case; the others ask for steps."""
        return [prompt for prompt in self.prompts if re.search(r"One\.|Two\.|Three\.", prompt)]


@pytest.mark.parametrize(("strict", "score"), [(False, 0.75), (True, None)])
def test_acceptance_19_a_graded_leaf_keeps_its_scale_judge_rubric_and_strictness(
    strict: bool, score: float | None
) -> None:
    own = Own()
    leaf = GEval(
        "Clarity",
        SHOWS,
        "How clear is it?",
        rubric=[Rubric(score_range=(1, 3), expected_outcome="Murky."), Rubric((4, 5), "Plain.")],
        model=own,
        strict_mode=strict,
        scale=Scale(low=1, high=5),
    )
    metric = above(leaf)
    results = [metric.run(LLMTestCase(input="?", actual_output=text)) for text in ("One.", "Two.")]

    assert [result.score for result in results] == [score, score]
    assert len(own.grading) == (6 if strict else 2)
    assert all(("Murky." in prompt) is not strict for prompt in own.grading)


@pytest.mark.parametrize("is_leaf", [False, True])
def test_acceptance_19_steps_are_written_once_for_a_data_set_and_not_once_a_case(is_leaf: bool) -> None:
    own = Own()
    metric: GEval | DAGMetric = GEval("Clarity", SHOWS, "How clear is it?", model=own, scale=Scale(low=1, high=5))
    if is_leaf:
        metric = above(metric)
    found = evaluate([LLMTestCase(input="?", actual_output=text) for text in ("One.", "Two.", "Three.")], [metric])

    assert [result.metrics_data[0].score for result in found.test_results] == [0.75] * 3
    assert (len(own.grading), len(own.prompts)) == (3, 4)


def above(leaf: object) -> DAGMetric:
    """A metric whose one question is answered with yes, which leads to the leaf."""
    gate = BinaryJudgementNode("Is it?", evaluation_params=SHOWS)
    gate.add_verdict(True, then=leaf)  # type: ignore[arg-type]
    gate.add_verdict(False, score=0)
    return DAGMetric("m", DeepAcyclicGraph([gate]), lambda prompt: True, include_reason=False)
