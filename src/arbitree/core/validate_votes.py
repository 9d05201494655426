"""The mistakes of how votes are asked for and counted: their number, jury or cascade, rule, tie, order of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arbitree.core.graph import AskingNode, Defaults
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import DEFAULT_ROLE, RULES, UNDECIDED
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.nearest import nearest
from arbitree.core.polling import cascade_of, roles_of
from arbitree.core.validate_base import problem
from arbitree.errors import Problem

_A_PROBABILITY: Final = "write a probability from 0 to 1"
_A_SEED: Final = "write true, false, or a seed: a whole number from 1"


def vote_problems(node: AskingNode, defaults: Defaults) -> Iterator[Problem]:
    """Every problem of a node's votes."""
    if node.votes is not None and (not isinstance(node.votes, int) or isinstance(node.votes, bool)):
        yield problem(node, "G117", f"{node.votes!r} is no number of votes", "write a whole number from 1", "votes")
    elif isinstance(node, Task) and node.votes is not None and node.votes != 1:
        what = f'the task "{node.name}" wants {node.votes} votes, and texts cannot be voted on'
        yield problem(node, "G117", what, "let the nodes that read it vote", "votes")
    elif node.votes is not None and node.votes < 1:
        yield problem(node, "G117", f"{node.votes} votes cannot be counted", "ask for 1 or more", "votes")
    if isinstance(node, (Ask, Choose)):
        yield from _jury_problems(node)
        yield from _cascade_problems(node, defaults)
    if isinstance(node, Choose):
        yield from _shuffle_problems(node, defaults)


def default_problems(defaults: Defaults) -> Iterator[Problem]:
    """Every problem of how the defaults let nodes vote."""
    if defaults.cascade and defaults.judge != DEFAULT_ROLE:
        what, mend = "the defaults name a judge and a cascade", "name one of them"
        yield Problem(code="G126", what=what, where="defaults, judge", mend=mend, key="defaults")
    for what, mend in _of_cascade(defaults.cascade, "the defaults"):
        yield Problem(code="G126", what=what, where="defaults, judge", mend=mend, key="defaults")
    if not 0 <= defaults.sure <= 1:
        what = f"the defaults are sure from {defaults.sure:g} on, which is no probability"
        yield Problem(code="G132", what=what, where="defaults, sure", mend=_A_PROBABILITY, key="defaults")
    if defaults.shuffle < 0:
        what = f"orders cannot be drawn from the seed {defaults.shuffle}"
        yield Problem(code="G133", what=what, where="defaults, shuffle", mend=_A_SEED, key="defaults")


def _of_cascade(roles: tuple[str, ...], whose: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a cascade, and how to mend it."""
    if len(roles) == 1:
        yield f'the cascade of {whose} is "{roles[0]}" alone', "name a stronger judge after it, or only `judge`"
    if len(set(roles)) < len(roles):
        twice = next(role for role, times in Counter(roles).items() if times > 1)
        yield f'the cascade of {whose} names "{twice}" twice', "name each role once, the strongest last"


def _cascade_problems(node: Ask | Choose, defaults: Defaults) -> Iterator[Problem]:
    if node.cascade and (node.judges or node.judge is not None):
        what = f'"{node.name}" names a cascade and {"a jury" if node.judges else "a judge"}'
        yield problem(node, "G126", what, "let `judge` list a cascade, or `judges` a jury", "judge")
    for what, mend in _of_cascade(node.cascade, f'"{node.name}"'):
        yield problem(node, "G126", what, mend, "judge")
    if node.sure is not None and not 0 <= node.sure <= 1:
        what = f'"{node.name}" is sure from {node.sure:g} on, which is no probability'
        yield problem(node, "G132", what, _A_PROBABILITY, "sure")
    elif node.sure is not None and not cascade_of(node, defaults):
        what = f'"{node.name}" says from when on it is sure, and no second judge would be asked'
        yield problem(node, "G132", what, "list the judges, the strongest last: `judge: [cheap, strong]`", "sure")


def _shuffle_problems(node: Choose, defaults: Defaults) -> Iterator[Problem]:
    if node.shuffle is None or not node.shuffle:
        return
    votes = defaults.votes if node.votes is None else node.votes
    if node.shuffle < 0:
        what = f"orders cannot be drawn from the seed {node.shuffle}"
        yield problem(node, "G133", what, _A_SEED, "shuffle")
    elif votes == 1 and len(roles_of(node, defaults)) == 1:
        what = f'"{node.name}" shuffles its options and asks once: a first vote sees them as declared'
        mend = "ask for two votes or more"
        yield replace(problem(node, "G133", what, mend, "shuffle"), level="warning")


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
