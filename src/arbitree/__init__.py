"""arbitree scores what language models write by walking a decision graph of small questions."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from arbitree.version import __version__

if TYPE_CHECKING:
    from arbitree.evaluate import assert_test, evaluate
    from arbitree.results import read_results
    from arbitree.rubric import Rubric
    from arbitree.runner.keeping import Keeping

__all__ = ["Keeping", "Rubric", "__version__", "assert_test", "evaluate", "read_results"]

_PLACES = {
    "Keeping": "arbitree.runner.keeping",
    "Rubric": "arbitree.rubric",
    "assert_test": "arbitree.evaluate",
    "evaluate": "arbitree.evaluate",
    "read_results": "arbitree.results",
}
"""Where each name is; loaded when it is first used, so that `import arbitree` stays quick."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_PLACES[name])
    # A package that was imported is an attribute of its parent: `evaluate` is one, and can be called.
    return module if module.__name__ == f"{__name__}.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
