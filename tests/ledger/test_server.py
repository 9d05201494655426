"""A model of a real server with a ledger: paid for once, another temperature is another judge, refusals stay apart."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from arbitree import Keeping, Rubric
from arbitree.core.records import Result
from arbitree.testing.server import LoopbackServer

pytestmark = pytest.mark.loopback

RUBRIC = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  polite: {ask: Polite?, yes: clear, no: 0}
  clear: {ask: Clear?}
"""
CASES = [{"id": str(number), "actual_output": f"Thanks, {number} times."} for number in range(6)]


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def run(url: str, ledger: object, options: str = "") -> tuple[Result, ...]:
    return Rubric.loads(RUBRIC).run(CASES, judge=f"{url}#m-1{options}", ledger=ledger)  # type: ignore[arg-type]


def test_each_question_is_paid_for_once(ledger: Path) -> None:
    with LoopbackServer({"Polite?": True, "Clear?": True}) as server:
        first = run(server.url, ledger)
        paid = server.counts.requests
        again = run(server.url, ledger)
        replayed = run(server.url, Keeping(path=ledger, replay=True))

        assert (paid, server.counts.requests) == (12, 12)
        assert first == again == replayed
        run(server.url, ledger, "?temperature=0.5")
        assert server.counts.requests == 24


def test_runs_on_a_server_that_often_replies_what_cannot_be_read_end_as_on_one_that_never_does(ledger: Path) -> None:
    with LoopbackServer({"Polite?": True, "Clear?": True}, faults={"wrong_schema": 0.7}) as server:
        runs = [run(server.url, ledger)]
        while any(result.status == "undecided" for result in runs[-1]):
            assert len(runs) < 20
            runs.append(run(server.url, ledger))
        before = server.counts.requests
        run(server.url, ledger)

        assert len(runs) > 1
        assert [result.score for result in runs[-1]] == [1.0] * 6
        assert server.counts.requests == before


def test_a_ledger_of_a_server_holds_tokens_and_no_key(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with LoopbackServer({"Polite?": True, "Clear?": True}) as server:
        run(server.url, Keeping(path=ledger, store_prompts=True))
    connection = sqlite3.connect(ledger)

    assert connection.execute("SELECT min(input_tokens) > 0, count(*) FROM replies").fetchone() == (1, 12)
    connection.close()
    assert b"sk-very-secret" not in ledger.read_bytes()
