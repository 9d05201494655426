"""What the ledger costs: to keep, to find, to claim, to answer a whole run from. `python -m benchmarks ledger`."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arbitree.core.records import Message, Question, Reply, Shape
from arbitree.ledger.fingerprint import fingerprint
from arbitree.ledger.ledger import Ledger
from arbitree.rubric import Rubric
from arbitree.runner.keeping import Keeping

COUNT = 20_000
JUDGE = fingerprint({"provider": "bench", "model": "m-1"})
SHAPE = Shape(kind="yes_no")
WORDS = "The reply states a window of thirty days for returns and who pays for the shipping. " * 12

RUBRIC = """
arbitree: 1
nodes:
  facts: {task: List every fact about returns., shows: [actual_output]}
  window: {ask: Is there a window of 30 days?, shows: [], reads: [facts], yes: details, no: 0}
  details: {choose: Who pays?, shows: [], reads: [facts], options: {Both: 10, Only one: 6, Neither: 3}}
"""


class Instant:
    """A judge that answers without waiting, though it could wait."""

    name = "instant"
    style = "plain"
    fingerprint = "1"

    async def ask(self, question: Question) -> Reply:
        if question.shape.kind == "one_of":
            return Reply(text='{"verdict": "Both"}')
        return Reply(text='{"output": "30 days"}' if question.shape.kind == "text" else '{"verdict": true}')


def question(number: int) -> Question:
    messages = (Message("user", f"{number} {WORDS}"),)
    return Question(key=f"q1-{number * 7919 % COUNT:032x}", node="n", role="judge", messages=messages, shape=SHAPE)


def timed(what: str, count: int, work: Callable[[], object]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{what:58} {wall / count * 1e6:9.1f} us {cpu / count * 1e6:9.1f} us CPU")


def main() -> None:
    """Measures each and prints a line for it."""
    questions = [question(number) for number in range(COUNT)]
    keys = [one.key for one in questions]
    reply = Reply(text='{"verdict": true, "reason": "' + "It does. " * 20 + '"}', input_tokens=400, output_tokens=60)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        path = Path(folder) / "ledger.sqlite"
        ledger = Ledger.open(path)

        def put_all() -> None:
            for one in questions:
                ledger.put(JUDGE, one, reply)
            ledger.flush()

        def put_each() -> None:
            for one in questions[:200]:
                ledger.put(JUDGE, one, reply)
                ledger.flush()

        async def claim_all() -> None:
            for start in range(0, 4000, 40):
                fresh = [f"c{number}" for number in range(start, start + 40)]
                await asyncio.gather(*(ledger.claim(JUDGE, key, since=10**9) for key in fresh))
                for key in fresh:
                    ledger.release(JUDGE, key)

        timed("keep a reply, written behind", COUNT, put_all)
        timed("keep a reply, a transaction for each", 200, put_each)
        timed("find one", COUNT, lambda: [ledger.find(JUDGE, key) for key in keys])
        timed("find 400 at once, each", COUNT, lambda: ledger.find_all(JUDGE, keys))
        timed("load all of a judge, each", COUNT, lambda: ledger.load(JUDGE))
        timed("claim a question, 40 callers at once, each", 4000, lambda: asyncio.run(claim_all()))
        ledger.close()
        print(f"{'bytes a reply in the file':58} {path.stat().st_size / (COUNT + 200):9.0f}")
        timed("open a ledger and close it", 20, lambda: [opened_and_closed(path) for _ in range(20)])
        runs(Path(folder))


def opened_and_closed(path: Path) -> Path:
    Ledger.open(path).close()
    return path


def runs(folder: Path) -> None:
    rubric = Rubric.loads(RUBRIC)
    cases = [{"id": f"c{number}", "actual_output": f"{number} {WORDS}"} for number in range(3000)]
    path = folder / "run.sqlite"
    judge = Instant()
    timed("a case of three questions, no ledger", 3000, lambda: rubric.run(cases, judge=judge))
    timed("the same, kept in a ledger", 3000, lambda: rubric.run(cases, judge=judge, ledger=path))
    timed("the same, answered from it", 3000, lambda: rubric.run(cases, judge=judge, ledger=path))
    replay = Keeping(path=path, replay=True)
    timed("the same, replayed", 3000, lambda: rubric.run(cases, judge=judge, ledger=replay))
