"""The plain definition of how votes are cast: by whom, how often, and when a judge of a cascade is sure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arbitree.core.graph import AnyNode, Defaults
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Rule
from arbitree.core.kinds.choose import Choose
from arbitree.core.records import Failed, Read, Shape, Unread

YES_NO = ("yes", "no")


class Sample(NamedTuple):
    got: Read | Unread | Failed | None
    key: str
    attempts: tuple[tuple[str, str | None], ...]
    probabilities: Mapping[str, float] | None = None

    @property
    def vote(self) -> str | None:
        """The vote, in the words of a rubric file."""
        if not isinstance(self.got, Read):
            return None
        return spelt(self.got.value) if isinstance(self.got.value, (bool, str)) else "a list"


class Voting(NamedTuple):
    """How a node's votes are cast and counted."""

    judges: tuple[tuple[str, ...], ...]
    """Whose turn it is, one sample after the other: of a jury all members together, of a cascade each judge alone."""
    votes: int
    """How many votes there are, of each of these."""
    rule: Rule
    options: tuple[str, ...]
    tie: str | None
    sure: float
    shuffle: tuple[int, str] | None
    """The seed and the question, where the order of the options is shuffled."""


def spelt(verdict: bool | str) -> str:
    """A verdict in the words of a rubric file."""
    return verdict if isinstance(verdict, str) else "yes" if verdict else "no"


def voting_of(node: AnyNode, defaults: Defaults, role: str, shape: Shape) -> Voting:
    """How the votes of a node are cast and counted, if its own judge has this role."""
    if not isinstance(node, (Ask, Choose)):
        return Voting(((role,),), 1, "majority", YES_NO, None, 1.0, None)
    votes = defaults.votes if node.votes is None else node.votes
    cascade = node.cascade or (() if node.judge or node.judges else defaults.cascade)
    seed = 0 if isinstance(node, Ask) else defaults.shuffle if node.shuffle is None else node.shuffle
    return Voting(
        judges=tuple((judge,) for judge in cascade) or (node.judges or (role,),),
        votes=votes * max(len(node.judges), 1),
        rule=node.rule,
        options=shape.options or YES_NO,
        tie=None if node.tie == "undecided" else node.tie,
        sure=defaults.sure if node.sure is None else node.sure,
        shuffle=(seed, node.criteria) if seed else None,
    )


def is_sure(ends: Mapping[bool | str, object], voting: Voting, value: object, samples: list[Sample]) -> bool:
    """Whether a judge of a cascade is sure enough of where its verdict leads."""
    if not isinstance(value, (bool, str)):
        return False
    alike = {spelt(verdict) for verdict, end in ends.items() if end == ends[value]}
    read = [sample for sample in samples if sample.vote is not None]
    votes = [
        (None if voting.votes == 1 else float(sample.vote in alike))
        if sample.probabilities is None
        else sum(sample.probabilities.get(label, 0.0) for label in alike)
        for sample in read
    ]
    told = [vote for vote in votes if vote is not None]
    is_sure = bool(told) and round(sum(told) / len(told), 9) >= voting.sure
    return len(alike) == len(ends) or is_sure
