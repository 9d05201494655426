"""Asks again what failed for a reason that passes: a busy server, a broken connection, a timeout."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

from arbitree.core.records import Answer, Failed, Question
from arbitree.errors import Problem, UsageError
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.wrapped import Wrapped

__all__ = ["Patience", "Retried", "retried"]


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How often, and after which waits, a question is put again.

    Raises:
        UsageError: a number makes no sense.
    """

    retries: int = 4
    """How often at most, after the first time."""
    base: float = 0.5
    """Seconds that the first wait takes at most; each further one may take twice as long."""
    longest: float = 30.0
    """Seconds that no wait of our own choice exceeds."""
    within: float = 300.0
    """Seconds after the first try beyond which no other begins, whatever a server says of when to come back."""
    seed: int = 0
    """What the waits are drawn from; nothing that is compared depends on it."""

    def __post_init__(self) -> None:
        if self.retries < 0 or self.base < 0 or self.longest < 0 or self.within < 0:
            what = f"a patience of {self.retries} retries within {self.within:g} s makes no sense"
            raise UsageError(Problem(code="X180", what=what, mend="give no negative number; 0 retries asks once"))


def retried(judge: Judge, patience: Patience | None = None) -> Judge:
    """The judge, asked again after failures that are `transient`, and after no others.

    The wait is drawn evenly from 0 to a bound that doubles from try to try (full jitter), so that many callers who
    failed together do not come back together. Where the server said when to come back, it is that, and a little more.
    When the tries or the time are used up, the last failure is the answer. A judge that answers inline never waits,
    and is given back as it is.
    """
    patience = patience or Patience()
    return judge if is_inline(judge) or not patience.retries else Retried(judge, patience)


class Retried(Wrapped):
    """Asks again. Made by `retried`."""

    def __init__(self, judge: Judge, patience: Patience) -> None:
        super().__init__(judge)
        self.retries = 0
        """How many further calls were made; one that no budget was left for is none."""
        self._patience = patience
        self._random = random.Random(patience.seed)

    async def ask(self, question: Question) -> Answer:
        """The first answer that is no passing failure, or the last failure."""
        answer = await self.judge.ask(question)
        if not isinstance(answer, Failed) or not answer.transient:
            return answer
        loop = asyncio.get_running_loop()
        ends = loop.time() + self._patience.within
        for number in range(self._patience.retries):
            wait = self._wait(number, answer)
            if loop.time() + wait > ends:
                break
            await asyncio.sleep(wait)
            answer = await self.judge.ask(question)
            if not isinstance(answer, Failed) or answer.kind != "budget":
                self.retries += 1
            if not isinstance(answer, Failed) or not answer.transient:
                break
        return answer

    def _wait(self, number: int, failure: Failed) -> float:
        own = self._random.uniform(0.0, min(self._patience.longest, self._patience.base * 2**number))
        if failure.retry_after is None:
            return own
        # Later by a fifth at most: whoever was told the same moment need not come back in the same one.
        return failure.retry_after + min(own, failure.retry_after * 0.2)
