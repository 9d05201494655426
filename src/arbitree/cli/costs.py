"""Estimated amounts in words."""

from __future__ import annotations

from arbitree.judges.prices import table_name
from arbitree.runner.estimate import Bounds, Estimate


def range_text(bounds: Bounds) -> str:
    """A number, or from what to what."""
    least, most = round(bounds.least), round(bounds.most)
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def cost_text(found: Estimate) -> str:
    """What a run will cost, with the table that prices are from."""
    table = table_name()
    if found.cost is not None and not found.cost.most:
        return "$0"
    if found.cost is not None:
        return f"${found.cost.least:.4f} to ${found.cost.most:.4f}" + (f" ({table})" if table else "")
    roles = ", ".join(found.unpriced)
    return f"unknown: no price of the judge of {roles}" if table else "unknown; pip install 'arbitree[prices]'"
