"""Work that was made up: early-exit, wide and deep.

Early-exit: 12 questions in a row over 8 tasks; a yes leads to the next, a no ends the case. How far a case comes is
dealt out so that of every 200 cases 82 end at the first question and one comes to the twelfth: they need 486 judgements
and, asked only when somebody reads them, 382 tasks: 868 calls. Asking all 8 tasks of every case makes 2,086.

Wide: the same 8 tasks and 12 questions as parts of one mean, all asked: 20 calls. Deep: 100 questions in
a row, all yes.
"""

from __future__ import annotations

import json
from typing import Any, Final

from benchmarks.works.base import TEXT, Asks, Work

TASK_OF: Final = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8)
"""The task that each of the 12 questions reads."""

ENDS: Final = (82, 49, 28, 17, 10, 6, 3, 2, 1, 1, 0, 1)
"""How many of 200 cases end at each of the 12 questions."""

DEPTH: Final = 100

_STOPS: Final = tuple(place for place, share in enumerate(ENDS) for _ in range(share))


def stop(case: int) -> int:
    """The place of the question that is the first to be answered no for a case; the shares are spread evenly."""
    return _STOPS[case * 73 % len(_STOPS)]


def early_exit() -> Work:
    """12 questions in a row over 8 tasks."""
    asks = _tasks_and_questions()
    nodes = _nodes(asks)
    for place in range(12):
        nodes[f"j{place + 1}"] |= {"yes": f"j{place + 2}" if place < 11 else 10, "no": _points(place)}
    return Work(
        name="early-exit",
        rubric=_rubric("Early exit", nodes),
        asks=asks,
        judgements=tuple(f"j{place}" for place in range(1, 13)),
        is_chain=True,
        answer=lambda node, case: _text(node, case) if node[0] == "t" else int(node[1:]) - 1 != stop(case),
        score=lambda verdicts: 1.0 if all(verdicts) else _points(len(verdicts) - 1) / 10,
    )


def wide() -> Work:
    """12 questions over 8 tasks, all asked."""
    asks = _tasks_and_questions()
    judgements = tuple(f"j{place}" for place in range(1, 13))
    nodes = _nodes(asks) | {"all": {"weigh": dict.fromkeys(judgements, 1), "by": "mean"}}
    return Work(
        name="wide",
        rubric=_rubric("Wide", nodes),
        asks=asks,
        judgements=judgements,
        is_chain=False,
        answer=lambda node, case: _text(node, case) if node[0] == "t" else (case + int(node[1:])) % 3 > 0,
        score=lambda verdicts: sum(map(bool, verdicts)) / 12,
    )


def deep() -> Work:
    """100 questions in a row about the case itself, all answered yes."""
    asks = {f"j{n}": Asks(words=f"Is point {n} of the policy kept? [node j{n}]") for n in range(1, DEPTH + 1)}
    nodes: dict[str, Any] = _nodes(asks)
    for n in range(1, DEPTH + 1):
        nodes[f"j{n}"] |= {"yes": f"j{n + 1}" if n < DEPTH else 10, "no": 0}
    return Work(
        name="deep",
        rubric=_rubric("Deep", nodes),
        asks=asks,
        judgements=tuple(asks),
        is_chain=True,
        answer=lambda node, case: True,
        score=lambda verdicts: float(all(verdicts)),
    )


def _tasks_and_questions() -> dict[str, Asks]:
    tasks = {
        f"t{n}": Asks(words=f"List what the reply says about topic {n}. [node t{n}]", form="text") for n in range(1, 9)
    }
    questions = {
        f"j{n}": Asks(words=f"Is point {n} stated? [node j{n}]", reads=f"t{task}", label=f"Topic {task}")
        for n, task in enumerate(TASK_OF, 1)
    }
    return tasks | questions


def _nodes(asks: dict[str, Asks]) -> dict[str, dict[str, Any]]:
    """The nodes of a rubric, as far as the questions tell them."""
    nodes: dict[str, dict[str, Any]] = {}
    for name, one in asks.items():
        if one.form == "text":
            nodes[name] = {"task": one.words, "label": f"Topic {name[1:]}"}
        else:
            nodes[name] = {"ask": one.words} | ({"shows": [], "reads": [one.reads]} if one.reads else {})
    return nodes


def _rubric(name: str, nodes: dict[str, dict[str, Any]]) -> str:
    return json.dumps({"arbitree": 1, "name": name, "defaults": {"shows": ["actual_output"]}, "nodes": nodes})


def _text(node: str, case: int) -> str:
    return f"[case {case}] On topic {node[1:]}: {TEXT}"


def _points(place: int) -> float:
    """The score 0..10 of a case that a question ended, by the question's place."""
    return round(place / 12 * 10, 1)
