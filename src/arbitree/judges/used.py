"""What a judge really used of what its server offers, for the record of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arbitree.judges.base import Judge

REFUSED: Final = "refused: "
"""How what is told of a part begins that the server refuses."""


def used_by(judge: Judge) -> dict[str, str]:
    """What the judge says that it used, through the layers that wrap it; empty where it says nothing.

    >>> from arbitree.judges.adapt import adapt
    >>> used_by(adapt(lambda prompt: "yes"))
    {}
    """
    inner: object = judge
    while inner is not None:
        told = getattr(inner, "used", None)
        if isinstance(told, Mapping):
            return {str(name): str(value) for name, value in told.items()}
        inner = getattr(inner, "judge", None)
    return {}


def refused_to(judge: Judge) -> tuple[str, ...]:
    """The parts of requests that the judge's server was found to refuse, and that it is asked without."""
    return tuple(part for part, told in used_by(judge).items() if told.startswith(REFUSED))
