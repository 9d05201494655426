"""The mistakes that one node shows by itself: scores, options, weights, tests, prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from arbitree.core.budgets import LEAST_TOKENS, TOO_LONG
from arbitree.core.flow import targets
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.labels import blank, collisions
from arbitree.core.structural.table import ALL, hint
from arbitree.core.sums import is_finite
from arbitree.core.validate_base import is_score, problem
from arbitree.core.validate_each import each_problems
from arbitree.core.validate_grade import grade_problems
from arbitree.core.validate_metric import metric_problems
from arbitree.core.validate_votes import vote_problems
from arbitree.errors import Problem


def node_problems(node: AnyNode, graph: Graph) -> Iterator[Problem]:
    """Every problem of one node that can be seen without the others."""
    yield from _score_problems(node)
    if isinstance(node, Weigh):
        yield from _weigh_problems(node)
        return
    if isinstance(node, Each):
        yield from each_problems(node, graph)
        return
    if isinstance(node, Choose):
        yield from _option_problems(node)
    if isinstance(node, Check):
        yield from _test_problems(node)
    if isinstance(node, Grade):
        yield from grade_problems(node)
    yield from vote_problems(node, graph.defaults)
    yield from _absence_problems(node)
    yield from _budget_problems(node, graph)
    yield from _sight_problems(node)
    if isinstance(node, Metric):
        yield from metric_problems(node)
    if isinstance(node, (Check, Grade, Metric)):
        return
    words = node.instructions if isinstance(node, Task) else node.criteria
    if not words.strip():
        key = {"Task": "task", "Ask": "ask", "Choose": "choose"}[type(node).__name__]
        yield problem(node, "G121", f'"{node.name}" asks nothing: its words are blank', "write the question", key)


def _score_problems(node: AnyNode) -> Iterator[Problem]:
    for key, target in targets(node):
        if target is NOT_APPLICABLE or isinstance(target, str) or is_score(target):
            continue
        what = f"the score {target!r} is not a number from 0 to 10"
        yield problem(node, "G106", what, "write a number from 0 to 10", key)


def _absence_problems(node: AnyNode) -> Iterator[Problem]:
    if isinstance(node, (Weigh, Each)):
        return
    for key, policy in (("on_missing", node.on_missing), ("on_empty", node.on_empty)):
        if policy is None or policy is NOT_APPLICABLE or policy in ("undecided", "ask") or is_score(policy):
            continue
        what = f"{policy!r} says nothing about what happens then"
        yield problem(node, "G117", what, "write undecided, ask, not_applicable, or a score from 0 to 10", key)


def _budget_problems(node: AnyNode, graph: Graph) -> Iterator[Problem]:
    if isinstance(node, (Weigh, Each)):
        return
    for most in (node.max_evidence_tokens, graph.defaults.max_evidence_tokens):
        if most is not None and (not isinstance(most, int) or isinstance(most, bool) or most < LEAST_TOKENS):
            what = f'"{node.name}" may show {most!r} tokens'
            mend = f"write a whole number from {LEAST_TOKENS}"
            yield problem(node, "G117", what, mend, "max_evidence_tokens")
    if node.too_long is not None and node.too_long not in TOO_LONG:
        what = f"{node.too_long!r} says nothing about what happens then"
        yield problem(node, "G117", what, "write refuse or head_and_tail", "too_long")


def _sight_problems(node: AnyNode) -> Iterator[Problem]:
    if isinstance(node, (Weigh, Each)):
        return
    for key, names in (("shows", node.shows or ()), ("reads", node.reads)):
        for name, count in Counter(names).items():
            if count > 1:
                what = f'"{node.name}" {key} "{name}" {count} times'
                yield problem(node, "G117", what, "name it once", key)


def _option_problems(node: Choose) -> Iterator[Problem]:
    labels = [label for label, _ in node.options]
    if not labels:
        yield problem(node, "G105", f'"{node.name}" offers no options', "offer at least two", "options")
    elif len(labels) == 1:
        what = f'"{node.name}" offers one option, so there is nothing to choose'
        yield replace(problem(node, "G105", what, "offer at least two", "options"), level="warning")
    for label in blank(labels):
        what = f'"{node.name}" offers the option {label!r}, which has no letters to reply'
        yield problem(node, "G105", what, "give every option a label", "options")
    for one, other in collisions(labels):
        what = f'"{node.name}" offers {one!r} and {other!r}, and a reply could mean either'
        yield problem(
            node, "G105", what, "word them so that they differ in more than case, spaces and full stops", "options"
        )
    for label in labels:
        if "]" in label or "\n" in label or "\r" in label:
            what = f'"{node.name}" offers the option {label!r}, and an option may not hold `]` or a line break'
            yield problem(node, "G105", what, "word it without", "options")


def _test_problems(node: Check) -> Iterator[Problem]:
    if not node.tests:
        yield problem(node, "G114", f'"{node.name}" tests nothing', f"name a test: {', '.join(ALL)}", "check")
    for name, argument in node.tests:
        if name not in ALL:
            what = f'"{node.name}" names the test "{name}", which there is not'
            yield problem(node, "G114", what, hint(name), name)
            continue
        wrong = ALL[name].validate(argument)
        if wrong:
            what = f'the test "{name}" of "{node.name}" cannot be used: {wrong}'
            yield problem(node, "G114", what, f"see docs/checks.md for the forms of `{name}`", name)


def _weigh_problems(node: Weigh) -> Iterator[Problem]:
    if not node.parts:
        yield problem(node, "G113", f'"{node.name}" weighs nothing', "list its parts", "weigh")
        return
    for name, count in Counter(part.node for part in node.parts).items():
        if count > 1:
            what = f'"{node.name}" lists the part "{name}" {count} times'
            yield problem(node, "G113", what, "list it once, with the sum of its weights", "weigh")
    for part in node.parts:
        if not is_finite(part.weight):
            what = f'the weight {part.weight!r} of "{part.node}" is not a number'
            yield problem(node, "G113", what, "write a finite number", "weigh")
        elif node.by == "mean" and part.weight < 0:
            what = f'the weight {part.weight:g} of "{part.node}" is negative under `by: mean`'
            yield problem(node, "G113", what, "write `by: points` where parts may take points away", "weigh")
        elif node.by not in ("mean", "points") and part.weight != 1:
            what = f'"{part.node}" has the weight {part.weight:g}, and `by: {node.by}` does not weigh'
            yield problem(node, "G113", what, "take the weight away, or write `by: mean`", "weigh")
    if node.by in ("mean", "points") and not any(part.weight > 0 for part in node.parts):
        what = f'no part of "{node.name}" has a positive weight, so it could never score'
        yield problem(node, "G113", what, "give at least one part a positive weight", "weigh")
    if node.by == "at_least" and not (isinstance(node.k, int) and 1 <= node.k <= len(node.parts)):
        what = f'"{node.name}" wants at least {node.k} of its {len(node.parts)} parts'
        yield problem(node, "G113", what, f"write a number from 1 to {len(node.parts)}", "at_least")
    if not is_score(node.met):
        yield problem(node, "G106", f"`met` is {node.met!r}", "write a score from 0 to 10", "met")
