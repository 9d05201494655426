"""Puts questions about the same evidence that are asked at the same time into one request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from arbitree.core.prompts.parts import parts_of
from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.providers.base import Refusal, Request, Response, Settings
from arbitree.providers.decisions import Decider
from arbitree.providers.failing import failed

MOST_TOGETHER: Final = 32
"""How many questions one request holds at most."""

_GATHERING_SECONDS: Final = 0.002
"""How long the first question waits for others. A case asks all of its open questions within one or two turns."""

_Key: TypeAlias = "tuple[asyncio.AbstractEventLoop, str]"


@dataclass(eq=False)
class _Batch:
    """Questions that travel together."""

    questions: list[Question] = field(default_factory=list)
    waiting: int = 0
    task: asyncio.Task[list[Answer]] | None = None


class Together:
    """Asks a server of decisions; each question gets its own answer, whatever it travelled with."""

    def __init__(
        self, provider: Decider, settings: Settings, send: Callable[[Request], Awaitable[Response | Failed]]
    ) -> None:
        self._provider, self._settings, self._send = provider, settings, send
        self._open: dict[_Key, _Batch] = {}
        self.notes: dict[str, str] = {}
        """Who answered, and that it was with probabilities: for the record of a run."""

    async def ask(self, question: Question) -> Answer:
        """The answer to one question.

        A question that is cancelled leaves the others of its request alone; the last one takes the request with it.
        """
        loop = asyncio.get_running_loop()
        key = (loop, question.messages[-1].content[: parts_of(question).size])
        batch = self._open.get(key)
        if batch is None or batch.task is None:
            batch = self._open[key] = _Batch()
            batch.task = loop.create_task(self._sent(key, batch))
        place = len(batch.questions)
        batch.questions.append(question)
        batch.waiting += 1
        if len(batch.questions) == MOST_TOGETHER:
            self._close(key, batch)
        try:
            return (await asyncio.shield(batch.task))[place]
        except asyncio.CancelledError:
            batch.waiting -= 1
            if not batch.waiting:
                self._close(key, batch)
                batch.task.cancel()
            raise

    def _close(self, key: _Key, batch: _Batch) -> None:
        """Lets no further question join."""
        if self._open.get(key) is batch:
            del self._open[key]

    async def _sent(self, key: _Key, batch: _Batch) -> list[Answer]:
        await asyncio.sleep(_GATHERING_SECONDS)
        self._close(key, batch)
        answers = await self._answers(batch.questions)
        if len(answers) > 1 and all(isinstance(one, Failed) and one.kind == "bad_request" for one in answers):
            # One of them may be at fault for all: which one shows when each goes alone.
            alone = await asyncio.gather(*(self._answers([question]) for question in batch.questions))
            return [one for answered in alone for one in answered]
        return answers

    async def _answers(self, questions: list[Question]) -> list[Answer]:
        response = await self._send(self._provider.request_all(questions, self._settings))
        if isinstance(response, Failed):
            return [response] * len(questions)
        outcomes = self._provider.reply_all(response, questions, self._settings)
        for outcome in outcomes:
            if isinstance(outcome, Reply):
                self.notes |= {"form": "decisions", "model": outcome.model or "not told", "probabilities": "given"}
        return [failed("bad_request", one.message) if isinstance(one, Refusal) else one for one in outcomes]
