"""Finds out what a server and model do not take, once, and asks without it from then on.

A part of the request counts as refused only when the same request went through without it: an error that merely echoes
the prompt teaches nothing. Until the first answer one question goes alone, so that a refusal costs one call and not a
hundred.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from arbitree.core.records import Answer, Failed, Question, Reply
from arbitree.judges.servers import Gate, Learnt
from arbitree.providers.base import VERDICTS, Feature, Outcome, Provider, Refusal, Request, Response, Settings
from arbitree.providers.body import list_at, parsed
from arbitree.providers.failing import failed
from arbitree.providers.reasoning import logprobs_of
from arbitree.providers.schemas import schema_of

Send: TypeAlias = Callable[[Request], Awaitable[Response | Failed]]

_MORE_ROOM: Final = 8
"""By what a limit of tokens is multiplied when a reply was cut off at it."""

_ENOUGH_SILENCE: Final = 3
"""After how many replies without it a server counts as one that silently leaves out a part that it was asked for."""

_LEFT_OUT: Final = "asked for, and silently left out"
_MOST_MODELS: Final = 3
"""How many of the models that answered are named."""

FAR_SECONDS: Final = 5.0
"""How long the others wait for the first question: a model that is loading must not use up their time."""

NEAR_SECONDS: Final = 0.03
"""The same at a server of one's own: what it refuses it refuses before it computes anything, and for nothing."""

_MOST_TRIES: Final = 12

_log = logging.getLogger("arbitree.judges")


class Learner:
    """Asks one provider's model, and remembers what it takes."""

    def __init__(
        self,
        provider: Provider,
        settings: Settings,
        *,
        name: str,
        learnt: Learnt | None = None,
        patience: float = FAR_SECONDS,
    ) -> None:
        """Makes it.

        Args:
            provider: the codec.
            settings: what is asked with.
            name: what the log calls it.
            learnt: what is known of the model, which others that ask it share.
            patience: how long the others wait for the first question.
        """
        self.provider = provider
        self._learnt = learnt or Learnt()
        self._given = self._settings = settings
        self._known: Mapping[Feature, str] = {}
        """What was known to be refused when the settings were made."""
        self._said: set[Feature] = set()
        self._name, self._patience = name, patience
        self._models: list[str] = []
        self._was_asked = False

    @property
    def settings(self) -> Settings:
        """What is asked with, without what was found to be refused."""
        refused = self._learnt.refused
        if refused is not self._known:
            self._known = refused
            gone = frozenset(part for feature in refused for part in self._with(feature))
            self._settings = replace(self._given, without=self._given.without | gone)
            for feature in refused:
                self._say(feature, refused[feature], is_new=False)
        return self._settings

    @property
    def notes(self) -> dict[str, str]:
        """What was found out, by feature: for the record of a run. Nothing as long as it has not answered here."""
        if not self._was_asked:
            return {}
        notes: dict[str, str] = {}
        if self._models:
            notes["model"] = ", ".join(filter(None, self._models)) or "not told"
        for feature, message in self._learnt.refused.items():
            if message:
                notes |= dict.fromkeys(sorted(self._with(feature) - {feature}), f"left out with {feature}")
        return notes | {f: f"refused: {said}" for f, said in self._learnt.refused.items() if said} | self._learnt.found

    async def ask(self, question: Question, send: Send) -> Answer:
        """The answer to a question, asked again without each part that the server refuses."""
        learnt = self._learnt
        if learnt.gate.is_settled and learnt.of_verdicts.is_settled:
            return await self._asked(question, send)
        gates = self._gates(question)
        for gate in gates:
            if gate.is_settled:
                continue
            if not gate.is_out:
                gate.is_out = True
                async with gate.turn:
                    try:
                        return await self._asked(question, send)
                    finally:
                        # Whatever came of it: a server that is down must not be tried by one question at a time.
                        for passed in gates:
                            passed.is_out = passed.is_settled = True
            await self._opened(gate)
        return await self._asked(question, send)

    async def ready(self) -> None:
        """Waits while the first question is out."""
        gate = self._learnt.gate
        if gate.is_out and not gate.is_settled:
            await self._opened(gate)

    async def _opened(self, gate: Gate) -> None:
        """Waits until the question that went alone has its answer, or has been out for too long."""
        try:
            async with asyncio.timeout(self._patience), gate.turn:
                return
        except TimeoutError:
            gate.is_settled = True

    def _gates(self, question: Question) -> tuple[Gate, ...]:
        """What a question has to wait at."""
        learnt = self._learnt
        if learnt.of_verdicts.is_settled or question.shape.kind not in VERDICTS:
            return (learnt.gate,)
        settings = self.settings
        asks = "logprobs" not in settings.without and logprobs_of(self.provider.capabilities, settings)
        return (learnt.gate, learnt.of_verdicts) if asks else (learnt.gate,)

    async def _asked(self, question: Question, send: Send) -> Answer:
        most = self._given.max_tokens
        settings = self.settings
        without, room = settings.without, self._learnt.rooms.get(most, 1)
        cut: Failed | None = None
        refusals: dict[Feature, Refusal] = {}
        for _ in range(_MOST_TRIES):
            settings = self.settings
            if room > 1 or (without is not settings.without and without != settings.without):
                settings = replace(settings, without=without, max_tokens=most * room)
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
            if room > 1:
                self._learnt.rooms[self._given.max_tokens] = room
            self._listen(outcome, request, question)
        if cut is None:
            return outcome
        # What was cut off was paid for too.
        read, written = outcome.input_tokens + cut.input_tokens, outcome.output_tokens + cut.output_tokens
        return replace(outcome, input_tokens=read, output_tokens=written)

    def _learn(self, refusals: dict[Feature, Refusal]) -> None:
        """Leaves out from now on what this question had to be asked without."""
        self._was_asked, learnt = True, self._learnt
        new: dict[Feature, str] = {
            feature: one.message for feature, one in refusals.items() if feature not in self.settings.without
        }
        if new:
            for feature, message in new.items():
                self._say(feature, message, is_new=True)
            known: dict[Feature, str] = {**learnt.refused, **new}
            learnt.refused = known

    def _say(self, feature: Feature, message: str, *, is_new: bool) -> None:
        """Says once that a part is left out; of what others found out before, only what the user asked for."""
        is_wanted = _is_wanted(feature, self._given)
        if message and feature not in self._said and (is_new or is_wanted):
            level = logging.WARNING if is_wanted else logging.INFO
            _log.log(level, "%s does not take %s; it is asked without (%s)", self._name, feature, message)
        self._said.add(feature)

    def _with(self, feature: Feature) -> frozenset[Feature]:
        """A part, and what a model that refuses it is known to refuse with it, save for what the user asked for."""
        linked = self.provider.capabilities.not_reasoning
        others = linked if feature in linked and len(linked) > 1 else ()
        return frozenset({feature, *(one for one in others if not _is_wanted(one, self._given))})

    def _listen(self, reply: Reply, request: Request, question: Question) -> None:
        """Notices who answered, and whether what servers like to leave out came: log-probabilities, and the form."""
        if reply.model not in self._models and len(self._models) < _MOST_MODELS:
            self._models.append(reply.model)
        if "logprobs" in request.features and question.shape.kind in VERDICTS:
            self._heard("logprobs", came=reply.probabilities is not None)
        if "json_schema" in request.features and self._learnt.silent.get("json_schema", 0) >= 0:
            self._heard("json_schema", came=_keeps_to(reply.text, question))

    def _heard(self, feature: Feature, *, came: bool) -> None:
        """Counts replies without a part until one comes, and gives it up when there were enough."""
        learnt = self._learnt
        silent = learnt.silent.get(feature, 0)
        if silent < 0:
            return
        learnt.silent[feature] = silent = -1 if came else silent + 1
        if came and feature == "logprobs":
            learnt.found[feature] = "given"
        if silent < _ENOUGH_SILENCE:
            return
        learnt.silent[feature] = -1
        learnt.found[feature] = _LEFT_OUT
        if feature == "logprobs":
            silenced: dict[Feature, str] = {**learnt.refused, feature: ""}
            learnt.refused = silenced
        _log.info("%s was asked for %s, and silently leaves it out", self._name, feature)


def _is_wanted(feature: Feature, settings: Settings) -> bool:
    """Whether the user asked for this part in so many words."""
    asked = {"temperature": settings.temperature, "top_p": settings.top_p, "seed": settings.seed}
    return asked.get(feature) is not None or (feature == "effort" and bool(settings.effort))


def _keeps_to(text: str, question: Question) -> bool:
    """Whether a reply is the JSON object that its schema asks for, with these keys and no others."""
    found = parsed(text.encode("utf-8", "replace"))
    return isinstance(found, dict) and found.keys() == set(list_at(schema_of(question.shape), "required"))
