"""Why a node came to nothing, said so that it can be mended."""

from __future__ import annotations

from collections.abc import Mapping

from arbitree.core.cases import Presence
from arbitree.core.failures import FAILURES
from arbitree.core.plan import Place
from arbitree.core.records import Failed, Unread
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
}


def absent(place: Place, field: str, how: Presence) -> Problem:
    """A field that the question shows is missing, empty or blank."""
    kind = f"{how}_field"
    states = {"missing": "the case does not have", "empty": "is empty", "blank": "holds only white space"}
    policy = "on_missing" if how == "missing" else "on_empty"
    return Problem(
        code="J301" if how == "missing" else "J302",
        kind=kind,
        what=f'"{place.name}" is undecided ({kind}): it shows "{field}", which {states[how]}',
        where=f'node "{place.name}", shows "{field}"',
        mend=f'give the case "{field}", or set `{policy}` on the node: ask, not_applicable, or a score',
        node=place.name,
        key="shows",
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


def tied(place: Place, votes: Mapping[bool | str, int]) -> Problem:
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
