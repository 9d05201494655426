"""The judge of this example: it grades by counting words, and needs no model."""

from arbitree.rules import answers, section

KIND = ("thank", "please", "sorry", "welcome")


@answers("task")
def steps(prompt):
    return {"output": ["Find the sentence that says what to do.", "Count what stands before it.", "Grade by that."]}


@answers(node="answers")
def is_answered(prompt):
    return any(word in section(prompt, "Actual Output") for word in ("nine", "label", "date"))


@answers(node="clarity")
def clarity(prompt):
    words = len(section(prompt, "Actual Output").split())
    return {"score": max(0, 10 - words // 4), "reason": f"It takes {words} words."}


@answers(node="tone")
def tone(prompt):
    found = [word for word in KIND if word in section(prompt, "Actual Output").lower()]
    return {"score": min(5, 2 + 2 * len(found)), "reason": f"It says {', '.join(found) or 'nothing kind'}."}
