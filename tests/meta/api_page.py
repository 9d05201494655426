"""docs/api.md, written from what the public modules list in `__all__`."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType

from tests.meta.source import modules

INTERNAL = ("checks", "core", "executors", "providers", "reports", "runner", "wire")
"""Layers whose modules may list names for their own use; they are no part of what users import."""

HEAD = """\
# Public names

What each public module lists in `__all__`; nothing else is promised to stay. [The Python API](python-api.md) shows how
they are used. This page is written from the source by
`pytest --rewrite-golden tests/meta/test_all.py`.
"""


def public_modules() -> tuple[ModuleType, ...]:
    """Every module that lists public names, sorted by name."""
    named = [
        module.name
        for module in modules()
        if "\n__all__" in f"\n{module.text}" and (module.name.split(".")[1:2] or [""])[0] not in INTERNAL
    ]
    return tuple(importlib.import_module(name) for name in named)


def summary(thing: object) -> str:
    """The first sentence of a docstring, on one line; empty when the thing has none of its own."""
    own = thing.__dict__.get("__doc__") if isinstance(thing, type) else getattr(thing, "__doc__", None)
    return " ".join((own or "").strip().split("\n\n")[0].split())


def documented(thing: object) -> bool:
    """Whether a thing can carry a docstring: a class, a function or a module, and no constant."""
    return inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing)


def page() -> str:
    """The page as Markdown."""
    parts = [HEAD]
    for module in public_modules():
        lines = [f"## {module.__name__}", "", summary(module), ""]
        for name in sorted(module.__all__):
            lines += _lines(name, getattr(module, name))
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _lines(name: str, thing: object) -> Iterator[str]:
    if not documented(thing):
        yield f"- `{name}`"
        return
    yield f"- `{name}{_parameters(thing)}`: {summary(thing)}"
    if inspect.isclass(thing):
        for method, value in sorted(_members(thing).items()):
            inner = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not method.startswith("_") and inspect.isfunction(inner) and summary(inner):
                shown = "" if isinstance(value, property) else _parameters(getattr(thing, method), bound=inner is value)
                yield f"  - `{method}{shown}`: {summary(inner)}"


def _members(kind: type) -> dict[str, object]:
    """What a class defines, and what it has from classes of ours that have no line of their own."""
    named = [getattr(module, name) for module in public_modules() for name in module.__all__]
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base is kind or (base.__module__.startswith("arbitree.") and base not in named):
            found |= vars(base)
    return found


def _parameters(thing: object, *, bound: bool = False) -> str:
    """The parameters with defaults and without types; nothing for a class that has no `__init__` of its own."""
    if inspect.isclass(thing) and "__init__" not in vars(thing):
        return ""
    assert callable(thing)
    signature = inspect.signature(thing)
    given = [
        parameter.replace(annotation=inspect.Parameter.empty, default=_default(parameter.default))
        for parameter in list(signature.parameters.values())[1 if bound else 0 :]
        if not parameter.name.startswith("_")
    ]
    return str(inspect.Signature(given))


class _Written(str):
    """A default as it is shown."""

    def __repr__(self) -> str:
        return str(self)


def _default(value: object) -> object:
    simple = value is inspect.Parameter.empty or value is None or isinstance(value, (bool, int, float, str))
    return value if simple else _Written("()" if value == () else "...")
