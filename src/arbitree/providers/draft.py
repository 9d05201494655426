"""A request's body in the making, and the parts of it that the server may refuse."""

from __future__ import annotations

import re

from arbitree.core.kinds.base import Json
from arbitree.core.prompts.parts import pieces_of
from arbitree.core.records import Question
from arbitree.providers.base import LABELLED, Capabilities, Feature, Request, Settings, Structure
from arbitree.providers.reasoning import logprobs_of, temperature_of
from arbitree.providers.schemas import compact


class Draft:
    """A body that parts are put into, unless the server is known to refuse them."""

    def __init__(self, question: Question, settings: Settings, capabilities: Capabilities) -> None:
        self.body: dict[str, Json] = {}
        self.settings = settings
        """What it is made with."""
        self._features: list[Feature] = []
        self._question, self._capabilities = question, capabilities

    def put(self, feature: Feature, field: str, value: Json, *, into: dict[str, Json] | None = None) -> None:
        """Puts a part into the body, or into an object of it; nothing for None, or where there is no field for it."""
        if field and value is not None and feature not in self.settings.without:
            (self.body if into is None else into)[field] = value
            self._features.append(feature)

    def note(self, *features: Feature) -> None:
        """Notes that parts are there that were put in by hand."""
        self._features += features

    @property
    def structure(self) -> Structure:
        """The best way to hold the server to a form that it has not refused."""
        for way in self._capabilities.structures:
            if way not in self.settings.without:
                return way
        return "prompt"

    @property
    def temperature(self) -> float | None:
        """The temperature that is asked for; else 0 where the model takes one at all."""
        return temperature_of(self._capabilities, self.settings)

    @property
    def top_logprobs(self) -> int | None:
        """How many alternatives to ask for at each token; None where none are wanted or there are none to be had."""
        is_of_labels = self._question.shape.kind in LABELLED
        return logprobs_of(self._capabilities, self.settings) if is_of_labels else None

    @property
    def shared_pieces(self) -> tuple[str, ...]:
        """The pieces of the last message, where the server is told what requests share, and there is evidence."""
        caps, settings = self._capabilities, self.settings
        if not settings.cache or not (caps.cache_key or caps.cache_marks) or "cache" in settings.without:
            return ()
        pieces = pieces_of(self._question)
        # Of instructions that begin the user's message the pieces know nothing.
        is_apart = self.separates_system or len(self._question.messages) == 1
        return pieces if len(pieces) > 1 and is_apart else ()

    @property
    def wants_marks(self) -> bool:
        """Whether the model caches at marks only."""
        return bool(re.fullmatch(self._capabilities.cache_marks, self.settings.model))

    @property
    def separates_system(self) -> bool:
        """Whether the instructions go into a role of their own."""
        has_some = any(message.role == "system" for message in self._question.messages)
        return has_some and self._capabilities.system and "system" not in self.settings.without

    def finish(self, path: str, *, headers: tuple[tuple[str, str], ...] = ()) -> Request:
        """The request to a path below the server's address."""
        base = (self.settings.base_url or self._capabilities.base_url).rstrip("/")
        return Request(
            url=f"{base}/{path}",
            body=compact(self.body),
            headers=(("content-type", "application/json"), ("accept", "application/json"), *headers),
            auth=self._capabilities.auth,
            features=tuple(self._features),
        )
