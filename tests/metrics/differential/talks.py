"""Runs specs over a conversation with windows of turns, by the nodes of either package; as a script, by DeepEval's.

In: `{"spec": ..., "windows": [...], "script": [...]}` a line. Out: `{"score", "leaves", "seen"}`, where `seen` lists
which turns the prompt of each node that was asked held. Imports nothing of arbitree by itself.
"""

from __future__ import annotations

import json
import os
import re
import sys
from types import ModuleType
from typing import Any

SIZE = 6
"""How many turns the conversation has."""
LABELS = [f"option {letter}" for letter in "ABCDEFGH"]


def build(spec: dict[str, Any], windows: list[list[int] | None], nodes_of: ModuleType, params: list[Any]) -> list[Any]:
    """The roots of a spec, each node looking through its window."""
    nodes: list[Any] = []
    for number, (kind, _) in enumerate(spec["nodes"]):
        window = windows[number]
        more: dict[str, Any] = {
            "evaluation_params": params,
            "turn_window": tuple(window) if window else None,
            "label": f"n{number}",
        }
        if kind == "t":
            nodes.append(nodes_of.ConversationalTaskNode(instructions=f"node {number}", output_label="L", **more))
        else:
            both = nodes_of.ConversationalBinaryJudgementNode, nodes_of.ConversationalNonBinaryJudgementNode
            nodes.append(both[kind == "c"](criteria=f"node {number}", **more))
    for node, (kind, ends) in zip(nodes, spec["nodes"], strict=True):
        for number, end in enumerate(ends):
            if kind == "t":
                node.add_node(nodes[end])
                continue
            verdict: Any = bool(number) if kind == "b" else LABELS[number]
            if end[0] == "=":
                node.add_verdict(verdict=verdict, score=int(end[1:]))
            else:
                node.add_verdict(verdict=verdict, then=nodes[int(end[1:])])
    return [nodes[root] for root in spec["roots"]]


def reply(spec: dict[str, Any], script: list[int], prompt: str, seen: list[list[Any]]) -> str:
    """What the script answers to a prompt; notes who asked, and which turns the prompt held."""
    found = re.search(r"node (\d+)\b", prompt)
    assert found is not None
    number = int(found[1])
    seen.append([number, sorted(set(re.findall(r"words of turn (\d)", prompt)))])
    kind = spec["nodes"][number][0]
    if kind == "t":
        return json.dumps({"output": f"text of {number}"})
    return json.dumps({"verdict": bool(script[number]) if kind == "b" else LABELS[script[number]], "reason": "r"})


def turns() -> list[dict[str, str]]:
    """The conversation."""
    return [{"role": ("user", "assistant")[n % 2], "content": f"words of turn {n}"} for n in range(SIZE)]


def main() -> None:
    """Plays each line of the input by DeepEval."""
    os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="1", DEEPEVAL_DISABLE_DOTENV="1", DEEPEVAL_UPDATE_WARNING_OPT_OUT="1")
    import deepeval.metrics.conversational_dag as nodes_of  # type: ignore[import-not-found]
    from deepeval.metrics import ConversationalDAGMetric  # type: ignore[import-not-found]
    from deepeval.metrics.dag import DeepAcyclicGraph  # type: ignore[import-not-found]
    from deepeval.models import DeepEvalBaseLLM  # type: ignore[import-not-found]
    from deepeval.test_case import ConversationalTestCase, MultiTurnParams  # type: ignore[import-not-found]

    class Scripted(DeepEvalBaseLLM):  # type: ignore[misc]
        def __init__(self, asked: dict[str, Any]) -> None:
            self.asked = asked
            self.seen: list[list[Any]] = []

        def load_model(self) -> Any:
            return self

        def get_model_name(self) -> str:
            return "scripted"

        def generate(self, prompt: str, schema: Any = None) -> str:
            return reply(self.asked["spec"], self.asked["script"], prompt, self.seen)

        async def a_generate(self, prompt: str, schema: Any = None) -> str:
            return self.generate(prompt, schema)

    out = os.fdopen(os.dup(1), "w")  # what DeepEval prints goes elsewhere
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        judge = Scripted(asked)
        params = [MultiTurnParams.ROLE, MultiTurnParams.CONTENT]
        dag = DeepAcyclicGraph(root_nodes=build(asked["spec"], asked["windows"], nodes_of, params))
        metric = ConversationalDAGMetric(name="m", dag=dag, model=judge, include_reason=False, async_mode=False)
        metric.score = None
        metric.measure(ConversationalTestCase(turns=turns()), _show_indicator=False)
        leaves = sum("| ConversationalVerdictNode |" in step for step in metric._verbose_steps)
        out.write(json.dumps({"score": metric.score, "leaves": leaves, "seen": judge.seen}) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
