"""A key is taken out of what a server sends in whatever spelling; a word that only serves as one stays in replies."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.judges.failure import failed_by
from arbitree.judges.redacting import is_word, named_secrets, redacted, redacted_text

KEYS = [
    "sk-canary-4f1d9c7a2b8e",
    'ab+c/d=9 "q\\z!!x',
    "tok9-x2",
    "Zx81kq",
    "PASSWORD1",
    "a/b+c/d+e/f+",
    "0123456789abcdef",
]
PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=6, max_size=40).map(str.strip)


def spellings(key: str) -> list[str]:
    raw = key.encode()
    return [
        *(key, f"Bearer {key}", json.dumps(key), json.dumps(json.dumps(key)), json.dumps(json.dumps(json.dumps(key)))),
        *(
            quote(key, safe=""),
            quote(key),
            quote_plus(key),
            quote(quote(key, safe=""), safe=""),
            raw.hex(),
            raw.hex().upper(),
        ),
        json.dumps(key).replace("/", "\\/").replace("+", "\\u002B").replace("=", "\\u003d"),
        *(
            base64.b64encode(before + raw + after).decode()
            for before in (b"", b"u:", b"me:")
            for after in (b"", b"!", b"\n")
        ),
        base64.urlsafe_b64encode(b"Bearer " + raw).decode(),
        json.dumps(base64.b64encode(raw).decode()).replace("/", "\\/"),
    ]


def undone(text: str) -> str:
    """A text as a reader may see it in the end, all escapes undone."""
    return text.replace("\\u002B", "+").replace("\\u003d", "=").replace("\\", "")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("is_reply", [True, False])
def test_a_key_is_taken_out_in_every_spelling(key: str, is_reply: bool) -> None:
    for spelling in spellings(key):
        left = redacted_text(f"<{spelling}>", [key], is_reply=is_reply)
        assert "[key]" in left, spelling
        assert undone(key) not in undone(left), spelling


@given(PRINTABLE)
def test_any_key_that_is_no_word_is_taken_out(key: str) -> None:
    if is_word(key) or len(key) < 6:
        return
    for spelling in spellings(key):
        assert key not in redacted_text(f"<{spelling}>", [key], is_reply=True)
        assert "[key]" in redacted_text(f"<{spelling}>", [key], is_reply=True), spelling


@pytest.mark.parametrize("key", ["ollama", "lm-studio", "EMPTY", "secret", "abc", "x", "12345678"])
def test_a_word_stays_in_replies_and_goes_from_errors_where_it_stands_alone(key: str) -> None:
    text = f"{key}s: the key {key} is refused by some-{key}"

    assert redacted_text(text, [key], is_reply=True) == text
    assert redacted_text(text, [key], is_reply=False) == f"{key}s: the key [key] is refused by some-{key}"


def test_a_reply_without_the_key_stays_byte_for_byte() -> None:
    body = json.dumps({"text": '1 \\ 2 " 3 %20 \ud83d\ude00 sk-canary', "n": [1e-9]}).encode() + b"\xff\xfe"

    assert redacted(body, ["sk-canary-4f1d9c7a2b8e", "pw-12345678"], is_reply=True) is body


def test_a_body_stays_json_when_a_key_is_taken_out_of_it() -> None:
    for key in KEYS:
        body = json.dumps({"text": json.dumps({"reason": f"I saw {key}\nand {key}.", "verdict": True}), "key": key})
        left = json.loads(redacted(body.encode(), [key], is_reply=True))

        assert json.loads(left["text"]) == {"reason": "I saw [key]\nand [key].", "verdict": True}


def test_what_stands_in_variables_named_like_secrets_is_taken_for_one() -> None:
    environment = {"MY_API_KEY": "sk-canary-4f1d9c7a2b8e", "HOME": "/home/somebody-long-1", "AWS_SECRET": "short"}

    assert named_secrets({**environment, "SSH_KEY": "/home/me/.ssh/id_1", "A_KEY": ""}) == ("sk-canary-4f1d9c7a2b8e",)


def test_an_exception_of_a_users_client_tells_no_key_in_records_and_stays_what_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_API_KEY", "sk-canary-4f1d9c7a2b8e")
    error = ValueError("401: Bearer sk-canary-4f1d9c7a2b8e is not valid")
    failed = failed_by(error)

    assert failed.message == "ValueError: 401: Bearer [key] is not valid"
    assert failed.error is error and "4f1d9c7a2b8e" in str(error)
