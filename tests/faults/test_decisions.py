"""Servers of typed decisions that fail: no case is lost or wrong, as with those of chats."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.judges.http import Limits
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.testing.server import Asked, Faults, LoopbackServer
from tests.faults.matrix import LAYERS, MOST_BYTES
from tests.faults.test_matrix import PASSING

pytestmark = pytest.mark.loopback

COUNT = 40
RUBRIC = Rubric.loads(
    """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  all:
    weigh:
      - {ask: Does it give a window?}
      - {choose: Which details does it give?, options: {Both: 10, Only one: 6, Neither: 0}}
"""
)


def truth(asked: Asked) -> bool | str:
    number = int(re.findall(r"Reply number (\d+)\.", asked.prompt)[-1])
    return asked.shape.options[number % 3] if asked.shape.options else number % 2 > 0


@pytest.mark.parametrize("end", ["/decisions", "/systemone"])
@pytest.mark.parametrize("name", [*PASSING, "refusal"])
def test_a_fault_costs_tries_and_no_case(name: str, end: str) -> None:
    faults = Faults(rates={name: 0.2}, seed=11, retry_after=0.01, drip=0.02, giant=200_000)
    cases = [Case(id=f"c{number}", fields={"actual_output": f"Reply number {number}."}) for number in range(COUNT)]
    with LoopbackServer(truth, faults=faults, latency=0.001) as server:
        judge = judge_from(f"{server.url}{end}#m")
        assert isinstance(judge, ProviderJudge)
        judge.http.limits = replace(Limits(), most_bytes=MOST_BYTES)
        results = RUBRIC.run(cases, judge=judge, layers=LAYERS, concurrency=50)

    right = [((number % 2) + (1.0, 0.6, 0.0)[number % 3]) / 2 for number in range(COUNT)]
    assert [result.case for result in results] == [case.id for case in cases]
    assert server.counts.faults[name] > 3
    undecided = [result for result in results if result.status != "scored"]
    for result, score in zip(results, right, strict=True):
        assert result.status != "scored" or result.score == pytest.approx(score), result.case
    if name == "refusal":
        assert {cause.kind for result in undecided for cause in result.causes} == {"refused"}
        assert server.counts.requests == COUNT
    else:
        assert undecided == []
        # Two questions a request, but what is tried again goes when its own time has come.
        assert server.counts.requests < 1.3 * 2 * COUNT
