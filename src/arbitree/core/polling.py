"""Who casts each vote on a place, and in which order the options stand before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from arbitree.core.graph import Defaults
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import UNDECIDED
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.task import Task
from arbitree.core.orders import order_of
from arbitree.core.plan import Place
from arbitree.core.records import Shape, Verdict

Lay: TypeAlias = "Callable[[str, Shape], Place]"
"""Lays a place out for a role, its reply of a shape."""


def roles_of(node: Task | Ask | Choose | Grade, defaults: Defaults) -> tuple[str, ...]:
    """The roles that may answer a node, in the order in which they are first asked."""
    if isinstance(node, Grade) and node.judges:
        return node.judges
    if isinstance(node, (Task, Grade)):
        # A text has no probability, and a grade no verdict to be sure of: nobody after the first is ever asked.
        return (node.judge,) if node.judge is not None else (defaults.cascade or (defaults.judge,))[:1]
    own = (node.judge if node.judge is not None else defaults.judge,)
    return node.judges or cascade_of(node, defaults) or own


def cascade_of(node: Ask | Choose, defaults: Defaults) -> tuple[str, ...]:
    """The roles that answer one after the other; none where one judge or a jury does."""
    if node.cascade:
        return node.cascade
    return () if node.judge is not None or node.judges else defaults.cascade


def polled(place: Place, node: Ask | Choose, defaults: Defaults, lay: Lay) -> Place:
    """The place with its voters, and how their votes are counted.

    Args:
        place: the place as its first judge is asked.
        node: its node.
        defaults: the graph's.
        lay: lays it out for another.
    """
    cascade, roles = cascade_of(node, defaults), roles_of(node, defaults)
    several = node.judges or cascade
    if node.rule == "majority" and node.tie == UNDECIDED and not several and place.votes == 1:
        return place
    tie: Verdict | None = None if node.tie == UNDECIDED else node.tie
    if tie is not None and isinstance(node, Ask):
        tie = tie == "yes"
    votes = place.votes * max(len(node.judges), 1)
    stages = max(len(cascade), 1)
    seed = _seed(node, defaults)
    laid: dict[tuple[str, Shape], Place] = {}
    voters: list[Place] = []
    for number in range(votes * stages if several or seed else 0):
        turn, member = divmod(number, len(roles)) if node.judges else divmod(number, votes)[::-1]
        role = roles[member]
        # Members and judges begin at different orders, and each of them goes through all.
        shape = _turned(place.shape, seed, node.criteria, turn + member)
        if (role, shape) not in laid:
            laid[role, shape] = lay(role, shape)
        voters.append(laid[role, shape])
    return replace(
        place,
        votes=votes,
        voters=tuple(voters) if len(laid) > 1 or several else (),
        is_signed=bool(several),
        rule=node.rule,
        tie=tie,
        stages=stages,
        sure=defaults.sure if node.sure is None else node.sure,
    )


def graders(place: Place, node: Grade, lay: Lay) -> Place:
    """The place with the members of its jury, who take turns.

    Args:
        place: the place as its first judge is asked.
        node: its node.
        lay: lays it out for another.
    """
    if not node.judges or place.shape is None:
        return replace(place, rule=node.rule)
    members = [lay(role, place.shape) for role in node.judges]
    voters = tuple(members) * place.votes
    return replace(place, votes=len(voters), voters=voters, is_signed=True, rule=node.rule)


def _seed(node: Ask | Choose, defaults: Defaults) -> int:
    if isinstance(node, Ask):
        return 0
    return defaults.shuffle if node.shuffle is None else node.shuffle


def _turned(shape: Shape | None, seed: int, words: str, turn: int) -> Shape:
    """The shape with its options in the order of a turn; itself where that is the declared one."""
    assert shape is not None
    options = order_of(shape.options, seed=seed, words=words, turn=turn) if seed else shape.options
    return shape if options == shape.options else Shape(kind=shape.kind, options=options)
