"""An owner that is alone claims nothing, and gives that up as soon as another one comes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitree.core.records import Reply
from arbitree.ledger.alone import Alone, is_taken
from arbitree.ledger.claims import CLAIM_SECONDS, LEASE_SECONDS, Owner, holder_of
from arbitree.ledger.ledger import Ledger
from arbitree.ledger.opening import open_to_write
from tests.judges.questions import question
from tests.ledger.entries import JUDGE

NOW = 1_000_000.0
Q, R = (1, "q"), (1, "r")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = open_to_write(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


def come(connection: sqlite3.Connection, owner: Owner, now: float = NOW) -> tuple[Alone, bool]:
    """An owner that comes to ask; whether it is kept out."""
    alone = Alone(owner)
    owner.renew(connection, now)
    is_kept_out = alone.enter(connection, now)
    alone.settle(is_written=True)
    return alone, is_kept_out


def look(connection: sqlite3.Connection, alone: Alone, now: float = NOW) -> None:
    alone.look(connection, now)
    alone.settle(is_written=True)


def claims(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    return connection.execute("SELECT judge, key FROM claims WHERE judge > 0 ORDER BY key").fetchall()


def test_the_only_owner_asks_without_a_claim_and_each_question_once(connection: sqlite3.Connection) -> None:
    alone, is_kept_out = come(connection, Owner())

    assert (alone.number, is_kept_out) == (1, False)
    assert [alone.take(one) for one in (Q, R, Q)] == [True, True, False]
    assert claims(connection) == []


def test_another_owner_is_kept_out_until_what_is_being_asked_is_claimed(connection: sqlite3.Connection) -> None:
    first, second = Owner(), Owner()
    alone, _ = come(connection, first)
    alone.take(Q)
    _, is_kept_out = come(connection, second)
    assert is_kept_out
    assert is_taken(connection, second, NOW)
    look(connection, alone)

    assert (alone.number, claims(connection), is_taken(connection, second, NOW)) == (0, [Q], False)
    assert holder_of(connection, *Q, NOW) == first.name
    assert not alone.take(R)
    assert first.held == {Q}


def test_an_owner_with_the_ledger_to_itself_that_is_gone_keeps_nobody_out(connection: sqlite3.Connection) -> None:
    come(connection, Owner())
    after, is_kept_out = come(connection, Owner(), NOW + LEASE_SECONDS + 1)

    assert (after.number, is_kept_out) == (1, False)


def test_an_owner_that_was_away_for_too_long_sees_that_another_one_has_it(connection: sqlite3.Connection) -> None:
    alone, _ = come(connection, Owner())
    alone.take(Q)
    other, _ = come(connection, Owner(), NOW + LEASE_SECONDS + 1)
    look(connection, alone, NOW + LEASE_SECONDS + 1)

    assert (alone.number, other.number) == (0, 1)
    assert claims(connection) == [Q]


def test_it_holds_for_as_long_as_it_is_renewed(connection: sqlite3.Connection) -> None:
    owner, other = Owner(), Owner()
    alone, _ = come(connection, owner)
    later = NOW + CLAIM_SECONDS - 1
    owner.renew(connection, later)
    alone.renew(connection, later)
    owner.renew(connection, later + 2)

    assert is_taken(connection, other, later + 2)


def test_what_was_not_written_did_not_happen(connection: sqlite3.Connection) -> None:
    owner = Owner()
    alone, _ = come(connection, owner)
    alone.take(Q)
    come(connection, Owner())
    alone.drop([Q])
    alone.look(connection, NOW)
    alone.settle(is_written=False)

    assert (alone.number, Q in alone, owner.held) == (1, True, set())


def test_a_write_of_somebody_who_asks_nothing_is_noticed(tmp_path: Path, connection: sqlite3.Connection) -> None:
    owner = Owner()
    alone = Alone(owner)
    alone.notice(connection)
    owner.renew(connection, NOW)
    alone.enter(connection, NOW)
    alone.settle(is_written=True)
    assert not alone.notice(connection)
    other = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)
    other.execute("INSERT INTO judges VALUES (5, '', '')")
    other.close()

    assert alone.notice(connection)
    look(connection, alone)
    assert alone.number == 2


async def both_ask(one: Ledger, other: Ledger) -> list[object]:
    """Two users of a file that ask the same question; the second comes while the first is asking."""
    asked = question("q")
    one.enter()
    assert await one.claim(JUDGE, asked.key, since=0) == "mine"
    waiting = asyncio.create_task(other.claim(JUDGE, asked.key, since=0))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    assert await other.claim(JUDGE, "another", since=0) == "mine"
    one.put(JUDGE, asked, Reply(text="a"))
    found = await waiting
    return [found, one.alone]


def test_of_two_users_of_a_file_one_asks_and_the_other_waits_for_the_reply(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "l.sqlite") as one, Ledger.open(tmp_path / "l.sqlite") as other:
        found, alone = asyncio.run(both_ask(one, other))

    assert getattr(found, "reply", None) == Reply(text="a")
    assert alone == 0


def test_a_question_that_is_being_asked_without_a_claim_is_waited_for_in_the_same_process(tmp_path: Path) -> None:
    async def ask(ledger: Ledger) -> object:
        asked = question("q")
        ledger.enter()
        assert await ledger.claim(JUDGE, asked.key, since=0) == "mine"
        waiting = asyncio.create_task(ledger.claim(JUDGE, asked.key, since=0))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        ledger.put(JUDGE, asked, Reply(text="a"))
        return await waiting

    with Ledger.open(tmp_path / "l.sqlite") as ledger:
        found = asyncio.run(ask(ledger))

    assert getattr(found, "reply", None) == Reply(text="a")


def test_what_came_to_nothing_can_be_asked_again(tmp_path: Path) -> None:
    async def ask(ledger: Ledger) -> object:
        ledger.enter()
        await ledger.claim(JUDGE, "q", since=0)
        waiting = asyncio.create_task(ledger.claim(JUDGE, "q", since=0))
        await asyncio.sleep(0.05)
        ledger.release(JUDGE, "q")
        return await waiting

    with Ledger.open(tmp_path / "l.sqlite") as ledger:
        assert asyncio.run(ask(ledger)) == "mine"
