"""How the `local` judge runs each of its tests, in a process of its own that is ended when time is over."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from arbitree.core.kinds.base import Json
from arbitree.core.structural.base import Finding, quote
from arbitree.core.structural.beyond import pattern_of
from arbitree.judges import local_language, local_schema
from arbitree.judges.unusable import Unusable


@dataclass(frozen=True, kw_only=True)
class Run:
    """How one test is run."""

    load: Callable[[Json], None]
    """Imports what the test needs, outside the time that a test is given; raises what says that it cannot."""
    run: Callable[[Json, str], Finding]
    """What the test finds."""


@lru_cache(maxsize=512)
def _compiled(pattern: str, flags: int) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def _nothing(argument: Json) -> None:
    """Patterns need nothing but the standard library."""


def _search(argument: Json, text: str) -> Finding:
    match = _compiled(*pattern_of(argument)).search(text)
    if match is None:
        return Finding(False, "the pattern is not found")
    line = text.count("\n", 0, match.start()) + 1
    return Finding(True, f"the pattern is found in line {line}: {quote(match[0])}")


def _fullmatch(argument: Json, text: str) -> Finding:
    holds = _compiled(*pattern_of(argument)).fullmatch(text.strip()) is not None
    return Finding(
        holds, f"the pattern describes {'' if holds else 'something else than '}the whole text {quote(text)}"
    )


def _function(argument: Json) -> Callable[[str], object]:
    module, _, path = str(argument).partition(":")
    found: object = importlib.import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    if not callable(found):
        raise Unusable(f'"{argument}" is no function but {type(found).__name__}')
    return found


def _load_function(argument: Json) -> None:
    try:
        found = _function(argument)
    except ModuleNotFoundError as error:
        raise Unusable(
            f'"{argument}" cannot be imported: {error}; start where it is, or put it on PYTHONPATH'
        ) from error
    except AttributeError as error:
        raise Unusable(f'"{argument}" is not there: {error}') from error
    _takes_a_text(argument, found)


def _takes_a_text(argument: Json, found: Callable[[str], object]) -> None:
    try:
        takes = inspect.signature(found)
    except (TypeError, ValueError):
        return  # Some functions in C do not tell what they take.
    try:
        takes.bind("")
    except TypeError:
        raise Unusable(f'"{argument}" is called with the text alone, and takes {takes}') from None


def _call(argument: Json, text: str) -> Finding:
    said = _function(argument)(text)
    if inspect.isawaitable(said):
        said = asyncio.run(_awaited(said))
    why = ""
    if isinstance(said, tuple) and len(said) == 2 and isinstance(said[1], str):
        said, why = said
    if isinstance(said, str):
        return Finding(not said, f"{argument}: {said}" if said else f"{argument} has nothing to say against it")
    # NumPy's booleans are none of Python's, and are what comparisons of arrays give.
    if not isinstance(said, bool) and type(said).__name__ not in ("bool_", "bool"):
        raise Unusable(f'"{argument}" gave back {said!r:.80}; it is to give back True, False or a text')
    return Finding(bool(said), f"{argument}: {why}" if why else f"{argument} says {'yes' if said else 'no'}")


async def _awaited(said: object) -> object:
    assert inspect.isawaitable(said)
    return await said


RUNS: Mapping[str, Run] = {
    "search": Run(load=_nothing, run=_search),
    "fullmatch": Run(load=_nothing, run=_fullmatch),
    "call": Run(load=_load_function, run=_call),
    "language": Run(load=local_language.load, run=local_language.run),
    "json_schema": Run(load=local_schema.load, run=local_schema.run),
}
"""Each test's way, by name."""
