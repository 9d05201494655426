"""arbitree scores what language models write by walking a decision graph of small questions."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbitree.rubric import Rubric

__all__ = ["Rubric"]

_PLACES = {"Rubric": "arbitree.rubric"}
"""Where each name is; loaded when it is first used, so that `import arbitree` stays quick."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
