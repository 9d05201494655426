"""arbitree scores what language models write by walking a decision graph of small questions."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from arbitree.version import __version__

if TYPE_CHECKING:
    from arbitree.results import read_results
    from arbitree.rubric import Rubric
    from arbitree.runner.keeping import Keeping

__all__ = ["Keeping", "Rubric", "__version__", "read_results"]

_PLACES = {
    "Keeping": "arbitree.runner.keeping",
    "Rubric": "arbitree.rubric",
    "read_results": "arbitree.results",
}
"""Where each name is; loaded when it is first used, so that `import arbitree` stays quick."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
