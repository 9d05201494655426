"""Small rubrics for tests of judges."""

from __future__ import annotations

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task

PARCEL = Graph(
    name="Parcel",
    nodes=(
        Task(name="find", label="Order id", instructions="Find the order id.", shows=("actual_output",)),
        Ask(name="has_id", criteria="Did the step before find one?", reads=("find",), yes="status", no=0.0),
        Choose(
            name="status",
            criteria="What became of the order?",
            shows=("actual_output",),
            options=(("shipped", 10.0), ("delayed", 6.0), ("lost", 2.0)),
        ),
    ),
)
"""A task, a gate that reads it, and a choice."""
