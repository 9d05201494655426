"""G-Evals as leaves of DeepEval's graphs, in its JSON: `{"type": "geval", "name": ..., "criteria": ..., ...}`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arbitree.core.graph import Defaults
from arbitree.core.kinds.grade import Grade
from arbitree.core.nearest import nearest
from arbitree.core.scale import TENS
from arbitree.wire.deepeval_turns import params_of

_MEANT: Final = ("name", "criteria", "evaluation_params", "evaluation_steps", "strict_mode")
_ALONE: Final = (
    *("threshold", "top_logprobs", "async_mode", "verbose_mode", "flaky", "_include_g_eval_suffix", "model"),
    *("evaluation_template", "rubric", "type"),
)
"""Keys that say nothing of a leaf, or that DeepEval writes empty."""

Refuse = Callable[[str, str], None]
"""Notes a mistake: what it is, and how it is mended."""


@dataclass(frozen=True, kw_only=True)
class DagGrade:
    """A G-Eval that a verdict leads to."""

    name: str
    criteria: str
    steps: tuple[str, ...]
    """None are given where it is empty."""
    shows: tuple[str, ...]
    strict: bool


def read_grade(leaf: Mapping[str, Any], refuse: Refuse) -> DagGrade | None:
    """The G-Eval of a leaf; None when something of it cannot be held, which is noted.

    >>> read_grade({"type": "geval", "name": "Tone", "criteria": "Is it kind?"}, print).criteria
    'Is it kind?'
    """
    mistakes: list[str] = []

    def note(what: str, mend: str) -> None:
        mistakes.append(what)
        refuse(what, mend)

    for key in leaf:
        if key not in _MEANT and key not in _ALONE:
            near = nearest(key, _MEANT)
            note(f"a G-Eval has no key `{key}`", f"did you mean `{near}`?" if near else "remove it")
    if leaf.get("rubric"):
        note("the rubric of a G-Eval is not part of DeepEval's form", "build the graph in Python, with rubric=[...]")
    name, criteria = leaf.get("name"), leaf.get("criteria") or ""
    if not isinstance(name, str) or not name.strip():
        note("a G-Eval has no `name`", "name it")
    if not isinstance(criteria, str):
        note("the `criteria` of a G-Eval are no text", "write a text")
    steps, shows = (_texts(leaf, key, note) for key in ("evaluation_steps", "evaluation_params"))
    if not criteria and not steps:
        note("a G-Eval has neither `criteria` nor `evaluation_steps`", "give it one of the two")
    strict = leaf.get("strict_mode", False)
    if not isinstance(strict, bool):
        note("`strict_mode` of a G-Eval is neither true nor false", "write true or false")
    if mistakes:
        return None
    return DagGrade(name=str(name), criteria=criteria, steps=steps, shows=shows, strict=strict)


def _texts(leaf: Mapping[str, Any], key: str, note: Refuse) -> tuple[str, ...]:
    value = leaf.get(key) or ()
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    note(f"`{key}` of a G-Eval is no list of texts", "write a list of texts")
    return ()


def grade_leaf(node: Grade, defaults: Defaults) -> dict[str, Any]:
    """The leaf that a grade is in DeepEval's form."""
    return {
        "type": "geval",
        "name": node.title,
        "evaluation_params": params_of(defaults.shows if node.shows is None else node.shows)["evaluation_params"],
        "criteria": node.criteria or None,
        "evaluation_steps": None if node.steps is None else list(node.steps),
        "strict_mode": node.strict,
    }


def unsayable_grade(node: Grade, defaults: Defaults) -> Iterator[tuple[str, str]]:
    """What a grade says that a G-Eval of DeepEval's form cannot, and how to mend it."""
    if node.scale != TENS and not node.strict:
        yield f"grades {node.scale.said}, and DeepEval's from 0 to 10", "grade from 0 to 10"
    if node.rubric:
        yield "has a rubric, which DeepEval's form leaves out", "say it in the criteria"
    if node.steps == ():
        yield "has no steps, and DeepEval's judge writes some", "write steps"
    if node.reads:
        yield "reads tasks, and DeepEval's G-Evals see the test case alone", "take `reads` away"
    if node.judges or node.rule != "mean":
        yield "has a jury, which DeepEval does not have", "take `judges` and `rule` away"
    if "turn_window" in params_of(defaults.shows if node.shows is None else node.shows):
        yield "sees a window of turns, and DeepEval's G-Evals see all", "show all turns"
