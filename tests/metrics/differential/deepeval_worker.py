# ruff: noqa: E402
"""Runs specs through DeepEval, in an environment of its own: one JSON line in, one out. Imports nothing of arbitree.

In: `{"spec": ..., "scripts": [...]}`. Out: `{"refused": text}` or `{"runs": [{"score", "leaves", "calls"}, ...]}`,
where `leaves` counts the scores that were reached and `calls` lists the nodes that were asked, in order.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile

os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="1", DEEPEVAL_DISABLE_DOTENV="1", DEEPEVAL_UPDATE_WARNING_OPT_OUT="1")
os.chdir(tempfile.mkdtemp())

from deepeval.metrics import BaseMetric, DAGMetric  # type: ignore[import-not-found]
from deepeval.metrics.dag import (  # type: ignore[import-not-found]
    BinaryJudgementNode,
    DeepAcyclicGraph,
    NonBinaryJudgementNode,
    TaskNode,
)
from deepeval.models import DeepEvalBaseLLM  # type: ignore[import-not-found]
from deepeval.test_case import LLMTestCase, SingleTurnParams  # type: ignore[import-not-found]

LABELS = [f"option {letter}" for letter in "ABCDEFGH"]


class Scripted(DeepEvalBaseLLM):
    """Answers each node as the script says, and notes who asked."""

    def __init__(self):
        self.kinds, self.script, self.calls = [], [], []

    def load_model(self):
        return self

    def get_model_name(self):
        return "scripted"

    def generate(self, prompt, schema=None):
        node = int(re.search(r"node (\d+)\b", prompt).group(1))
        self.calls.append(node)
        kind, taken = self.kinds[node], self.script[node]
        if kind == "t":
            return json.dumps({"output": f"text of {node}"})
        return json.dumps({"verdict": bool(taken) if kind == "b" else LABELS[taken], "reason": "as scripted"})

    async def a_generate(self, prompt, schema=None):
        return self.generate(prompt, schema)


class Constant(BaseMetric):
    """A metric that sets one score, whatever it is shown."""

    def __init__(self, points):
        self.points = points

    def measure(self, test_case, *args, **more):
        self.score, self.reason, self.success = self.points / 10, "", True
        return self.score

    async def a_measure(self, test_case, *args, **more):
        return self.measure(test_case)

    @property
    def __name__(self):
        return "Constant"


def build(spec):
    nodes = []
    for number, (kind, _) in enumerate(spec["nodes"]):
        shows = [SingleTurnParams.ACTUAL_OUTPUT]
        if kind == "t":
            nodes.append(TaskNode(instructions=f"node {number}", output_label=f"L{number}", evaluation_params=shows))
        else:
            made = BinaryJudgementNode if kind == "b" else NonBinaryJudgementNode
            nodes.append(made(criteria=f"node {number}", evaluation_params=shows))
    for node, (kind, ends) in zip(nodes, spec["nodes"], strict=True):
        for number, end in enumerate(ends):
            if kind == "t":
                node.add_node(nodes[end])
                continue
            verdict = bool(number) if kind == "b" else LABELS[number]
            if end[0] == "*":
                node.add_verdict(verdict=verdict, then=Constant(int(end[1:])))
            elif end[0] == "=":
                node.add_verdict(verdict=verdict, score=int(end[1:]))
            else:
                node.add_verdict(verdict=verdict, then=nodes[int(end[1:])])
    return DeepAcyclicGraph(root_nodes=[nodes[root] for root in spec["roots"]])


def run(asked):
    spec, judge = asked["spec"], Scripted()
    judge.kinds = [kind for kind, _ in spec["nodes"]]
    try:
        metric = DAGMetric(name="m", dag=build(spec), model=judge, include_reason=False, async_mode=False)
    except ValueError as error:
        return {"refused": str(error)}
    runs = []
    for script in asked["scripts"]:
        judge.script, judge.calls, metric.score = script, [], None
        try:
            metric.measure(LLMTestCase(input="q", actual_output="a"), _show_indicator=False)
            failed = ""
        except Exception as error:
            failed = f"{type(error).__name__}: {error}"
        leaves = sum("| VerdictNode |" in step for step in metric._verbose_steps)
        outcome = {"score": metric.score, "leaves": leaves, "calls": judge.calls}
        runs.append({**outcome, "failed": failed} if failed else outcome)
    return {"runs": runs}


def main():
    out = os.fdopen(os.dup(1), "w")  # what DeepEval prints goes elsewhere
    os.dup2(2, 1)
    for line in sys.stdin:
        out.write(json.dumps(run(json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
