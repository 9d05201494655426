"""The traces of rubrics that go over lists, to read; and what is asked ahead changes none of them."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import NO_LIMITS, Limits
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each
from arbitree.core.records import Answer, Failed, Question
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.testing import Scripted
from arbitree.testing.script import Script
from arbitree.testing.strategies import scripts
from arbitree.wire.results import result_dict, trace_bytes
from tests.acceptance.ways import ran
from tests.core.test_each import CASE, CLAIMS, SUPPORTED, by_item, each, graph
from tests.oracle.lists import cases_with_lists, graphs_over_lists
from tests.oracle.play import play
from tests.plugins.golden import Golden

DOWN = Failed(kind="judge_error", message="the judge is down")
GATED = Check(name="short", tests=(("max_words", 3),), of=("claim",), yes="supported", no=NOT_APPLICABLE)
CRITERIA = [{"text": "States the dose.", "points": 7}, {"text": "Lies.", "points": -8}, {"text": "Cites.", "points": 3}]
RULES: dict[str, tuple[Graph, dict[str, Scripted], Case, Limits]] = {
    "the mean of items": (
        graph(CLAIMS, each(), SUPPORTED),
        {"claims": ["a", "b", "c"], "supported": by_item(a=True, b=False, c=True)},
        CASE,
        NO_LIMITS,
    ),
    "items that failed and items left out": (
        graph(CLAIMS, each(do="short", limit=3), GATED, SUPPORTED),
        {"claims": ["a", "b is far too long", "c", "d"], "supported": by_item(a=True, c=DOWN)},
        CASE,
        NO_LIMITS,
    ),
    "criteria with points decided": (
        graph(each(over="criteria", by="share", do="met"), Ask(name="met", criteria="Is it met?", reads=("claim",))),
        {"met": lambda question: "Lies" not in question.prompt},
        Case(id="q-1", fields={"actual_output": "x", "criteria": CRITERIA}),
        Limits(mode="decide"),
    ),
    "an empty list": (graph(CLAIMS, each(empty=10.0), SUPPORTED), {"claims": []}, CASE, NO_LIMITS),
    "no list": (
        graph(Each(name="faithful", over="claims", item="claim", do="supported"), SUPPORTED),
        {},
        Case(id="q-1", fields={"actual_output": "x", "claims": "a", "context": "c"}),
        NO_LIMITS,
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_the_trace_of_each_rule_of_lists_is_the_one_that_was_read(name: str, golden: Golden) -> None:
    rubric, script, case, limits = RULES[name]
    row = result_dict(ran(rubric, script, case, limits=limits).result)

    text = json.dumps(row, indent=1, ensure_ascii=False) + "\n"
    golden(f"tests/golden/engine/each-{name.replace(' ', '-')}.json", text)


class Slow:
    """A script that answers some turns of the loop later."""

    name = "slow"
    style = "messages"

    def __init__(self, script: Script) -> None:
        self._script = script

    async def ask(self, question: Question) -> Answer:
        for _ in range(len(question.key) % 3 + ord(question.key[-1]) % 5):
            await asyncio.sleep(0)
        return self._script(question)


@settings(max_examples=25, deadline=None)
@given(graphs_over_lists(), cases_with_lists(), scripts())
def test_what_is_asked_ahead_changes_no_trace_over_lists(rubric: Graph, case: Case, script: Script) -> None:
    plan = compile_plan(rubric)
    for limits in (NO_LIMITS, Limits(mode="decide")):
        first, _ = play(plan, case, script, limits)

        async def ahead(limits: Limits = limits) -> object:
            eager = Eager(most=4)
            judge = Slow(script)
            result = await score_case(plan, case, {"judge": judge, "local": judge}, limits=limits, eager=eager)  # type: ignore[dict-item]
            await eager.close()
            return trace_bytes(result)

        assert asyncio.run(ahead()) == trace_bytes(first)
