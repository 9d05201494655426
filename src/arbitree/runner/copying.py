"""A fresh copy of any metric object, so that measuring one test case leaves nothing behind for the next."""

from __future__ import annotations

import copy
import sys
from typing import Any

from arbitree.runner.shown import is_deepevals

_SET = ("score", "score_breakdown", "reason", "success", "error", "evaluation_cost", "verbose_logs")
"""What measuring sets; a copy begins without."""


def fresh(metric: Any) -> Any:
    """A copy of a metric that has measured nothing: what it sets, appends to or empties is its own.

    Lists, dicts and sets that the metric holds are copied, however deep; everything else, such as a model or a client,
    is the same object. A metric that says itself how it is copied (`__copy__`) is copied so; one of DeepEval's is made
    anew, as DeepEval itself does it, since the nodes of its graphs keep what they came to.

    >>> class Remembers:
    ...     def __init__(self): self.seen, self.model = [], object()
    >>> metric = Remembers()
    >>> other = fresh(metric)
    >>> other.seen.append("a case")
    >>> metric.seen, other.model is metric.model
    ([], True)
    """
    made = _made_anew(metric) if is_deepevals(metric) else None
    if made is None:
        made = copy.copy(metric)
        if not hasattr(type(metric), "__copy__") and hasattr(made, "__dict__"):
            vars(made).update({name: _own(value) for name, value in vars(made).items()})
    held = getattr(made, "__dict__", {})
    for name in _SET:
        if name in held:
            held[name] = None
    return made


def _own(value: Any) -> Any:
    """Plain containers copied with what they hold; the rest as it is."""
    kind = type(value)
    if kind is dict:
        return {key: _own(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return kind(_own(item) for item in value)
    return kind(value) if kind is set else value


def _made_anew(metric: Any) -> Any:
    """One of DeepEval's metrics, made again from its own settings; None where DeepEval does not say how."""
    module = sys.modules.get("deepeval.metrics.utils")
    copied = getattr(module, "copy_metrics", None)
    if copied is None:
        return None
    try:
        return copied([metric])[0]
    except Exception:  # foreign code; a plain copy still keeps most apart
        return None
