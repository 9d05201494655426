"""Why a node came to nothing, said so that it can be mended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbitree.core.budgets import Budget
from arbitree.core.conversation import View
from arbitree.core.failures import FAILURES
from arbitree.core.images import Image
from arbitree.core.kinds.each import Each
from arbitree.core.plan import Place
from arbitree.core.records import Failed, Unread, Verdict
from arbitree.core.turns import Shown, Turns
from arbitree.errors import Problem

_FAILED_CODES: Mapping[str, str] = {
    "judge_error": "J304",
    "timeout": "J305",
    "budget": "J306",
    "unrecorded": "J307",
    "no_rule": "J311",
    "connection": "J312",
    "tls": "J313",
    "redirected": "J314",
    "rate_limited": "J315",
    "server_error": "J316",
    "garbled": "J317",
    "too_large": "J318",
    "bad_request": "J319",
    "not_found": "J321",
    "unauthorised": "J322",
    "no_credit": "J323",
    "refused": "J324",
    "truncated": "J325",
    "unsupported": "J326",
    "unkept": "J327",
    "unanswered": "J328",
    "no_judge": "J329",
    "unseen": "J344",
}


WAYS: Mapping[str, str] = {
    "missing": "missing",
    "empty": "empty",
    "blank": "blank",
    "beyond": "beyond the conversation",
    "odd": "no conversation",
}
"""How what is shown is not there, as traces say it."""

_STATES: Mapping[str, str] = {
    "missing": "the case does not have",
    "empty": "is empty",
    "blank": "holds only white space",
}


def unseen(place: Place, shown: Shown, found: View) -> Problem:
    """What the question shows is missing, empty or blank; or it is turns that the conversation does not have."""
    if found.how in ("beyond", "odd"):
        assert isinstance(shown, Turns)
        return _no_turns(place, shown, found)
    missing, field = found.how == "missing", named(shown, found)
    policy = "on_missing" if missing else "on_empty"
    return Problem(
        code="J301" if missing else "J302",
        kind=f"{found.how}_field",
        what=f'"{place.name}" is undecided ({found.how}_field): it shows "{field}", which {_STATES[found.how]}',
        where=f'node "{place.name}", shows "{shown}"',
        mend=f'give the case "{field}", or set `{policy}` on the node: ask, not_applicable, or a score',
        node=place.name,
        key="shows",
    )


def named(shown: Shown, found: View) -> str:
    """What is not there, by its name."""
    if isinstance(shown, str):
        return shown
    turns = str(replace(shown, params=()))
    if found.lacks:
        return f"{found.lacks} of {turns}"
    return {"beyond": f"the window {turns}", "odd": shown.field}.get(found.how, turns)


def _no_turns(place: Place, turns: Turns, found: View) -> Problem:
    kind = "beyond_turns" if found.how == "beyond" else "no_conversation"
    if found.how == "beyond":
        one = found.size == 1
        has = f"the conversation has {found.size} turn{'' if one else 's'} ({'0' if one else f'0 to {found.size - 1}'})"
        mend = "name turns that every conversation has"
    else:
        has = f'"{turns.field}" is no list of turns with a `role`'
        mend = f'give the case "{turns.field}" as a list of messages'
    return Problem(
        code="J340" if found.how == "beyond" else "J341",
        kind=kind,
        what=f'"{place.name}" is undecided ({kind}): it shows {turns}, and {has}',
        where=f'node "{place.name}", shows',
        mend=f"{mend}, or set `on_missing` on the node: ask, not_applicable, or a score",
        node=place.name,
        key="shows",
    )


def unusable_image(place: Place, shown: Shown, image: Image) -> Problem:
    """What the question shows holds an image that cannot be used."""
    return Problem(
        code="J343",
        kind="unusable_image",
        what=f'"{place.name}" is undecided (unusable_image): it shows "{shown}", of which an image cannot be used: '
        f"{image.problem}",
        where=f'node "{place.name}", shows "{shown}"' + (f", image {image.source}" if image.source else ""),
        mend="give the case an image that can be read: PNG, JPEG, GIF or WebP; paths are taken from the cases' file",
        node=place.name,
        key="shows",
    )


def too_long(place: Place, sizes: Mapping[str, int], budget: Budget) -> Problem:
    """What the question shows has more tokens than it may."""
    listed = ", ".join(f"{heading} {size:,}" for heading, size in sizes.items())
    can_cut = budget.policy == "head_and_tail"
    why = ", too little to leave some of each text" if can_cut else ""
    return Problem(
        code="J345",
        kind="too_long",
        what=f'"{place.name}" is undecided (too_long): what it shows has about {sum(sizes.values()):,} tokens '
        f"({listed}), and may have {budget.tokens:,}{why}",
        where=f'node "{place.name}", max_evidence_tokens',
        mend="raise `max_evidence_tokens`, show less" + ("" if can_cut else ", or say `too_long: head_and_tail`"),
        node=place.name,
        key="max_evidence_tokens",
    )


def unread(place: Place, last: Unread, tries: int) -> Problem:
    """The judge replied, and nothing could be made of it."""
    return Problem(
        code="J303",
        kind=last.kind,
        what=f'"{place.name}" is undecided ({last.kind}): {tries} replies could not be read; the last: {last.message}',
        where=f'node "{place.name}", role "{place.role}"',
        mend="look at the replies in the trace; an option may be missing, or the judge does not keep to the form",
        node=place.name,
    )


def failed(place: Place, failure: Failed) -> Problem:
    """The world left the question without a reply."""
    return Problem(
        code=_FAILED_CODES.get(failure.kind, "J304"),
        kind=failure.kind,
        what=f'"{place.name}" is undecided ({failure.kind}): {failure.message}',
        where=f'node "{place.name}", role "{place.role}"',
        mend=FAILURES.get(failure.kind, FAILURES["judge_error"]).mend,
        node=place.name,
    )


def unreadable_task(place: Place, task: Place) -> Problem:
    """A task that the question reads came to nothing."""
    return Problem(
        code="J308",
        kind="no_reading",
        what=f'"{place.name}" is undecided (no_reading): it reads "{task.name}", which came to nothing',
        where=f'node "{place.name}", reads "{task.name}"',
        mend=f'see what "{task.name}" came to',
        node=place.name,
        key="reads",
    )


def tied(place: Place, votes: Mapping[Verdict, int]) -> Problem:
    """Several verdicts have the same number of votes."""
    counts = ", ".join(f"{verdict}: {count}" for verdict, count in votes.items())
    return Problem(
        code="J309",
        kind="tie",
        what=f'"{place.name}" is undecided (tie): its votes are {counts}',
        where=f'node "{place.name}", votes',
        mend="say with `tie` which verdict counts then, or ask for an odd number of votes",
        node=place.name,
        key="votes",
    )


def too_wide(place: Place) -> Problem:
    """The run stopped inside the tolerance, on no side of the threshold."""
    return Problem(
        code="J310",
        kind="tolerance",
        what=f'"{place.name}" is undecided (tolerance): it is known as closely as was asked, and may pass or fail',
        where=f'node "{place.name}"',
        mend="ask for a smaller tolerance, or none",
        node=place.name,
    )


def not_a_list(place: Place, why: str) -> Problem:
    """The list of an `each` cannot be gone through."""
    assert isinstance(place.node, Each)
    over = place.node.over
    return Problem(
        code="J346",
        kind="not_a_list",
        what=f'"{place.name}" is undecided (not_a_list): "{over}", which it goes over, {why}',
        where=f'node "{place.name}", over "{over}"',
        mend="give it a list of texts, or of mappings with `text` and `points`",
        node=place.name,
        key="over",
    )


def no_items(place: Place) -> Problem:
    """The list of an `each` has no items, and its rubric says that this leaves it open."""
    assert isinstance(place.node, Each)
    over = place.node.over
    return Problem(
        code="J347",
        kind="no_items",
        what=f'"{place.name}" is undecided (no_items): "{over}", which it goes over, has no items',
        where=f'node "{place.name}", over "{over}"',
        mend="say with `empty` what it comes to then",
        node=place.name,
        key="over",
    )


def left_out(node: Each, count: int) -> Problem:
    """A list was longer than its `each` looks at."""
    return Problem(
        code="J342",
        kind="left_out",
        what=f'"{node.name}" looked at the first {node.limit} items of "{node.over}"; {count} more were left out',
        where=f'node "{node.name}", limit',
        mend="raise `limit`, or let the list be shorter",
        level="warning",
        node=node.name,
        key="limit",
    )
