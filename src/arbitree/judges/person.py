"""The person at the terminal as a judge: you are asked, one question at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence

from arbitree.core.cases import Case
from arbitree.core.engine import NO_LIMITS, Limits
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.judges.base import Judge
from arbitree.judges.person_rows import PersonRows
from arbitree.judges.person_session import LEFT, SKIPPED, Session
from arbitree.judges.person_talk import Console, Talk, Terminal, Told
from arbitree.judges.slots import Slots

DEFAULT_FILE = "labels.jsonl"
"""Where answers are kept when no file is named."""


class PersonJudge:
    """Asks the person at the terminal, and keeps the answers in a file that `recorded:FILE` replays.

    A person who answers all questions of a run sits down once before it (`sit`): case after case, with answers that can
    be taken back; what is in the file already is not asked again. Where other judges answer some of the questions, the
    person is asked while the run goes on; then nothing can be taken back, and the answers are in the run's own folder.
    """

    style: Style = "messages"

    def __init__(self, path: str = DEFAULT_FILE, *, terminal: Terminal | None = None) -> None:
        """Makes it; nothing is read, written or asked yet.

        Args:
            path: The file of the answers.
            terminal: Where the person is; the process's own when None.
        """
        self.name = f"person:{path}"
        self.inline = False
        self.path = path
        self._talk = Talk(terminal or Console())
        self._turn = Slots(1)
        self._bound: tuple[Plan, Judge | None] | None = None
        self._answers: Mapping[str, Answer] = {}
        self._has_left = False

    def __repr__(self) -> str:
        return f"<judge {self.name}>"

    def bind(self, plan: Plan, cases: Iterable[Case], *, local: Judge | None = None) -> PersonJudge:
        """The same judge, told what the run asks."""
        self._bound = (plan, local)
        return self

    def sit(self, cases: Sequence[Case], *, limits: Limits = NO_LIMITS) -> None:
        """Asks all questions of some cases that the file does not answer; `bind` comes first.

        Args:
            cases: The cases.
            limits: As in the run.

        Raises:
            RecordError: The file holds something else, or cannot be written.
        """
        assert self._bound is not None, "bind comes first"
        plan, local = self._bound
        session = Session(plan, cases, PersonRows(self.path), self._talk, limits=limits, local=local)
        self._answers = session.answers
        try:
            session.hold()
        finally:
            self._has_left = session.has_left
            if session.given or session.has_left:
                self._talk.say(f"\n{len(session.given)} answered; the answers are kept in {self.path}")
        if session.has_left:
            self._talk.say("The same command goes on from here.")

    async def ask(self, question: Question) -> Answer:
        """The person's answer."""
        known = self._answers.get(question.key)
        if known is not None:
            return known
        async with self._turn:
            return LEFT if self._has_left else await asyncio.to_thread(self._ask_now, question)

    def _ask_now(self, question: Question) -> Answer:
        while True:
            told = self._talk.ask(question, title=question.node, case="")
            if told == "undo":
                self._talk.say("   nothing can be taken back while other judges answer too")
                continue
            if told == "quit":
                self._has_left = True
            return _reply(question, told) if isinstance(told, Told) else LEFT if self._has_left else SKIPPED


def _reply(question: Question, told: Told) -> Reply:
    kind = question.shape.kind
    if kind == "reason":
        return Reply(text=json.dumps({"reason": told.said}, ensure_ascii=False))
    fields = {"reason": told.reason} if told.reason else {}
    name = {"yes_no": "verdict", "one_of": "verdict", "number": "score"}.get(kind, "output")
    said = list(told.said) if isinstance(told.said, tuple) else told.said
    return Reply(text=json.dumps({**fields, name: said}, ensure_ascii=False))
