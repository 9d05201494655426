"""Evidence under a budget: which budget a node has, and when what it shows is refused for its length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitree.core import causes
from arbitree.core.budgets import Budget, harmless, share_of, tokens_of
from arbitree.core.graph import AskingNode, Defaults
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.metric import Metric
from arbitree.core.plan import Place
from arbitree.core.settled import Settled, came_to_nothing
from arbitree.core.steps import Steps


class Bounded(NamedTuple):
    """A text under its heading, in which nothing looks like the mark of a cut."""

    label: str
    text: str
    is_quoted: bool
    tokens: int


def bounded(label: str, text: str, is_quoted: bool) -> Bounded:
    """A text that may be cut."""
    made = harmless(text)
    return Bounded(label, made, is_quoted or made != text, tokens_of(made))


def budget_of(node: AskingNode, defaults: Defaults) -> Budget | None:
    """How long a node's evidence may be; checks and metrics look at all of it."""
    most = defaults.max_evidence_tokens if node.max_evidence_tokens is None else node.max_evidence_tokens
    if most is None or isinstance(node, (Check, Metric, Steps)):
        return None
    return Budget(most, defaults.too_long if node.too_long is None else node.too_long)


def refused(place: Place, budget: Budget, found: Sequence[Bounded]) -> Settled | None:
    """What becomes of a place whose evidence has more than it may; None where it has less, or can be cut."""
    sizes = {one.label: one.tokens for one in found}
    lengths = [one.tokens for one in found]
    if sum(lengths) <= budget.tokens:
        return None
    if budget.policy == "head_and_tail" and share_of(lengths, budget.tokens) is not None:
        return None
    return came_to_nothing(causes.too_long(place, sizes, budget))
