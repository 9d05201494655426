"""Random rubrics in one pass come to what each comes to alone, trace by trace."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arbitree import evaluate
from arbitree.core.cases import Case
from arbitree.core.graph import Graph
from arbitree.core.records import Result
from arbitree.evaluate import AsyncConfig
from arbitree.metrics import DAGMetric
from arbitree.runner.alike import ENOUGH
from arbitree.testing.script import Script
from arbitree.testing.strategies import cases, graphs, scripts
from arbitree.wire.results import trace_bytes
from tests.core.test_engine_invariances import ROLES, Unhurried
from tests.evaluate.metrics import SILENT
from tests.plugins.examples import examples


@pytest.mark.filterwarnings("ignore::arbitree.errors.GraphWarning")
@examples(40, 2_000)
@given(
    st.lists(graphs(), min_size=2, max_size=3),
    st.lists(cases(), min_size=1, max_size=3),
    scripts(),
    st.integers(0, 10_000).map(random.Random),
    st.integers(1, 7),
)
def test_random_rubrics_in_one_pass_come_to_what_they_come_to_alone(
    rubrics: list[Graph], given_cases: list[Case], script: Script, rng: random.Random, at_once: int
) -> None:
    judge, alone = Unhurried(script, rng), Unhurried(script, rng)

    found = evaluate(
        given_cases,
        [metric_of(graph, judge) for graph in rubrics],
        display_config=SILENT,
        async_config=AsyncConfig(max_concurrent=at_once),
    )

    results = [one.result for row in found.test_results for one in row.metrics_data]
    wanted = [metric_of(graph, alone).run(case) for case in given_cases for graph in rubrics]
    # A judge whose first questions all fail is not asked on.
    assume(None not in results or len(judge.asked) < ENOUGH)
    assert [told(result) for result in results] == [told(result) for result in wanted]
    assert sorted(judge.asked) == sorted(set(alone.asked))


def metric_of(graph: Graph, judge: Any) -> DAGMetric:
    return DAGMetric("random", graph, judges=dict.fromkeys(ROLES, judge), include_reason="path")


def told(result: Result | None) -> tuple[object, ...]:
    assert result is not None
    return trace_bytes(result), result.score, result.interval, result.passed, result.error, result.usage
