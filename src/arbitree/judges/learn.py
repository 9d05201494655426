"""Finds out what a server and model do not take, once, and asks without it from then on.

A part of the request counts as refused only when the same request went through without it: an error that merely echoes
the prompt teaches nothing. Until the first answer one question goes alone, so that a refusal costs one call and not a
hundred.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias

from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.judges.slots import Slots
from arbitree.providers.base import VERDICTS, Feature, Outcome, Provider, Refusal, Request, Response, Settings
from arbitree.providers.body import list_at, parsed
from arbitree.providers.failing import failed
from arbitree.providers.schemas import schema_of

Send: TypeAlias = Callable[[Request], Awaitable[Response | Failed]]

_MORE_ROOM: Final = 8
"""By what a limit of tokens is multiplied when a reply was cut off at it."""

_ENOUGH_SILENCE: Final = 3
"""After how many replies without it a server counts as one that silently leaves out a part that it was asked for."""

_LEFT_OUT: Final = "asked for, and silently left out"
_MOST_MODELS: Final = 3
"""How many of the models that answered are named."""

_PATIENCE_SECONDS: Final = 5.0
"""How long the others wait for the first question: a model that is loading must not use up their time."""

_MOST_TRIES: Final = 12

_log = logging.getLogger("arbitree.judges")


class Learner:
    """Asks one provider's model, and remembers what it takes."""

    def __init__(self, provider: Provider, settings: Settings, *, name: str) -> None:
        self.provider = provider
        self.settings = settings
        """What is asked with, without what was found to be refused."""
        self.notes: dict[str, str] = {}
        """What was found out, by feature: for the record of a run."""
        self._name = name
        self._room = 1
        self._silent: dict[Feature, int] = {}
        self._models: list[str] = []
        self._is_settled = self._is_first_out = False
        self._first = Slots(1)

    async def ask(self, question: Question, send: Send) -> Answer:
        """The answer to a question, asked again without each part that the server refuses."""
        if self._is_settled:
            return await self._asked(question, send)
        if not self._is_first_out:
            self._is_first_out = True
            async with self._first:
                try:
                    return await self._asked(question, send)
                finally:
                    # Whatever came of it: a server that is down must not be tried by one question at a time.
                    self._is_settled = True
        await self._first_back()
        return await self._asked(question, send)

    async def _first_back(self) -> None:
        """Waits until the first question has its answer, or has been out for too long."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._first:
                return
        except TimeoutError:
            self._is_settled = True

    async def _asked(self, question: Question, send: Send) -> Answer:
        without, room = self.settings.without, self._room
        cut: Failed | None = None
        refusals: dict[Feature, Refusal] = {}
        for _ in range(_MOST_TRIES):
            settings = self.settings
            if room > 1 or without != settings.without:
                settings = replace(settings, without=without, max_tokens=settings.max_tokens * room)
            request = self.provider.request(question, settings)
            response = await send(request)
            if isinstance(response, Failed):
                return response
            outcome = self.provider.reply(response, question, settings)
            match outcome:
                case Refusal() | Failed(kind="bad_request") if cut is not None:
                    # So much room is not to be had; what is wrong with the reply is that it was cut off.
                    return cut
                case Refusal() if outcome.feature in refusals or outcome.feature in without:
                    break
                case Refusal():
                    refusals[outcome.feature] = outcome
                    without |= self._with(outcome.feature)
                case Failed(kind="truncated") if room < _MORE_ROOM:
                    room, cut = _MORE_ROOM, outcome
                case _:
                    return self._concluded(outcome, request, question, refusals, room, cut)
        return failed("bad_request", next(iter(refusals.values())).message)

    def _concluded(
        self,
        outcome: Outcome,
        request: Request,
        question: Question,
        refusals: dict[Feature, Refusal],
        room: int,
        cut: Failed | None,
    ) -> Answer:
        """The answer, after what it teaches has been learnt."""
        assert not isinstance(outcome, Refusal)
        if isinstance(outcome, Failed) and outcome.kind not in ("truncated", "refused"):
            if not refusals or outcome.transient:
                return outcome
            first = next(iter(refusals.values()))
            return failed(outcome.kind, f"{first.message}; and without {', '.join(refusals)}: {outcome.message}")
        self._learn(refusals)
        if isinstance(outcome, Reply):
            self._room = max(self._room, room)
            self._listen(outcome, request, question)
        if cut is None:
            return outcome
        # What was cut off was paid for too.
        read, written = outcome.input_tokens + cut.input_tokens, outcome.output_tokens + cut.output_tokens
        return replace(outcome, input_tokens=read, output_tokens=written)

    def _learn(self, refusals: dict[Feature, Refusal]) -> None:
        """Leaves out from now on what this question had to be asked without."""
        for feature, refusal in refusals.items():
            if feature in self.settings.without:
                continue
            gone = self._with(feature)
            self.settings = replace(self.settings, without=self.settings.without | gone)
            self.notes |= dict.fromkeys(sorted(gone - {feature}), f"left out with {feature}")
            self.notes[feature] = f"refused: {refusal.message}"
            level = logging.WARNING if _is_wanted(feature, self.settings) else logging.INFO
            _log.log(level, "%s does not take %s; it is asked without (%s)", self._name, feature, refusal.message)

    def _with(self, feature: Feature) -> frozenset[Feature]:
        """A part, and what a model that refuses it is known to refuse with it, save for what the user asked for."""
        linked = self.provider.capabilities.not_reasoning
        others = linked if feature in linked and len(linked) > 1 else ()
        return frozenset({feature, *(one for one in others if not _is_wanted(one, self.settings))})

    def _listen(self, reply: Reply, request: Request, question: Question) -> None:
        """Notices who answered, and whether what servers like to leave out came: log-probabilities, and the form."""
        if reply.model not in self._models and len(self._models) < _MOST_MODELS:
            self._models.append(reply.model)
            self.notes["model"] = ", ".join(filter(None, self._models)) or "not told"
        if "logprobs" in request.features and question.shape.kind in VERDICTS:
            self._heard("logprobs", came=reply.probabilities is not None)
        if "json_schema" in request.features and self._silent.get("json_schema", 0) >= 0:
            self._heard("json_schema", came=_keeps_to(reply.text, question))

    def _heard(self, feature: Feature, *, came: bool) -> None:
        """Counts replies without a part until one comes, and gives it up when there were enough."""
        silent = self._silent.get(feature, 0)
        if silent < 0:
            return
        self._silent[feature] = silent = -1 if came else silent + 1
        if came and feature == "logprobs":
            self.notes[feature] = "given"
        if silent < _ENOUGH_SILENCE:
            return
        self._silent[feature] = -1
        self.notes[feature] = _LEFT_OUT
        if feature == "logprobs":
            self.settings = replace(self.settings, without=self.settings.without | {feature})
        _log.info("%s was asked for %s, and silently leaves it out", self._name, feature)


def _is_wanted(feature: Feature, settings: Settings) -> bool:
    """Whether the user asked for this part in so many words."""
    asked = {"temperature": settings.temperature, "top_p": settings.top_p, "seed": settings.seed}
    return asked.get(feature) is not None or (feature == "effort" and bool(settings.effort))


def _keeps_to(text: str, question: Question) -> bool:
    """Whether a reply is the JSON object that its schema asks for, with these keys and no others."""
    found = parsed(text.encode("utf-8", "replace"))
    return isinstance(found, dict) and found.keys() == set(list_at(schema_of(question.shape), "required"))
