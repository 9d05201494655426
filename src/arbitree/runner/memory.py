"""The memory of one run: which ledger the replies of which judge are kept in, opened before the first question.

A judge that tells what its replies depend on is remembered in the shared ledger, from run to run. One that does not is
remembered in the journal in the RUN folder, for as long as that run goes on. Judges that answer at once, such as rules,
are remembered only where that is asked for; recorded answers are a record already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from arbitree.errors import ArbitreeError, Problem
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Price
from arbitree.judges.memory import Remembered, remember
from arbitree.ledger.fingerprint import fingerprint
from arbitree.ledger.ledger import Ledger
from arbitree.ledger.places import DEFAULT, make_default
from arbitree.reports.words import counted
from arbitree.runner.keeping import RECORDS, Keeping, identity_in, refuse_unknown

JOURNAL = "journal.sqlite"
"""The ledger in a RUN folder, of the judges that only this run may remember."""


class Memory:
    """The ledgers of one run."""

    def __init__(
        self,
        keeping: Keeping,
        judges: Iterable[Judge],
        *,
        earlier: Mapping[str, object] | None = None,
        looks: bool = False,
        began: Mapping[str, int] | None = None,
    ) -> None:
        """Opens the shared ledger, where one of the judges is remembered in it.

        Args:
            keeping: what is asked for.
            judges: who answers in this run, checks apart.
            earlier: what an earlier session of the same run noted of its ledger, by `noted`. A run that began with
                `fresh` goes on so, and what it has got since counts.
            looks: only look at ledgers that are there, as for an estimate; make and write none.
            began: where the run begins in its ledgers, by `began`, if that was not just now.

        Raises:
            RecordError: the ledger cannot be used; or a judge cannot be remembered, and that was asked for.
            UsageError: a judge tells of itself what cannot be stored.
        """
        self.keeping = keeping
        self._looks = looks
        self.shared: Ledger | None = None
        """The ledger that outlives the run; None when no judge is remembered in it."""
        self.journal: Ledger | None = None
        """The ledger of this run alone; None when no judge needs it."""
        self._remembered: list[Remembered] = []
        candidates = {id(judge): judge for judge in judges if not isinstance(judge, RECORDS)}
        refuse_unknown(keeping, candidates.values())
        told = {place: identity_in(judge, keeping) for place, judge in candidates.items()}
        self._identities = {place: one for place, one in told.items() if one and self._is_kept(candidates[place])}
        unknown = [judge for place, judge in candidates.items() if told[place] is None]
        self._journalled = {id(judge): judge for judge in unknown if not is_inline(judge)}
        self._since = 0
        self._began = dict(began or {})
        if self._identities or keeping.replay:
            self.shared = self._opened()
        if self.shared is not None:
            self._begin(self.shared, earlier or {})

    def _begin(self, shared: Ledger, earlier: Mapping[str, object]) -> None:
        """Finds out where the run begins in the ledger: an earlier session says so, if it had the same one."""
        began = earlier.get("from") if earlier.get("file") == str(shared.path) else None
        self._since = began if isinstance(began, int) else shared.newest()
        if earlier.get("fresh") is True and not self.keeping.replay:
            self.keeping = replace(self.keeping, fresh=True)

    @property
    def began(self) -> dict[str, int]:
        """Where the run begins in its ledgers, for other processes of the same run."""
        ledgers = {"shared": self.shared, "journal": self.journal}
        return {name: ledger.newest() for name, ledger in ledgers.items() if ledger is not None} | self._began

    @property
    def noted(self) -> dict[str, object]:
        """What a later session of the run has to know of its ledger; empty when there is none that is shared."""
        if self.shared is None:
            return {}
        return {"file": str(self.shared.path), "from": self._since, "fresh": self.keeping.fresh}

    def _is_kept(self, judge: Judge) -> bool:
        return self.keeping.is_wanted or not is_inline(judge)

    def _opened(self) -> Ledger | None:
        keeping = self.keeping
        path = DEFAULT if keeping.path is None else Path(keeping.path)
        if self._looks and not keeping.replay:
            return _looked_at(path)
        if keeping.path is None and not keeping.replay:
            make_default()
        return Ledger.open(path, read_only=keeping.replay, store_prompts=keeping.store_prompts)

    def open_journal(self, folder: Path) -> None:
        """Opens the journal in a RUN folder, where a judge needs it.

        Raises:
            RecordError: it cannot be used.
        """
        if self._journalled and not self.keeping.replay:
            path = folder / JOURNAL
            prompts = self.keeping.store_prompts
            self.journal = _looked_at(path) if self._looks else Ledger.open(path, store_prompts=prompts)

    def looked_up(self, judge: Judge) -> Remembered | None:
        """A judge with its memory, to be looked at and not to be asked; None for one that has none."""
        return self.remembered(judge, judge)

    def around(
        self,
        judge: Judge,
        inner: Judge,
        *,
        price: Price | None,
        on_trouble: Callable[[Problem], None],
        tried: Callable[[str], int] | None = None,
    ) -> Remembered | None:
        """A judge with its memory; None for one that has none.

        Args:
            judge: the judge as it is.
            inner: what is to be asked: the judge in the layers that belong below memory.
            price: what a call of it costs.
            on_trouble: is told when its ledger can no longer be written to.
            tried: how many calls for a question have failed before its reply came.
        """
        made = self.remembered(judge, inner, price=price, on_trouble=on_trouble, tried=tried)
        if made is not None:
            self._remembered.append(made)
        return made

    def remembered(
        self,
        judge: Judge,
        inner: Judge,
        *,
        price: Price | None = None,
        on_trouble: Callable[[Problem], None] | None = None,
        tried: Callable[[str], int] | None = None,
    ) -> Remembered | None:
        """The same for somebody who sees to its end alone: `recalled` and `problems` do not tell of it."""
        keeping = self.keeping
        identity = self._identities.get(id(judge))
        if identity is not None and self.shared is not None:
            return remember(
                inner,
                self.shared,
                identity=identity,
                replay=keeping.replay,
                keep_undecided=keeping.keep_undecided,
                fresh=keeping.fresh,
                since=self._since,
                start=self._began.get("shared"),
                price=price,
                on_trouble=on_trouble,
                tried=tried,
            )
        if id(judge) in self._journalled and self.journal is not None:
            own = fingerprint({"judge": judge.name, "this run": True})
            return remember(
                inner,
                self.journal,
                identity=own,
                start=self._began.get("journal"),
                keep_undecided=keeping.keep_undecided,
                price=price,
                on_trouble=on_trouble,
                tried=tried,
            )
        return None

    @property
    def recalled(self) -> int:
        """How many questions were answered from a ledger, or with what another process was just asking."""
        return sum(one.recalled + one.waited for one in self._remembered)

    @property
    def waited(self) -> int:
        """How many of these with what another process was just asking."""
        return sum(one.waited for one in self._remembered)

    @property
    def damaged(self) -> int:
        """How many rows of the ledgers were found damaged."""
        return sum(ledger.damaged for ledger in (self.shared, self.journal) if ledger is not None)

    def problems(self) -> Iterator[Problem]:
        """What is to be said at the end: replies that a replay lacked, rows that were damaged."""
        lack = self.lack(self._remembered)
        if lack is not None:
            yield lack
        for ledger in (self.shared, self.journal):
            if ledger is not None and ledger.damaged:
                yield _damaged_rows(ledger)

    def lack(self, used: Iterable[Remembered]) -> Problem | None:
        """Which replies a replay lacked; None when it lacked none."""
        missing = [one for one in used if one.missing]
        return _unrecorded(self.shared, missing) if missing and self.shared is not None else None

    def close(self) -> tuple[Problem, ...]:
        """Writes what is left and lets go of the files; gives back why something could not be written."""
        problems: list[Problem] = []
        for ledger in (self.shared, self.journal):
            if ledger is not None:
                try:
                    ledger.close()
                except ArbitreeError as error:
                    problems += error.problems
        self.shared = self.journal = None
        return tuple(problems)


def _looked_at(path: Path) -> Ledger | None:
    """A ledger that is only read; None where there is none, or only an empty file."""
    return Ledger.open(path, read_only=True) if path.exists() and (path.is_dir() or path.stat().st_size) else None


def _unrecorded(ledger: Ledger, missing: list[Remembered]) -> Problem:
    counts: dict[str, int] = {}
    for one in missing:
        for (_, node), count in one.missing.items():
            counts[node] = counts.get(node, 0) + count
    listed = ", ".join(f'"{node}" {count:,}' for node, count in list(counts.items())[:20])
    known = ledger.judges()
    strangers = [one for one in missing if one.identity.number not in known]
    hint = ""
    if strangers and known:
        forms = "; ".join(list(known.values())[:3])
        hint = f"the ledger knows nothing of the judge {strangers[0].identity.form}, only of {forms}. "
    return Problem(
        code="R149",
        what=f"the ledger has no reply to {counted(sum(counts.values()), 'question')}: {listed}",
        where=str(ledger.path),
        mend=f"{hint}Run once without --replay; or replay the rubric, cases and judge that it was made with",
    )


def _damaged_rows(ledger: Ledger) -> Problem:
    return Problem(
        code="R151",
        what=f"the ledger holds damaged replies, of which {counted(ledger.damaged, 'was', 'were')} passed over",
        where=str(ledger.path),
        mend=f"arbitree ledger verify {ledger.path} names them",
        level="warning",
    )
