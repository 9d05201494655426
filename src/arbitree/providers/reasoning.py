"""What a model that reasons takes, as far as its name tells: so that nothing is sent that it is known to refuse."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, assert_never

from arbitree.providers.base import Capabilities, Feature, Reasons, Settings

OFF = "none"
"""The effort at which a model does not reason."""

_NOTHING: Final = frozenset[Feature]()


def left_out(capabilities: Capabilities, settings: Settings) -> frozenset[Feature]:
    """The parts of a request that the model does not take because it reasons.

    >>> a = Capabilities(name="a", base_url="", reasons=(("m", "when asked"),), not_reasoning=("temperature",))
    >>> [sorted(left_out(a, Settings(model="m", effort=effort))) for effort in ("", "none", "high")]
    [[], [], ['temperature']]
    """
    if not capabilities.reasons:
        return _NOTHING
    reasons = _reasons(capabilities.reasons, settings.model, settings.effort)
    return frozenset(capabilities.not_reasoning) if reasons else _NOTHING


@lru_cache(maxsize=64)
def _reasons(patterns: tuple[tuple[str, Reasons], ...], model: str, effort: str) -> bool:
    when: Reasons | None = next((when for pattern, when in patterns if re.fullmatch(pattern, model)), None)
    match when:
        case None:
            return False
        case "always":
            return True
        case "by default":
            return effort != OFF
        case "when asked":
            return effort not in ("", OFF)
        case _:
            assert_never(when)


def temperature_of(capabilities: Capabilities, settings: Settings) -> float | None:
    """The temperature that is asked for; else 0 where the model takes one at all."""
    if settings.temperature is not None:
        return settings.temperature
    takes_one = capabilities.sampling and "temperature" not in left_out(capabilities, settings)
    return 0.0 if takes_one else None


def logprobs_of(capabilities: Capabilities, settings: Settings) -> int | None:
    """How many alternatives are asked for at each token of a verdict; None where there are none to be had."""
    takes_them = capabilities.logprobs and "logprobs" not in left_out(capabilities, settings)
    return settings.logprobs or None if takes_them else None
