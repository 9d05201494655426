"""Our scores against DeepEval 4.3.1's on random graphs; docs/decisions/lowering.md says what the differences are.

By default against its recorded outcomes. The long run asks the real one, in an environment of its own.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

import pytest

from tests.metrics.differential.compare import PYTHON, RECORDED, Ours, Played, built, deepeval, standing
from tests.metrics.differential.plainly import walk_plainly
from tests.metrics.differential.specs import all_scripts, random_script, random_spec, with_metrics

LINES = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]

GRAPHS = 5_000
"""How many graphs the long run takes."""


def standings(line: dict[str, Any]) -> Counter[str]:
    spec, graph = line["spec"], built(line["spec"])
    ours = Ours(spec, graph) if graph is not None else None
    found: Counter[str] = Counter()
    for script, run in zip(line["scripts"], line["runs"], strict=True):
        theirs = Played(run[0], run[1], tuple(run[2]))
        found[standing(spec, ours.play(script) if ours else None, theirs)] += 1
    return found


def test_where_deepeval_reaches_one_leaf_the_score_and_the_path_are_the_same_and_calls_are_no_more() -> None:
    found: Counter[str] = Counter()
    for line in LINES:
        found += standings(line)
    assert found["different"] == 0
    assert found["same"] > 380
    assert found["scored where it reaches nothing"] > 100


def test_a_graph_that_is_refused_can_nearly_always_reach_several_leaves_or_none_there() -> None:
    refused = [line["leaves"] for line in LINES if "leaves" in line]
    assert all((built(line["spec"]) is None) == ("leaves" in line) for line in LINES)
    ambiguous = [leaves for leaves in refused if leaves != [1, 1]]
    assert len(refused) > 40
    assert len(ambiguous) / len(refused) > 0.85


def test_the_engine_comes_to_what_the_plain_definition_comes_to() -> None:
    for line in LINES:
        graph = built(line["spec"])
        for script in line["scripts"] if graph is not None else ():
            assert graph is not None
            plain = walk_plainly(graph.to_graph(), script)
            ours = Ours(line["spec"], graph).play(script)
            assert (ours.score, {f"n{node}" for node in ours.calls}) == (plain.score, plain.calls)


@pytest.mark.long
@pytest.mark.skipif(PYTHON not in os.environ, reason=f"{PYTHON} names no Python with DeepEval")
def test_the_real_deepeval_agrees_on_thousands_of_graphs(record_property: pytest.RecordProperty) -> None:
    specs = [random_spec(seed) for seed in range(10_000, 10_000 + GRAPHS)]
    # A third of them have metrics as leaves.
    specs = [with_metrics(spec, seed) if seed % 3 == 0 else spec for seed, spec in enumerate(specs)]
    scripts = [[random_script(spec, 4 * seed + n) for n in range(4)] for seed, spec in enumerate(specs)]
    found: Counter[str] = Counter()
    refused = []
    for spec, played, runs in zip(specs, scripts, deepeval(zip(specs, scripts, strict=True)), strict=True):
        assert not isinstance(runs, str), runs
        graph = built(spec)
        if graph is None:
            refused.append(spec)
        ours = Ours(spec, graph) if graph is not None else None
        for script, theirs in zip(played, runs, strict=True):
            found[standing(spec, ours.play(script) if ours else None, theirs)] += 1
    always_one = 0
    for runs in deepeval((spec, all_scripts(spec)) for spec in refused):
        assert not isinstance(runs, str), runs
        always_one += {run.leaves for run in runs} == {1}
    numbers = {"graphs": GRAPHS, **found, "graphs refused": len(refused), "of them always one leaf": always_one}
    for name, number in numbers.items():
        record_property(name, number)
    print(numbers)
    assert found["different"] == 0
