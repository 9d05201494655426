"""A whole run against a real server of typed decisions in a process of its own; opt-in: `make real-model` sets it up.

The small model of `sparrow-decider` judges hardly better than chance: it is a peer, and no judge to go by.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitree.judges import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.rubric import Rubric
from arbitree.testing.server import LoopbackServer
from tests.meta.source import ROOT

PEER = Path(os.environ.get("ARBITREE_REAL_MODEL") or "none") / "python" / "bin" / "sparrow-decider"

pytestmark = [
    pytest.mark.long,
    pytest.mark.loopback,
    pytest.mark.skipif(not PEER.is_file(), reason="make real-model sets up the server and runs this"),
]

CASES = ROOT / "examples" / "return-reply" / "replies.jsonl"
RUBRIC = Rubric.loads(
    """
arbitree: 1
defaults: {shows: [actual_output], on_empty: not_applicable}
nodes:
  facts: {task: List what it says of returns., gives: list, judge: chat}
  all:
    weigh:
      - {ask: Does it give a time limit of 30 days for returns?, reads: [facts]}
      - {ask: Does it say who pays the return shipping?, reads: [facts]}
      - {choose: How does it sound?, reads: [facts], options: {Kind: 10, Curt: 4, "a, b: c": 0}}
"""
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        # It does not tell the port that it was given, so it has to be given one.
        port = free.getsockname()[1]
    command = [str(PEER), "serve", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            said = process.stderr.readline()
            found = re.search(r"http://\S+/v1/systemone", said)
            assert found is not None, said
            yield found[0]
        finally:
            process.kill()


def test_a_rubric_runs_with_decisions_of_a_real_model_and_a_chat_beside_it(address: str, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with LoopbackServer({"List what": ["30 days"]}) as chat:
        judge, second = judge_from(address), judge_from(address)
        assert isinstance(judge, ProviderJudge) and isinstance(second, ProviderJudge)
        judges = {"chat": f"{chat.url}#m"}
        results = RUBRIC.run(CASES, judge=judge, judges=judges, ledger=ledger)
        again = RUBRIC.run(CASES, judge=second, judges=judges, ledger=ledger)

    assert {result.status for result in results} == {"scored", "not_applicable"}
    assert judge.used["form"] == "decisions" and judge.used["model"].startswith("sparrow-nano")
    steps = [step for result in results for step in result.trace if step.attempts]
    decided = [step for step in steps if step.kind in ("ask", "choose")]
    assert len(decided) >= 30
    for step in decided:
        [attempt] = step.attempts
        probabilities = attempt.probabilities or {}
        assert sum(probabilities.values()) == pytest.approx(1.0, abs=0.01)
        likeliest = max(probabilities, key=lambda label: probabilities[label])
        assert step.value == (likeliest == "yes" if step.kind == "ask" else likeliest)
        assert list(probabilities) == (["yes", "no"] if step.kind == "ask" else ["Kind", "Curt", "a, b: c"])
    assert [result.trace for result in again] == [result.trace for result in results]
    assert second.used == {}, "it was asked again"
