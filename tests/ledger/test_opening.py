"""What is wrong with a ledger or its place is one clear error when it is opened, before anything is asked."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from arbitree.errors import RecordError
from arbitree.ledger import places, schema
from arbitree.ledger.ledger import Ledger
from arbitree.ledger.opening import connect
from tests.ledger.entries import JUDGE, asked, filled, found, plain, reply

ROOT = os.name == "posix" and os.geteuid() == 0
"""Whom no permission stops."""


def refusal(path: Path, *, read_only: bool = False) -> tuple[str, str]:
    """The code of the one problem that opening a ledger names, and what it says."""
    with pytest.raises(RecordError) as caught:
        Ledger.open(path, read_only=read_only, busy_seconds=0.05)
    (problem,) = caught.value.problems
    assert problem.mend
    assert str(path) in problem.where
    return problem.code, problem.what


def test_the_folder_of_a_ledger_is_made(tmp_path: Path) -> None:
    filled(tmp_path / "new" / "folder" / "ledger.sqlite", 1)

    assert found(tmp_path / "new" / "folder" / "ledger.sqlite", 1) == {"q0": reply(0)}


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    assert refusal(tmp_path) == ("R142", "this file is no ledger: it is a folder")


@pytest.mark.parametrize("content", [b'{"a": 1}\n', b"SQLite format 3", b"\0" * 5000])
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(content)

    assert refusal(path)[0] == "R142"
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    plain(path).execute("CREATE TABLE customers(id)")

    assert refusal(path) == ("R142", "this file is no ledger: it is a SQLite file of another program, with customers")
    assert plain(path).execute("SELECT name FROM sqlite_schema").fetchall() == [("customers",)]


def test_a_ledger_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 1)
    plain(path).execute(f"PRAGMA user_version = {schema.VERSION + 1}")

    for read_only in (False, True):
        assert refusal(path, read_only=read_only)[0] == "R143"


def test_a_ledger_of_an_older_version_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 1)
    connection = connect(path)
    steps = {
        schema.VERSION: lambda it: it.execute("ALTER TABLE judges ADD COLUMN note TEXT"),
        schema.VERSION + 1: lambda it: it.execute("UPDATE judges SET note = 'seen'"),
    }
    schema.migrate(connection, migrations=steps, to=schema.VERSION + 2)

    assert schema.version_of(connection) == schema.VERSION + 2
    assert connection.execute("SELECT note FROM judges").fetchall() == [("seen",)]
    connection.close()


def test_a_step_that_fails_leaves_the_older_version_whole(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 1)
    connection = connect(path)

    def step(it: sqlite3.Connection) -> None:
        it.execute("DELETE FROM replies")
        it.execute("not a statement")

    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection, migrations={schema.VERSION: step}, to=schema.VERSION + 1)
    connection.close()
    assert found(path, 1) == {"q0": reply(0)}


def test_a_ledger_that_another_program_holds_is_said_to_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 1)
    other = plain(path)
    other.execute("BEGIN EXCLUSIVE")

    assert refusal(path)[0] == "R147"
    other.execute("ROLLBACK")
    Ledger.open(path).close()


@pytest.mark.skipif(ROOT, reason="no permission stops the superuser")
def test_a_folder_that_is_read_only_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert refusal(tmp_path / "ledger.sqlite") == (
            "R141",
            "the ledger cannot be written to: the folder is read-only",
        )
        assert refusal(tmp_path / "new" / "ledger.sqlite")[0] == "R141"
    finally:
        tmp_path.chmod(0o700)


def test_a_place_that_the_system_calls_read_only_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 1)
    monkeypatch.setattr(places.os, "access", lambda place, mode: False)

    assert refusal(path) == ("R141", "the ledger cannot be written to: the file is read-only")
    assert refusal(tmp_path / "other.sqlite") == ("R141", "the ledger cannot be written to: the folder is read-only")
    assert found(path, 1) == {"q0": reply(0)}


def test_a_ledger_in_a_read_only_folder_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 2)
    tmp_path.chmod(0o500)
    try:
        assert found(path, 2) == {"q0": reply(0), "q1": reply(1)}
    finally:
        tmp_path.chmod(0o700)


def test_a_disk_that_is_nearly_full_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LEAST_FREE", 2**62)

    assert refusal(tmp_path / "ledger.sqlite")[0] == "R146"


SMALL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
from arbitree.errors import RecordError
from arbitree.ledger.ledger import Ledger
try:
    Ledger.open(sys.argv[1])
except RecordError as error:
    print(error.problems[0].code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_disk_that_takes_no_more_is_found_out_by_writing(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SMALL, str(tmp_path / "ledger.sqlite")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(schema.__file__).parents[2])},
        timeout=60,
    )

    assert (run.stdout.strip(), run.stderr) in (("R146", ""), ("R141", ""))


def test_what_does_not_fit_on_the_disk_is_kept_until_it_fits(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger.open(path)
    assert ledger._writer is not None
    limits = ledger._writer._connection
    limits.execute("PRAGMA max_page_count = 1")
    for number in range(50):
        ledger.put(JUDGE, asked(number), reply(number, length=3000))
    assert not ledger.flush(10)
    assert ledger.trouble is not None
    assert ledger.trouble.code == "R146"
    entry = ledger.find(JUDGE, "q7")
    assert entry is not None

    limits.execute("PRAGMA max_page_count = 1000000")
    while ledger.trouble is not None:
        ledger.flush(5)
    ledger.close()
    assert len(found(path, 50)) == 50


def test_what_comes_while_another_program_holds_the_ledger_is_kept_until_it_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path, busy_seconds=0.01) as ledger:
        other = plain(path)
        other.execute("BEGIN IMMEDIATE")
        ledger.put(JUDGE, asked(1), reply(1))
        assert not ledger.flush(0.2)
        assert (ledger.trouble, ledger.find(JUDGE, "q1") is not None) == (None, True)
        other.execute("ROLLBACK")
        assert ledger.flush(10)

    assert found(path, 2) == {"q1": reply(1)}


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs"])
def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(places, "filesystem_of", lambda folder: kind)

    code, what = refusal(tmp_path / "ledger.sqlite")
    assert (code, kind in what) == ("R145", True)


def test_the_file_system_of_a_folder_is_that_of_the_deepest_mount() -> None:
    mounts = "\n".join(
        [
            "25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/root rw",
            "40 25 0:3 / /mnt/my\\040team rw - nfs4 server:/export rw",
            "41 25 0:4 / /mnt rw - tmpfs tmpfs rw",
            "42 25 0:5 / /data rw - nfs server:/x rw",
            "43 25 0:6 / /data rw - xfs /dev/b rw",
        ]
    )
    kinds = [places.filesystem_of(Path(each), mounts) for each in ("/mnt/my team/a", "/mnt", "/mntx", "/data/x")]

    assert kinds == ["nfs4", "tmpfs", "ext4", "xfs"]
