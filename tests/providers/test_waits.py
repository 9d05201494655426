"""How long a server asks to wait, in every way that servers say it."""

from __future__ import annotations

import pytest

from arbitree.providers.base import Response
from arbitree.providers.family import FAMILY
from arbitree.providers.table import PROVIDERS
from arbitree.providers.waits import wait_of

DATE = "Mon, 30 Nov 2026 12:00:00 GMT"
OPENAI = FAMILY["openai"]


def wait(**headers: str) -> float | None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return wait_of(Response(status=429, headers={"date": DATE, **named}, body=b""), OPENAI)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.1", 0.1),
        (" 20 ", 20.0),
        ("Mon, 30 Nov 2026 12:01:30 GMT", 90.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-1", None),
        ("nan", None),
        ("", None),
        ("999999", None),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str, seconds: float | None) -> None:
    assert wait(retry_after=value) == seconds


def test_a_wait_in_milliseconds_counts_first() -> None:
    assert wait(retry_after="3", retry_after_ms="250") == 0.25


def test_a_date_without_the_responses_own_date_says_nothing() -> None:
    headers = {"retry-after": "Mon, 30 Nov 2026 12:01:30 GMT"}

    assert wait_of(Response(status=429, headers=headers, body=b""), OPENAI) is None


def test_the_limit_that_is_used_up_decides() -> None:
    told = {"x_ratelimit_reset_requests": "120ms", "x_ratelimit_reset_tokens": "6m0s"}

    assert wait(**told, x_ratelimit_remaining_requests="0", x_ratelimit_remaining_tokens="10") == 0.12
    assert wait(**told, x_ratelimit_remaining_requests="3", x_ratelimit_remaining_tokens="0") == 360.0
    assert wait(**told) == 0.12


def test_a_reset_is_a_span_a_date_or_a_unix_time() -> None:
    router = FAMILY["openrouter"]
    headers = {"date": DATE, "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796040030000"}

    assert wait_of(Response(status=429, headers=headers, body=b""), router) == 30.0


def test_a_provider_without_such_headers_says_nothing() -> None:
    headers = {"date": DATE, "x-ratelimit-reset-requests": "5s"}

    assert wait_of(Response(status=429, headers=headers, body=b""), PROVIDERS["gemini"].capabilities) is None
