"""A judge made of rules: no model, no key. Each rule answers one kind of question, from the prompt alone."""

import re

from arbitree.rules import answers, section

WINDOW = re.compile(
    r"(?:return|send|back|window)[^.]*\b(30|thirty)[ -]days?"
    r"|\b(30|thirty)[ -]days? to (?:return|send)"
    r"|open for thirty days",
    re.I,
)
PAYS = re.compile(
    r"(?:(?:pay|free|on you|our cost)[^.]*shipping|shipping[^.]*(?:pay|free|on you|our cost))|at our cost", re.I
)
REFUND = re.compile(r"5\s*(?:-|to)\s*7 business days", re.I)


@answers("dag.TaskNodeOutput")
def facts(prompt, judge):
    """Keep the sentences that speak of time, money or shipping."""
    reply = section(prompt, "Actual Output")
    sentences = re.split(r"(?<=[.!?])\s+", reply)
    return {"output": [s for s in sentences if re.search(r"day|refund|money|ship|return", s, re.I)] or "none"}


@answers("dag.BinaryJudgementVerdict")
def window(prompt, judge):
    found = WINDOW.search(section(prompt, "Return facts in the reply"))
    reason = f"The facts say {found[0]!r}." if found else "No fact gives 30 days for returns."
    return {"verdict": bool(found), "reason": reason}


@answers("dag.NonBinaryJudgementVerdict")
def details(prompt, judge):
    stated = section(prompt, "Return facts in the reply")
    there = [name for name, rule in (("who pays", PAYS), ("the refund time", REFUND)) if rule.search(stated)]
    verdict = ("Neither", "Only one", "Both")[len(there)]
    return {"verdict": verdict, "reason": f"Stated: {', '.join(there) or 'neither of the two'}."}
