"""How many random examples Hypothesis tries: the same ones in every run, many more under HYPOTHESIS_PROFILE=long."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"

settings.register_profile(
    "default", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("default"), max_examples=2_000)
settings.load_profile("long" if LONG else "default")


def examples(usual: int, long: int) -> settings:
    """A decorator for a test that needs another number of examples than 100, and 2,000 under `make test-long`.

    >>> examples(500, 10_000).max_examples in (500, 10_000)
    True
    """
    return settings(max_examples=long if LONG else usual)
