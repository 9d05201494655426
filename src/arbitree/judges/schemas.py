"""The schema class, and its key, for each form of reply: for judges that take a `schema` and for rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from arbitree.core.records import ShapeKind

if TYPE_CHECKING:
    from pydantic import BaseModel

KEYS: Mapping[ShapeKind, str] = {
    "yes_no": "dag.BinaryJudgementVerdict",
    "one_of": "dag.NonBinaryJudgementVerdict",
    "text": "dag.TaskNodeOutput",
    "list": "dag.TaskNodeOutput",
    "reason": "dag.MetricScoreReason",
    "number": "g_eval.ReasonScore",
}
"""The last part but one of the schema's module, and the schema's name."""


@cache
def schema_for(kind: ShapeKind) -> type[BaseModel]:
    """The pydantic class that a reply of this form has.

    Imported on first use: most judges take no schema, and pydantic costs more to import than all of ours.
    """
    package, name = KEYS[kind].split(".")
    found: type[BaseModel] = getattr(import_module(f"arbitree.metrics.{package}.schema"), name)
    return found
