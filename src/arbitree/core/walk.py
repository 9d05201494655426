"""One case on its way through a plan: what is settled, what is open, and who waits for which answer.

The mechanics that every mode shares. `full` and `decide` say which place comes next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from arbitree.core import causes
from arbitree.core.cascade import doubt_of
from arbitree.core.cases import Case
from arbitree.core.evidence import Evidence
from arbitree.core.hearing import MAX_ATTEMPTS, concluded, counted, understood
from arbitree.core.keys import key_behind, key_of
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.each import Each, Item
from arbitree.core.plan import Place, Plan
from arbitree.core.records import Answer, Attempt, Failed, Message, Question, Unread
from arbitree.core.settled import Poll, Settled, came_to_nothing
from arbitree.core.structural.table import run_tests
from arbitree.core.verdicts import tallied
from arbitree.core.worth import Worth


class Walk(ABC):
    """Walks one case. Feed it answers in any order; equal sets of answers leave it in equal states."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self.case = case
        self.answers: dict[str, Answer] = {}
        """Answers that were taken in, by key."""
        self.free: set[str] = set()
        """Keys of questions that no judge was called for: the `local` ones."""
        self._begin(plan)

    def _begin(self, plan: Plan) -> None:
        """Stand at the start of a plan, with nothing settled; answers that were taken in are still known."""
        self.plan = plan
        self.settled: dict[int, Settled] = {}
        self.reached: set[int] = set()
        """Places that the score needed, tasks included."""
        self.open: dict[str, Question] = {}
        """Questions without an answer, by key."""
        self._new: dict[str, Question] = {}
        """Those of them that came up since somebody took the new ones."""
        self.raised: dict[int, BaseException] = {}
        """What a judge's own code raised, by place."""
        self._evidence = Evidence(plan, self.case)
        self._askers: dict[str, list[int]] = {}
        self._polls: dict[int, Poll] = {}
        self._seen: dict[int, tuple[str, ...]] = {}
        """What became of the evidence of a place, where it is not shown as it is."""

    @abstractmethod
    def advance(self) -> None:
        """Go on until every way forward waits for an answer, or the walk is done."""

    @abstractmethod
    def _settle(self, index: int, settled: Settled) -> None:
        """Note what a place came to."""

    def pull(self, place: Place) -> float:
        """How much asking a place can do for its own score, per call; 0 where that is settled."""
        return 1.0

    def stage_of(self, place: Place) -> int:
        """How many judges of a place's cascade are known not to be sure; 0 where a walk does not rank its questions."""
        return 0

    def shares_of(self, place: Place) -> Sequence[float]:
        """For each part of a weigh, how much of what moves it moves the weigh."""
        return [1.0] * len(place.parts)

    @property
    def is_whole(self) -> bool:
        """Whether the case lacks none of the fields that places show."""
        return self._evidence.is_whole

    @property
    def worths(self) -> Sequence[Worth] | None:
        """What every place can still score, where the walk keeps it up."""
        return None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions, in plan order of the nodes that ask."""
        return self._in_order(self.open)

    def new_questions(self) -> tuple[Question, ...]:
        """The open questions that came up since this was last called, in plan order of the nodes that ask.

        Whoever puts them as they come looks at each once, however many are out.
        """
        new, self._new = self._new, {}
        return self._in_order(new)

    def _in_order(self, questions: dict[str, Question]) -> tuple[Question, ...]:
        if len(questions) < 2:
            return tuple(questions.values())
        ranks = {key: (min(self._askers[key]), one.sample, one.attempt) for key, one in questions.items()}
        return tuple([questions[key] for key in sorted(questions, key=ranks.__getitem__)])

    def place_of(self, key: str) -> Place:
        """The place that asked an open question first."""
        return self.plan.places[self._askers[key][0]]

    def number_of(self, key: str) -> int:
        """Which vote of the place that asked it first an open question is."""
        return self._number(self.place_of(key), self.open[key].sample)

    def tried(self, index: int) -> tuple[Attempt, ...]:
        """The replies of those judges of a cascade that were not sure, where nobody after them has settled it."""
        poll = self._polls.get(index)
        if poll is None or not poll.stage:
            return ()
        before = poll.stage * self.plan.places[index].votes
        return tuple([attempt for attempt in poll.attempts if attempt.sample < before])

    def _number(self, place: Place, sample: int) -> int:
        """The number of a vote, counted over all judges of a cascade: each of them begins with sample 0."""
        return sample + place.votes * self._polls[place.index].stage if place.stages > 1 else sample

    def take(self, key: str, answer: Answer) -> None:
        """Take in the answer to an open question. An answer to any other key is ignored."""
        question = self.open.pop(key, None)
        if question is None:
            return
        self._new.pop(key, None)
        self.answers[key] = answer
        for index in self._askers.pop(key):
            self._hear(self.plan.places[index], question.sample, question.attempt, key, answer)

    def close(self, failure: Failed, answers: Mapping[str, Answer] | None = None) -> None:
        """Ask nothing more: every question without an answer, open or to come, fails for this reason.

        Args:
            failure: the reason.
            answers: answers that are known all the same.
        """
        known = answers or {}
        while self.open:
            for key in list(self.open):
                self.take(key, known.get(key, failure))
            self.advance()

    def absence(self, place: Place) -> Settled | None:
        """What becomes of a place because of a field that is missing, empty or blank; None when it can be asked."""
        return None if self._evidence.is_whole else self._evidence.absence(place)

    def too_long(self, place: Place) -> Settled | None:
        """What becomes of a place because it shows more than it may; its reads are settled."""
        return self._evidence.too_long(place, self.settled)

    def messages(self, place: Place) -> tuple[Message, ...]:
        """The prompt of a place whose reads are settled."""
        return self._evidence.messages(place, self.settled, "")[0]

    def to_blame(self, place: Place, settled: Settled) -> int | None:
        """The task because of which a place came to nothing; None where it did by itself, or did not."""
        if settled.cause is None or settled.cause.kind != "no_reading":
            return None
        failed = (read for read in place.reads if read in self.settled and self.settled[read].cause is not None)
        lost = self._evidence.lost_read(place)
        return next(failed, None) if lost is None else lost

    def known(self, place: Place) -> Settled | None:
        """What a place whose reads are settled comes to without a question; None where it takes one.

        It is the verdict of a check that needs no judge, the text of an item of a list, and what an `each` comes to
        whose list has no items or is none.
        """
        if place.shape is not None:
            return None
        if isinstance(place.node, (Each, Item)):
            return self._evidence.of_list(place, self.settled)
        if not isinstance(place.node, Check):
            return None
        finding = run_tests(place.node.tests, self._evidence.looked_at(place, self.settled))
        return Settled(finding.holds, finding.why, place.branches[finding.holds], (), None, ())

    def list_of(self, place: Place) -> object:
        """The list that an `each` goes over; None where it is not there, or not yet."""
        return self._evidence.list_of(place, self.settled)

    def items_of(self, place: Place) -> tuple[str, ...]:
        """The texts of the items that a place is about, outermost first."""
        found = (self.known(self.plan.places[item]) for item in place.items)
        return tuple(str(one.value) for one in found if one is not None)

    def failed_read(self, place: Place) -> Settled | None:
        """What becomes of a place because a task that it reads came to nothing; None when none did."""
        for index in place.reads:
            settled = self.settled.get(index)
            if settled is not None and settled.cause is not None:
                return came_to_nothing(causes.unreadable_task(place, self.plan.places[index]))
        return None

    def pose(self, place: Place) -> None:
        """Ask what a place asks; its reads are settled."""
        if place.budget is not None and (refused := self.too_long(place)) is not None:
            self._settle(place.index, refused)
        elif place.votes > 1 or place.stages > 1:
            self._pose_votes(place)
        elif place.shape is not None:
            self._pose(place)
        elif (known := self.known(place)) is not None:
            self._settle(place.index, known)

    def _pose_votes(self, place: Place) -> None:
        """Ask as many more samples as are sure to be needed, again and again while their answers are known."""
        poll = self._polls.setdefault(place.index, Poll())
        while needed := tallied(place, poll.samples).needed:
            enough = len(poll.samples) + needed
            poll.posing = True
            while poll.posed < enough:
                poll.posed += 1
                self._pose(place, poll.posed - 1)
            poll.posing = False
            if poll.posed > len(poll.samples):
                return
        doubt = doubt_of(place, poll) if poll.stage + 1 < place.stages else ""
        if doubt:
            poll.pass_on(doubt)
            self._pass_on(place)
        else:
            self._settle(place.index, counted(place, poll, seen=self._seen.get(place.index, ())))

    def _pass_on(self, place: Place) -> None:
        """Go on to the next judge of a cascade, where the one before it was not sure."""
        self._pose_votes(place)

    def _pose(self, place: Place, sample: int = 0, attempt: int = 0, again: str = "", first: str = "") -> None:
        voter = place.voter(self._number(place, sample)) if place.voters else place
        messages, is_quoted = self._evidence.messages(voter, self.settled, again)
        if is_quoted or (place.budget is not None and self._evidence.is_cut(voter)):
            self._note_sight(place, voter, is_quoted=is_quoted)
        if voter.lead and not sample and not attempt:
            key = key_behind(voter.lead, messages[-1].content)
        else:
            key = key_of(voter.stem, messages, sample=sample, attempt=attempt)
        answer = self.answers.get(key)
        if answer is not None:
            self._hear(place, sample, attempt, key, answer)
            return
        askers = self._askers.get(key)
        if askers is not None:
            askers.append(place.index)
            return
        self._askers[key] = [place.index]
        assert voter.shape is not None
        if isinstance(place.node, Check):
            self.free.add(key)
        self.open[key] = self._new[key] = Question(
            key=key,
            node=place.name,
            role=voter.role,
            messages=messages,
            shape=voter.shape,
            sample=sample,
            attempt=attempt,
            labels=place.labels,
            first=first,
            asks=self._evidence.asks(voter, self.settled),
            again=again,
        )

    def _note_sight(self, place: Place, voter: Place, *, is_quoted: bool) -> None:
        """Note what became of a place's evidence, for its flags."""
        found = {"quoted": is_quoted, "cut": place.budget is not None and self._evidence.is_cut(voter)}
        known = self._seen.get(place.index, ())
        self._seen[place.index] = tuple(flag for flag, is_so in found.items() if is_so or flag in known)

    def _hear(self, place: Place, sample: int, attempt: int, key: str, answer: Answer) -> None:
        if isinstance(answer, Failed) and answer.error is not None:
            self.raised.setdefault(place.index, answer.error)
        number = self._number(place, sample)
        got, said = understood(place, number, key, answer)
        if place.votes == 1 and not attempt and not isinstance(got, Unread) and place.stages == 1:
            self._settle(place.index, concluded(place, (said,), got, seen=self._seen.get(place.index, ())))
            return
        poll = self._polls.get(place.index)
        if poll is None:
            poll = self._polls[place.index] = Poll()
        poll.attempts.append(said)
        if isinstance(got, Unread) and attempt + 1 < MAX_ATTEMPTS:
            first = next(one.key for one in poll.attempts if one.sample == number)
            self._pose(place, sample, attempt + 1, got.message, first)
            return
        poll.samples[sample] = got
        if place.votes == 1 and place.stages == 1:
            settled = concluded(place, tuple(poll.attempts), got, seen=self._seen.get(place.index, ()))
            self._settle(place.index, settled)
        elif not poll.posing and poll.posed == len(poll.samples):
            self._pose_votes(place)
