"""Return-reply as straight code, with the very prompts, keys, records and trace bytes that arbitree makes for it.

What it leaves out is everything that makes a rubric a rubric: a graph, a plan, replies that are not as they should be.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Final

from arbitree.core.cases import Case
from arbitree.core.records import Attempt, Hop, Leaf, Message, Question, Reply, Result, Shape, Step, Usage

Judge = Callable[[Question], Reply]

TEXT: Final = Shape(kind="text")
YES_NO: Final = Shape(kind="yes_no")
ONE_OF: Final = Shape(kind="one_of", options=("Both", "Only one", "Neither"))
STEMS: Final = {
    "text": b'["q1-", "judge", "text", []]\n0 0',
    "yes_no": b'["q1-", "judge", "yes_no", []]\n0 0',
    "one_of": b'["q1-", "judge", "one_of", ["Both", "Only one", "Neither"]]\n0 0',
}
FACTS: Final = (
    "List every fact the reply states about returns: the time limit, who pays return shipping, and how long the refund"
    " takes.\n\n{label}:\n{text}\n\n**\nIMPORTANT: reply with one JSON object and nothing else: the key 'output' holds"
    ' what the instructions ask for.\nExample:\n{{"output": "<the result>"}}\n**\n\nJSON:\n'
)
WINDOW: Final = (
    "Do the facts give a time limit of 30 days for returns?\n\n{label}:\n{text}\n\n**\nIMPORTANT: reply with one JSON"
    " object and nothing else: the key 'reason' holds one or two sentences and the key 'verdict' holds true or false, a"
    ' JSON boolean.\nExample:\n{{"reason": "<one or two sentences>", "verdict": true}}\n**\n\nJSON:\n'
)
DETAILS: Final = (
    "Which of these two facts are present: who pays return shipping, and the 5 to 7 business day refund time?\n\n"
    "{label}:\n{text}\n\n**\nIMPORTANT: reply with one JSON object and nothing else: the key 'reason' holds one or two"
    " sentences and the key 'verdict' ['Both', 'Only one', 'Neither'] holds exactly one of these.\nExample:\n"
    '{{"reason": "<one or two sentences>", "verdict": "Both"}}\n**\n\nJSON:\n'
)
FIELD, LABEL = "Actual Output", "Return facts in the reply"
POINTS: Final = {"Both": 10.0, "Only one": 6.0, "Neither": 3.0}


def score(case: Case, judge: Judge) -> Result:
    """The result of one case."""
    first = question("facts", TEXT, FACTS, FIELD, str(case.fields["actual_output"]))
    listed = judge(first)
    facts = json.loads(listed.text)["output"]
    second = question("window", YES_NO, WINDOW, LABEL, facts)
    held = judge(second)
    window = json.loads(held.text)
    steps = [Step(node="facts", kind="task", value=facts, attempts=(Attempt(key=first.key, reply=listed.text),))]
    if not window["verdict"]:
        steps.append(step(second, held, "ask", window["verdict"], window["reason"], "= 0", 0.0))
        return result(case, steps, (Hop("window", False),), Leaf("window", False, 0.0), (listed, held))
    third = question("details", ONE_OF, DETAILS, LABEL, facts)
    chosen = judge(third)
    details = json.loads(chosen.text)
    label = details["verdict"]
    points = POINTS[label]
    steps.append(step(second, held, "ask", window["verdict"], window["reason"], "details", points / 10))
    steps.append(step(third, chosen, "choose", label, details["reason"], f"= {points:g}", points / 10))
    path = (Hop("window", True), Hop("details", label))
    return result(case, steps, path, Leaf("details", label, points), (listed, held, chosen))


def question(node: str, shape: Shape, words: str, label: str, text: str) -> Question:
    """One question about one text, which must hold no line that could be taken for one of the prompt's own."""
    if "**" in text or "IMPORTANT" in text or f"{FIELD}:" in text or f"{LABEL}:" in text:
        raise ValueError("this text would have to be quoted")
    content = words.format(label=label, text=text)
    encoded = content.encode()
    key = "q1-" + hashlib.sha256(b"%b\nuser %d\n%b" % (STEMS[shape.kind], len(encoded), encoded)).hexdigest()[:32]
    asks = words.partition("\n\n")[0]
    return Question(
        key=key, node=node, role="judge", messages=(Message("user", content),), shape=shape, labels=(label,), asks=asks
    )


def step(asked: Question, reply: Reply, kind: str, value: bool | str, reason: str, to: str, score: float) -> Step:
    """What one judging node came to."""
    attempts = (Attempt(key=asked.key, reply=reply.text),)
    return Step(node=asked.node, kind=kind, value=value, reason=reason, to=to, score=score, attempts=attempts)


def result(case: Case, steps: list[Step], path: tuple[Hop, ...], leaf: Leaf, replies: tuple[Reply, ...]) -> Result:
    """What the case came to."""
    score = steps[-1].score or 0.0
    return Result(
        case=case.id,
        rubric="Return reply",
        status="scored",
        score=score,
        interval=(score, score),
        passed=score >= 0.5,
        threshold=0.5,
        path=path,
        leaves=(leaf,),
        trace=tuple(steps),
        usage=Usage(
            calls=len(replies),
            input_tokens=sum(reply.input_tokens for reply in replies),
            output_tokens=sum(reply.output_tokens for reply in replies),
        ),
    )


def trace_bytes(result: Result) -> bytes:
    """The bytes of its trace, the keys written in their order."""
    row = {
        "arbitree_result": 1,
        "case": result.case,
        "causes": [],
        "interval": result.interval,
        "leaves": result.leaves,
        "passed": result.passed,
        "path": result.path,
        "reason": result.reason,
        "rubric": result.rubric,
        "score": result.score,
        "status": result.status,
        "threshold": result.threshold,
        "trace": [_plain(one) for one in result.trace],
        "warnings": [],
    }
    return _ENCODER.encode(row).encode("ascii")


def _plain(step: Step) -> dict[str, object]:
    attempts = [{"key": attempt.key, "reply": attempt.reply} for attempt in step.attempts]
    if step.kind == "task":
        return {"attempts": attempts, "kind": step.kind, "node": step.node, "value": step.value}
    return {
        "attempts": attempts,
        "kind": step.kind,
        "node": step.node,
        "reason": step.reason,
        "score": step.score,
        "to": step.to,
        "value": step.value,
    }


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))
