"""Each node's verdict and reason as text, for `verbose_mode` and `verbose_logs`."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.cases import text_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.records import Result, Step
from arbitree.core.steps import traced

_KINDS = {"task": "TaskNode", "ask": "BinaryJudgementNode", "choose": "NonBinaryJudgementNode", "grade": "GradeNode"}
_KINDS |= {"check": "CheckNode", "weigh": "WeighNode", "each": "EachNode"}


def logs_of(result: Result, graph: Graph) -> str:
    """A block for every node that was reached, in plan order."""
    nodes = traced(graph)
    return "\n\n".join("\n".join(_block(step, nodes[step.node])) for step in result.trace)


def printed(result: Result, logs: str, *, name: str) -> str:
    """The logs under a title, with the score and its reason last."""
    title = f"{name}: {result.case}"
    score = result.score if result.score is not None else result.status
    end = f"Score: {score}\nReason: {result.reason or result.error or 'none'}"
    return f"{'=' * len(title)}\n{title}\n{'=' * len(title)}\n\n{logs}\n\n{end}\n"


def _block(step: Step, node: AnyNode) -> Iterator[str]:
    yield f"{_KINDS[step.kind]} {step.called}"
    if isinstance(node, Task):
        yield f"  Instructions: {_indented(node.instructions)}"
        if step.value is not None:
            yield f"  {node.title}: {_indented(text_of(step.value))}"
    elif isinstance(node, Weigh):
        yield f"  By: {node.by} of {', '.join(part.node for part in node.parts)}"
    elif isinstance(node, Each):
        yield f"  By: {node.by} of {node.do}, for each of {node.over}"
    elif isinstance(node, Metric):
        yield f"  Metric: {node.metric}"
        yield f"  Reason: {_indented(step.reason)}"
    else:
        asked = ", ".join(f"{test}: {argument}" for test, argument in node.tests) if isinstance(node, Check) else ""
        yield f"  Criteria: {_indented(node.criteria or asked)}"
        yield f"  Verdict: {step.value}{f' -> {step.to}' if step.to else ''}"
        yield f"  Reason: {_indented(step.reason)}"
    for number, attempt in enumerate(step.attempts[:-1], 1):
        yield f"  Reply {number} could not be used: {_indented(attempt.error)}"
    if step.cause is not None:
        yield f"  {_indented(str(step.cause))}"
    elif step.score is not None:
        yield f"  Score: {step.score:g}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
