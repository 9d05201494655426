"""The mistakes of how a node's votes are asked for and counted: their number, its jury, its rule, its tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import RULES, UNDECIDED
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.nearest import nearest
from arbitree.core.validate_base import problem
from arbitree.errors import Problem


def vote_problems(node: Task | Ask | Choose | Check) -> Iterator[Problem]:
    """Every problem of a node's votes."""
    if isinstance(node, Task) and node.votes is not None and node.votes != 1:
        what = f'the task "{node.name}" wants {node.votes} votes, and texts cannot be voted on'
        yield problem(node, "G117", what, "let the nodes that read it vote", "votes")
    elif node.votes is not None and node.votes < 1:
        yield problem(node, "G117", f"{node.votes} votes cannot be counted", "ask for 1 or more", "votes")
    if isinstance(node, (Ask, Choose)):
        yield from _jury_problems(node)


def _jury_problems(node: Ask | Choose) -> Iterator[Problem]:
    if node.judges and node.judge is not None:
        what = f'"{node.name}" names a judge and a jury'
        yield problem(node, "G126", what, "name `judge` or `judges`", "judges")
    if len(set(node.judges)) < len(node.judges):
        twice = next(role for role, times in Counter(node.judges).items() if times > 1)
        what = f'the jury of "{node.name}" names "{twice}" twice'
        yield problem(node, "G126", what, "name each role once; `votes` says how often each is asked", "judges")
    if node.rule not in RULES:
        near = nearest(node.rule, RULES)
        mend = f"write one of {', '.join(RULES)}" + (f"; did you mean {near}?" if near else "")
        yield problem(node, "G127", f"{node.rule!r} is no rule of voting", mend, "rule")
    elif node.rule == "median" and isinstance(node, Ask):
        what = "a yes/no question has no middle verdict"
        yield problem(node, "G127", what, "write `rule: majority`", "rule")
    offered = ("yes", "no") if isinstance(node, Ask) else tuple(label for label, _ in node.options)
    if node.tie != UNDECIDED and node.tie not in offered:
        near = nearest(node.tie, offered)
        mend = f"write undecided, or one of {', '.join(offered)}" + (f"; did you mean {near}?" if near else "")
        yield problem(node, "G128", f'"{node.tie}" is no verdict of "{node.name}"', mend, "tie")
    elif node.tie != UNDECIDED and node.rule == "median":
        what = "the votes always have a middle one, so there is no tie"
        yield problem(node, "G128", what, "take `tie` away", "tie")
