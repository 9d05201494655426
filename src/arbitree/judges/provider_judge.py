"""A judge that asks a model server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from arbitree.core.records import Answer, Failed, Question, ShapeKind, Style
from arbitree.judges.http import Http, Limits
from arbitree.judges.learn import Learner
from arbitree.judges.together import Together
from arbitree.providers.base import Provider, Request, Response, Settings
from arbitree.providers.decisions import Decider
from arbitree.providers.failing import failed
from arbitree.providers.reasoning import left_out, logprobs_of, temperature_of


class Sender(Protocol):
    """Sends a request: `Http`, or a library that stands in for it."""

    limits: Limits

    async def send(self, request: Request) -> Response | Failed:
        """The response, or why there is none."""
        ...


class ProviderJudge:
    """Asks one model of one provider. Retries, limits, memory and budget are judges that wrap it."""

    style: Style = "messages"

    def __init__(self, provider: Provider, settings: Settings, *, http: Sender | None = None, name: str = "") -> None:
        """Makes it; nothing is sent, and no key is looked for, before the first question.

        Args:
            provider: the codec.
            settings: the model, the address where it is not the provider's own, and how to sample.
            http: what sends; judges may share one.
            name: what reports call it; `provider:model` when empty.
        """
        self.name = name or f"{provider.capabilities.name}:{settings.model}"
        self.http: Sender = http or Http()
        self._learner = Learner(provider, settings, name=self.name)
        self._together = Together(provider, settings, self.http.send) if isinstance(provider, Decider) else None
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
    def shapes(self) -> frozenset[ShapeKind]:
        """The forms of question that it can answer."""
        return self.provider.shapes

    @property
    def used(self) -> Mapping[str, str]:
        """What was really used: how the model is held to a form, who answered, what was refused or silently left out.

        Nothing before the first answer: of a server that was not asked there is nothing to tell.
        """
        caps, settings, notes = self.provider.capabilities, self._learner.settings, self._learner.notes
        if self._together is not None:
            return self._together.notes
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

    async def ask(self, question: Question) -> Answer:
        """The model's reply, or why there is none."""
        if question.shape.kind not in self.provider.shapes:
            forms = " and ".join(sorted(self.provider.shapes))
            return failed(
                "unsupported",
                f'{self.name} answers {forms} questions only, and "{question.node}" asks for a {question.shape.kind}; '
                f'give the role "{question.role}" of such nodes to a chat judge',
            )
        if self._together is not None:
            answer = await self._together.ask(question)
        else:
            answer = await self._learner.ask(question, self.http.send)
        if isinstance(answer, Failed) and not answer.message.startswith(self.name):
            return replace(answer, message=f"{self.name}: {answer.message}")
        return answer


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
