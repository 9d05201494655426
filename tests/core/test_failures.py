"""The kinds of failure are one table, which the problems of a case read."""

from __future__ import annotations

from arbitree.core.causes import _FAILED_CODES
from arbitree.core.failures import FAILURES, is_transient
from arbitree.core.records import Failed


def test_every_kind_of_failure_has_a_code_and_a_mend_of_its_own() -> None:
    assert set(_FAILED_CODES) == set(FAILURES)
    assert len(set(_FAILED_CODES.values())) == len(FAILURES)
    assert all(kind.meaning and kind.mend for kind in FAILURES.values())


def test_only_what_may_pass_by_itself_is_transient() -> None:
    transient = {name for name in FAILURES if is_transient(name)}

    assert transient == {"timeout", "connection", "rate_limited", "server_error", "garbled", "redirected", "too_large"}


def test_a_failure_is_no_reason_to_wait_unless_it_says_so() -> None:
    failure = Failed(kind="judge_error", message="no")

    assert (failure.transient, failure.retry_after) == (False, None)
