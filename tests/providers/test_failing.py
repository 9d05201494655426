"""What errors are taken for, whatever a server writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.failures import FAILURES
from arbitree.core.records import Failed, Reply
from arbitree.providers.base import Refusal, Response, Settings
from arbitree.providers.table import PROVIDERS
from tests.providers.questions import asked

BASE = "https://example.test/v1"

KEYS = (
    *("error", "message", "choices", "content", "output", "answers", "q0", "usage", "type", "logprobs", "detail"),
    *("candidates", "prompt_tokens", "text", "token", "top_logprobs", "finish_reason", "loc", "probabilities"),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def outcome(name: str, status: int, body: bytes, settings: Settings | None = None) -> Reply | Failed | Refusal:
    provider = PROVIDERS[name]
    response = Response(status=status, headers={"content-type": "application/json"}, body=body)
    return provider.reply(response, asked(), settings or Settings(model="m", base_url=BASE))


def said(message: str, **more: str) -> bytes:
    return json.dumps({"error": {"message": message, **more}}).encode()


@given(st.sampled_from(sorted(PROVIDERS)), st.sampled_from([200, 400, 404, 422, 429, 500]), JSON)
def test_no_body_breaks_a_codec(name: str, status: int, body: object) -> None:
    told = outcome(name, status, json.dumps(body).encode())

    assert isinstance(told, (Reply, Failed, Refusal))
    assert not isinstance(told, Failed) or told.kind in FAILURES


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"null", b"[]", b"{", b"<html>busy</html>", b"[" * 5000, b'"x"'])
@pytest.mark.parametrize("name", sorted(PROVIDERS))
def test_a_success_that_is_no_response_is_garbled_and_worth_another_try(name: str, body: bytes) -> None:
    told = outcome(name, 200, body)

    assert isinstance(told, Failed)
    assert (told.kind, told.transient) == ("garbled", True)


@pytest.mark.parametrize(
    ("status", "kind", "transient"),
    [
        (400, "bad_request", False),
        (401, "unauthorised", False),
        (402, "no_credit", False),
        (404, "not_found", False),
        (408, "timeout", True),
        (409, "bad_request", False),
        (413, "bad_request", False),
        (429, "rate_limited", True),
        (500, "server_error", True),
        (501, "bad_request", False),
        (502, "server_error", True),
        (503, "server_error", True),
        (504, "timeout", True),
        (529, "rate_limited", True),
    ],
)
def test_a_status_says_what_kind_of_failure_it_is(status: int, kind: str, transient: bool) -> None:
    told = outcome("openai", status, b"busy")

    assert isinstance(told, Failed)
    assert (told.kind, told.transient) == (kind, transient)
    assert told.message == f"{status}: busy"


def test_a_value_that_a_user_got_wrong_is_no_refusal_of_its_field() -> None:
    settings = Settings(model="m", temperature=5.0)
    told = outcome("openai", 400, said("'temperature' must be less than or equal to 2."), settings)

    assert isinstance(told, Failed)
    assert told.kind == "bad_request"


def test_only_what_was_sent_can_be_refused() -> None:
    told = outcome("openai", 400, said("'seed' is not supported by this model."))

    assert isinstance(told, Failed)


def test_the_field_that_is_named_first_is_the_one_that_is_refused() -> None:
    told = outcome("openai", 400, said("top_logprobs is not supported; temperature is."))

    assert isinstance(told, Refusal)
    assert told.feature == "logprobs"


def test_the_field_that_is_named_apart_counts_before_the_words() -> None:
    told = outcome("openai", 400, said("logprobs and others are not supported", param="temperature"))

    assert isinstance(told, Refusal)
    assert told.feature == "temperature"


def test_words_that_only_contain_a_fields_name_are_not_it() -> None:
    told = outcome("openai", 400, said("the seedling's temperatures are unsupported"), Settings(model="m", seed=1))

    assert isinstance(told, Failed)


def test_a_long_error_is_cut() -> None:
    told = outcome("openai", 400, said("x" * 5000))

    assert isinstance(told, Failed)
    assert len(told.message) < 500
