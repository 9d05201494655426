"""Digests of what a result depends on: the rubric, and the fields of a case that the rubric looks at."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final

from arbitree.core.cases import Case, column
from arbitree.core.plan import Plan
from arbitree.wire.images import plain_images


def digest(value: object) -> str:
    """A tagged hash of a plain value, whatever the order of its keys.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    True
    """
    text = _PLAIN.encode(value)
    return "d1-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


_PLAIN: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)


def fields_shown(plan: Plan, case: Case) -> dict[str, object]:
    """The fields of a case that some node of the rubric looks at, in the rubric's order; missing ones left out.

    Images are in it by their digests.
    """
    names = dict.fromkeys((*plan.fields, *case.fields)) if plan.graph.is_seen_whole else plan.fields
    found = ((name, column(case.fields, name)) for name in names)
    shown = {name: value for name, value in found if value is not None}
    return {name: plain_images(value) for name, value in shown.items()} if case.pictured else shown


def case_digest(fields: Mapping[str, object]) -> str:
    """The digest of what a rubric looks at in a case."""
    return digest(dict(fields))
