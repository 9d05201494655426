"""The types of what a node may be told besides its words: what is of another kind is refused where it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Final

from arbitree.core.kinds.base import NotApplicable
from arbitree.core.kinds.grade import Range
from arbitree.core.scale import Scale
from arbitree.errors import GraphError, Problem
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.mistakes import quoted


def check_options(node: BaseNode) -> None:
    """Passes a node whose options are what they have to be.

    Raises:
        GraphError: with every option that is of another type.
    """
    kind: Any = type(node)
    told = vars(node)
    # Most nodes of a graph of thousands say none of these: what is as it is by default is not looked at again.
    odd = [
        option
        for option, usual in _options_of(kind)
        if (value := told[option]) is not usual and not _fits(option, value)
    ]
    if odd:
        raise GraphError([_problem(kind.__name__, option, getattr(node, option)) for option in odd])


@cache
def _options_of(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """Which options nodes of a kind have, each with what it is by default; found once for all nodes."""
    return tuple((one.name, one.default) for one in fields(kind) if one.name in _OPTIONS)


def _fits(option: str, value: object) -> bool:
    return option not in _NEEDED if value is None else _OPTIONS[option][0](value)


def _problem(kind: str, option: str, value: object) -> Problem:
    _, wanted, mend = _OPTIONS[option]
    what = f"{kind} needs {option} as {wanted}, not {type(value).__name__} ({quoted(value)})"
    return Problem(code="G121", what=what, where=f"{kind}({option}=...)", mend=mend)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_seed(value: object) -> bool:
    return isinstance(value, int)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value))


def _is_policy(value: object) -> bool:
    return isinstance(value, (str, NotApplicable)) or _is_number(value)


def _are_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes)) and all(map(_is_text, value))


def _names_judges(value: object) -> bool:
    return _is_text(value) or _are_texts(value)


def _are_ranges(value: object) -> bool:
    return isinstance(value, Sequence) and all(isinstance(one, Range) for one in value)


def _is_scale(value: object) -> bool:
    return isinstance(value, Scale)


_TEXT: Final = (_is_text, "a string", "pass text")
_TEXTS: Final = (_are_texts, "a list of texts", 'list them: ["first", "second"]')
_POLICY: Final = (_is_policy, "a policy", "write undecided, ask, not_applicable, or a score from 0 to 10")
_MAPPING: Final = (_is_mapping, "a dict with strings as its keys", 'pass a dict, such as {"key": "value"}')

_OPTIONS: Final[Mapping[str, tuple[Callable[[object], bool], str, str]]] = {
    "name": _TEXT,
    "label": _TEXT,
    "meta": _MAPPING,
    "criteria": _TEXT,
    "steps": _TEXTS,
    "judge": (
        _names_judges,
        "the name of a role, or a list of them",
        'write judge="strict"; a metric says who that is',
    ),
    "judges": _TEXTS,
    "votes": (_is_whole, "a whole number", "write how often it is asked, such as 3"),
    "on_missing": _POLICY,
    "on_empty": _POLICY,
    "prompt": _TEXT,
    "prompts": _MAPPING,
    "language": _TEXT,
    "rule": _TEXT,
    "tie": _TEXT,
    "sure": (_is_number, "a number", "write a probability from 0 to 1"),
    "shuffle": (_is_seed, "True, False or a whole number", "write True, False, or a seed: a whole number from 1"),
    "scale": (_is_scale, "a Scale", "pass Scale(low=1, high=5), or build a GEval with scale=(1, 5)"),
    "rubric": (_are_ranges, "a list of Range", 'pass [Range(1, 2, "Poor."), ...], or build a GEval with rubric=[...]'),
    "strict": (_is_bool, "True or False", "write True or False"),
}
"""What each option has to be: whether a value is that, how it is called, and how to mend it."""

_NEEDED: Final = frozenset({"meta", "criteria", "judges", "prompts", "rule", "tie", "scale", "rubric", "strict"})
"""Options that cannot be None."""
