"""`arbitree ledger`: what it prints, what it takes out, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Call
from tests.ledger.entries import JUDGE, OTHER, filled, found

LEDGER = Path(".arbitree/ledger.sqlite")


@pytest.fixture
def there(call: Call) -> Call:
    filled(LEDGER, 3)
    filled(LEDGER, 1, judge=OTHER)
    return call


def test_stats_lists_the_judges(there: Call) -> None:
    said = there("ledger", "stats")
    counted = json.loads(there("ledger", "stats", "--json").out)

    assert "4 replies" in said.out and JUDGE.form in said.out
    assert [judge["replies"] for judge in counted["judges"]] == [3, 1]
    assert said.code == 0


def test_a_ledger_that_is_not_there_is_said(call: Call) -> None:
    for command in (("stats",), ("verify",), ("export",), ("prune", "--prompts"), ("redact", "--match", "x")):
        said = call("ledger", *command)
        assert (said.code, "R140" in said.err) == (2, True), command
    assert not LEDGER.exists()


def test_verify_says_what_is_damaged_and_mend_saves_the_rest(there: Call) -> None:
    assert there("ledger", "verify").code == 0
    data = bytearray(LEDGER.read_bytes())
    place = data.rindex(b"reply 1")
    data[place : place + 7] = b"reply 9"
    LEDGER.write_bytes(data)
    said = there("ledger", "verify")
    assert said.code == 1
    assert "arbitree ledger verify --mend .arbitree/ledger.sqlite" in said.out

    assert there("ledger", "verify", "--mend").code == 0
    assert there("ledger", "verify").code == 0
    assert set(found(LEDGER, 3)) == {"q0", "q2"}
    assert Path(".arbitree/ledger.sqlite.damaged-1").exists()


def test_verify_finds_a_page_that_is_gone(there: Call) -> None:
    data = bytearray(LEDGER.read_bytes())
    data[4096:8192] = bytes(4096)
    LEDGER.write_bytes(data)
    said = there("ledger", "verify")

    assert said.code == 1 and "structure" in said.out and "--mend" in said.out


def test_an_empty_file_is_no_ledger_of_another_program(call: Call) -> None:
    LEDGER.parent.mkdir()
    LEDGER.touch()

    assert "R140  there is no ledger here" in call("ledger", "stats").err


def test_what_is_exported_is_imported(there: Call) -> None:
    assert there("ledger", "export", "-o", "replies.jsonl").code == 0
    there("ledger", "import", "replies.jsonl", "other.sqlite")
    assert there("ledger", "export", "other.sqlite").out == Path("replies.jsonl").read_text(encoding="utf-8")
    assert len(there("ledger", "export", "--judge", '"temperature":1').out.splitlines()) == 2


def test_one_ledger_is_merged_into_another(there: Call) -> None:
    filled(Path("other.sqlite"), 5)
    said = there("ledger", "merge", "other.sqlite")

    assert said.code == 0
    assert "other.sqlite: added 5 replies; 0 were known or older" in said.err
    assert len(found(LEDGER, 5)) == 5


def test_replies_are_pruned_by_rule(there: Call) -> None:
    assert there("ledger", "prune", "--older-than", "1d").err.startswith("took out 0 replies")
    assert there("ledger", "prune", "--judge", '"temperature":1').err.startswith("took out 1 reply")
    assert there("ledger", "prune", "--max-size", "1kb").err.startswith("took out 3 replies")


def test_words_are_redacted(there: Call) -> None:
    assert there("ledger", "redact", "--match", "reply [02]").err.startswith("changed 3 replies")
    assert b"reply 2" not in LEDGER.read_bytes()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("prune",), "X350"),
        (("prune", "--older-than", "soon"), "X351"),
        (("prune", "--max-size", "big"), "X351"),
        (("redact", "--match", "("), "X352"),
    ],
)
def test_what_makes_no_sense_is_refused(there: Call, command: tuple[str, ...], code: str) -> None:
    said = there("ledger", *command)

    assert (said.code, code in said.err) == (2, True)
    assert len(found(LEDGER, 3)) == 3
