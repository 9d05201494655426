"""A metric's verdict on a test case as text: what it came to, the path that led there, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.records import Result, Step
from arbitree.core.visible import visible
from arbitree.evaluate.outcomes import MetricData
from arbitree.reports.words import interval_text, one_line, score_text, verdict_text

LONGEST_REASON = 300
"""How many characters of a judge's reason are told."""

LONGEST_PATH = 40
"""How many steps of a path are told."""

LONGEST_ITEM = 60
"""How many characters of an item of a list are told."""

LONGEST_LINE = 1_000
"""How many characters a path in one line has."""

_WORDS = {"passed": "passed", "failed": "failed", "undecided": "is undecided", "scored": "was scored"}
_WORDS |= {"not_applicable": "does not apply"}


def told(data: MetricData) -> str:
    """What a metric came to on a test case, in several lines: verdict, path, reason, and how to mend it."""
    lines = [f"{one_line(data.name)} {_WORDS[data.standing]}: {_score(data)}{_threshold(data)}"]
    if data.result is not None:
        lines += [f"  {line}" for line in _path(data.result)]
    if data.error is not None:
        lines += [f"  {line}" for line in visible(data.error).split("\n")]
    elif data.reason and not (data.result is not None and data.result.path):
        # What a path says is not said again.
        lines.append(f"  reason  {one_line(data.reason, most=4 * LONGEST_REASON)}")
    return "\n".join(lines)


def path_text(result: Result) -> str:
    """The path in one line: each judging node and its verdict."""
    return one_line(", ".join(f"{hop.node}: {verdict_text(hop.verdict)}" for hop in result.path), most=LONGEST_LINE)


def _score(data: MetricData) -> str:
    if data.score is not None:
        return f"score {score_text(data.score)}"
    if data.result is not None and data.result.interval is not None:
        return f"it can score {interval_text(data.result.interval)}"
    return "no score"


def _threshold(data: MetricData) -> str:
    strict = ", strict" if data.strict_mode else ""
    return "" if data.threshold is None else f", threshold {data.threshold:g}{strict}"


def _path(result: Result) -> Iterator[str]:
    steps = [step for step in result.trace if step.kind != "task" or step.cause is not None]
    for step in steps[:LONGEST_PATH]:
        yield _step(step)
    if len(steps) > LONGEST_PATH:
        yield f"… and {len(steps) - LONGEST_PATH:,} more"


def _step(step: Step) -> str:
    """One judgement: its verdict, where that led, and why."""
    items = ", ".join(f'"{one_line(item.text, most=LONGEST_ITEM)}"' for item in step.items)
    name = one_line(step.called) + (f" {items}" if items else "")
    if step.cause is not None:
        return f"{name}: open ({step.cause.kind})"
    value = None if isinstance(step.value, tuple) else step.value
    came_to = [] if value is None else [verdict_text(value)]
    if step.to:
        came_to.append(f"→ {step.to.removeprefix('= ')}{' of 10' if step.to.startswith('= ') else ''}")
    elif step.score is not None:
        came_to.append(f"score {score_text(step.score)}")
    reason = f"  ({one_line(step.reason, most=LONGEST_REASON)})" if step.reason else ""
    return f"{name}: {' '.join(came_to) or 'open'}{reason}"
