"""What an `each` becomes once its list is known: a `weigh` of as many parts as there are items."""

from __future__ import annotations

from arbitree.core.flow import nodes_of, reads_of, targets, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.items import Roll
from arbitree.core.kinds.base import NOT_APPLICABLE, Asking
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.plan import Branch, Place
from arbitree.core.turns import Shown

COUNTING = "counting"
"""The kind of a place that counts one item; no trace shows it."""

_BY: dict[str, By] = {"mean": "mean", "share": "mean", "min": "min", "all": "min", "max": "max", "any": "at_least"}


def weigh_of(each: Each, roll: Roll) -> Weigh:
    """The `weigh` over the items of a list, in their order.

    >>> each = Each(name="faithful", over="claims", item="claim", do="supported")
    >>> weigh_of(each, Roll((0, 1), (7, -8))).by
    'points'
    """
    points = roll.points if each.by in ("mean", "share") else None
    weights = [1.0] * len(roll.likes) if points is None else points
    parts = tuple(Part(node=each.do, weight=weight) for weight in weights)
    by: By = "points" if points is not None else _BY[each.by]
    return Weigh(name=each.name, label=each.label, parts=parts, by=by, k=1, met=each.met)


def counting(each: Each) -> Weigh | None:
    """What stands between an `each` and one item under `all` and `share`: 1 where the item is met; else None."""
    if each.by not in ("all", "share"):
        return None
    return Weigh(name=each.name, parts=(Part(node=each.do),), by="at_least", k=1, met=each.met)


def may_lack(each: Each, graph: Graph) -> bool:
    """Whether an `each` can come to not applicable, as far as the rubric alone says so."""
    if each.empty is NOT_APPLICABLE:
        return True
    nodes, tasks, defaults = nodes_of(graph), tasks_of(graph), graph.defaults
    seen, todo = set[str](), [each.do]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        node = nodes[name]
        ends = [target for _, target in targets(node)]
        policies: tuple[object, ...] = (node.empty,) if isinstance(node, Each) else ()
        if isinstance(node, Asking):
            policies = (node.on_missing, node.on_empty, defaults.on_missing, defaults.on_empty)
        if NOT_APPLICABLE in ends or NOT_APPLICABLE in policies:
            return True
        todo += [target for target in ends if isinstance(target, str) and target in nodes]
        todo += [read for read in reads_of(node, tasks) if read in tasks]
    return False


def ends_unknown(each: Each, graph: Graph) -> tuple[Branch, ...]:
    """What an `each` may come to while its list is not known, as branches that no verdict takes."""
    ends = (Branch(verdict="(least)", to="", score=0.0), Branch(verdict="(most)", to="", score=1.0))
    return (*ends, Branch(verdict="(nothing)", to="not_applicable")) if may_lack(each, graph) else ends


def place_of_list(
    node: Each | Item,
    graph: Graph,
    *,
    index: int,
    after: tuple[str, ...],
    fields: tuple[Shown, ...],
    reads: tuple[int, ...],
    absent: tuple[str, ...],
    parents: tuple[int, ...],
) -> Place:
    """The place of an `each` whose list is not known yet, which may come to anything; or of one item of a list."""
    return Place(
        index=index,
        node=node,
        name=node.name,
        kind="each" if isinstance(node, Each) else "item",
        after=after,
        fields=fields,
        reads=reads,
        absent_reads=absent,
        on_empty="ask",
        branches={branch.verdict: branch for branch in ends_unknown(node, graph)} if isinstance(node, Each) else {},
        parents=parents,
    )
