"""How answers become what a place comes to: a reply is read, votes are counted, a verdict takes its branch."""

from __future__ import annotations

from typing import Final

from arbitree.core import causes
from arbitree.core.grading import branch_of, weighted
from arbitree.core.plan import Place
from arbitree.core.reading import read
from arbitree.core.records import Answer, Attempt, Failed, Read, Unread
from arbitree.core.settled import Poll, Settled, came_to_nothing
from arbitree.core.verdicts import tallied

MAX_ATTEMPTS: Final = 3
"""How often a question is asked before its replies are given up."""


def understood(place: Place, sample: int, key: str, answer: Answer) -> tuple[Read | Unread | Failed, Attempt]:
    """What an answer to a place's question says, and how the trace tells of it."""
    voter = place.voter(sample)
    role = voter.role if place.is_signed else ""
    order = () if voter.shape is place.shape or voter.shape is None else voter.shape.options
    if isinstance(answer, Failed):
        return answer, Attempt(key=key, reply=None, error=answer.message, sample=sample, role=role, order=order)
    assert voter.shape is not None
    got = read(answer.text, voter.shape)
    if isinstance(got, Unread):
        return got, Attempt(key=key, reply=answer.text, error=got.message, sample=sample, role=role, order=order)
    if voter.shape.scale is not None:
        got = weighted(got, answer, voter.shape.scale)
    said = Attempt(
        key=key,
        reply=answer.text,
        flags=got.flags,
        sample=sample,
        role=role,
        probabilities=answer.probabilities,
        label_mass=answer.label_mass,
        order=order,
    )
    return got, said


def counted(place: Place, poll: Poll, *, seen: tuple[str, ...]) -> Settled:
    """What a place comes to whose votes are all in; its attempts are put in the order of the samples."""
    tally = tallied(place, poll.samples)
    attempts = tuple(sorted(poll.attempts, key=lambda attempt: attempt.sample))
    lost = [sample for sample in sorted(poll.samples) if not isinstance(poll.samples[sample], Read)]
    if tally.winner is not None:
        cast = sum(tally.votes.values())
        value = tally.winner.value
        share = tally.votes.get(value, 0) / cast if place.votes > 1 and isinstance(value, (bool, str)) else None
        return concluded(place, attempts, tally.winner, seen=seen, agreement=share)
    if lost and not (place.rule == "unanimous" and len(tally.votes) > 1):
        voter = place.voter(poll.stage * place.votes + lost[0])
        return concluded(voter, attempts, poll.samples[lost[0]], seen=seen)
    return came_to_nothing(causes.tied(place, tally.votes), attempts)


def concluded(
    place: Place,
    attempts: tuple[Attempt, ...],
    got: Read | Unread | Failed,
    *,
    seen: tuple[str, ...],
    agreement: float | None = None,
) -> Settled:
    """What a place comes to by what its judge said.

    Args:
        place: the place.
        attempts: every reply to its question.
        got: what counts of them.
        seen: what became of its evidence: lines of it were `quoted`, some of it was `cut`.
        agreement: the share of the votes that are for the verdict.
    """
    if isinstance(got, Read):
        branch = None
        if place.graded:
            assert place.shape is not None and place.shape.scale is not None and isinstance(got.value, (int, float))
            branch = branch_of(place.shape.scale, got.value)
        elif isinstance(got.value, (bool, str)) and place.branches:
            branch = place.branches[got.value]
        flags = (*got.flags, *seen)
        return Settled(got.value, got.reason, branch, attempts, None, flags, agreement)
    if isinstance(got, Unread):
        return came_to_nothing(causes.unread(place, got, MAX_ATTEMPTS), attempts)
    return came_to_nothing(causes.failed(place, got), attempts)
