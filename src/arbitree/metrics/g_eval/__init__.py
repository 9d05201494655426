"""The reference's GEval and its Rubric. What is named here is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitree.metrics.g_eval.metric import GEval as GEval
    from arbitree.metrics.g_eval.rubric import Rubric as Rubric

_HOMES = {"GEval": "arbitree.metrics.g_eval.metric", "Rubric": "arbitree.metrics.g_eval.rubric"}
"""The module of each name: judges import `arbitree.metrics.g_eval.schema`, and must not import themselves."""

__all__ = ["GEval", "Rubric"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
