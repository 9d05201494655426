"""A rubric whose judging nodes a server of decisions answers, and its tasks a chat."""

from __future__ import annotations

import json

import pytest

from arbitree import Rubric
from arbitree.errors import JudgeError
from arbitree.judges.recorded import record
from arbitree.judges.rows import reply_of
from arbitree.judges.together import MOST_TOGETHER
from arbitree.reports.plain import text_of_page
from arbitree.reports.shown import shown_page
from arbitree.testing.server import LoopbackServer, likely
from arbitree.wire.results import result_dict, result_from_dict

pytestmark = pytest.mark.loopback

RUBRIC = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  facts: {task: List the facts., gives: list, judge: chat}
  all:
    weigh:
      - {ask: Is it kind?, reads: [facts]}
      - {ask: Is it short?, reads: [facts]}
      - {choose: How does it sound?, reads: [facts], options: {Warm: 10, Cold: 0}}
"""
SCRIPT = {
    "List the facts": ["30 days", "no fee"],
    "kind": likely(True, 0.9),
    "short": likely(False, 0.6),
    "sound": likely({"Cold": 0.3, "Warm": 0.7}),
}
CASES = [{"id": f"q{number}", "actual_output": f"Reply {number}: within 30 days."} for number in range(5)]


@pytest.mark.parametrize("end", ["/decisions", "/systemone"])
def test_tasks_go_to_the_chat_and_the_questions_of_a_case_in_one_request_to_the_decisions(end: str) -> None:
    with LoopbackServer(SCRIPT) as server:
        decisions, chat = f"{server.url}{end}#d", f"{server.url}#c"
        results = Rubric.loads(RUBRIC).run(CASES, judge=decisions, judges={"chat": chat})

    assert [result.score for result in results] == [pytest.approx(2 / 3)] * 5
    assert (server.counts.requests, server.counts.decisions) == (10, 15)
    told = [step.attempts[0].probabilities for step in results[0].trace if step.kind in ("ask", "choose")]
    assert told == [
        pytest.approx({"yes": 0.9, "no": 0.1}),
        pytest.approx({"yes": 0.4, "no": 0.6}),
        pytest.approx({"Warm": 0.7, "Cold": 0.3}),
    ]
    assert list(told[2] or ()) == ["Warm", "Cold"]
    assert {step.reason for step in results[0].trace} == {""}


def test_a_task_that_would_go_to_a_judge_of_decisions_is_refused_before_anything_is_asked() -> None:
    with LoopbackServer(SCRIPT) as server, pytest.raises(JudgeError) as refused:
        Rubric.loads(RUBRIC).run(CASES, judge=f"{server.url}/systemone")

    [problem] = refused.value.problems
    assert (problem.code, problem.node) == ("J153", "facts")
    assert "asks" in problem.what and "for a list, which it never gives" in problem.what
    assert "--judge chat=" in problem.mend
    assert server.counts.requests == 0


def test_a_request_holds_no_more_questions_than_servers_take() -> None:
    parts = ", ".join(f"{{ask: 'Is it kind, {number}?'}}" for number in range(3 * MOST_TOGETHER))
    rubric = f"{{arbitree: 1, defaults: {{shows: [actual_output]}}, nodes: {{all: {{weigh: [{parts}]}}}}}}"
    with LoopbackServer(SCRIPT) as server:
        [result] = Rubric.loads(rubric).run(CASES[:1], judge=f"{server.url}/systemone", concurrency=500)

    assert result.score == 1.0
    assert server.counts.decisions == 3 * MOST_TOGETHER
    assert server.counts.requests < 12


def test_a_trace_keeps_the_probabilities_and_the_mass_of_a_chat_and_a_replay_brings_both_back() -> None:
    rubric = Rubric.loads("{arbitree: 1, nodes: {kind: {ask: Is it kind?, shows: [actual_output]}}}")
    with LoopbackServer({"kind": likely(True, 0.75, mass=0.8)}) as server:
        [result] = rubric.run(CASES[:1], judge=f"{server.url}#m")

    [attempt] = result.trace[0].attempts
    assert attempt.probabilities == pytest.approx({"yes": 0.75, "no": 0.25})
    assert attempt.label_mass == pytest.approx(0.8)
    assert result_from_dict(json.loads(json.dumps(result_dict(result)))) == result
    [row] = record([result])
    again = reply_of(row)
    assert (again.probabilities, again.label_mass) == (attempt.probabilities, attempt.label_mass)
    told = text_of_page(shown_page(result, steps=result.trace, questions={}, prompts=False, replies=True))
    assert 'Reply to "kind" (yes 0.75, no 0.25; 0.80 of all lay on these)' in told
