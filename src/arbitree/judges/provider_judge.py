"""A judge that asks a model server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from arbitree.core.records import Answer, Failed, Question, Reply, ShapeKind, Style
from arbitree.judges.http import Http, Limits
from arbitree.judges.learn import FAR_SECONDS, NEAR_SECONDS, Learner
from arbitree.judges.quota import COUNTED_BY, Quota
from arbitree.judges.servers import SERVERS, Learnt, is_near
from arbitree.judges.together import Bundle, Together
from arbitree.providers.allowances import told_by
from arbitree.providers.base import Auth, Provider, Refusal, Request, Response, Settings
from arbitree.providers.decisions import Decider
from arbitree.providers.failing import failed
from arbitree.providers.reasoning import left_out, logprobs_of, temperature_of
from arbitree.providers.seeing import sees


class Sender(Protocol):
    """Sends a request: `Http`, or a library that stands in for it."""

    limits: Limits

    def account(self, auth: Auth | None, /) -> str:
        """What tells the account that requests are sent for from others; never the key itself."""
        ...

    async def send(self, request: Request) -> Response | Failed:
        """The response, or why there is none."""
        ...


class ProviderJudge:
    """Asks one model of one provider. Retries, limits, memory and budget are judges that wrap it."""

    style: Style = "messages"

    def __init__(
        self,
        provider: Provider,
        settings: Settings,
        *,
        http: Sender | None = None,
        name: str = "",
        near: bool | None = None,
    ) -> None:
        """Makes it; nothing is sent, and no key is looked for, before the first question.

        Args:
            provider: the codec.
            settings: the model, the address where it is not the provider's own, and how to sample.
            http: what sends; judges may share one.
            name: what reports call it; `provider:model` when empty.
            near: whether the server is one's own, so that a call that it refuses costs nothing: then as many go out at
                once as there are. When None, whether it is on this machine.
        """
        self.name = name or f"{provider.capabilities.name}:{settings.model}"
        self.http: Sender = http or Http()
        self._address = (settings.base_url or provider.capabilities.base_url).rstrip("/")
        self._is_near = is_near(self._address) if near is None else near
        self._learnt = SERVERS.learnt(self._address, provider.capabilities.name, settings.model)
        patience = NEAR_SECONDS if self._is_near else FAR_SECONDS
        self._learner = Learner(provider, settings, name=self.name, learnt=self._learnt, patience=patience)
        self._settings = settings
        self._decider = provider if isinstance(provider, Decider) else None
        self._decided: dict[str, str] = {}
        self.resent = 0
        """How many more requests than questions were sent, as the server refused a part of one or cut a reply off."""
        self.bundles: dict[int, Bundle] = {}
        """The questions that travel with one, by the identity of that one."""
        self._together = Together(self, self)
        self._fingerprint = fingerprint_of(provider, settings)

    def __repr__(self) -> str:
        return f"<judge {self.name}>"

    @property
    def fingerprint(self) -> Mapping[str, object]:
        """What its replies depend on besides the question: provider, address, model, sampling. No secret is in it."""
        return self._fingerprint

    @property
    def provider(self) -> Provider:
        """The codec."""
        return self._learner.provider

    @property
    def settings(self) -> Settings:
        """What it asks with."""
        return self._settings

    @property
    def shapes(self) -> frozenset[ShapeKind]:
        """The forms of question that it can answer."""
        return self.provider.shapes

    @property
    def sees_images(self) -> bool:
        """Whether its model is known, or said, to see images."""
        return sees(self.provider.capabilities, self._settings) is True

    @property
    def sees_addresses(self) -> bool:
        """Whether its server fetches images from their addresses."""
        return self.provider.capabilities.image_urls

    @property
    def quota(self) -> Quota:
        """What the calls of all judges are counted in that ask this server for the same account."""
        caps = self.provider.capabilities
        model = self._settings.model if caps.limits_by_model else ""
        account = self.http.account(caps.auth)
        return SERVERS.quota(self._address, account, model, careful=not self._is_near)

    @property
    def learnt(self) -> Learnt:
        """What is known of the model, which all judges that ask it share."""
        return self._learnt

    @property
    def carries(self) -> bool:
        """Whether several questions about the same evidence may travel in one request."""
        return self._decider is not None

    @property
    def used(self) -> Mapping[str, str]:
        """What was really used: how the model is held to a form, who answered, what was refused or silently left out.

        Nothing before the first answer: of a server that was not asked there is nothing to tell.
        """
        caps, settings, notes = self.provider.capabilities, self._learner.settings, self._learner.notes
        if self._decider is not None:
            return self._decided
        if not notes:
            return {}
        ways = [way for way in caps.structures if way not in settings.without]
        sent = temperature_of(caps, settings)
        temperature = "not sent" if sent is None or "temperature" in settings.without else f"{sent:g}"
        form = ways[0] if ways else "prompt"
        known = {"form": form, "temperature": temperature}
        if caps.logprobs and settings.logprobs and "logprobs" in left_out(caps, settings):
            known["logprobs"] = "not asked for: the model reasons"
        return {**known, **notes}

    async def ready(self) -> None:
        """Waits while the first question is out alone, which finds out what the server takes."""
        if self._decider is None:
            await self._learner.ready()

    async def ask(self, question: Question) -> Answer:
        """The model's reply, or why there is none."""
        if question.shape.kind not in self.provider.shapes:
            forms = " and ".join(sorted(self.provider.shapes))
            return failed(
                "unsupported",
                f'{self.name} answers {forms} questions only, and "{question.node}" asks for a {question.shape.kind}; '
                f'give the role "{question.role}" of such nodes to a chat judge',
            )
        answer = await (self._carried(question) if self._decider is not None else self._asked(question))
        if isinstance(answer, Failed) and not answer.message.startswith(self.name):
            return replace(answer, message=f"{self.name}: {answer.message}")
        return answer

    async def _asked(self, question: Question) -> Answer:
        """The answer of a model that is asked one question at a time."""
        sent = 0

        async def send(request: Request) -> Response | Failed:
            nonlocal sent
            sent += 1
            if sent > 1:
                self.resent += 1
                await (COUNTED_BY.get() or self.quota).again()
            return await self._send(request)

        return await self._learner.ask(question, send)

    async def _carried(self, question: Question) -> Answer:
        """The answer to a question, and to those that travel with it and have none yet."""
        provider = self._decider
        assert provider is not None
        bundle = self.bundles.get(id(question))
        if bundle is None:
            # Nobody wraps it who would put questions together.
            return await self._together.ask(question)
        asked = bundle.close()
        response = await self._send(provider.request_all(asked, self._settings))
        if isinstance(response, Failed):
            return bundle.fail(asked, response)
        outcomes = provider.reply_all(response, asked, self._settings)
        for outcome in outcomes:
            if isinstance(outcome, Reply):
                self._decided |= {"form": "decisions", "model": outcome.model or "not told", "probabilities": "given"}
        return bundle.take(
            asked, [failed("bad_request", one.message) if isinstance(one, Refusal) else one for one in outcomes]
        )

    async def _send(self, request: Request) -> Response | Failed:
        """The response, after what it says of the server's limits has been noted."""
        quota, clock = COUNTED_BY.get() or self.quota, asyncio.get_running_loop().time
        since = quota.mark(clock())
        got = await self.http.send(request)
        if isinstance(got, Response):
            told = told_by(got, self.provider.capabilities)
            if told:
                quota.tell(told, clock(), since=since)
        return got


def fingerprint_of(provider: Provider, settings: Settings) -> dict[str, object]:
    """Settings that are the same for judges whose replies may stand for each other's.

    What a server was found to refuse is not in it: it follows from the server.
    """
    caps = provider.capabilities
    values: dict[str, object] = {
        "provider": caps.name,
        "url": settings.base_url or caps.base_url,
        "model": settings.model,
        "temperature": temperature_of(caps, settings),
        "top_p": settings.top_p,
        "seed": settings.seed,
        "max_tokens": settings.max_tokens,
        "effort": settings.effort or None,
        "logprobs": logprobs_of(caps, settings) or (0 if caps.logprobs else None),
    }
    return {name: value for name, value in values.items() if value is not None}
