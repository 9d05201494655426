"""The kinds of failure that leave a question without a reply: what each means, and whether another try may help."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class FailureKind(NamedTuple):
    """One kind of failure."""

    transient: bool
    """Whether the same question, put again a little later, may well be answered."""
    meaning: str
    mend: str


FAILURES: Final[Mapping[str, FailureKind]] = MappingProxyType(
    {
        "judge_error": FailureKind(
            False,
            "the judge's own code raised, or gave back what is no reply",
            "mend the judge; what it raised, if it did, is `result.exception` in Python",
        ),
        "timeout": FailureKind(True, "no reply came in time", "give it more time, or ask a faster judge"),
        "budget": FailureKind(
            False, "the budget was used up", "raise the budget; what was answered is not paid for again"
        ),
        "unrecorded": FailureKind(
            False, "no answer is recorded", "record an answer for it, or ask a judge that answers"
        ),
        "no_rule": FailureKind(False, "the file of rules has no rule for it", "write a rule for it"),
        "unanswered": FailureKind(
            False, "the person left it open", "run it again and answer it; what was answered is kept"
        ),
        "no_judge": FailureKind(False, "nobody was there to answer", "name a judge with --judge, or in arbitree.toml"),
        "connection": FailureKind(
            True, "the server was not reached, or the connection broke", "see that the server runs and is reachable"
        ),
        "tls": FailureKind(
            False,
            "the server's certificate was refused",
            "name the right CA file in SSL_CERT_FILE, or mend the server's certificate",
        ),
        "redirected": FailureKind(
            True, "the server sent a redirect, which is not followed with a key", "name the final address"
        ),
        "rate_limited": FailureKind(
            True, "the server asks for fewer requests or tokens", "ask fewer at once, or raise the limit there"
        ),
        "server_error": FailureKind(True, "the server failed", "run again: what was answered is not asked again"),
        "garbled": FailureKind(
            True, "what came back is no response of that server", "see that the address speaks this protocol"
        ),
        "too_large": FailureKind(
            True, "the response was larger than is taken", "ask for fewer tokens, or see what answers there"
        ),
        "bad_request": FailureKind(
            False, "the server does not take the request", "see the judge's options, and what the server says"
        ),
        "not_found": FailureKind(False, "there is no such model or address", "see the model's name and the address"),
        "unauthorised": FailureKind(
            False, "the key is missing, or the server refused it", "set the key's variable, or take another key"
        ),
        "no_credit": FailureKind(
            False, "the account has no credit or quota left", "top up the account, or take another key"
        ),
        "refused": FailureKind(
            False, "the model declined, or a filter stopped it", "ask another judge, or word the question anew"
        ),
        "truncated": FailureKind(False, "the reply was cut off at the limit of tokens", "raise the judge's max_tokens"),
        "unkept": FailureKind(
            False, "its reply could not have been kept, so it was not asked", "see what is wrong with the ledger"
        ),
        "unsupported": FailureKind(
            False, "the judge cannot answer a question of this form", "give the node's role another judge"
        ),
        "unseen": FailureKind(
            False,
            "the question shows images, and the judge does not see them",
            "give the node's role a judge that sees; where it does and this is not known, say `?images=on` behind a"
            " model's name, or `sees_images = True` on an object",
        ),
    }
)
"""The kinds, under the names that `Failed.kind` has. A kind that is not here counts as `judge_error`."""


def is_transient(kind: str) -> bool:
    """Whether a failure of this kind is worth another try.

    >>> is_transient("rate_limited"), is_transient("unauthorised"), is_transient("of my own")
    (True, False, False)
    """
    known = FAILURES.get(kind)
    return known is not None and known.transient
