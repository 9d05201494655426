"""What of a user's object is to be called as a judge, and what messages call it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Literal

from arbitree.errors import JudgeError, Problem
from arbitree.judges.base import is_inline

Prefer = Literal["async", "threads"]
"""Which of `a_generate` and `generate` serves where an object has both."""


def is_judge(model: object) -> bool:
    """Whether an object is a judge as it is."""
    return (
        not isinstance(model, type)
        and inspect.iscoroutinefunction(getattr(model, "ask", None))
        and isinstance(getattr(model, "name", None), str)
        and getattr(model, "style", None) in ("messages", "plain")
    )


def target_of(model: object, prefer: Prefer) -> tuple[Callable[..., Any], str, bool]:
    """What is called, what messages call it, and whether it is a `generate` method.

    Raises:
        JudgeError: it has nothing that could be called.
    """
    if isinstance(model, type) or model is None or isinstance(model, str):
        raise JudgeError(_not_a_judge(model))
    wants_async = prefer == "async" and not is_inline(model)
    order = ("a_generate", "generate") if wants_async else ("generate", "a_generate")
    for method in order:
        found = told_by(model, method)
        if callable(found):
            return found, f"{type(model).__name__}.{method}", True
    if callable(model):
        return model, getattr(model, "__name__", type(model).__name__), False
    raise JudgeError(_not_a_judge(model))


def told_by(model: object, name: str) -> Any:
    """An attribute of the user's object; None where it is not there, or is made up when it is asked for.

    A mock has every name, and means those that it was told of.
    """
    children = getattr(model, "__dict__", {}).get("_mock_children")
    made_up = isinstance(children, dict) and name not in children and name not in vars(model)
    return None if made_up else getattr(model, name, None)


def _not_a_judge(model: object) -> Problem:
    if isinstance(model, type):
        return Problem(
            code="J120",
            what=f"the class {model.__name__} was given as a judge, and not an object of it",
            mend=f"make one: {model.__name__}(...)",
        )
    if inspect.iscoroutinefunction(getattr(model, "ask", None)):
        return Problem(
            code="J122",
            what=f"a {type(model).__name__} can be asked, but has no `name`, or no `style` of its prompts",
            mend='give it a `name`, and a `style`: "plain" or "messages"',
        )
    given = f'the text "{model}"' if isinstance(model, str) else f"a {type(model).__name__}"
    return Problem(
        code="J120",
        what=f"{given if model is not None else 'nothing'} was given where a judge is needed",
        mend="give an object with `generate` or `a_generate`, or a function, sync or async, from prompt to reply",
    )


def name_of(model: object) -> str:
    """What the object calls its model; else the name of the function or class."""
    get = told_by(model, "get_model_name")
    if callable(get):
        try:
            name = get()
        except Exception:
            # Only a label is lost, and the user's code may well need a connection to tell it.
            name = None
        if inspect.iscoroutine(name):
            name.close()
        if isinstance(name, str) and name:
            return name
    for attribute in ("model_name", "name", "__qualname__"):
        name = getattr(model, attribute, None)
        if isinstance(name, str) and name:
            return name.rpartition("<locals>.")[2]
    return name_of(model.func) if isinstance(model, functools.partial) else type(model).__name__
