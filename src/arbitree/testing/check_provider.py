"""What every codec of a model server must keep to, as one check that the tests of any codec can call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, get_args

from arbitree.core.failures import FAILURES
from arbitree.core.prompts.fenced import layout, section
from arbitree.core.prompts.wording import Wording
from arbitree.core.records import Failed, Question, Reply, Shape, ShapeKind
from arbitree.core.scale import Scale
from arbitree.providers.base import Feature, Outcome, Provider, Refusal, Request, Response, Settings

_OPTIONS: Final = ("Both", "Only one", 'A "quoted" one')
_JUNK: Final = (b"", b"\xff", b"null", b"[]", b"{}", b"{", b'"x"', b"<html></html>", b"[" * 5000)
_KINDS: Final = {400: "bad_request", 401: "unauthorised", 404: "not_found", 429: "rate_limited", 503: "server_error"}


def check_provider(provider: Provider, *, base_url: str = "") -> None:
    """Asks a codec for requests, hands it responses, and raises an AssertionError that says which rule it breaks.

    Equal questions give equal bytes; a request holds no key and no part that is known to be refused; a status says
    what kind of failure it is; a success that is no response is `garbled`; nothing is ever raised.

    Args:
        provider: the codec.
        base_url: an address, where the provider has none of its own.

    >>> from arbitree.providers.table import PROVIDERS
    >>> check_provider(PROVIDERS["openai"])
    """
    settings = Settings(model="a-model", base_url=base_url, seed=7)
    assert provider.shapes, "a codec can be asked for some form of reply"
    for question in _questions(provider):
        request = provider.request(question, settings)
        assert request == provider.request(question, settings), "equal questions give equal requests"
        _is_whole(provider, request, question)
        _leaves_out(provider, question, settings)
        for body in _JUNK:
            _is_failure(provider.reply(Response(status=200, headers={}, body=body), question, settings), "garbled")
            for status, kind in _KINDS.items():
                _is_failure(provider.reply(Response(status=status, headers={}, body=body), question, settings), kind)


def _questions(provider: Provider) -> Iterator[Question]:
    kinds: tuple[ShapeKind, ...] = ("yes_no", "one_of", "text", "list", "reason", "number")
    for kind in kinds:
        if kind in provider.shapes:
            scale = Scale(low=1, high=5) if kind == "number" else None
            shape = Shape(kind=kind, options=_OPTIONS if kind == "one_of" else (), scale=scale)
            wording = Wording(asks="Is it kind? Ünïcödé", shape=shape)
            evidence = [section("Actual Output", 'Within 30 "days".\n')]
            messages = layout(wording, evidence)
            yield Question(key=f"check-{kind}", node="kind", role="judge", messages=messages, shape=shape)


def _is_whole(provider: Provider, request: Request, question: Question) -> None:
    assert request.url.startswith(("http://", "https://")), f"{request.url!r} is no address"
    body = json.loads(request.body)
    assert isinstance(body, dict), "a body is a JSON object"
    assert "Is it kind? Ünïcödé" in json.dumps(body, ensure_ascii=False), "the question stands in the request"
    if question.shape.kind == "one_of":
        text = json.dumps(body, ensure_ascii=False)
        places = [text.find(json.dumps(option, ensure_ascii=False)[1:-1]) for option in _OPTIONS[:2]]
        assert -1 < places[0] < places[1], "options stand in the request, in declared order"
    named = {name.lower() for name, _ in request.headers}
    assert request.auth is None or request.auth.header not in named, "the key is put in by whoever sends"
    assert set(request.features) <= set(get_args(Feature)), f"{request.features} are not all features"


def _leaves_out(provider: Provider, question: Question, settings: Settings) -> None:
    """Every part that may be refused can be left out, alone and together with all the others."""
    every = frozenset(get_args(Feature))
    assert provider.request(question, replace(settings, without=every)).features == ()
    for feature in provider.request(question, settings).features:
        left = provider.request(question, replace(settings, without=frozenset({feature}))).features
        assert feature not in left, f"{feature} is sent although it is known to be refused"


def _is_failure(outcome: Outcome, kind: str) -> None:
    assert isinstance(outcome, (Reply, Failed, Refusal)), f"{outcome!r} is no outcome"
    assert isinstance(outcome, Failed), f"{outcome!r} is no failure of the kind {kind}"
    assert outcome.kind == kind, f"{outcome!r} should be of the kind {kind}"
    assert outcome.transient == FAILURES[kind].transient, f"{outcome!r}: a {kind} is not so"
