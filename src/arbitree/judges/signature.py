"""How a user's callable wants to be called, found once by looking at its signature and never by trying."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import CodeType
from typing import Any

from arbitree.errors import JudgeError, Problem

_AWAITING = frozenset({"GET_AWAITABLE", "GET_AITER", "GET_ANEXT", "BEFORE_ASYNC_WITH", "SEND"})


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How to call one callable."""

    by_keyword: str = ""
    """The prompt's parameter where it can only be given by keyword; empty when it goes first."""
    schema: str = ""
    """`keyword`, `positional`, or empty when it takes no schema."""
    is_async: bool = False
    """Whether a call gives a coroutine."""
    blocks: bool = False
    """Whether it is a coroutine that only calls `generate`, and so holds up whatever loop runs it."""

    def call(self, target: Callable[..., Any], prompt: str, schema: object) -> Any:
        """The outcome of calling `target` in this manner."""
        named: dict[str, object] = {self.by_keyword: prompt} if self.by_keyword else {}
        if self.schema == "keyword":
            named["schema"] = schema
        first = () if self.by_keyword else (prompt,)
        return target(*first, schema, **named) if self.schema == "positional" else target(*first, **named)


def manner_of(target: Callable[..., Any], *, called: str, any_keyword: bool) -> Manner:
    """How `target` is to be called with a prompt.

    Args:
        target: The callable.
        called: What messages call it.
        any_keyword: Whether `**kwargs` counts as taking a schema, as it does for `generate`.

    Raises:
        JudgeError: It cannot be called with a prompt alone.
    """
    is_async = is_async_callable(target)
    blocks = is_async and _only_calls_generate(target)
    try:
        parameters = tuple(inspect.signature(target).parameters.values())
    except (ValueError, TypeError):
        # Callables of C code may have no signature to look at.
        return Manner(is_async=is_async)
    by_keyword = _prompt_keyword(parameters)
    schema = _schema_manner(parameters, any_keyword=any_keyword)
    taken = {by_keyword or _first_positional(parameters), "schema" if schema else ""}
    missing = [name for name in required(parameters) if name not in taken]
    if missing or not (by_keyword or _takes_positional(parameters)):
        raise JudgeError(_uncallable(called, parameters, missing))
    return Manner(by_keyword=by_keyword, schema=schema, is_async=is_async, blocks=blocks)


def is_async_callable(target: object) -> bool:
    """Whether a call gives a coroutine: an `async def`, a partial of one, or an object with an async `__call__`."""
    while isinstance(target, functools.partial):
        target = target.func
    return inspect.iscoroutinefunction(target) or inspect.iscoroutinefunction(getattr(type(target), "__call__", None))  # noqa: B004


def _only_calls_generate(target: Callable[..., Any]) -> bool:
    """Whether a coroutine function awaits nothing and calls `generate`: the commonest `a_generate` there is."""
    code = getattr(inspect.unwrap(target), "__code__", None)
    if type(code) is not CodeType or "generate" not in code.co_names:  # a mock says it is of that class
        return False
    # Imported here because `dis` takes longer to import than everything else in this file, and is seldom needed.
    from dis import get_instructions

    return not any(step.opname in _AWAITING for step in get_instructions(code))


def _first_positional(parameters: tuple[inspect.Parameter, ...]) -> str:
    for parameter in parameters:
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            return parameter.name
    return ""


def _takes_positional(parameters: tuple[inspect.Parameter, ...]) -> bool:
    return bool(_first_positional(parameters)) or any(p.kind is p.VAR_POSITIONAL for p in parameters)


def _prompt_keyword(parameters: tuple[inspect.Parameter, ...]) -> str:
    """The one required keyword-only parameter, or the one called `prompt`, of a callable with no positional one."""
    if _takes_positional(parameters):
        return ""
    names = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name != "schema"]
    if "prompt" in names:
        return "prompt"
    needed = [name for name in required(parameters) if name in names]
    return needed[0] if len(needed) == 1 else ""


def _schema_manner(parameters: tuple[inspect.Parameter, ...], *, any_keyword: bool) -> str:
    for place, parameter in enumerate(parameters):
        if parameter.name == "schema":
            if parameter.kind is parameter.POSITIONAL_ONLY:
                return "positional" if place == 1 else ""
            return "keyword" if place > 0 or parameter.kind is parameter.KEYWORD_ONLY else ""
    return "keyword" if any_keyword and any(p.kind is p.VAR_KEYWORD for p in parameters) else ""


def required(parameters: Iterable[inspect.Parameter]) -> list[str]:
    """The names of the parameters that a call must give."""
    return [p.name for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _uncallable(called: str, parameters: tuple[inspect.Parameter, ...], missing: list[str]) -> Problem:
    listed = ", ".join(str(parameter) for parameter in parameters)
    lack = f"it also needs {', '.join(missing)}" if missing else "it takes no prompt"
    return Problem(
        code="J121",
        what=f"{called} cannot be called as a judge with a prompt alone: {lack}",
        where=f"{called}({listed})",
        mend="give it the signature (prompt) or (prompt, schema=None), or bind the rest with functools.partial",
    )
