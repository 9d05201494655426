"""The window of recent answers, and what asking each question once makes of it."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.judges.layers import once
from arbitree.judges.loop import run_sync
from arbitree.judges.memory import remember
from arbitree.judges.window import Window
from arbitree.ledger.ledger import Ledger
from tests.judges.questions import question


class Counting:
    """Answers each key with a text of some length, and counts; `fails` of the first calls for each key fail."""

    style: Style = "plain"
    fingerprint = "counting-1"

    def __init__(self, *, inline: bool = False, length: int = 3, fails: int = 0) -> None:
        self.name, self.inline = "counting", inline
        self.asked: list[str] = []
        self._length, self._fails = length, fails

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.key)
        if not self.inline:
            await asyncio.sleep(0)
        if self.asked.count(question.key) <= self._fails:
            return Failed(kind="judge_error", message="not yet")
        return Reply(text=question.key.ljust(self._length, "."))


async def in_turn(judge: object, keys: Sequence[str]) -> list[Answer]:
    return [await judge.ask(question(key)) for key in keys]  # type: ignore[attr-defined]


@pytest.mark.parametrize("inline", [True, False])
def test_what_was_used_longest_ago_is_forgotten_first(inline: bool) -> None:
    judge = Counting(inline=inline)
    run_sync(in_turn(once(judge, keep=2), ["a", "b", "a", "c", "a", "b"]))
    assert judge.asked == ["a", "b", "c", "b"]


@pytest.mark.parametrize("inline", [True, False])
def test_the_bytes_of_answers_are_bounded_too(inline: bool) -> None:
    judge = Counting(inline=inline, length=20_000)
    memory = once(judge, size=5 * 21_000)
    run_sync(in_turn(memory, [str(number) for number in range(50)]))
    run_sync(in_turn(memory, [str(number) for number in reversed(range(50))]))
    assert len(judge.asked) == 50 + 45


def test_an_answer_larger_than_the_window_is_given_and_not_held() -> None:
    judge = Counting(length=20_000)
    memory = once(judge, size=10_000)
    answers = run_sync(in_turn(memory, ["a", "a"]))
    assert answers[0] == answers[1] == Reply(text="a".ljust(20_000, "."))
    assert judge.asked == ["a", "a"]


def test_what_is_in_flight_is_never_forgotten() -> None:
    async def scene() -> list[str]:
        judge = Counting()
        gate = asyncio.Event()

        class Slow(Counting):
            async def ask(self, question: Question) -> Answer:
                if question.key == "slow":
                    judge.asked.append("slow")
                    await gate.wait()
                    return Reply(text="slow")
                return await judge.ask(question)

        memory = once(Slow(), keep=1)
        first = asyncio.ensure_future(memory.ask(question("slow")))
        await in_turn(memory, [str(number) for number in range(30)])
        second = asyncio.ensure_future(memory.ask(question("slow")))
        await asyncio.sleep(0)
        gate.set()
        assert await first == await second == Reply(text="slow")
        return judge.asked

    assert asyncio.run(scene()).count("slow") == 1


def test_a_failure_is_shared_within_the_window_and_asked_again_beyond_it() -> None:
    judge = Counting(fails=1)
    first, same, _, again = run_sync(in_turn(once(judge, keep=1), ["a", "a", "b", "a"]))
    assert isinstance(first, Failed) and first is same
    assert isinstance(again, Reply)
    assert judge.asked == ["a", "b", "a"]


def test_with_a_ledger_what_the_window_forgot_is_not_asked_again(tmp_path: Path) -> None:
    judge = Counting()
    keys = [str(number) for number in range(30)]
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        memory = remember(judge, ledger, keep=2)
        first = run_sync(in_turn(memory, keys))
        assert run_sync(in_turn(memory, keys)) == first
        assert (judge.asked, memory.recalled, memory.saved) == (keys, 0, 30)


def test_a_replay_counts_each_question_that_lacks_a_reply_once(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        run_sync(in_turn(remember(Counting(), ledger), ["a"]))
    with Ledger.open(tmp_path / "ledger.sqlite", read_only=True) as ledger:
        memory = remember(Counting(), ledger, replay=True)
        run_sync(in_turn(memory, ["a", "b", "b", "c"]))
        assert (list(memory.missing.values()), memory.saved) == ([2], 0)


@given(
    keys=st.lists(st.sampled_from("abcdefgh"), max_size=60),
    keep=st.integers(0, 6),
    size=st.integers(0, 4_000),
)
def test_answers_are_the_same_whatever_the_window(keys: list[str], keep: int, size: int) -> None:
    windowed, plain = Counting(inline=True), Counting(inline=True)
    found = run_sync(in_turn(once(windowed, keep=keep, size=size), keys))
    assert found == run_sync(in_turn(plain, keys))
    assert set(windowed.asked) == set(keys)


@given(keys=st.lists(st.sampled_from("abcdefgh"), max_size=60), keep=st.integers(0, 6))
def test_a_window_holds_what_was_used_last(keys: list[str], keep: int) -> None:
    window = Window(answers=keep)
    recent: list[str] = []
    for key in keys:
        is_held = window.get(key) is not None
        assert is_held == (key in recent)
        if not is_held:
            window.put(key, Reply(text=key))
        recent = [*(one for one in recent if one != key), key][-keep:] if keep else []
    assert len(window) == len(recent)
    assert bool(window.bytes) == bool(recent)


def test_a_window_takes_no_more_memory_than_it_says() -> None:
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        window = Window(size=2**20)
        for number in range(5_000):
            window.put(f"{number:064}", Reply(text=f"{number}: yes", input_tokens=number))
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert window.bytes <= 2**20
    assert after - before <= window.bytes
