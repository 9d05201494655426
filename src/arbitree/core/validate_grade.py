"""The mistakes of a grade: its scale, what its ranges mean, what it is graded by, its jury."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from arbitree.core.kinds.grade import AVERAGINGS, Grade, Range
from arbitree.core.nearest import nearest
from arbitree.core.prompts.grades import span
from arbitree.core.scale import Scale, spelled
from arbitree.core.validate_base import problem
from arbitree.errors import Problem


def grade_problems(node: Grade) -> Iterator[Problem]:
    """Every problem of a grade that can be seen without the other nodes."""
    yield from _word_problems(node)
    wrong = node.scale.mistake
    if wrong:
        mend = "write its worst and its best grade, such as [1, 5]"
        yield problem(node, "G144", f'the scale of "{node.name}" is none: {wrong}', mend, "scale")
    yield from _range_problems(node, known=not wrong)
    yield from _jury_problems(node)


def _word_problems(node: Grade) -> Iterator[Problem]:
    blank = [number for number, step in enumerate(node.steps or (), 1) if not step.strip()]
    if blank:
        yield problem(
            node, "G121", f'step {blank[0]} of "{node.name}" is blank', "write what to do, or drop it", "steps"
        )
    if not node.criteria.strip() and not node.steps:
        what = f'"{node.name}" grades by nothing: it has neither criteria nor steps'
        yield problem(node, "G121", what, "write `criteria`, or list `steps`", "grade")


def _range_problems(node: Grade, *, known: bool) -> Iterator[Problem]:
    there: list[Range] = []
    for one in node.rubric:
        wrong = _range_mistake(one, node.scale, known)
        if wrong:
            mend = (
                f"write ranges within {node.scale.said.partition(' from ')[2].replace(' to ', '..')}" if known else ""
            )
            yield problem(node, "G145", f'a range of "{node.name}" {wrong}', mend or "mend the scale first", "rubric")
        else:
            there.append(one)
    there.sort()
    for before, after in pairwise(there):
        if before.high >= after.low:
            both = f"{span(before)} ({before.outcome}) and {span(after)} ({after.outcome})"
            what = f'ranges of "{node.name}" overlap: {both}'
            yield problem(node, "G146", what, "let every grade belong to one range", "rubric")
    if there and known and len(there) == len(node.rubric):
        yield from _gaps(node, there)


def _range_mistake(one: Range, scale: Scale, known: bool) -> str:
    """What is wrong with a range by itself; empty when nothing is."""
    if not one.outcome.strip():
        return f"says nothing of what {span(one)} means"
    if not one.low <= one.high:
        return f"runs from {spelled(one.low)} down to {spelled(one.high)}"
    if known and not (scale.low <= one.low and one.high <= scale.high):
        return f"lies outside its scale: {span(one)}, and a grade is {scale.said}"
    if scale.whole and not (float(one.low).is_integer() and float(one.high).is_integer()):
        return f"has bounds that are no grades: {span(one)}, and a grade is {scale.said}"
    return ""


def _gaps(node: Grade, ranges: list[Range]) -> Iterator[Problem]:
    """The grades that no range says anything of."""
    scale, step = node.scale, 1 if node.scale.whole else 0
    gaps: list[str] = []
    low = scale.low
    for one in ranges:
        if one.low > low:
            gaps.append(span(Range(low, one.low - step, "")))
        low = max(low, one.high + step)
    if low <= scale.high and not (low == scale.high and not scale.whole):
        gaps.append(span(Range(low, scale.high, "")))
    if gaps:
        what = f'no range of "{node.name}" says what {", ".join(gaps)} would mean'
        yield replace(problem(node, "G147", what, "add a range for it, or widen one", "rubric"), level="warning")


def _jury_problems(node: Grade) -> Iterator[Problem]:
    if node.judges and node.judge is not None:
        yield problem(node, "G126", f'"{node.name}" names a judge and a jury', "name `judge` or `judges`", "judges")
    twice = [role for role, times in Counter(node.judges).items() if times > 1]
    if twice:
        what = f'the jury of "{node.name}" names "{twice[0]}" twice'
        yield problem(node, "G126", what, "name each role once; `votes` says how often each is asked", "judges")
    if node.rule not in AVERAGINGS:
        near = nearest(str(node.rule), AVERAGINGS)
        mend = f"write one of {', '.join(AVERAGINGS)}" + (f"; did you mean {near}?" if near else "")
        what = f"{node.rule!r} is no rule by which several grades become one"
        yield problem(node, "G127", what, mend, "rule")
