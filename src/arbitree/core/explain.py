"""Why a score is what it is: the path retold from the trace, or put to a judge to be told in its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from arbitree.core.cases import text_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.keys import key_of, stem
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.overrides import worded
from arbitree.core.prompts.wording import wording_of
from arbitree.core.records import Question, Result, Shape, Step, Style
from arbitree.core.steps import traced

LONGEST_PATH = 30
"""How many judgements are retold at most; a sum of hundreds of parts is read in the trace."""

LONGEST_REASON = 1_000
"""How many characters of a judge's reason are retold at most; the trace has it whole."""

LONGEST_ITEM = 200
"""How many characters of an item are retold at most."""

EXPLANATION = "(explanation)"
"""What stands in place of a node's name in the question for an explanation."""

REASON = Shape(kind="reason")


def retell(result: Result, graph: Graph) -> str:
    """What led to the result, in one line, from its trace alone.

    >>> from arbitree.core.kinds.ask import Ask
    >>> graph = Graph(nodes=(Ask(name="window", criteria="A limit of 30 days?"),))
    >>> step = Step(node="window", kind="ask", value=True, reason="It says 30 days.", to="= 10", score=1.0)
    >>> common = {"case": "1", "rubric": "r", "interval": None, "passed": True, "threshold": 0.5}
    >>> retell(Result(status="scored", score=1.0, trace=(step,), **common), graph)
    'The score is 1.0: "window" is True (It says 30 days.), worth 10 of 10.'
    """
    if result.status == "undecided":
        return result.error
    nodes = traced(graph)
    told = [_retold(step, nodes[step.node]) for step in result.trace if not isinstance(nodes[step.node], Task)]
    path = [one for one in told if one]
    if len(path) > LONGEST_PATH:
        path = [*path[:LONGEST_PATH], f"and {len(path) - LONGEST_PATH} more"]
    return f"{_standing(result)}: {'; '.join(path)}." if path else f"{_standing(result)}."


def explanation(result: Result, graph: Graph, *, role: str = DEFAULT_ROLE, style: Style = "plain") -> Question:
    """The question that asks a judge to explain a result."""
    layout = plain if style == "plain" else fenced
    nodes = traced(graph)
    texts = worded(graph.language or graph.defaults.language or "", graph.prompts)
    lines = [f"{n}. {line}" for n, line in enumerate(_path(result, nodes), 1)]
    evidence = [("Metric", graph.name), ("Score", _standing(result)), ("Path", "\n".join(lines))]
    labels = frozenset(label for label, _ in evidence)
    if style == "plain":
        sections = [plain.section(label, text, labels) for label, text in evidence]
    else:
        sections = [fenced.section(label, text) for label, text in evidence]
    wording = wording_of("", REASON, texts.explanation, texts)
    messages = layout.layout(wording, sections)
    key = key_of(stem(role, REASON), messages)
    return Question(key=key, node=EXPLANATION, role=role, messages=messages, shape=REASON, asks=wording.asks)


def _standing(result: Result) -> str:
    match result.status:
        case "scored":
            return f"The score is {result.score}"
        case "decided":
            low, high = result.interval or (0.0, 1.0)
            settled = "passes" if result.passed else "does not pass"
            return f"The score is between {low:g} and {high:g}, so the case {settled} at {result.threshold:g}"
        case "not_applicable":
            return "The rubric does not apply to this case"
        case "undecided":
            return "The score is not known"
        case _:
            assert_never(result.status)


def _retold(step: Step, node: AnyNode) -> str:
    """One judgement of the path; empty for one that came to nothing or was not asked."""
    name = _name(step)
    if isinstance(node, Weigh) or (isinstance(node, Each) and not step.to):
        combined = "at least" if node.by == "at_least" else node.by
        over = f' over "{node.over}"' if isinstance(node, Each) else ""
        return f"{name} ({combined}{over}) is {step.score:g}" if step.score is not None else ""
    if not step.to:
        return ""
    verdict = f"{name} is {step.value}" if step.value is not None else f"{name} was not asked"
    reason = " ".join(step.reason.split())
    reason = f"{reason[: LONGEST_REASON - 1]}…" if len(reason) > LONGEST_REASON else reason
    reason = f" ({reason})" if reason else ""
    return f"{verdict}{reason}{_end(step)}"


def _name(step: Step) -> str:
    """What a step is called: its node, and the items that it is about."""
    items = "; ".join(f'item {item.number}: "{shortened(item.text)}"' for item in step.items)
    return f'"{step.node}" ({items})' if items else f'"{step.node}"'


def shortened(text: str) -> str:
    """A text on one line, cut where it is long.

    >>> shortened("Paris is\\nin France.")
    'Paris is in France.'
    """
    line = " ".join(text.split())
    return f"{line[: LONGEST_ITEM - 1]}…" if len(line) > LONGEST_ITEM else line


def _end(step: Step) -> str:
    if step.to == "not_applicable":
        return ", which leaves it out"
    return f", worth {step.to.removeprefix('= ')} of 10" if step.to.startswith("= ") else ""


def _path(result: Result, nodes: Mapping[str, AnyNode]) -> Iterator[str]:
    """Every step of the trace with the words that were asked, for the judge that is to explain them."""
    for step in result.trace:
        node = nodes[step.node]
        if isinstance(node, Task):
            if step.value is not None:
                yield f"{node.title} ({node.instructions}): {text_of(step.value)}"
            continue
        told = _retold(step, node)
        words = "" if isinstance(node, (Weigh, Each, Check, Metric)) else f" [{node.criteria}]"
        if told:
            yield f"{told}{words}"
