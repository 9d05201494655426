"""Asking again: after failures that pass, after a wait, and not for ever."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from arbitree.core.records import Failed
from arbitree.errors import UsageError
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_sync
from arbitree.judges.retry import Patience, Retried, retried
from arbitree.judges.timeout import timed
from arbitree.testing import ScriptedJudge, check_judge
from arbitree.testing.virtual import run_virtual
from tests.judges.questions import question
from tests.judges.servers import BROKEN, GOOD, REFUSED, Server, ask_many, busy

EAGER = Patience(base=0.0)


def test_a_passing_failure_is_asked_again_until_it_is_answered() -> None:
    server = Server([BROKEN, BROKEN, GOOD])

    assert run_virtual(retried(server).ask(question())) == GOOD
    assert server.calls == 3


@pytest.mark.parametrize("kind", ["bad_request", "unauthorised", "judge_error", "refused", "budget"])
def test_no_other_failure_is_asked_again(kind: str) -> None:
    failed = Failed(kind=kind, message="no")
    server = Server([failed])

    assert run_virtual(retried(server).ask(question())) == failed
    assert server.calls == 1


def test_a_type_error_of_the_judges_own_code_is_not_asked_again() -> None:
    calls = []

    async def broken(prompt: str) -> str:
        calls.append(prompt)
        return prompt + 1  # type: ignore[operator]

    answer = run_sync(retried(adapt(broken)).ask(question()))

    assert isinstance(answer, Failed)
    assert isinstance(answer.error, TypeError)
    assert len(calls) == 1


def test_when_the_tries_are_used_up_the_last_failure_is_the_answer() -> None:
    server = Server([BROKEN] * 9 + [GOOD])

    assert run_virtual(retried(server, Patience(retries=3)).ask(question())) == BROKEN
    assert server.calls == 4


def test_waits_are_drawn_below_a_bound_that_doubles() -> None:
    servers = [Server([BROKEN] * 5) for _ in range(200)]
    for seed, server in enumerate(servers):
        run_virtual(retried(server, Patience(base=1.0, longest=4.0, seed=seed)).ask(question()))
    waits = [[after - before for before, after in itertools.pairwise(server.starts)] for server in servers]

    for place, bound in enumerate([1.0, 2.0, 4.0, 4.0]):
        drawn = [wait[place] for wait in waits]
        assert max(drawn) <= bound
        assert min(drawn) < 0.1 * bound < 0.9 * bound < max(drawn)


def test_a_server_that_says_when_to_come_back_is_believed() -> None:
    server = Server([busy(7.0), GOOD])
    run_virtual(retried(server).ask(question()))

    assert 7.0 <= server.starts[1] <= 7.0 * 1.2


def test_no_try_begins_after_the_time_that_all_of_them_have() -> None:
    server = Server([busy(40.0)] * 9)

    assert run_virtual(retried(server, Patience(retries=9, within=100.0)).ask(question())) == busy(40.0)
    assert server.calls == 3
    assert server.starts[-1] <= 100.0


def test_a_wait_that_is_longer_than_all_the_time_there_is_is_not_begun() -> None:
    async def timed_out() -> float:
        await retried(Server([busy(3600.0)] * 9)).ask(question())
        return asyncio.get_running_loop().time()

    assert run_virtual(timed_out()) == 0.0


def test_after_a_cancellation_no_call_starts() -> None:
    server = Server([BROKEN] * 9)

    async def given_up() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await retried(server, Patience(base=60.0, seed=1)).ask(question())
        await asyncio.sleep(1000)

    run_virtual(given_up())

    assert server.calls == 1


def test_a_call_that_takes_too_long_is_given_up_and_may_be_tried_again() -> None:
    server = Server(takes=5.0)
    answer = run_virtual(retried(timed(server, 1.0), Patience(retries=1, base=0.0)).ask(question()))

    assert isinstance(answer, Failed)
    assert (answer.kind, answer.message) == ("timeout", "no reply came within 1 s")
    assert (server.calls, server.given_up, server.in_flight) == (2, 2, 0)


def test_retries_are_counted() -> None:
    judge = retried(Server([BROKEN, BROKEN]), EAGER)
    assert isinstance(judge, Retried)
    run_virtual(ask_many(judge, 3))

    assert judge.retries == 2


def test_a_judge_that_answers_inline_is_left_as_it_is() -> None:
    inline = ScriptedJudge({})

    assert retried(inline) is inline
    assert timed(inline, 1.0) is inline


def test_what_wraps_a_judge_keeps_to_the_rules_of_judges() -> None:
    check_judge(lambda: timed(retried(adapt(lambda prompt: '{"verdict": true}')), 5.0))


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UsageError, match="retries"):
        Patience(retries=-1)
    with pytest.raises(UsageError, match="leaves no time"):
        timed(Server(), 0.0)


def test_a_refusal_after_a_passing_failure_ends_the_tries() -> None:
    server = Server([BROKEN, REFUSED, GOOD])

    assert run_virtual(retried(server, EAGER).ask(question())) == REFUSED
    assert server.calls == 2
