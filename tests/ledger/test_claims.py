"""A claim holds as long as its owner lives, and no longer."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitree.ledger.claims import CLAIM_SECONDS, LEASE_SECONDS, Owner, holder_of, sweep
from arbitree.ledger.opening import open_to_write

NOW = 1_000_000.0


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = open_to_write(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


def claimed(connection: sqlite3.Connection, *, pid: int | None = None, place: str | None = None) -> Owner:
    """An owner that claims the question q, perhaps another process or machine."""
    owner = Owner()
    owner.pid = owner.pid if pid is None else pid
    owner.place = owner.place if place is None else place
    owner.renew(connection, NOW)
    assert owner.claim(connection, 1, "q", NOW) == "mine"
    return owner


def ended_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_a_living_owner_claimed_is_taken(connection: sqlite3.Connection) -> None:
    owner = claimed(connection)

    assert owner.claim(connection, 1, "q", NOW) == "taken"
    assert Owner().claim(connection, 1, "q", NOW) == "taken"
    assert Owner().claim(connection, 2, "q", NOW) == Owner().claim(connection, 1, "other", NOW) == "mine"


def test_what_was_given_back_can_be_had(connection: sqlite3.Connection) -> None:
    owner = claimed(connection)
    Owner().release(connection, [(1, "q")])
    assert holder_of(connection, 1, "q", NOW) == owner.name
    owner.release(connection, [(1, "q"), (1, "never claimed")])

    assert (holder_of(connection, 1, "q", NOW), owner.held) == (None, set())


def test_an_owner_whose_process_has_ended_holds_nothing(connection: sqlite3.Connection) -> None:
    claimed(connection, pid=ended_process())

    assert Owner().claim(connection, 1, "q", NOW) == "mine"


def test_an_owner_whose_parent_has_not_noticed_its_end_holds_nothing(connection: sqlite3.Connection) -> None:
    with subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read()
        claimed(connection, pid=process.pid)
        while holder_of(connection, 1, "q", NOW) is not None:
            assert process.returncode is None


def test_of_a_process_on_another_machine_only_its_lease_tells(connection: sqlite3.Connection) -> None:
    claimed(connection, pid=ended_process(), place="another machine")

    assert holder_of(connection, 1, "q", NOW + LEASE_SECONDS - 1) is not None
    assert holder_of(connection, 1, "q", NOW + LEASE_SECONDS + 1) is None


def test_an_owner_that_renews_its_lease_keeps_its_claims_for_so_long_and_no_longer(
    connection: sqlite3.Connection,
) -> None:
    owner = claimed(connection)
    for after in (CLAIM_SECONDS - 1, CLAIM_SECONDS + 1):
        owner.renew(connection, NOW + after)

        assert (holder_of(connection, 1, "q", NOW + after) is not None) is (after < CLAIM_SECONDS)


def test_what_long_gone_owners_left_is_swept_away(connection: sqlite3.Connection) -> None:
    claimed(connection)
    sweep(connection, NOW + LEASE_SECONDS)
    assert connection.execute("SELECT count(*) FROM claims").fetchone() == (1,)
    sweep(connection, NOW + 3 * LEASE_SECONDS)

    assert connection.execute("SELECT (SELECT count(*) FROM claims), (SELECT count(*) FROM owners)").fetchone() == (
        0,
        0,
    )
