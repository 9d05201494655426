"""A judge made of rules: a criterion is met when the answer has the words that it quotes."""

import re

from arbitree.rules import answers, section


@answers(node="earned.do")
def is_met(prompt):
    quoted = re.findall(r'"([^"]+)"', section(prompt, "criterion"))
    lacking = [words for words in quoted if words not in section(prompt, "Actual Output").lower()]
    return {"verdict": not lacking, "reason": f"It lacks {lacking[0]!r}." if lacking else f"It has {quoted[0]!r}."}
