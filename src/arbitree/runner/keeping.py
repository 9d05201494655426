"""Which judges are remembered, where, and what of that is used."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arbitree.errors import Problem, RecordError, UsageError
from arbitree.judges.base import Judge
from arbitree.judges.identity import identity_of, named, unidentified
from arbitree.judges.nobody import NobodyJudge
from arbitree.judges.person import PersonJudge
from arbitree.judges.recorded import RecordedJudge
from arbitree.judges.wrapped import innermost
from arbitree.ledger.fingerprint import Fingerprint


@dataclass(frozen=True, kw_only=True)
class Keeping:
    """Where replies are kept, and which of those that are there are used.

    Raises:
        UsageError: two of the settings contradict each other.
    """

    path: str | Path | None = None
    """The ledger; `.arbitree/ledger.sqlite` when None."""
    replay: bool = False
    """Never ask; what is not there is undecided, and named."""
    fresh: bool = False
    """Use nothing that is there from before; keep what comes."""
    keep_undecided: bool = False
    """Do not ask again what was never answered readably."""
    store_prompts: bool = False
    """Keep the words of each question too."""
    remember_as: str = ""
    """What judges count as that do not tell what their replies depend on."""

    def __post_init__(self) -> None:
        if self.replay and self.fresh:
            what = "--replay asks nothing, and --fresh asks everything"
            raise UsageError(Problem(code="X210", what=what, where="--replay and --fresh", mend="give one of them"))

    @property
    def is_wanted(self) -> bool:
        """Whether somebody asked for it, so that a judge may not be left out in silence."""
        return self.path is not None or self.replay


def keeping_from(ledger: str | os.PathLike[str] | Keeping) -> Keeping:
    """How replies are remembered, from what was given as a `ledger`: its file, or how it is used.

    Raises:
        UsageError: it is neither.
    """
    if isinstance(ledger, Keeping):
        return ledger
    if not isinstance(ledger, (str, os.PathLike)) or not os.fspath(ledger):
        what = f"{ledger!r:.60} is neither a file nor a Keeping"
        mend = 'name a file, such as "replies.sqlite", or pass arbitree.Keeping(path=...)'
        raise UsageError(Problem(code="X211", what=what, where="ledger=...", mend=mend))
    return Keeping(path=os.fspath(ledger))


RECORDS = (RecordedJudge, PersonJudge, NobodyJudge)
"""Judges whose answers are a record already, or that have none."""


def refuse_unknown(keeping: Keeping, judges: Iterable[Judge]) -> None:
    """Passes only judges that can be remembered, or need not be; opens nothing.

    Raises:
        RecordError: A judge does not tell what its replies depend on.
        UsageError: A judge tells of itself what cannot be stored.
    """
    wanted = [judge for judge in judges if not isinstance(judge, RECORDS) and not _may_be_forgotten(judge)]
    unknown = [judge for judge in wanted if identity_in(judge, keeping) is None]
    if unknown and keeping.is_wanted:
        raise RecordError(unidentified(judge.name) for judge in unknown)


def _may_be_forgotten(judge: Judge) -> bool:
    """Whether it is a metric: with those that do not tell what their scores depend on, each case is measured anew."""
    return getattr(innermost(judge), "may_be_forgotten", False) is True


def identity_in(judge: Judge, keeping: Keeping) -> Fingerprint | None:
    """What a judge is remembered under in the shared ledger."""
    return identity_of(judge) or (named(judge.name, keeping.remember_as) if keeping.remember_as else None)
