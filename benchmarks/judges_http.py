"""What a question costs this side of the socket: CPU per call of a model server's judge, at concurrency 100.

Usage: python benchmarks/judges_http.py [--calls 3000]. The server runs in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import time

from arbitree.core.prompts.fenced import layout, section, tail
from arbitree.core.prompts.wording import Wording
from arbitree.core.records import Question, Reply, Shape
from arbitree.judges.named import judge_from

SHAPE = Shape(kind="yes_no")
AT_ONCE = 100


def question(number: int) -> Question:
    """A yes/no question about a text of some 2,000 characters."""
    wording = Wording(asks="Is it polite?", shape=SHAPE)
    text = f"Reply {number}. " + "You can return it within 30 days of delivery. " * 40
    messages = layout(wording.asks, [section("Actual Output", text)], tail(wording), "")
    return Question(key=str(number), node="polite", role="judge", messages=messages, shape=SHAPE)


async def ask_all(address: str, calls: int) -> tuple[float, float]:
    """CPU and wall time of so many questions, after some to warm up."""
    judge = judge_from(f"{address}#a-model")
    slots = asyncio.Semaphore(AT_ONCE)

    async def ask(number: int) -> bool:
        async with slots:
            return isinstance(await judge.ask(question(number)), Reply)

    await asyncio.gather(*(ask(-number) for number in range(200)))
    cpu, wall = time.process_time(), time.perf_counter()
    answered = await asyncio.gather(*(ask(number) for number in range(calls)))
    assert all(answered)
    return time.process_time() - cpu, time.perf_counter() - wall


def main() -> None:
    """Runs it and prints the cost of a call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=3000)
    calls = parser.parse_args().calls
    server = subprocess.Popen([sys.executable, "-m", "arbitree.testing.server"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        cpu, wall = asyncio.run(ask_all(address, calls))
    finally:
        server.terminate()
        server.wait()
    print(f"{calls} calls, {AT_ONCE} at once: {cpu / calls * 1e6:.0f} µs of CPU and {wall / calls * 1e6:.0f} µs each")


if __name__ == "__main__":
    main()
