"""What the list of acceptance asks of replies, by its numbers, on whole cases."""

from __future__ import annotations

import pytest

from arbitree.core.compile import compile_plan
from arbitree.core.engine import conclude
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Failed, Reply
from arbitree.testing import in_turn, raw
from tests.acceptance.ways import OUT, ran

SHOWS = Defaults(shows=("actual_output",))
ORDER = Graph(
    nodes=(Choose(name="A", criteria="In order?", options=(("Yes", 10), ("Two are out of order", 4), ("No", 0))),),
    defaults=SHOWS,
)
YES_NO = Graph(nodes=(Ask(name="A", criteria="A?"),), defaults=SHOWS)


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ("yes", 1.0),
        (" Yes ", 1.0),
        ("Yes.", 1.0),
        ("YES\u200b", 1.0),
        ("Two\u00a0are out of order", 0.4),
        ("no", 0.0),
    ],
)
def test_acceptance_8_labels_match_whole_whatever_their_dress(label: str, score: float) -> None:
    run = ran(ORDER, {"A": raw(f'{{"verdict": "{label}"}}')})

    assert (run.result.score, run.calls) == (score, 1)


def test_acceptance_8_an_option_that_was_not_offered_is_asked_again_with_the_list() -> None:
    run = ran(ORDER, {"A": in_turn(raw('{"verdict": "Maybe"}'), "No")})

    assert (run.result.score, run.calls) == (0.0, 2)
    assert all(option in run.asked[1].prompt.partition("Your last reply")[2] for option in ("Maybe", "Yes", "No"))
    assert run.result.trace[0].attempts[0].reply == '{"verdict": "Maybe"}'


def test_acceptance_8_three_replies_off_the_menu_leave_the_case_undecided() -> None:
    run = ran(ORDER, {"A": raw('{"verdict": "Maybe"}')})

    assert (run.result.status, run.result.score, run.result.interval) == ("undecided", None, (0.0, 1.0))
    assert [(cause.kind, cause.node) for cause in run.result.causes] == [("unknown_option", "A")]
    assert len(run.result.trace[0].attempts) == run.calls == 3


def test_acceptance_8_the_next_run_asks_that_question_afresh_and_no_other() -> None:
    both = Graph(
        nodes=(
            Weigh(name="all", parts=(Part(node="A"), Part(node="B"))),
            *ORDER.nodes,
            Ask(name="B", criteria="B?"),
        ),
        defaults=SHOWS,
    )
    plan = compile_plan(both)
    [a, b] = conclude(plan, OUT, {}).questions
    good = {b.key: Reply(text='{"verdict": true}')}

    # A store keeps replies that could be read: the question without one is open again, at its first attempt.
    assert conclude(plan, OUT, good).questions == (a,)


@pytest.mark.parametrize(
    "text",
    [
        '{"verdict": true}',
        '{"verdict":"Yes","reason":"r"}',
        '{"Verdict":true}',
        "{'verdict': True}",
        '```json\n{"verdict": true}\n```',
        '{"verdict": true}\nThat is {clear} to me.',
        '{"reason": "line one\nline two", "verdict": true}',
        '{"response":{"verdict":true}}',
    ],
)
def test_acceptance_9_a_yes_is_understood_in_one_call(text: str) -> None:
    run = ran(YES_NO, {"A": raw(text)})

    assert (run.result.score, run.calls) == (1.0, 1)


@pytest.mark.parametrize("text", ["null", '{"verdict": null}', '{"reason": "it', ""])
def test_acceptance_9_what_is_no_answer_is_asked_again_once(text: str) -> None:
    run = ran(YES_NO, {"A": in_turn(raw(text), True)})

    assert (run.result.score, run.calls) == (1.0, 2)


def test_acceptance_12_a_malformed_reply_is_kept_beside_the_valid_one() -> None:
    run = ran(YES_NO, {"A": in_turn(raw("oops"), raw('{"verdict": true}'))})

    assert (run.result.score, run.calls) == (1.0, 2)
    assert [attempt.reply for attempt in run.result.trace[0].attempts] == ["oops", '{"verdict": true}']
    assert not run.result.causes + run.result.warnings


def test_a_failure_is_not_asked_again_within_the_run() -> None:
    run = ran(YES_NO, {"A": Failed(kind="judge_error", message="down")})

    assert (run.result.status, run.calls) == ("undecided", 1)
    assert [(cause.kind, cause.node) for cause in run.result.causes] == [("judge_error", "A")]
