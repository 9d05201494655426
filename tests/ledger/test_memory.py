"""The memory: what is answered from the ledger, what is asked, and what is asked afresh."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.errors import Problem, RecordError, UsageError
from arbitree.judges.adapt import adapt
from arbitree.judges.identity import identity_of
from arbitree.judges.layers import limited, once
from arbitree.judges.loop import run_sync
from arbitree.judges.memory import remember
from arbitree.judges.rule_files import load_rules
from arbitree.ledger.fingerprint import Fingerprint, fingerprint
from arbitree.ledger.ledger import Ledger
from arbitree.testing import check_judge
from tests.judges.questions import question


class Model:
    """Answers when it is let, and counts."""

    style: Style = "plain"

    def __init__(self, text: str = "yes", *, temperature: float = 0, name: str = "m-1") -> None:
        self.name = name
        self.text = text
        self.fingerprint = {"provider": "test", "model": name, "temperature": temperature}
        self.asked: list[str] = []
        self.waits = asyncio.Event()
        self.waits.set()

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.key)
        await self.waits.wait()
        if self.text == "refused":
            return Failed(kind="refused", message="it declined")
        if self.text == "failed":
            return Failed(kind="timeout", message="no")
        return Reply(text=self.text, input_tokens=3)


def asked(ledger: Ledger, model: Model, *keys: str, **settings: bool) -> list[Answer]:
    """What a model that remembers answers."""
    memory = remember(model, ledger, **settings)  # type: ignore[arg-type]
    return [run_sync(memory.ask(question(key))) for key in keys]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def test_what_is_known_is_not_asked_again(path: Path) -> None:
    first, second = Model("yes"), Model("no")
    with Ledger.open(path) as ledger:
        before = asked(ledger, first, "a", "b")
    with Ledger.open(path) as ledger:
        after = asked(ledger, second, "a", "b", "c")

    assert first.asked == ["a", "b"]
    assert second.asked == ["c"]
    assert after[:2] == before


@pytest.mark.parametrize("other", [Model(name="m-2"), Model(temperature=1)])
def test_acceptance_24_another_model_or_temperature_is_a_miss(path: Path, other: Model) -> None:
    with Ledger.open(path) as ledger:
        asked(ledger, Model(), "a")
        asked(ledger, other, "a")

    assert other.asked == ["a"]


def test_equal_questions_in_flight_are_asked_once(path: Path) -> None:
    async def scene(ledger: Ledger) -> int:
        model = Model()
        model.waits.clear()
        memory = remember(model, ledger)
        asking = [asyncio.ensure_future(memory.ask(question("a"))) for _ in range(20)]
        while not model.asked:
            await asyncio.sleep(0.001)
        model.waits.set()
        assert await asyncio.gather(*asking) == [Reply(text="yes", input_tokens=3)] * 20
        assert (memory.calls, memory.saved) == (1, 19)
        return len(model.asked)

    with Ledger.open(path) as ledger:
        assert asyncio.run(scene(ledger)) == 1


def test_two_ledgers_on_one_file_ask_once_and_the_other_waits(path: Path) -> None:
    async def scene(one: Ledger, two: Ledger) -> None:
        first, second = Model("yes"), Model("no")
        first.waits.clear()
        memory = remember(second, two)
        asking = asyncio.ensure_future(remember(first, one).ask(question("a")))
        while not first.asked:
            await asyncio.sleep(0.001)
        waiting = asyncio.ensure_future(memory.ask(question("a")))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        first.waits.set()
        assert await asking == await waiting
        assert (memory.calls, memory.waited, second.asked) == (0, 1, [])

    with Ledger.open(path) as one, Ledger.open(path) as two:
        asyncio.run(scene(one, two))


@pytest.mark.parametrize("end", ["failed", "cancelled", "closed"])
def test_who_waits_asks_itself_when_nothing_comes_of_it(path: Path, end: str) -> None:
    async def scene(one: Ledger, two: Ledger) -> None:
        first, second = Model("failed"), Model("no")
        first.waits.clear()
        asking = asyncio.ensure_future(remember(first, one).ask(question("a")))
        while not first.asked:
            await asyncio.sleep(0.001)
        waiting = asyncio.ensure_future(remember(second, two).ask(question("a")))
        await asyncio.sleep(0.05)
        if end == "failed":
            first.waits.set()
        elif end == "cancelled":
            asking.cancel()
        else:
            one.close()
        assert await asyncio.wait_for(waiting, 5) == Reply(text="no", input_tokens=3)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    one, two = Ledger.open(path), Ledger.open(path)
    asyncio.run(scene(one, two))
    if end != "closed":
        one.close()
    two.close()


def test_a_caller_that_is_cancelled_while_it_waits_leaves_no_claim(path: Path) -> None:
    async def scene(one: Ledger, two: Ledger) -> None:
        first = Model()
        first.waits.clear()
        asking = asyncio.ensure_future(remember(first, one).ask(question("a")))
        while not first.asked:
            await asyncio.sleep(0.001)
        waiting = asyncio.ensure_future(remember(Model(), two).ask(question("a")))
        await asyncio.sleep(0.05)
        waiting.cancel()
        asking.cancel()
        await asyncio.gather(asking, waiting, return_exceptions=True)
        third = Model("later")
        assert await asyncio.wait_for(remember(third, one).ask(question("a")), 5) == Reply(text="later", input_tokens=3)

    with Ledger.open(path) as one, Ledger.open(path) as two:
        asyncio.run(scene(one, two))


@pytest.mark.parametrize("replay", [False, True])
def test_a_judge_that_remembers_keeps_to_the_rules_of_judges(path: Path, replay: bool) -> None:
    with Ledger.open(path) as ledger:
        check_judge(lambda: remember(Model(), ledger, replay=replay))


def test_a_failure_lasts_one_run(path: Path) -> None:
    failing, well = Model("failed"), Model()
    with Ledger.open(path) as ledger:
        assert asked(ledger, failing, "a", "a") == [Failed(kind="timeout", message="no")] * 2
        assert failing.asked == ["a"]
        assert asked(ledger, well, "a") == [Reply(text="yes", input_tokens=3)]


def test_what_was_refused_is_asked_again_and_counted(path: Path) -> None:
    with Ledger.open(path) as ledger:
        asked(ledger, Model("refused"), "a")
        assert asked(ledger, well := Model(), "a") == [Reply(text="yes", input_tokens=3)]

    assert well.asked == ["a"]


def test_fresh_asks_what_is_known_and_keeps_what_comes(path: Path) -> None:
    with Ledger.open(path) as ledger:
        asked(ledger, Model("yes"), "a")
        assert asked(ledger, fresh := Model("no"), "a", "a", fresh=True) == [Reply(text="no", input_tokens=3)] * 2
        assert asked(ledger, Model(), "a") == [Reply(text="no", input_tokens=3)]

    assert fresh.asked == ["a"]


def test_replay_never_asks_and_counts_what_is_missing(path: Path) -> None:
    with Ledger.open(path) as ledger:
        asked(ledger, Model(), "a")
    with Ledger.open(path, read_only=True) as ledger:
        model = Model()
        memory = remember(model, ledger, replay=True)
        answers = [run_sync(memory.ask(question(key, node="tone"))) for key in "abc"]

    assert [type(answer) for answer in answers] == [Reply, Failed, Failed]
    assert isinstance(answers[1], Failed)
    assert (answers[1].kind, model.asked, memory.missing) == ("unrecorded", [], {("judge", "tone"): 2})


def test_replay_and_fresh_contradict_each_other(path: Path) -> None:
    with Ledger.open(path) as ledger, pytest.raises(UsageError, match="contradict"):
        remember(Model(), ledger, replay=True, fresh=True)


def test_a_function_without_a_fingerprint_is_not_remembered(path: Path) -> None:
    def judge(prompt: str) -> str:
        return "yes"

    with Ledger.open(path) as ledger, pytest.raises(RecordError, match="does not tell what they depend on"):
        remember(adapt(judge), ledger)
    judge.fingerprint = "first version"  # type: ignore[attr-defined]
    told = identity_of(once(limited(adapt(judge), in_flight=2)))
    assert told == fingerprint({"judge": adapt(judge).name, "fingerprint": "first version"})


def test_an_object_tells_its_fingerprint_through_a_method() -> None:
    class Own:
        def generate(self, prompt: str) -> str:
            return "yes"

        def fingerprint(self) -> dict[str, object]:
            return {"model": "mine", "temperature": 0}

    assert identity_of(adapt(Own())) == fingerprint({"model": "mine", "temperature": 0})


RULE = """{also}
@answers("ask")
def window(prompt):
    return {verdict}
"""


@pytest.mark.parametrize(
    "also", ["import re", "from arbitree.rules import section", "fingerprint = 'v1'\nimport helpers"]
)
def test_rules_whose_file_is_all_that_counts_are_remembered(tmp_path: Path, also: str) -> None:
    assert told_by_rules(tmp_path, also) is not None


@pytest.mark.parametrize(
    "also", ["import helpers", "import os", "def f():\n    from . import y", "def f():\n    return open('words.txt')"]
)
def test_rules_that_depend_on_more_than_their_file_are_not_remembered(tmp_path: Path, also: str) -> None:
    assert told_by_rules(tmp_path, also) is None


def told_by_rules(folder: Path, also: str, verdict: bool = True) -> Fingerprint | None:
    (folder / "helpers.py").write_text("")
    rules = folder / "rules.py"
    rules.write_text(RULE.format(also=also, verdict=verdict))
    return identity_of(load_rules(str(rules)))


def test_rules_that_change_are_other_rules(tmp_path: Path) -> None:
    told = [told_by_rules(tmp_path, "", verdict) for verdict in (True, False)]

    assert None not in told
    assert told[0] != told[1]


def test_nothing_is_asked_once_the_ledger_cannot_be_written_to(path: Path) -> None:
    told: list[Problem] = []
    model = Model()
    ledger = Ledger.open(path)
    assert ledger._writer is not None
    ledger._writer._connection.execute("PRAGMA max_page_count = 1")
    memory = remember(model, ledger, on_trouble=told.append)
    run_sync(memory.ask(question("a")))
    for number in range(200):
        ledger.put(memory.identity, question(f"q{number}"), Reply(text="x" * 5000))
    assert not ledger.flush(10)
    answer = run_sync(memory.ask(question("b")))

    assert isinstance(answer, Failed)
    assert (answer.kind, told[0].code, "b" in model.asked) == ("unkept", "R146", False)
    with pytest.raises(RecordError, match="answers could not be written"):
        ledger.close()
