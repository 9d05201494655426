"""How a case came to its score: its path, the verdicts and reasons, and where asked for the prompts and raw replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbitree.core.records import Attempt, Question, Result, Step
from arbitree.core.visible import visible
from arbitree.errors import Problem
from arbitree.reports.page import Cell, Grid, Heading, Lines, Page, Pairs, Part, Tone
from arbitree.reports.words import interval_text, one_line, score_text, verdict_text

_VALUE_WIDTH = 60
_REASON_WIDTH = 1_000
_ITEM_WIDTH = 40
"""A reason that is longer is cut; it stands whole in the reply, which `--prompts` shows."""


def shown_page(
    result: Result, *, steps: Sequence[Step], questions: Mapping[str, Question], prompts: bool, replies: bool
) -> Page:
    """The report on one result.

    Args:
        result: the result.
        steps: the steps of its trace that are shown.
        questions: the questions that were asked, by key.
        prompts: whether the prompts are shown.
        replies: whether the raw replies of every step are shown; else only of those that came to nothing.
    """
    return (
        Heading(text=f"{one_line(result.case)} · {one_line(result.rubric)}"),
        Pairs(pairs=tuple(_pairs(result))),
        _path(steps),
        *_problems("Why it is undecided", result.causes, "warn"),
        *_problems("Warnings", result.warnings, "warn"),
        *(part for step in steps for part in _exchange(step, questions, prompts, replies)),
    )


def _pairs(result: Result) -> Iterator[tuple[str, Cell]]:
    word, tone = _standing(result)
    yield "result", Cell(f"{word} ({result.status.replace('_', ' ')})", tone)
    if result.score is not None:
        yield "score", Cell(f"{score_text(result.score)}, threshold {result.threshold:g}")
    elif result.interval is not None:
        yield "can score", Cell(f"{interval_text(result.interval)}, threshold {result.threshold:g}")
    if result.reason and not result.causes:
        yield "reason", Cell(one_line(result.reason, most=4 * _REASON_WIDTH))
    yield "calls", Cell(f"{result.usage.calls}")


def _standing(result: Result) -> tuple[str, Tone]:
    if result.status == "not_applicable" or result.passed is None:
        return ("not applicable", "dim") if result.status == "not_applicable" else ("open", "warn")
    return ("pass", "good") if result.passed else ("fail", "bad")


def _path(steps: Sequence[Step]) -> Grid:
    rows = tuple(
        (
            Cell(one_line(step.called)),
            Cell(step.kind),
            Cell(one_line(_value(step), most=_VALUE_WIDTH), "warn" if step.cause else ""),
            Cell(one_line(step.to)),
            Cell(score_text(step.score) if step.score is not None else interval_text(step.interval)),
            Cell(
                _about(step)
                + one_line(step.reason, most=_REASON_WIDTH)
                + (f" [{', '.join(step.flags)}]" if step.flags else "")
            ),
        )
        for step in steps
    )
    return Grid(headings=("node", "kind", "verdict", "leads to", "score", "reason"), rows=rows)


def _about(step: Step) -> str:
    """The item that a step is about, before its reason; nothing where it is about none."""
    return f'"{one_line(step.items[-1].text, most=_ITEM_WIDTH)}": ' if step.items else ""


def _value(step: Step) -> str:
    if step.cause is not None:
        return f"({step.cause.kind})"
    if isinstance(step.value, tuple):
        return "; ".join(step.value) or "(empty list)"
    if step.value is None and step.attempts:
        return "(not sure)"
    return "" if step.value is None else verdict_text(step.value)


def _problems(title: str, problems: Sequence[Problem], tone: Tone) -> Iterator[Part]:
    if problems:
        yield Heading(text=title)
        for problem in problems:
            lines = visible(problem.render()).split("\n")
            yield Lines(lines=tuple(Cell(line, tone if number == 0 else "") for number, line in enumerate(lines)))


def _exchange(step: Step, questions: Mapping[str, Question], prompts: bool, replies: bool) -> Iterator[Part]:
    for number, attempt in enumerate(step.attempts, 1):
        which = f", attempt {number} of {len(step.attempts)}" if len(step.attempts) > 1 else ""
        which += f", by {one_line(attempt.role)}" if attempt.role else ""
        question = questions.get(attempt.key)
        if prompts and question is not None:
            for message in question.messages:
                yield Heading(text=f'Asked by "{one_line(step.called)}"{which}: {message.role}')
                yield _verbatim(message.content)
        if prompts or replies or step.cause is not None:
            yield Heading(text=f'Reply to "{one_line(step.called)}"{which}{_aside(attempt)}')
            yield _verbatim("(none)" if attempt.reply is None else attempt.reply)


def _aside(attempt: Attempt) -> str:
    """What was wrong with a reply; how probable its labels were, where the judge told it; why another was asked."""
    told = [one_line(attempt.error, most=200)] if attempt.error else _shares(attempt)
    if attempt.order:
        told.append("saw " + ", ".join(one_line(option, most=40) for option in attempt.order))
    if attempt.passed_on:
        told.append(f"passed on: {one_line(attempt.passed_on)}")
    return f" ({'; '.join(told)})" if told else ""


def _shares(attempt: Attempt) -> list[str]:
    if not attempt.probabilities:
        return []
    shares = ", ".join(f"{one_line(label, most=40)} {share:.2f}" for label, share in attempt.probabilities.items())
    return [shares] if attempt.label_mass is None else [shares, f"{attempt.label_mass:.2f} of all lay on these"]


def _verbatim(text: str) -> Lines:
    return Lines(lines=tuple(Cell(line) for line in visible(text).split("\n")), indent=2)
