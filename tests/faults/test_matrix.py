"""Every fault of a server at a rate of one in five: no case is lost or wrong, and little more is asked than without."""

from __future__ import annotations

import ssl
from dataclasses import replace
from pathlib import Path

import pytest
import trustme

from arbitree.testing.server import FAULTS, Faults
from arbitree.testing.server.faults import PERMANENT
from tests.faults.matrix import LAYERS, complaints, expected, outcome, questions

pytestmark = pytest.mark.loopback

PASSING = [name for name in FAULTS if name not in PERMANENT]
PATIENT = replace(LAYERS, timeout=30.0)
"""For faults that keep nobody waiting: a busy machine must not turn a slow answer into another try."""
WAITING = frozenset({"hang", "slow_drip"})
"""Faults that end with the time that a call may take."""


def fault(name: str, rate: float = 0.2) -> Faults:
    return Faults(rates={name: rate}, seed=11, retry_after=0.01, drip=0.02, giant=200_000)


def test_without_faults_every_question_is_asked_once() -> None:
    found = outcome(60, Faults())

    assert [result.score for result in found.results] == expected(60)
    assert found.counts.requests == questions(60)


@pytest.mark.parametrize("name", PASSING)
def test_a_fault_costs_tries_and_no_case(name: str) -> None:
    found = outcome(60, fault(name), layers=LAYERS if name in WAITING else PATIENT)

    assert complaints(found, 60, calls_each=1.45) == []
    assert found.counts.faults[name] > 10
    assert found.counts.elsewhere == 0


@pytest.mark.long
@pytest.mark.parametrize("name", PASSING)
def test_a_fault_costs_tries_and_no_case_of_two_thousand(name: str) -> None:
    found = outcome(2000, fault(name))

    assert complaints(found, 2000) == []
    assert found.counts.elsewhere == 0


@pytest.mark.long
def test_all_faults_together_lose_no_case() -> None:
    rates = {name: 0.2 / len(PASSING) for name in PASSING}
    found = outcome(2000, Faults(rates=rates, seed=5, retry_after=0.01, drip=0.02, giant=200_000))

    assert complaints(found, 2000) == []
    assert set(found.counts.faults) == set(PASSING)


@pytest.mark.parametrize("name", sorted(PERMANENT))
def test_what_cannot_pass_is_asked_once(name: str) -> None:
    found = outcome(30, fault(name), layers=PATIENT)

    assert set(found.counts.keys.values()) == {1}
    assert any(result.status == "undecided" for result in found.results)
    assert complaints(found, 30, undecided=0.4) == []


def test_calls_in_flight_stay_within_the_limit_under_faults() -> None:
    found = outcome(60, Faults(rates={"503": 0.1, "429": 0.1}, retry_after=0.01))

    assert found.counts.in_flight_peak <= LAYERS.in_flight


def test_refused_handshakes_cost_tries_and_no_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    found = outcome(300, fault("refused_tls", 0.3), tls=context)

    assert complaints(found, 300) == []
    assert found.counts.faults["refused_tls"] > 5
