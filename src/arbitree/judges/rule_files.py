"""Makes a judge of a user's Python file: of its rules, or of the judge that it defines."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arbitree.core.nearest import nearest
from arbitree.errors import JudgeError, Problem
from arbitree.judges.adapt import adapt
from arbitree.judges.base import Judge
from arbitree.judges.identity import told_by_file
from arbitree.judges.pyfile import load_file, made
from arbitree.judges.rules import WORDS, Rule, RulesJudge, said_of
from arbitree.judges.schemas import KEYS
from arbitree.judges.signature import required
from arbitree.rules import Answers, answers, section

_AT_HAND: Mapping[str, object] = {"answers": answers, "section": section, "re": re, "ast": ast}
"""What a rules file finds defined, so that rules copied from a page run as they are."""


def load_rules(path: str, *, concurrency: int = 20) -> Judge:
    """The judge that a Python file holds: its rules; else its `judge`; else its one class with `generate`.

    Args:
        path: The file.
        concurrency: How many threads the blocking calls of a judge that it defines may take.

    Raises:
        JudgeError: The file cannot be run, or holds none of these, or its rules contradict each other.
    """
    module = load_file(path, at_hand=_AT_HAND)
    found = [*vars(module).get("__rules__", ()), *vars(module).values()]
    marked = [value for value in found if callable(value) and isinstance(getattr(value, "__answers__", None), tuple)]
    if marked:
        told = told_by_file(path, vars(module).get("fingerprint"))
        return RulesJudge(_rules_of(marked, path), name=f"rules:{path}", fingerprint=told)
    given = vars(module).get("judge")
    if given is None:
        own = [value for value in vars(module).values() if _is_judge_class(value, module.__name__)]
        given = own[0] if len(own) == 1 else None
    if given is None:
        raise JudgeError(
            Problem(
                code="J113",
                what=f'"{path}" holds no rule and no judge',
                mend='write a function under @answers("ask"), or define `judge`: a function or an object with generate',
            )
        )
    if isinstance(given, type):
        given = made(given, f"{path}:{given.__name__}")
    return adapt(given, concurrency=concurrency)


def _is_judge_class(value: object, module: str) -> bool:
    return (
        isinstance(value, type)
        and value.__module__ == module
        and (callable(getattr(value, "generate", None)) or callable(getattr(value, "a_generate", None)))
        and not inspect.isabstract(value)
    )


def _rules_of(marked: Sequence[Callable[..., Any]], path: str) -> tuple[Rule, ...]:
    problems: list[Problem] = []
    rules: dict[tuple[str | None, str | None], Rule] = {}
    for function in dict.fromkeys(marked):
        place = _place(function, path)
        extras, wrong = _extras(function, place)
        problems += wrong
        for mark in getattr(function, "__answers__", ()):
            problems += _unknown(mark, place)
            rule = Rule(function=function, answers=mark, place=place, extras=extras)
            first = rules.setdefault((mark.node, mark.key), rule)
            if first is not rule:
                problems.append(_twice(first, rule))
    if problems:
        raise JudgeError(problems)
    return tuple(rules.values())


def _place(function: Callable[..., Any], path: str) -> str:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{path}:{code.co_firstlineno}" if code is not None else path


def _extras(function: Callable[..., Any], place: str) -> tuple[tuple[str, ...], list[Problem]]:
    """What a rule takes after the prompt; its second parameter is the judge unless it is called `question`."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = list(inspect.signature(function).parameters.values())
    taken = [parameter for parameter in parameters if parameter.kind in kinds]
    extras = tuple("question" if parameter.name == "question" else "judge" for parameter in taken[1:3])
    first = [parameter.name for parameter in taken[:3]]
    if taken and all(name in first for name in required(parameters)) and len(set(extras)) == len(extras):
        return extras, []
    name = getattr(function, "__name__", "rule")
    listed = ", ".join(str(parameter) for parameter in parameters)
    return (), [
        Problem(
            code="J114",
            what=f'the rule "{name}" takes ({listed})',
            where=place,
            mend="a rule takes (prompt), (prompt, judge) or (prompt, judge, question)",
        )
    ]


def _unknown(mark: Answers, place: str) -> list[Problem]:
    """A key with a dot is a schema's, perhaps of a metric that is not ours; any other must be one that exists."""
    known = list(dict.fromkeys((*WORDS.values(), *(key.partition(".")[2] for key in KEYS.values()))))
    if mark.key is None or "." in mark.key or mark.key in known:
        return []
    like = nearest(mark.key, known)
    mend = f'did you mean "{like}"?' if like else f'keys are {", ".join(known)}; a node is named as node="{mark.key}"'
    return [Problem(code="J115", what=f'no question has the key "{mark.key}"', where=place, mend=mend)]


def _twice(first: Rule, second: Rule) -> Problem:
    return Problem(
        code="J116",
        what=f'two rules answer {said_of(first.answers)}: "{first.name}" and "{second.name}"',
        where=f"{first.place} and {second.place}",
        mend="keep one, or let one answer a node only: @answers(..., node=...)",
    )
