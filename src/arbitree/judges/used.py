"""What a judge really used of what its server offers, for the record of a run."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.judges.base import Judge


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
