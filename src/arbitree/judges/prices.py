"""What a judge's calls cost: by the table of the extra `prices`, and unknown without it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, Protocol, cast

from arbitree.core.records import Reply
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Price
from arbitree.judges.identity import identity_of
from arbitree.judges.servers import is_near

_THEIR_NAMES: Final = {"gemini": "google", "openai-responses": "openai"}
"""Providers that the table calls otherwise."""

_SAMPLE: Final = 1000
"""Tokens that a price is looked up for; prices that change with the length of a prompt are taken for such a call."""


class _Priced(Protocol):
    @property
    def total_price(self) -> object: ...


def price_of(judge: Judge) -> Price | None:
    """What a call of a judge costs, by its tokens; None where that is not known.

    A judge that answers inline, and a server on this machine, cost nothing. Anything else is looked up by provider and
    model in the table of the package `genai-prices`, at today's prices; without that package, and for a model that is
    not in it, the price is unknown. What stands for a judge (as `stands_for` says) costs what that judge does.
    """
    judge = getattr(judge, "stands_for", judge)
    if is_inline(judge):
        return _free
    identity = identity_of(judge)
    told = json.loads(identity.form) if identity is not None else None
    if not isinstance(told, dict) or not isinstance(told.get("model"), str):
        return None
    if is_near(str(told.get("url", ""))):
        return _free
    return price_at(str(told.get("provider", "")), told["model"])


def price_at(provider: str, model: str) -> Price | None:
    """What a call of a provider's model costs, by its tokens; None where that is not known."""
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        return None
    usage = cast("Callable[..., object]", Usage)
    today = datetime.now(UTC)

    def looked_up(sent: int, cached: int, replied: int) -> float:
        took = usage(input_tokens=sent, cache_read_tokens=cached, output_tokens=replied)
        found = calc_price(
            took,
            model_ref=model,
            provider_id=_THEIR_NAMES.get(provider, provider),
            genai_request_timestamp=today,
        )
        return float(str(cast("_Priced", found).total_price)) / _SAMPLE

    try:
        each = looked_up(_SAMPLE, 0, 0)
        cached_each = looked_up(_SAMPLE, _SAMPLE, 0)
        reply_each = looked_up(0, 0, _SAMPLE)
    except LookupError:
        return None

    def price(reply: Reply) -> float:
        fresh = max(reply.input_tokens - reply.cached_tokens, 0)
        return fresh * each + reply.cached_tokens * cached_each + reply.output_tokens * reply_each

    return price


def table_name() -> str:
    """Where prices are from, with its version; empty without the extra."""
    import importlib.metadata

    try:
        return f"genai-prices {importlib.metadata.version('genai-prices')}"
    except ModuleNotFoundError:
        return ""


def _free(_: Reply) -> float:
    return 0.0
