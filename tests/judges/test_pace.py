"""The pace: looked at second by second, for requests, tokens, pauses and callers that give up."""

from __future__ import annotations

import asyncio
import itertools
import random
import threading

import pytest

from arbitree.core.records import Answer, Reply
from arbitree.errors import UsageError
from arbitree.judges.loop import run_sync
from arbitree.judges.pace import Rates, paced
from arbitree.judges.quota import CATCH_UP, HEADROOM
from arbitree.judges.retry import retried
from arbitree.testing import ScriptedJudge
from arbitree.testing.virtual import run_virtual
from tests.judges.questions import question
from tests.judges.servers import GOOD, PerMinute, Server, ask_many, busy


def most_within(starts: list[float], seconds: float) -> int:
    """The most calls that started in any stretch of so many seconds."""
    return max(sum(begin <= start < begin + seconds for start in starts) for begin in starts)


@pytest.mark.parametrize("seconds", [0.1, 1.0, 7.0, 60.0])
def test_no_stretch_of_time_has_more_calls_than_permitted(seconds: float) -> None:
    server = Server(takes=0.3)
    run_virtual(ask_many(paced(server, Rates(rpm=600)), 900))

    assert most_within(server.starts, seconds) <= max(10 * seconds, 1)


def test_what_is_permitted_is_used() -> None:
    server = Server(takes=0.3)
    run_virtual(ask_many(paced(server, Rates(rpm=600)), 900))

    assert server.calls / server.starts[-1] >= 10 * HEADROOM * 0.999


def test_nothing_is_saved_up_for_later() -> None:
    server = Server()

    async def pause_between() -> None:
        judge = paced(server, Rates(rpm=600))
        await ask_many(judge, 5)
        await asyncio.sleep(60)
        await ask_many(judge, 20)

    run_virtual(pause_between())

    assert most_within(server.starts, 1.0) <= 10


def test_calls_that_make_up_for_being_late_stay_within_what_a_second_permits() -> None:
    server = Server()

    async def held_up() -> None:
        judge, loop = paced(server, Rates(rpm=600)), asyncio.get_running_loop()
        asking = asyncio.ensure_future(ask_many(judge, 60))
        for _ in range(50):
            await asyncio.sleep(0.11)
            # As if the process had been busy all the while.
            loop.now += 0.09  # type: ignore[attr-defined]
        await asking

    run_virtual(held_up())

    assert most_within(server.starts, 1.0) <= 10
    assert server.calls / server.starts[-1] > 8


def test_a_limited_server_refuses_next_to_nothing_and_is_used_to_nine_tenths() -> None:
    server = Server(takes=0.5, rule=PerMinute(600))
    run_virtual(ask_many(retried(paced(server, Rates(rpm=600))), 1200, at_once=40))

    assert server.met["rate_limited"] < 0.03 * server.calls
    assert server.met["good"] / server.starts[-1] > 0.9 * 10


@pytest.mark.parametrize("takes", [0.05, 0.5, 2.0])
def test_a_limit_that_nobody_told_of_is_learnt(takes: float) -> None:
    server = Server(takes=takes, rule=PerMinute(600))
    run_virtual(ask_many(retried(paced(server)), 3000, at_once=40))

    assert server.met["good"] == 3000
    assert server.met["rate_limited"] < 0.04 * server.calls
    assert server.met["good"] / server.starts[-1] > 0.9 * 10


def test_refusals_that_have_nothing_to_do_with_the_rate_do_not_stop_the_calls() -> None:
    numbers = random.Random(1)
    server = Server(takes=0.05, rule=lambda server: busy(0.01) if numbers.random() < 0.2 else GOOD)
    run_virtual(ask_many(retried(paced(server)), 2000, at_once=40))

    assert server.met["good"] / server.starts[-1] > 40


def test_a_share_that_is_refused_without_a_word_does_not_stop_the_calls_either() -> None:
    numbers = random.Random(2)
    server = Server(takes=0.05, rule=lambda server: busy() if numbers.random() < 0.05 else GOOD)
    run_virtual(ask_many(retried(paced(server)), 2000, at_once=40))

    assert server.met["good"] == 2000
    assert server.met["good"] / server.starts[-1] > 20


def test_a_rate_that_was_learnt_is_forgotten_when_the_server_takes_more() -> None:
    rules = [PerMinute(600), lambda server: GOOD]
    server = Server(takes=0.05, rule=lambda server: rules[server.calls > 500](server))
    run_virtual(ask_many(retried(paced(server)), 8000, at_once=40))
    late = [after - before for before, after in itertools.pairwise(server.starts[-100:])]

    assert sum(late) / len(late) < 0.01


def test_tokens_are_counted_by_what_replies_really_took() -> None:
    server = Server(takes=0.1, rule=lambda server: Reply(text="x", input_tokens=300, output_tokens=700))
    run_virtual(ask_many(paced(server, Rates(tpm=60_000)), 300, at_once=8))

    # A thousand tokens a second are permitted, and each call takes a thousand.
    assert 0.9 < server.calls / server.starts[-1] < 1.1


def test_no_call_starts_before_the_server_said_to_come_back() -> None:
    server = Server([busy(30.0)], takes=0.1)
    run_virtual(ask_many(retried(paced(server, Rates(rpm=60))), 40))
    paused = [start for start in server.starts if 0.1 < start < 30.1]

    assert paused == []
    assert most_within(server.starts, 10.0) <= 11


def test_a_moment_that_is_given_up_is_used_by_another() -> None:
    server = Server()

    async def most_give_up() -> None:
        judge = paced(server, Rates(rpm=60, tpm=60_000))
        leaving = [asyncio.ensure_future(judge.ask(question(key=f"k{number}"))) for number in range(100)]
        await asyncio.sleep(0.5)
        for one in leaving:
            one.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
        await ask_many(judge, 10)

    run_virtual(most_give_up())

    assert server.calls == 11
    assert server.starts[-1] < 12


def test_callers_of_several_loops_share_one_pace() -> None:
    server = Server()
    judge = paced(server, Rates(rpm=60_000))
    threads = [threading.Thread(target=asyncio.run, args=(ask_many(judge, 40),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert server.calls == 120
    assert max(server.starts) - min(server.starts) >= 0.119 - CATCH_UP


def test_without_rates_nothing_waits() -> None:
    answers: list[Answer] = run_sync(ask_many(paced(Server()), 50))

    assert answers == [GOOD] * 50


def test_a_judge_that_answers_inline_is_given_back_as_it_is() -> None:
    inline = ScriptedJudge({})

    assert paced(inline, Rates(rpm=1)) is inline


def test_a_rate_that_lets_nothing_through_is_refused() -> None:
    with pytest.raises(UsageError, match="lets nothing through"):
        Rates(rpm=0)
