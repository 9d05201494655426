"""What is done with a ledger between runs: counted, pruned, redacted, exported, imported, merged."""

from __future__ import annotations

import io
import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from arbitree.core.records import Failed, Question, Reply, ShapeKind
from arbitree.errors import RecordError
from arbitree.ledger.admin import stats, verify
from arbitree.ledger.exchange import Merged, export, import_lines, merge
from arbitree.ledger.fingerprint import Fingerprint
from arbitree.ledger.ledger import Ledger
from arbitree.ledger.pruning import Pruned, prune
from arbitree.ledger.redaction import Redacted, redact
from tests.judges.questions import question
from tests.ledger.entries import JUDGE, OTHER, filled, found, plain, reply


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def put(path: Path, *came: tuple[Question, str], judge: Fingerprint = JUDGE, prompts: bool = False) -> None:
    with Ledger.open(path, store_prompts=prompts) as ledger:
        for asked, text in came:
            ledger.put(judge, asked, Reply(text=text))


def texts(path: Path, *keys: str, judge: Fingerprint = JUDGE) -> list[str | None]:
    with Ledger.open(path, read_only=True) as ledger:
        entries = [ledger.find(judge, key) for key in keys]
        return [None if entry is None else entry.reply.text for entry in entries]


def set_time(path: Path, **at: float) -> None:
    """Sets when the reply to a question came, as a row with a checksum that fits."""
    lines = io.StringIO()
    export(path, lines)
    head, *rows = (json.loads(line) for line in lines.getvalue().splitlines())
    fresh = [{**row, "at": at.get(row["key"], row["at"])} for row in rows]
    path.unlink()
    import_lines(path, [json.dumps(row) for row in (head, *fresh)])


def test_what_a_ledger_holds_is_counted_by_judge(path: Path) -> None:
    filled(path, 4)
    filled(path, 2, judge=OTHER)
    with Ledger.open(path) as ledger:
        ledger.put(JUDGE, question("q0"), Reply(text="?"), closes=True)
        ledger.refuse(OTHER, question("x"), Failed(kind="refused", message="no"))
    counted = stats(path)

    assert (counted.replies, counted.bytes) == (7, path.stat().st_size)
    first, second = counted.judges
    assert (first.form, first.replies, first.questions, first.given_up, first.input_tokens) == (JUDGE.form, 5, 4, 1, 6)
    assert first.cost is not None and abs(first.cost - 0.004) < 1e-9
    assert (second.form, second.replies, second.refused) == (OTHER.form, 2, 1)
    assert first.first <= first.last


def test_replies_older_than_a_moment_are_taken_out(path: Path) -> None:
    filled(path, 3)
    set_time(path, q0=100.0, q1=200.0)

    assert prune(path, before=150.0) == Pruned(replies=1, prompts=0, refused=0)
    assert set(found(path, 3)) == {"q1", "q2"}


def test_replies_of_one_judge_are_taken_out(path: Path) -> None:
    filled(path, 3)
    filled(path, 3, judge=OTHER)

    assert prune(path, judge='"temperature":1').replies == 3
    assert (len(found(path, 3)), len(found(path, 3, judge=OTHER))) == (3, 0)
    assert [judge.form for judge in stats(path).judges] == [JUDGE.form]


def test_the_oldest_are_taken_out_until_the_file_is_small_enough(path: Path) -> None:
    filled(path, 300, length=1000)
    before = path.stat().st_size
    prune(path, most_bytes=before // 2)
    left = found(path, 300)

    assert before // 3 < path.stat().st_size <= before // 2
    assert list(left) == [f"q{number}" for number in range(300 - len(left), 300)]


def test_what_newer_replies_have_replaced_is_taken_out(path: Path) -> None:
    filled(path, 2)
    put(path, (question("q0"), "newer"))

    assert prune(path, superseded=True).replies == 1
    assert texts(path, "q0", "q1") == ["newer", reply(1).text]


def test_prompts_alone_are_taken_out_and_nothing_of_them_is_left(path: Path) -> None:
    put(path, (question("a", prompt="My name is Rumpelstiltskin"), "yes"), prompts=True)
    assert b"Rumpelstiltskin" in path.read_bytes()

    assert prune(path, prompts=True) == Pruned(replies=0, prompts=1, refused=0)
    assert b"Rumpelstiltskin" not in b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert texts(path, "a") == ["yes"]


def test_a_place_in_the_ledger_is_never_used_twice(path: Path) -> None:
    filled(path, 3)
    prune(path, judge="m-1")
    put(path, (question("a"), "yes"))

    with closing(plain(path)) as connection:
        assert connection.execute("SELECT seq FROM replies").fetchall() == [(4,)]


def test_words_are_blotted_out_of_reasons_and_the_verdict_stays(path: Path) -> None:
    asked = question("a", prompt="Is Ann Smith polite?")
    put(path, (asked, '{"verdict": true, "reason": "Ann Smith says thanks"}'), prompts=True)
    with Ledger.open(path) as ledger:
        ledger.refuse(JUDGE, question("b"), Failed(kind="refused", message="about Ann Smith"))

    assert redact(path, [re.compile("Ann Smith")]) == Redacted(replies=1, withdrawn=0, prompts=1)
    assert texts(path, "a") == ['{"verdict": true, "reason": "[redacted] says thanks"}']
    assert b"Ann Smith" not in b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert verify(path).is_whole


@pytest.mark.parametrize(("kind", "text"), [("text", '{"output": "Ann Smith"}'), ("yes_no", '{"verdict": "Yes"}')])
def test_a_reply_that_would_read_differently_is_withdrawn(path: Path, kind: ShapeKind, text: str) -> None:
    asked = question("a", kind=kind)
    put(path, (asked, '{"output": "older"}'), (asked, text))

    assert redact(path, [re.compile("Yes|Ann Smith")]) == Redacted(replies=0, withdrawn=1, prompts=0)
    assert texts(path, "a") == [None]
    assert b"Ann Smith" not in path.read_bytes()


def test_what_is_exported_and_imported_is_the_same(path: Path, tmp_path: Path) -> None:
    put(path, (question("a", kind="one_of", options=("x", "é")), "\ud83d broken"), prompts=True)
    filled(path, 3)
    filled(path, 2, judge=OTHER)
    lines = io.StringIO()
    assert export(path, lines) == 6
    other = tmp_path / "other.sqlite"
    assert import_lines(other, lines.getvalue().splitlines()) == Merged(added=6, known=0)
    again = io.StringIO()
    export(other, again)

    assert again.getvalue() == lines.getvalue()
    assert import_lines(other, lines.getvalue().splitlines()) == Merged(added=0, known=6)


def test_a_line_that_is_none_of_an_export_is_named_and_nothing_is_taken_over(path: Path, tmp_path: Path) -> None:
    filled(path, 2)
    lines = io.StringIO()
    export(path, lines)
    broken = [*lines.getvalue().splitlines(), '{"key": "x"}']

    with pytest.raises(RecordError, match="none of an exported ledger") as caught:
        import_lines(tmp_path / "other.sqlite", broken, source="x.jsonl")
    assert caught.value.problems[0].where == "x.jsonl:4"
    assert not (tmp_path / "other.sqlite").exists()


def test_merging_brings_the_replies_of_both_together(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    filled(path, 2)
    filled(other, 4, judge=OTHER)

    assert merge(path, other) == Merged(added=4, known=0)
    assert merge(path, other) == Merged(added=0, known=4)
    assert (len(found(path, 4)), len(found(path, 4, judge=OTHER))) == (2, 4)
    assert len(stats(path).judges) == 2


def test_merging_brings_along_what_was_refused_once(path: Path, tmp_path: Path) -> None:
    filled(path, 1)
    other = tmp_path / "other.sqlite"
    with Ledger.open(other) as ledger:
        ledger.refuse(OTHER, question("x"), Failed(kind="refused", message="no", input_tokens=7))
        ledger.put(OTHER, question("y"), Reply(text="yes"))
    merge(path, other)
    merge(path, other)

    assert {judge.form: judge.refused for judge in stats(path).judges} == {JUDGE.form: 0, OTHER.form: 1}


def test_of_what_both_know_the_newer_reply_counts_whichever_is_merged_into_which(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    put(path, (question("a"), "old"), (question("b"), "new"))
    put(other, (question("a"), "new"), (question("b"), "old"))
    set_time(path, a=1.0, b=2.0)
    set_time(other, a=2.0, b=1.0)
    merge(path, other)

    assert texts(path, "a", "b") == ["new", "new"]


def test_a_question_given_up_earlier_does_not_undo_a_later_answer_by_a_merge(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    put(path, (question("a"), '{"verdict": true}'))
    again = Question(**{**_fields(question("a2")), "first": "a", "attempt": 2})
    with Ledger.open(other) as ledger:
        ledger.put(JUDGE, question("a"), Reply(text="?"))
        ledger.put(JUDGE, again, Reply(text="?"), closes=True)
    set_time(other, a=1.0, a2=2.0)
    merge(path, other)

    with Ledger.open(path, read_only=True) as ledger:
        assert ledger.given_up(JUDGE) == {}


def _fields(one: Question) -> dict[str, object]:
    return {name: getattr(one, name) for name in one.__dataclass_fields__}
