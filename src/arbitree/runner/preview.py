"""What would be asked of a case, rendered without asking: texts that tasks would give stand as placeholders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbitree.core.cases import Case
from arbitree.core.full import Full
from arbitree.core.keys import key_of
from arbitree.core.kinds.check import Check
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Message
from arbitree.core.settled import Settled


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What one node would ask."""

    case: str
    node: str
    kind: str
    after: tuple[str, ...]
    """The tasks passed, where the node asks different things for different ones."""
    role: str
    messages: tuple[Message, ...]
    """The prompt; empty where nothing is asked."""
    key: str
    """The question's key; empty where the prompt has placeholders."""
    waits_for: tuple[str, ...]
    """Tasks whose texts are placeholders here."""
    why_not: str = ""
    """Why nothing is asked: a field is missing, or a check needs no judge."""


def previews(plan: Plan, case: Case) -> Iterator[Preview]:
    """What each node of the rubric would ask of a case, in plan order, were it reached."""
    plan = plan.whole
    walk = Full(plan, case)
    for place in plan.places:
        if place.kind in ("task", "item"):
            walk.settled[place.index] = _placeholder(place)
    for place in plan.places:
        if place.wording is not None:
            yield _preview(walk, place)


def _preview(walk: Full, place: Place) -> Preview:
    absent = walk.absence(place) or walk.too_long(place)
    why_not, key = "", ""
    messages: tuple[Message, ...] = ()
    waits_for = tuple(walk.plan.places[read].name for read in place.reads)
    if absent is not None:
        why_not = absent.cause.what if absent.cause is not None else f"{absent.reason}, so it is not asked"
    elif place.shape is None:
        checked = None if waits_for else walk.known(place)
        verdict = "" if checked is None else f": {'yes' if checked.value else 'no'} ({checked.reason})"
        why_not = f"a check that needs no judge{verdict}"
    else:
        messages = walk.messages(place)
        key = "" if waits_for else key_of(place.stem, messages)
    return Preview(
        case=walk.case.id,
        node=place.name,
        kind="check" if isinstance(place.node, Check) else place.kind,
        after=place.after,
        role=place.role,
        messages=messages,
        key=key,
        waits_for=waits_for,
        why_not=why_not,
    )


def _placeholder(place: Place) -> Settled:
    text = f"<what {place.name} gives>" if place.shape is not None else f"<one {place.name}>"
    is_list = place.shape is not None and place.shape.kind == "list"
    return Settled((text,) if is_list else text, "", None, (), None, ())
