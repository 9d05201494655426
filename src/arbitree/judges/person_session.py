"""One sitting: a person answers the questions of some cases, one by one, and may take answers back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitree.core.cases import Case
from arbitree.core.engine import Limits, begin
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Answer, Failed, Question
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.loop import run_inline, run_sync
from arbitree.judges.person_rows import PersonRows, Row, said_in
from arbitree.judges.person_talk import Talk, Told
from arbitree.judges.rows import reply_of

SKIPPED = Failed(kind="unanswered", message="the person skipped it")
LEFT = Failed(kind="unanswered", message="the person left before it")


class _Done(NamedTuple):
    """An answer that can be taken back."""

    place: int
    """Of its case."""
    key: str
    row: Row | None
    """None for a question that was skipped."""


class Session:
    """Walks cases with a person. The answers are the only state there is: to take one back is to walk without it."""

    def __init__(
        self, plan: Plan, cases: Sequence[Case], rows: PersonRows, talk: Talk, *, limits: Limits, local: Judge | None
    ) -> None:
        """Makes a sitting.

        Args:
            plan: What is asked.
            cases: Of what.
            rows: Where answers are kept; what is there already is not asked again.
            talk: Where questions are put.
            limits: As in the run: under `decide` only what is needed is asked.
            local: Answers the checks that need a judge.
        """
        self.answers: dict[str, Answer] = {}
        """What came of the questions, by key."""
        self.has_left = False
        """Whether the person left before the end."""
        self.given: set[str] = set()
        """The keys of the questions that were answered in this sitting."""
        self._plan, self._cases, self._rows, self._talk = plan, cases, rows, talk
        self._limits, self._local = limits, local
        self._done: list[_Done] = []
        self._before: dict[str, str] = {}

    def hold(self) -> None:
        """Puts every question, until all is answered or the person leaves.

        Raises:
            RecordError: An answer cannot be written down.
        """
        index = 0
        while index < len(self._cases):
            found = self._next(index)
            if found is None:
                index += 1
                continue
            question, place, items = found
            case = self._cases[index]
            title = f"case {case.id} ({index + 1} of {len(self._cases)}) · {place.name}"
            told = self._talk.ask(question, title=title, case=case.id, before=self._before.get(question.key, ""))
            if isinstance(told, Told):
                row = self._rows.put(case.id, place, question, told.said, told.reason, items)
                self._note(index, question, row)
                self.given.add(question.key)
            elif told == "skip":
                self.answers[question.key] = SKIPPED
                self._done.append(_Done(index, question.key, None))
            elif told == "undo":
                index = self._undo(index)
            else:
                self.has_left = True
                return

    def _note(self, index: int, question: Question, row: Row) -> None:
        self.answers[question.key] = reply_of(row)
        self._done.append(_Done(index, question.key, row))

    def _undo(self, index: int) -> int:
        """Takes the last answer back; gives back the place of its case."""
        if not self._done:
            self._talk.say("   there is nothing to take back")
            return index
        last = self._take_back()
        while last.row is not None and last.row.get("sample") and self._done:
            # Further votes were not asked for by themselves; they go with the first.
            last = self._take_back()
        return last.place

    def _take_back(self) -> _Done:
        last = self._done.pop()
        del self.answers[last.key]
        self.given.discard(last.key)
        if last.row is not None:
            self._rows.drop(last.row)
            self._before[last.key] = _told(last.row)
        return last

    def _next(self, index: int) -> tuple[Question, Place, tuple[str, ...]] | None:
        """The first question of a case that nothing answers yet, its place, and the items that it is about.

        None when the case is through.
        """
        case = self._cases[index]
        walk = begin(self._plan, case, self._limits)
        while walk.open:
            for question in walk.questions:
                place = walk.place_of(question.key)
                if question.key not in self.answers and question.key in walk.free and self._local is not None:
                    ask = run_inline if is_inline(self._local) else run_sync
                    self.answers[question.key] = ask(self._local.ask(question))
                if question.key not in self.answers:
                    items = walk.items_of(place)
                    row = self._rows.of(case.id, place, question, items) or self._voted(case, place, question, items)
                    if row is None:
                        return question, place, items
                    self._note(index, question, row)
                walk.take(question.key, self.answers[question.key])
            walk.advance()
        return None

    def _voted(self, case: Case, place: Place, question: Question, items: tuple[str, ...]) -> Row | None:
        """The row of a further vote of the same person, who is not asked twice."""
        if not question.sample or question.attempt:
            return None
        first = next(
            (one for one in self._done if one.row is not None and _is_first(one.row, case, place, items)), None
        )
        if first is None or first.row is None:
            return None
        return self._rows.put(case.id, place, question, said_in(first.row), first.row.get("reason", ""), items)


def _told(row: Row) -> str:
    """An answer in words."""
    said = said_in(row)
    if isinstance(said, bool):
        words = "yes" if said else "no"
    else:
        words = ", ".join(said) if isinstance(said, tuple) else str(said)
    return f"{words} ({row['reason']})" if row.get("reason") else words


def _is_first(row: Row, case: Case, place: Place, items: tuple[str, ...]) -> bool:
    is_same = str(row["case"]) == case.id and row["node"] == place.name and tuple(row.get("items") or ()) == items
    return is_same and tuple(row.get("after", ())) == place.after and not row.get("sample") and not row.get("attempt")
