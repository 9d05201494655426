"""Makes a judge of what users have: an object with `generate`/`a_generate`, or any callable."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, cast

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.callee import Prefer, is_judge, name_of, target_of, told_by
from arbitree.judges.failure import failed_by
from arbitree.judges.pictures import SLUG, Pictures, harmless, pictures_for, takes_slugs
from arbitree.judges.replies import invalid_reply, reply_of
from arbitree.judges.schemas import schema_for
from arbitree.judges.signature import Manner, manner_of
from arbitree.judges.threads import Threads

_RAISED = (Exception, asyncio.CancelledError, SystemExit)
"""What foreign code may raise. A cancellation of its own that it let escape is its failure, not our being cancelled;
and `sys.exit` in a coroutine would end the loop that every other question is asked in.
"""


def adapt(model: object, *, concurrency: int = 20, prefer: Prefer = "async") -> Judge:
    """The judge that `model` is, or can be made.

    Signatures are looked at once, here. What `model` blocks in runs in at most `concurrency` threads; what is marked
    `inline = True` is called directly.

    Args:
        model: An object with `ask`, `generate` or `a_generate`, or a callable, sync or async, that takes a prompt.
        concurrency: How many threads blocking calls may take.
        prefer: For an object with both: `async` awaits `a_generate`, `threads` calls `generate`.

    Raises:
        JudgeError: It is none of these, or cannot be called with a prompt.
    """
    if is_judge(model):
        return cast(Judge, model)
    target, called, is_method = target_of(model, prefer)
    manner = manner_of(target, called=called, any_keyword=is_method)
    name = name_of(model)
    adapted: _Adapted
    if is_inline(model) and not manner.is_async:
        adapted = _Direct(target, manner, name)
    elif manner.is_async and not manner.blocks:
        adapted = _Awaited(target, manner, name, inline=is_inline(model))
    else:
        adapted = _Threaded(target, manner, name, concurrency)
    adapted.fingerprint = told_by(model, "fingerprint")
    adapted.pictures = pictures_for(model)
    adapted.takes_slugs = takes_slugs(model)
    return adapted


class _Adapted:
    """What the three ways of calling have in common."""

    style: Style = "plain"

    def __init__(self, target: Callable[..., Any], manner: Manner, name: str) -> None:
        self.name = name
        self.fingerprint: object = None
        """What the user's object or function tells of itself: what its replies depend on."""
        self.pictures: Pictures | None = None
        """How a prompt with images is given to it; None where it does not see."""
        self.takes_slugs = False
        """Whether it takes placeholders for images in its prompt, so that no text may imitate one."""
        self._target = target
        self._manner = manner
        self._is_plain = not (manner.schema or manner.by_keyword)

    def __repr__(self) -> str:
        return f"<judge {self.name}>"

    @property
    def sees_images(self) -> bool:
        """Whether the user's object says that it sees images."""
        return self.pictures is not None

    def _call(self, question: Question) -> Any:
        prompt: Any = question.prompt
        if self.pictures is not None and question.messages[-1].images:
            prompt = self.pictures(question)
        elif self.takes_slugs and SLUG in prompt:
            prompt = harmless(prompt)
        if self._is_plain:
            return self._target(prompt)
        schema = schema_for(question.shape.kind) if self._manner.schema else None
        return self._manner.call(self._target, prompt, schema)

    def _failed(self, error: BaseException, question: Question) -> Answer:
        if isinstance(error, asyncio.CancelledError) and _is_being_cancelled():
            raise error
        if self._manner.schema:
            refused = invalid_reply(error, schema_for(question.shape.kind))
            if refused is not None:
                return refused
        return failed_by(error)

    def _reply(self, value: object, question: Question) -> Answer:
        return Reply(text=value) if type(value) is str else reply_of(value, question.shape)


class _Direct(_Adapted):
    """Calls a callable that answers at once, wherever the question is asked."""

    inline = True

    async def ask(self, question: Question) -> Answer:
        try:
            value = self._call(question)
            if not isinstance(value, (str, dict)) and inspect.isawaitable(value):
                value = await value
            return self._reply(value, question)
        except _RAISED as error:
            return self._failed(error, question)


class _Awaited(_Adapted):
    """Awaits a coroutine function in the loop that asks."""

    def __init__(self, target: Callable[..., Any], manner: Manner, name: str, *, inline: bool) -> None:
        super().__init__(target, manner, name)
        self.inline = inline

    async def ask(self, question: Question) -> Answer:
        try:
            return self._reply(await self._call(question), question)
        except _RAISED as error:
            return self._failed(error, question)


class _Threaded(_Adapted):
    """Calls a callable that blocks, in one of a bounded number of threads."""

    def __init__(self, target: Callable[..., Any], manner: Manner, name: str, concurrency: int) -> None:
        super().__init__(target, manner, name)
        self._threads = Threads(concurrency)

    async def ask(self, question: Question) -> Answer:
        value = await self._threads.run(lambda: self._value(question))
        if isinstance(value, (Reply, Failed)):
            return value
        try:
            return self._reply(await cast("Awaitable[object]", value), question)
        except _RAISED as error:
            return self._failed(error, question)

    def _value(self, question: Question) -> object:
        """The answer, or what has to be awaited for it in the loop. Raises nothing: it runs in a thread."""
        try:
            value = self._call(question)
            if self._manner.blocks:
                # It awaits nothing of its own; what may wrap it can want a loop for a moment.
                value = asyncio.run(value)
            return value if inspect.isawaitable(value) else self._reply(value, question)
        except BaseException as error:
            # A Ctrl-C is never delivered to this thread, so even SystemExit is the judge's own.
            return self._failed(error, question)


def _is_being_cancelled() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False
    return task is not None and task.cancelling() > 0
