"""Puts questions about the same evidence that are asked at the same time into one request."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol, TypeAlias, runtime_checkable

from arbitree.core.prompts.parts import parts_of
from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.judges.base import Judge
from arbitree.judges.wrapped import Wrapped, innermost

MOST_TOGETHER: Final = 32
"""How many questions one request holds at most."""

_GATHERING_SECONDS: Final = 0.002
"""How long the first question waits for others. A case asks all of its open questions within one or two turns."""

_Key: TypeAlias = "tuple[asyncio.AbstractEventLoop, str]"


class Bundle:
    """Questions that travel together, and their answers."""

    def __init__(self, questions: list[Question]) -> None:
        self.questions = questions
        self.answers: dict[int, Answer] = {}
        """What came, by the place of the question."""
        self.is_closed = False
        """Whether it was sent: no other question can join."""
        self.waiting = 0
        self.task: asyncio.Task[None] | None = None

    def close(self) -> list[Question]:
        """The questions that have no reply yet; no other can join from now on."""
        self.is_closed = True
        return [one for place, one in enumerate(self.questions) if not isinstance(self.answers.get(place), Reply)]

    def take(self, asked: list[Question], answers: list[Answer]) -> Answer:
        """Notes the answers to some of its questions; gives back that of the first."""
        for question, answer in zip(asked, answers, strict=True):
            self.answers[next(at for at, one in enumerate(self.questions) if one is question)] = answer
        return answers[0]

    def fail(self, asked: list[Question], failure: Failed) -> Failed:
        """Notes that some of its questions failed alike."""
        self.take(asked, [failure] * len(asked))
        return failure


@runtime_checkable
class Carrier(Protocol):
    """A judge that can put several questions into one request."""

    bundles: dict[int, Bundle]
    """Where it finds what travels with a question, by that question's identity."""

    @property
    def carries(self) -> bool:
        """Whether its server takes several."""
        ...


def takes_several(judge: object) -> bool:
    """Whether the judge's server takes several questions in one request."""
    carrier = innermost(judge)
    return isinstance(carrier, Carrier) and carrier.carries


def together(judge: Judge) -> Judge:
    """The judge, asked questions about the same evidence in one call, as far as its server takes several in a request.

    To what is inside, a bundle of questions is one question, the first of them: it is paid for, paced, counted as in
    flight and tried again as the one request that it is.
    """
    carrier = innermost(judge)
    return Together(judge, carrier) if isinstance(carrier, Carrier) and carrier.carries else judge


class Together(Wrapped):
    """Bundles questions. Made by `together`."""

    def __init__(self, judge: Judge, carrier: Carrier) -> None:
        super().__init__(judge)
        self._carrier = carrier
        self._open: dict[_Key, Bundle] = {}

    async def ask(self, question: Question) -> Answer:
        """The answer to one question.

        A question that is cancelled leaves the others of its request alone; the last one takes the request with it.
        """
        loop = asyncio.get_running_loop()
        key = (loop, question.messages[-1].content[: parts_of(question).size])
        bundle = self._open.get(key)
        if bundle is None or bundle.is_closed or bundle.task is None:
            bundle = self._open[key] = Bundle([])
            bundle.task = loop.create_task(self._sent(key, bundle))
        place = len(bundle.questions)
        bundle.questions.append(question)
        bundle.waiting += 1
        if len(bundle.questions) == MOST_TOGETHER:
            bundle.is_closed = True
        try:
            await asyncio.shield(bundle.task)
        except asyncio.CancelledError:
            bundle.waiting -= 1
            if not bundle.waiting:
                bundle.is_closed = True
                bundle.task.cancel()
            raise
        answer = bundle.answers[place]
        if isinstance(answer, Failed) and place and (answer.transient or answer.kind == "bad_request"):
            # It failed beside others that did not, or may be at fault for all: that shows when it goes alone.
            return await self._call(Bundle([question]))
        return answer

    async def _sent(self, key: _Key, bundle: Bundle) -> None:
        await asyncio.sleep(_GATHERING_SECONDS)
        try:
            answer = await self._call(bundle)
        finally:
            if self._open.get(key) is bundle:
                del self._open[key]
        alone = isinstance(answer, Failed) and answer.kind == "bad_request" and len(bundle.questions) > 1
        if isinstance(answer, Failed) and not alone:
            # The first one's failure is what became of the call; it was tried as often as it is worth.
            bundle.answers |= {at: answer for at, _ in enumerate(bundle.questions) if at not in bundle.answers}
        bundle.answers[0] = await self._call(Bundle(bundle.questions[:1])) if alone else answer

    async def _call(self, bundle: Bundle) -> Answer:
        """The answer to the first question of a bundle; those to the others are in the bundle then."""
        first = bundle.questions[0]
        self._carrier.bundles[id(first)] = bundle
        try:
            return await self.judge.ask(first)
        finally:
            del self._carrier.bundles[id(first)]
