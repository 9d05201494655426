"""A judge made of rules: no model, no key. Each function answers one kind of question, from the prompt alone.

Replace it by a model when you have one: --judge my.module:judge names any object with `generate`, or any function from
prompt to reply.
"""

import re

from arbitree.rules import answers, section


@answers(node="order_id")
def find_order_id(prompt):
    ids = re.findall(r"\b(?=\w*\d)(?=\w*[A-Za-z])\w+\b", section(prompt, "Actual Output"))
    return ids[0] if ids else "none"


@answers(node="named")
def was_named(prompt):
    found = section(prompt, "Order id")
    return {"verdict": found != "none", "reason": f"The previous step found: {found}"}


@answers(node="outcome")
def choose_outcome(prompt):
    text = section(prompt, "Actual Output").lower()
    chosen = next((word for word in ("shipped", "delayed", "lost") if word in text), "lost")
    return {"verdict": chosen, "reason": f"The answer says {chosen}."}


@answers(node="polite")
def is_polite(prompt):
    word = re.search(r"\b(thank|please|sorry)\b", section(prompt, "Actual Output"), re.IGNORECASE)
    return {"verdict": bool(word), "reason": f"It says {word[0]!r}." if word else "It has no polite word."}
