"""One case on its way through a plan: what is settled, what is open, and how a reply becomes a verdict.

The mechanics that every mode shares. `full` and `decide` say which place comes next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import NamedTuple

from arbitree.core import causes
from arbitree.core.cases import Case, heading, presence, text_of
from arbitree.core.keys import key_of
from arbitree.core.kinds.base import NOT_APPLICABLE, Absent
from arbitree.core.kinds.check import Check
from arbitree.core.plan import Branch, Place, Plan
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.wording import Section
from arbitree.core.reading import read
from arbitree.core.records import Answer, Attempt, Failed, Message, Question, Read, Unread
from arbitree.core.structural.table import run_tests
from arbitree.core.tally import count
from arbitree.errors import Problem

MAX_ATTEMPTS = 3
"""How often a question is asked before its replies are given up."""

_MARKERS = {
    "missing": "[nothing was given here]",
    "empty": "[this is empty: no text at all]",
    "blank": "[this is blank: white space only]",
}


class Settled(NamedTuple):
    """What a place came to."""

    value: bool | str | tuple[str, ...] | None
    reason: str
    branch: Branch | None
    """The branch taken; None for a task and for a place that came to nothing."""
    attempts: tuple[Attempt, ...]
    cause: Problem | None
    """Why it came to nothing."""
    flags: tuple[str, ...]


@dataclass(slots=True)
class Poll:
    """What a place's samples have brought so far."""

    attempts: list[Attempt] = field(default_factory=list)
    samples: dict[int, Read | Unread | Failed] = field(default_factory=dict)
    posed: int = 0


class Walk(ABC):
    """Walks one case. Feed it answers in any order; equal sets of answers leave it in equal states."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self.plan = plan
        self.case = case
        self.settled: dict[int, Settled] = {}
        self.reached: set[int] = set()
        """Places that the score needed, tasks included."""
        self.open: dict[str, Question] = {}
        """Questions without an answer, by key."""
        self.answers: dict[str, Answer] = {}
        """Answers that were taken in, by key."""
        self.free: set[str] = set()
        """Keys of questions that no judge was called for: the `local` ones."""
        self.raised: dict[int, BaseException] = {}
        """What a judge's own code raised, by place."""
        self._askers: dict[str, list[tuple[int, int, int]]] = {}
        self._polls: dict[int, Poll] = {}
        self._sections: dict[tuple[str, str], Section] = {}
        self._quoted: set[int] = set()
        self._closed: Failed | None = None

    @abstractmethod
    def advance(self) -> None:
        """Go on until every way forward waits for an answer, or the walk is done."""

    @abstractmethod
    def _settle(self, index: int, settled: Settled) -> None:
        """Note what a place came to."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions, in plan order of the nodes that ask."""
        if len(self.open) < 2:
            return tuple(self.open.values())
        return tuple(self.open[key] for key in sorted(self.open, key=lambda key: self._askers[key][0]))

    def place_of(self, key: str) -> Place:
        """The place that asked an open question first."""
        return self.plan.places[self._askers[key][0][0]]

    def take(self, key: str, answer: Answer) -> None:
        """Take in the answer to an open question. An answer to any other key is ignored."""
        if self.open.pop(key, None) is None:
            return
        self.answers[key] = answer
        for index, sample, attempt in self._askers.pop(key):
            self._hear(self.plan.places[index], sample, attempt, key, answer)

    def close(self, failure: Failed) -> None:
        """Ask nothing more: every question, open or to come, fails for this reason."""
        self._closed = failure
        for key in list(self.open):
            self.take(key, failure)
        self.advance()

    def absence(self, place: Place) -> Settled | None:
        """What becomes of a place because a field it shows is missing, empty or blank; None when it can be asked."""
        for name in place.fields:
            value = self.case.fields.get(name)
            if type(value) is str and value and not value.isspace():
                continue
            how = presence(value)
            if how == "present":
                continue
            policy = place.on_missing if how == "missing" else place.on_empty
            if isinstance(place.node, Check) and how != "missing":
                policy = "ask" if place.node.on_empty is None else place.node.on_empty
            if policy == "ask":
                continue
            if policy == "undecided":
                return _came_to_nothing(causes.absent(place, name, how))
            return Settled(None, f"{name} is {how}", _branch_of(policy, how), (), None, ())
        return None

    def known_check(self, place: Place) -> Settled | None:
        """The verdict of a check that needs no judge and no open task; None where that is not so."""
        if place.shape is not None or not isinstance(place.node, Check):
            return None
        finding = run_tests(place.node.tests, self._looked_at(place))
        return Settled(finding.holds, finding.why, place.branches[finding.holds], (), None, ())

    def pose(self, place: Place) -> None:
        """Ask what a place asks; its reads are settled."""
        if place.votes == 1:
            self._pose(place)
        else:
            self.pose_votes(place)

    def _pose(self, place: Place, sample: int = 0, attempt: int = 0, again: str = "", first: str = "") -> None:
        checked = self.known_check(place)
        if checked is not None:
            self._settle(place.index, checked)
            return
        messages = self.messages(place, again)
        key = key_of(place.stem, messages, sample=sample, attempt=attempt)
        answer = self._closed if self._closed is not None else self.answers.get(key)
        if answer is not None:
            self._hear(place, sample, attempt, key, answer)
        elif key in self._askers:
            self._askers[key].append((place.index, sample, attempt))
        else:
            assert place.shape is not None
            self._askers[key] = [(place.index, sample, attempt)]
            if isinstance(place.node, Check):
                self.free.add(key)
            self.open[key] = Question(
                key=key,
                node=place.name,
                role=place.role,
                messages=messages,
                shape=place.shape,
                sample=sample,
                attempt=attempt,
                labels=place.labels,
                first=first,
            )

    def pose_votes(self, place: Place) -> None:
        """Ask as many more samples as any verdict still needs for its majority."""
        poll = self._polls.setdefault(place.index, Poll())
        enough = len(poll.samples) + count(poll.samples, place.votes).needed
        while poll.posed < enough:
            poll.posed += 1
            self._pose(place, poll.posed - 1)

    def messages(self, place: Place, again: str = "") -> tuple[Message, ...]:
        """The prompt of a place whose reads are settled."""
        if isinstance(place.node, Check):
            return (Message("check", place.head), Message("text", self._looked_at(place)))
        fields = [self._field_section(place, name) for name in place.fields]
        tasks = [self._task_section(place, read) for read in place.reads]
        sections = tasks + fields if place.style == "plain" else fields + tasks
        if any(section.flagged for section in sections):
            self._quoted.add(place.index)
        if place.style == "plain":
            return plain.layout(place.head, sections, place.tail, again)
        return fenced.layout(place.head, sections, place.tail, again)

    def _field_section(self, place: Place, name: str) -> Section:
        section = self._sections.get((place.style, name))
        if section is None:
            value = self.case.fields.get(name)
            how = presence(value)
            text = text_of(value) if how == "present" else _MARKERS[how]
            section = self._section(place, heading(name), text)
            self._sections[place.style, name] = section
        return section

    def _task_section(self, place: Place, read: int) -> Section:
        text = text_of(self.settled[read].value) or _MARKERS["empty"]
        return self._section(place, self.plan.places[read].node.title, text)

    def _section(self, place: Place, label: str, text: str) -> Section:
        if place.style == "plain":
            return plain.section(label, text, self.plan.headings)
        return fenced.section(label, text)

    def _looked_at(self, place: Place) -> str:
        fields = [self.case.fields.get(name) for name in place.fields]
        texts = ["" if value is None else text_of(value) for value in fields]
        texts += [text_of(self.settled[read].value) for read in place.reads]
        return "\n\n".join(texts)

    def _hear(self, place: Place, sample: int, attempt: int, key: str, answer: Answer) -> None:
        assert place.shape is not None
        got: Read | Unread | Failed
        if isinstance(answer, Failed):
            got, said = answer, Attempt(key=key, reply=None, error=answer.message, sample=sample)
            if answer.error is not None:
                self.raised.setdefault(place.index, answer.error)
        else:
            got = read(answer.text, place.shape)
            if isinstance(got, Read):
                said = Attempt(
                    key=key,
                    reply=answer.text,
                    flags=got.flags,
                    sample=sample,
                    probabilities=answer.probabilities,
                )
            else:
                said = Attempt(key=key, reply=answer.text, error=got.message, sample=sample)
        poll = self._polls.get(place.index)
        if poll is None:
            poll = self._polls[place.index] = Poll()
        poll.attempts.append(said)
        if isinstance(got, Unread) and attempt + 1 < MAX_ATTEMPTS:
            first = next(one.key for one in poll.attempts if one.sample == sample)
            self._pose(place, sample, attempt + 1, got.message, first)
            return
        poll.samples[sample] = got
        if place.votes == 1:
            self._conclude(place, poll, got)
        else:
            self._tally(place, poll)

    def _tally(self, place: Place, poll: Poll) -> None:
        if poll.posed > len(poll.samples) or place.index in self.settled:
            return
        tally = count(poll.samples, place.votes)
        if tally.needed:
            self.pose_votes(place)
            return
        poll.attempts.sort(key=lambda attempt: attempt.sample)
        if tally.winner is not None:
            self._conclude(place, poll, tally.winner)
        elif tally.votes:
            self._settle(place.index, _came_to_nothing(causes.tied(place, tally.votes), poll))
        else:
            self._conclude(place, poll, poll.samples[0])

    def _conclude(self, place: Place, poll: Poll, got: Read | Unread | Failed) -> None:
        if isinstance(got, Read):
            branch = place.branches[got.value] if isinstance(got.value, (bool, str)) and place.branches else None
            flags = (*got.flags, "quoted") if place.index in self._quoted else got.flags
            settled = Settled(got.value, got.reason, branch, tuple(poll.attempts), None, flags)
        elif isinstance(got, Unread):
            settled = _came_to_nothing(causes.unread(place, got, MAX_ATTEMPTS), poll)
        else:
            settled = _came_to_nothing(causes.failed(place, got), poll)
        self._settle(place.index, settled)

    def failed_read(self, place: Place) -> Settled | None:
        """What becomes of a place because a task that it reads came to nothing; None when none did."""
        for read_ in place.reads:
            if self.settled[read_].cause is not None:
                return _came_to_nothing(causes.unreadable_task(place, self.plan.places[read_]))
        return None


def _came_to_nothing(cause: Problem, poll: Poll | None = None) -> Settled:
    return Settled(None, "", None, tuple(poll.attempts) if poll else (), cause, ())


def _branch_of(policy: Absent, how: str) -> Branch:
    if policy is NOT_APPLICABLE:
        return Branch(verdict=f"({how})", to="not_applicable")
    assert isinstance(policy, (int, float))
    return Branch(verdict=f"({how})", to=f"= {policy:g}", score=policy / 10, points=policy)
