"""A limit on calls in flight, and a memory that asks equal questions once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.errors import UsageError
from arbitree.judges.adapt import adapt
from arbitree.judges.layers import limited, once
from arbitree.judges.loop import run_sync
from arbitree.testing import ScriptedJudge
from tests.judges.questions import question


class Gate:
    """Answers when it is told to."""

    name = "gate"
    style: Style = "plain"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.cancelled: list[str] = []
        self.open = asyncio.Event()

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.key)
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled.append(question.key)
            raise
        return Reply(text=f"to {question.key}")


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_acceptance_21_never_more_than_the_limit_is_in_flight() -> None:
    judge = ScriptedJudge({"window": True}, waits=7, seed=3)

    async def many() -> list[Answer]:
        inside = limited(judge, in_flight=8)
        return await asyncio.gather(*(inside.ask(question(str(n))) for n in range(200)))

    assert len(asyncio.run(many())) == 200
    assert judge.in_flight_peak == 8


def test_acceptance_21_blocking_calls_stay_within_their_threads() -> None:
    inside = 0
    peak = 0
    lock = threading.Lock()
    together = threading.Barrier(4, timeout=10)

    def judge(prompt: str) -> str:
        nonlocal inside, peak
        with lock:
            inside += 1
            peak = max(peak, inside)
        together.wait()
        with lock:
            inside -= 1
        return "yes"

    async def many() -> None:
        blocking = adapt(judge, concurrency=4)
        await asyncio.gather(*(blocking.ask(question(str(n))) for n in range(40)))

    asyncio.run(many())
    assert peak == 4


def test_a_blocking_call_that_is_cancelled_while_it_waits_for_a_thread_never_starts() -> None:
    started: list[str] = []
    go = threading.Event()

    def judge(prompt: str) -> str:
        started.append(prompt)
        go.wait(10)
        return "yes"

    async def cancelled() -> None:
        blocking = adapt(judge, concurrency=1)
        first = asyncio.ensure_future(blocking.ask(question("1", prompt="first")))
        second = asyncio.ensure_future(blocking.ask(question("2", prompt="second")))
        await turns()
        second.cancel()
        await turns()
        go.set()
        await first
        third = await blocking.ask(question("3", prompt="third"))
        assert third == Reply(text="yes")

    asyncio.run(cancelled())
    assert started == ["first", "third"]


def test_a_limit_holds_across_loops_and_threads() -> None:
    judge = ScriptedJudge({"window": True}, waits=7, seed=3)
    inside = limited(judge, in_flight=3)

    async def some(start: int) -> None:
        await asyncio.gather(*(inside.ask(question(f"{start}-{n}")) for n in range(20)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: asyncio.run(some(n)), range(8)))
    assert judge.calls == 160
    assert judge.in_flight_peak <= 3


def test_a_question_cancelled_while_it_waits_its_turn_is_never_put() -> None:
    async def scene() -> list[str]:
        gate = Gate()
        inside = limited(gate, in_flight=1)
        asked = [asyncio.ensure_future(inside.ask(question(key))) for key in "abc"]
        await turns()
        asked[1].cancel()
        gate.open.set()
        await asyncio.gather(*asked, return_exceptions=True)
        return gate.asked

    assert asyncio.run(scene()) == ["a", "c"]


def test_a_slot_handed_to_a_question_cancelled_in_the_same_turn_is_passed_on() -> None:
    async def scene() -> list[str]:
        gate = Gate()
        inside = limited(gate, in_flight=1)
        asked = [asyncio.ensure_future(inside.ask(question(key))) for key in "abc"]
        await turns()
        asked[0].cancel()
        await asyncio.sleep(0)
        asked[1].cancel()
        gate.open.set()
        await asyncio.wait_for(asked[2], 5)
        return gate.asked

    assert asyncio.run(scene()) == ["a", "c"]


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="lets none through"):
        limited(ScriptedJudge({}), in_flight=0)


def test_an_inline_judge_needs_no_limit() -> None:
    judge = ScriptedJudge({"window": True})
    assert limited(judge, in_flight=1) is judge


@pytest.mark.parametrize("waits", [0, 5])
def test_acceptance_30_equal_questions_are_asked_once(waits: int) -> None:
    judge = ScriptedJudge({"window": True}, waits=waits)
    memory = once(judge)

    async def cases() -> list[Answer]:
        together = await asyncio.gather(*(memory.ask(question("same")) for _ in range(10)))
        return [*together, await memory.ask(question("same")), await memory.ask(question("other"))]

    answers = run_sync(cases())
    assert judge.calls == memory.calls == 2
    assert memory.saved == 10
    assert len(set(map(str, answers))) == 1


def test_what_failed_is_not_asked_again_in_the_same_run() -> None:
    judge = ScriptedJudge({"window": ValueError("once")})
    memory = once(judge)

    async def twice() -> list[Answer]:
        return [await memory.ask(question()), await memory.ask(question())]

    first, second = run_sync(twice())
    assert isinstance(first, Failed) and first is second
    assert judge.calls == 1


def test_one_callers_cancellation_leaves_the_call_to_the_others() -> None:
    async def scene() -> tuple[Answer, Gate]:
        gate = Gate()
        memory = once(gate)
        first, second = (asyncio.ensure_future(memory.ask(question())) for _ in range(2))
        await turns()
        first.cancel()
        await turns()
        gate.open.set()
        return await second, gate

    answer, gate = asyncio.run(scene())
    assert answer == Reply(text="to k1")
    assert gate.asked == ["k1"]
    assert gate.cancelled == []


def test_a_call_that_nobody_waits_for_any_more_is_called_off() -> None:
    async def scene() -> Gate:
        gate = Gate()
        memory = once(gate)
        asked = [asyncio.ensure_future(memory.ask(question())) for _ in range(3)]
        await turns()
        for task in asked:
            task.cancel()
        await turns()
        gate.open.set()
        assert await memory.ask(question()) == Reply(text="to k1")
        return gate

    gate = asyncio.run(scene())
    assert gate.asked == ["k1", "k1"]
    assert gate.cancelled == ["k1"]


def test_callers_in_different_loops_share_one_call() -> None:
    judge = ScriptedJudge({"window": True}, waits=50, seed=1)
    memory = once(judge)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: asyncio.run(_ask(memory)), range(50)))
    assert set(map(str, answers)) == {str(answers[0])}
    assert judge.calls == memory.calls == 1


async def _ask(memory: object) -> Answer:
    answer: Answer = await memory.ask(question())  # type: ignore[attr-defined]
    return answer


def test_a_call_whose_loop_goes_away_is_put_again_by_those_who_still_wait() -> None:
    calls: list[str] = []
    started = threading.Event()
    joined = threading.Event()

    class Leaving:
        name = "leaving"
        style: Style = "plain"

        async def ask(self, question: Question) -> Answer:
            calls.append(question.key)
            if len(calls) == 1:
                started.set()
                await asyncio.Event().wait()
            return Reply(text="second")

    memory = once(Leaving())

    async def goes_away() -> None:
        asking = asyncio.ensure_future(memory.ask(question()))
        await asyncio.to_thread(joined.wait, 10)
        asking.cancel()

    async def stays() -> Answer:
        await asyncio.to_thread(started.wait, 10)
        asking = asyncio.ensure_future(memory.ask(question()))
        await turns()
        joined.set()
        return await asyncio.wait_for(asking, 10)

    with ThreadPoolExecutor(2) as pool:
        gone = pool.submit(lambda: asyncio.run(goes_away()))
        assert pool.submit(lambda: asyncio.run(stays())).result(20) == Reply(text="second")
        gone.result(20)
    assert calls == ["k1", "k1"]


def test_a_judge_that_raises_against_its_contract_leaves_nobody_waiting() -> None:
    class Raises:
        name = "raises"
        style: Style = "plain"

        async def ask(self, question: Question) -> Answer:
            raise ValueError("against the contract")

    failed = run_sync(once(Raises()).ask(question()))
    assert isinstance(failed, Failed) and failed.message.startswith("ValueError")


def test_a_memory_is_bounded() -> None:
    judge = ScriptedJudge({"window": True})
    memory = once(judge, keep=2)

    async def ask(*keys: str) -> None:
        for key in keys:
            await memory.ask(question(key))

    run_sync(ask("a", "b", "c", "c", "a"))
    assert [asked.key for asked in judge.asked] == ["a", "b", "c", "a"]


def test_a_layer_has_the_name_and_style_of_the_judge_inside() -> None:
    judge = ScriptedJudge({}, waits=1, name="inner", style="messages")
    layered = once(limited(judge, in_flight=2))
    assert (layered.name, layered.style, layered.inline) == ("inner", "messages", False)
