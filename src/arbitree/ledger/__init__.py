"""The ledger: replies by judge and question in one SQLite file. What is named here is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitree.ledger.fingerprint import Fingerprint as Fingerprint
    from arbitree.ledger.ledger import Ledger as Ledger

_HOMES = {
    "Fingerprint": "arbitree.ledger.fingerprint",
    "Ledger": "arbitree.ledger.ledger",
}
"""The module of each name. A judge that only tells its fingerprint must not load a database."""

__all__ = ["Fingerprint", "Ledger"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
