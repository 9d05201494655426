"""A judge made of rules: an answer contradicts a fact when it gives another number before or after the same word."""

import re

from arbitree.rules import answers, section


def numbers(text):
    """Each number by the word beside it that says of what it is."""
    near = re.findall(r"(built) in (\d+)|(\d+) (metres)", text.lower())
    return {before or after: year or count for before, year, count, after in near}


@answers(node="contradicted")
def is_contradicted(prompt):
    said, known = numbers(section(prompt, "Actual Output")), numbers(section(prompt, "fact"))
    wrong = [of for of in known if said.get(of, known[of]) != known[of]]
    return {"verdict": bool(wrong), "reason": f"It says {said[wrong[0]]}." if wrong else "It says nothing else."}
