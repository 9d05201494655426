"""Finds the key of every recorded answer, by walking each case through the plan with its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from arbitree.core.cases import Case
from arbitree.core.engine import begin
from arbitree.core.plan import Place, Plan
from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Question, Read, Shape
from arbitree.core.walk import Walk
from arbitree.errors import Problem, RecordError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.loop import run_inline, run_sync
from arbitree.judges.rows import Asked, Recorded, Rows

_MOST_PROBLEMS = 20
"""How many contradictions are named before the rest are only counted."""


@dataclass(kw_only=True)
class _Found:
    """The answer to one key, and who has it."""

    recorded: Recorded
    case: str
    node: str
    shape: Shape


@dataclass
class Binding:
    """The keys of one judge's rows, as they are found case by case."""

    plan: Plan
    rows: Rows
    name: str
    local: Judge | None
    found: dict[str, _Found] = field(default_factory=dict)
    lacking: dict[str, Failed] = field(default_factory=dict)
    problems: dict[tuple[int, int], Problem] = field(default_factory=dict)
    lacks: dict[str, list[str]] = field(default_factory=dict)

    def bind(self, cases: Iterable[Case]) -> dict[str, Answer]:
        """What each key is answered with.

        Raises:
            RecordError: Equal questions were answered differently; all are named.
        """
        waiting = list(self._walk_all(cases))
        while waiting:
            # A case may lack a row that an equal question of another case has; then it goes on from there.
            before = len(self.found)
            again = [case for case in waiting if any(key in self.found for key in self.lacks[case.id])]
            waiting = list(self._walk_all(again))
            if len(self.found) == before:
                break
        if self.problems:
            problems = list(self.problems.values())
            rest = len(problems) - _MOST_PROBLEMS
            more = [Problem(code="R114", what=f"{rest} more questions have two answers", mend="mend them all")]
            raise RecordError([*problems[:_MOST_PROBLEMS], *(more if rest > 0 else ())])
        replies: dict[str, Answer] = {key: found.recorded.reply for key, found in self.found.items()}
        return {**self.lacking, **replies}

    def _walk_all(self, cases: Iterable[Case]) -> Iterator[Case]:
        """Walks each case to its end, and gives back those that some row was lacking for."""
        for case in cases:
            self.lacks[case.id] = []
            walk = begin(self.plan, case)
            while walk.open:
                for question in walk.questions:
                    walk.take(question.key, self._answer(walk, question))
                walk.advance()
            self._compare(walk)
            if self.lacks[case.id]:
                yield case
            else:
                del self.lacks[case.id]

    def _answer(self, walk: Walk, question: Question) -> Answer:
        case, place = walk.case.id, walk.place_of(question.key)
        number = walk.number_of(question.key)
        own = _row(self.rows.get(case), walk, place, number, question.attempt)
        if own is not None:
            self._note(question.key, own, case, place)
        found = self.found.get(question.key)
        if found is not None:
            return found.recorded.reply
        if question.key in walk.free and self.local is not None:
            ask = run_inline if is_inline(self.local) else run_sync
            return ask(self.local.ask(question))
        failed = unrecorded(self.name, case, place.name, number)
        self.lacks[case].append(question.key)
        return self.lacking.setdefault(question.key, failed)

    def _compare(self, walk: Walk) -> None:
        """Notes the rows of nodes whose question another node of the case had asked before them."""
        answers = self.rows.get(walk.case.id)
        if answers is None:
            return
        for index, settled in walk.settled.items():
            place = walk.plan.places[index]
            attempts: Counter[int] = Counter()
            for attempt in settled.attempts:
                own = _row(answers, walk, place, attempt.sample, attempts[attempt.sample])
                attempts[attempt.sample] += 1
                if own is not None:
                    self._note(attempt.key, own, walk.case.id, place)

    def _note(self, key: str, own: Recorded, case: str, place: Place) -> None:
        assert place.shape is not None
        found = self.found.setdefault(key, _Found(recorded=own, case=case, node=place.name, shape=place.shape))
        if found.recorded is own or _is_same(found.recorded, own, found.shape):
            return
        pair = [found, _Found(recorded=own, case=case, node=place.name, shape=found.shape)]
        first, second = sorted(pair, key=lambda each: each.recorded.line)
        lines = first.recorded.line, second.recorded.line
        self.problems.setdefault(lines, _contradiction(self.name, first, second))


def _row(
    answers: Mapping[Asked, Recorded] | None, walk: Walk, place: Place, sample: int, attempt: int
) -> Recorded | None:
    """The row for a question; a re-ask that has none of its own gets the first answer again."""
    if answers is None:
        return None
    items = walk.items_of(place)
    for nth in dict.fromkeys((attempt, 0)):
        for after in (place.after, None):
            found = answers.get(Asked(place.name, after, sample, nth, items))
            if found is not None:
                return found
    return None


def _is_same(first: Recorded, second: Recorded, shape: Shape) -> bool:
    if first.said == second.said and type(first.said) is type(second.said):
        return True
    one, other = read(first.reply.text, shape), read(second.reply.text, shape)
    return isinstance(one, Read) and isinstance(other, Read) and one.value == other.value


def _contradiction(name: str, first: _Found, second: _Found) -> Problem:
    one, other = (f'{each.recorded.said!r} for case "{each.case}", node "{each.node}"' for each in (first, second))
    return Problem(
        code="R114",
        what=f"equal questions have two answers: {one}, and {other}",
        where=f"{name}:{first.recorded.line} and :{second.recorded.line}",
        mend="what is shown to the judge is the same in both; show what sets them apart, or keep one answer",
        node=second.node,
    )


def unrecorded(name: str, case: str, node: str, sample: int) -> Failed:
    """The failure of a question that has no recorded answer."""
    vote = f", sample {sample}" if sample else ""
    whose = f'case "{case}", ' if case else ""
    return Failed(kind="unrecorded", message=f'{name} has no answer for {whose}node "{node}"{vote}')
