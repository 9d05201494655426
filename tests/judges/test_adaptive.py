"""The number of calls in flight: it finds what a server takes, goes up again with it, and is each judge's own."""

from __future__ import annotations

import asyncio
import random

import pytest

from arbitree.core.records import Answer
from arbitree.errors import UsageError
from arbitree.judges.adaptive import Adaptive, adaptive
from arbitree.judges.base import Judge
from arbitree.judges.slots import Slots
from arbitree.judges.stack import Layers, stack
from arbitree.testing import ScriptedJudge
from arbitree.testing.virtual import run_virtual
from tests.judges.servers import GOOD, Server, TakesSome, ask_many, busy


def made(server: Judge, in_flight: int) -> Adaptive:
    judge = adaptive(server, in_flight=in_flight)
    assert isinstance(judge, Adaptive)
    return judge


def test_never_more_are_in_flight_than_allowed() -> None:
    server = Server(takes=1.0)
    run_virtual(ask_many(made(server, 8), 200))

    assert server.peak == 8


def test_it_finds_the_level_of_the_server() -> None:
    server = Server(takes=1.0, rule=TakesSome(10))
    judge = made(server, 64)
    run_virtual(ask_many(judge, 3000, at_once=200))

    assert 7 <= judge.level <= 11
    good = server.met["good"]
    assert good / server.starts[-1] > 0.75 * 10
    assert server.met["rate_limited"] < 0.1 * server.calls


def test_it_recovers_when_the_server_takes_more_again() -> None:
    room = TakesSome(4)
    server = Server(takes=1.0, rule=room)
    judge = made(server, 32)

    async def opened() -> tuple[int, int]:
        await ask_many(judge, 300, at_once=100)
        before = judge.level
        room.room = 40
        await ask_many(judge, 1500, at_once=100, start=300)
        return before, judge.level

    before, after = run_virtual(opened())

    assert before <= 5
    assert after == 32


def test_refusals_of_one_round_lower_the_level_once() -> None:
    server = Server([busy()] * 16, takes=1.0)
    judge = made(server, 16)
    run_virtual(ask_many(judge, 16))

    assert judge.level == 12


def test_a_server_that_refuses_everything_is_still_asked_one_at_a_time() -> None:
    server = Server(takes=1.0, rule=lambda server: busy())
    judge = made(server, 16)
    run_virtual(ask_many(judge, 100))

    assert judge.level == 1
    assert server.calls == 100


def test_a_judge_whose_server_refuses_holds_up_no_other() -> None:
    slow, quick = Server(takes=1.0, rule=TakesSome(1), name="slow"), Server(takes=0.1, name="quick")

    async def both() -> float:
        layers = Layers(in_flight=10)
        waiting = asyncio.ensure_future(ask_many(stack(slow, layers), 60))
        await ask_many(stack(quick, layers), 200)
        elapsed = asyncio.get_running_loop().time()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return elapsed

    assert run_virtual(both()) == pytest.approx(2.0)


def test_a_judge_that_answers_inline_is_given_back_as_it_is() -> None:
    inline = ScriptedJudge({})

    assert adaptive(inline, in_flight=1) is inline


def test_no_room_at_all_is_refused() -> None:
    with pytest.raises(UsageError, match="lets none through"):
        adaptive(Server(), in_flight=0)


def test_slots_keep_to_their_number_however_often_it_changes() -> None:
    slots = Slots(4)
    numbers = random.Random(0)
    inside = 0
    beyond = 0

    async def visit() -> None:
        nonlocal inside, beyond
        async with slots:
            inside += 1
            beyond += inside > 9
            await asyncio.sleep(numbers.random())
            inside -= 1

    async def change() -> None:
        for _ in range(60):
            slots.resize(numbers.randint(1, 9))
            await asyncio.sleep(0.3)
        slots.resize(3)
        await asyncio.sleep(5)

    async def all_of_it() -> int:
        nonlocal beyond
        visits = [asyncio.ensure_future(visit()) for _ in range(400)]
        await change()
        settled = inside
        await asyncio.gather(*visits)
        return settled

    assert run_virtual(all_of_it()) <= 3
    assert (inside, beyond) == (0, 0)


def test_answers_pass_through_unchanged() -> None:
    answers: list[Answer] = run_virtual(ask_many(made(Server([busy()]), 2), 2))

    assert answers == [busy(), GOOD]
