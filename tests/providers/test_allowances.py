"""What the headers of a response say of rate limits."""

from __future__ import annotations

import pytest

from arbitree.judges.allowance import Allowance
from arbitree.providers.allowances import Told, told_by
from arbitree.providers.base import Response
from arbitree.providers.table import PROVIDERS

DATE = "Mon, 30 Nov 2026 12:00:00 GMT"


def told(provider: str, **headers: str) -> tuple[Told, ...]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = Response(status=200, headers={"date": DATE, **named}, body=b"")
    return told_by(response, PROVIDERS[provider].capabilities)


def test_openais_headers_tell_requests_and_tokens() -> None:
    found = told(
        "openai",
        x_ratelimit_limit_requests="60",
        x_ratelimit_remaining_requests="59",
        x_ratelimit_reset_requests="1s",
        x_ratelimit_limit_tokens="150000",
        x_ratelimit_remaining_tokens="149984",
        x_ratelimit_reset_tokens="6m0s",
    )

    assert found == (
        Told(unit="requests", limit=60, remaining=59, reset=1),
        Told(unit="tokens", limit=150000, remaining=149984, reset=360),
    )


def test_anthropics_headers_tell_a_date_and_its_halves_of_tokens_are_left_alone() -> None:
    found = told(
        "anthropic",
        anthropic_ratelimit_requests_limit="50",
        anthropic_ratelimit_requests_remaining="49",
        anthropic_ratelimit_requests_reset="2026-11-30T12:00:02Z",
        anthropic_ratelimit_input_tokens_limit="40000",
        anthropic_ratelimit_input_tokens_remaining="39000",
        anthropic_ratelimit_input_tokens_reset="2026-11-30T12:00:02Z",
    )

    assert found == (Told(unit="requests", limit=50, remaining=49, reset=2),)


@pytest.mark.parametrize(
    ("limit", "remaining", "reset"),
    [("", "1", "1s"), ("10", "", "1s"), ("10", "1", "soon"), ("0", "0", "1s"), ("10", "11", "1s"), ("nan", "1", "1s")],
)
def test_what_makes_no_sense_tells_nothing(limit: str, remaining: str, reset: str) -> None:
    headers = {"x_ratelimit_limit_requests": limit, "x_ratelimit_remaining_requests": remaining}

    assert told("openai", **headers, x_ratelimit_reset_requests=reset) == ()


def test_without_headers_nothing_is_told() -> None:
    assert told("openai") == told("gemini") == ()


def gap(limit: float, remaining: float, reset: float) -> float:
    allowance = Allowance()
    allowance.tell(Told(unit="requests", limit=limit, remaining=remaining, reset=reset), now=0.0, took=0.0, since=0.0)
    return allowance.gap(0.0)


def test_a_limit_is_one_per_minute_unless_it_is_counted_out_of_less_time() -> None:
    assert gap(600, 9, 0.1) == pytest.approx(0.1)
    assert gap(10, 9, 1.0) == pytest.approx(0.1)
    assert gap(14_400, 14_399, 6.0) < 0.01
    assert gap(600, 0, 60.0) == pytest.approx(0.1)


def test_a_window_that_is_used_up_is_waited_for_and_a_bucket_is_not() -> None:
    window, bucket = Allowance(), Allowance()
    for left in (599.0, 310.0, 0.0):
        window.tell(Told(unit="requests", limit=600, remaining=left, reset=0.05), now=0.0, took=0.0, since=0.0)
    for left, reset in ((599.0, 0.1), (0.0, 60.0)):
        bucket.tell(Told(unit="requests", limit=600, remaining=left, reset=reset), now=0.0, took=0.0, since=0.0)
    window.take(1.0, 0.0)

    assert window.gap(0.0) <= 0.05
    assert bucket.gap(0.0) == pytest.approx(0.1)


def test_what_was_said_long_ago_counts_no_more() -> None:
    allowance = Allowance()
    allowance.tell(Told(unit="requests", limit=6, remaining=3, reset=1.0), now=0.0, took=0.0, since=0.0)

    assert allowance.gap(1.0) > 0
    assert allowance.gap(300.0) == 0
