"""Several memories on one ledger in one process, as metrics have them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from arbitree.core.records import Reply
from arbitree.judges.memory import remember
from arbitree.ledger.ledger import Ledger
from tests.judges.questions import question
from tests.ledger.test_memory import Model


def test_two_memories_on_one_ledger_ask_once_and_the_other_waits(tmp_path: Path) -> None:
    async def scene(ledger: Ledger) -> None:
        first, second = Model("yes"), Model("no")
        first.waits.clear()
        asking = asyncio.ensure_future(remember(first, ledger).ask(question("a")))
        while not first.asked:
            await asyncio.sleep(0.001)
        memory = remember(second, ledger)
        waiting = asyncio.ensure_future(memory.ask(question("a")))
        await asyncio.sleep(0.05)
        first.waits.set()
        assert await asking == await waiting == Reply(text="yes", input_tokens=3)
        assert (memory.waited, second.asked) == (1, [])
        first.waits.clear()
        asking = asyncio.ensure_future(remember(first, ledger).ask(question("b")))
        while len(first.asked) < 2:
            await asyncio.sleep(0.001)
        waiting = asyncio.ensure_future(memory.ask(question("b")))
        asking.cancel()
        assert await waiting == Reply(text="no", input_tokens=3)

    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        asyncio.run(scene(ledger))
