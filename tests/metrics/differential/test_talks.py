"""Our scores of a conversation against DeepEval 4.3.1's, and which turns each node sees, on random graphs with windows.

The long run asks the real one, in an environment of its own.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest

from arbitree.errors import GraphError
from arbitree.metrics import ConversationalDAGMetric, conversational_dag
from arbitree.metrics.dag import DeepAcyclicGraph
from tests.metrics.differential import talks
from tests.metrics.differential.compare import PYTHON
from tests.metrics.differential.specs import random_script, random_spec

GRAPHS = 1_000
"""How many graphs the long run takes."""


def asked(seed: int) -> dict[str, Any]:
    """A graph, a window for each node, and a script."""
    spec, draw = random_spec(seed), random.Random(seed)
    windows = []
    for _ in spec["nodes"]:
        first = draw.randrange(talks.SIZE - 1)
        windows.append(draw.choice((None, [first, draw.randrange(first + 1, talks.SIZE)])))
    return {"spec": spec, "windows": windows, "script": random_script(spec, seed)}


def played(one: dict[str, Any]) -> dict[str, Any] | None:
    """What our nodes make of it; None where the graph is refused because more than one node could start."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dag = DeepAcyclicGraph(talks.build(one["spec"], one["windows"], conversational_dag, ["role", "content"]))
        except GraphError as error:
            assert {problem.code for problem in error.problems} == {"G107"}, error
            return None
    seen: list[list[Any]] = []

    def judge(prompt: str) -> str:
        return talks.reply(one["spec"], one["script"], prompt, seen)

    result = ConversationalDAGMetric("m", dag, judge, include_reason=False, async_mode=False).run(
        {"turns": talks.turns()}
    )
    return {"score": result.score, "seen": seen}


def test_each_node_sees_the_turns_of_its_window_and_no_other() -> None:
    graphs = 0
    for seed in range(40):
        one = asked(seed)
        ours = played(one)
        graphs += ours is not None
        for number, turns in ours["seen"] if ours else ():
            first, last = one["windows"][number] or (0, talks.SIZE - 1)
            assert turns == [str(turn) for turn in range(first, last + 1)]
    assert graphs > 30


@pytest.mark.long
@pytest.mark.skipif(PYTHON not in os.environ, reason=f"{PYTHON} names no Python with DeepEval")
def test_the_real_deepeval_agrees_on_scores_and_on_the_turns_that_each_node_sees() -> None:
    specs = [asked(seed) for seed in range(20_000, 20_000 + GRAPHS)]
    lines = "".join(json.dumps(one) + "\n" for one in specs)
    done = subprocess.run(
        [os.environ[PYTHON], Path(talks.__file__)], input=lines, capture_output=True, text=True, check=True
    )
    same = 0
    for one, line in zip(specs, done.stdout.splitlines(), strict=True):
        theirs, ours = json.loads(line), played(one)
        if ours is None or theirs["leaves"] != 1:
            continue
        assert ours["score"] == theirs["score"], one
        saw = dict(map(tuple, theirs["seen"]))
        assert all(saw[number] == turns for number, turns in ours["seen"]), one
        same += 1
    print({"graphs": GRAPHS, "same": same})
    assert same > GRAPHS // 3
