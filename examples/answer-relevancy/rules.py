"""A judge made of rules: a statement is about the question when the two share words."""

import re

from arbitree.rules import answers, section


def words(text):
    return set(re.findall(r"\w{4,}", text.lower()))


@answers(node="statements")
def list_statements(prompt):
    return re.split(r"(?<=[.!?])\s+", section(prompt, "Actual Output").strip())


@answers(node="bearing")
def say_bearing(prompt):
    shared = sorted(words(section(prompt, "Input")) & words(section(prompt, "statement")))
    verdict = ("Nothing", "It helps to understand the answer", "It answers it")[min(len(shared), 2)]
    return {"verdict": verdict, "reason": f"It shares {', '.join(shared) or 'no word'} with the question."}
