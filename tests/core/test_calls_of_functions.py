"""How many functions one judge call takes: fewer than a stated number, whatever the machine is doing."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode
from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_inline
from arbitree.wire.load import load_rubric
from tests.counting import calls_in

RUBRIC = Path(__file__).parents[2] / "examples" / "return-reply" / "rubric.yaml"
REPLIES = {"facts": '{"output": "30 days."}', "window": '{"verdict": true}', "details": '{"verdict": "Both"}'}


class Instant:
    """Answers at once, from a table."""

    name = "instant"
    style: Style = "plain"
    inline = True

    async def ask(self, question: Question) -> Answer:
        return Reply(text=REPLIES[question.node])


@pytest.mark.parametrize(("mode", "most"), [("full", 135), ("decide", 155)])
def test_a_judge_call_takes_few_calls_of_functions(mode: Mode, most: int) -> None:
    plan = compile_plan(load_rubric(RUBRIC.read_text(encoding="utf-8"), source="rubric.yaml").graph, style="plain")
    case, limits = Case(id="q-1", fields={"actual_output": "Within 30 days."}), Limits(mode=mode, threshold=1.0)

    calls = calls_in(lambda: run_inline(score_case(plan, case, {"judge": Instant()}, limits=limits)))

    assert calls / 3 < most
