"""What was put is got: by judge and question, exactly as it came, by every connection, after every closing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Failed, Message, Question, Reply, Shape
from arbitree.errors import RecordError, UsageError
from arbitree.ledger.entries import entry_from, entry_of, row_of
from arbitree.ledger.fingerprint import fingerprint
from arbitree.ledger.ledger import Ledger
from tests.judges.questions import question
from tests.ledger.entries import JUDGE, OTHER, filled, found, plain, reply
from tests.plugins.examples import examples

anything = st.text(alphabet=st.characters(codec=None), max_size=40) | st.text(max_size=2000)
replies = st.builds(
    Reply,
    text=anything,
    probabilities=st.none() | st.dictionaries(st.text(max_size=5), st.floats(allow_nan=False), max_size=3),
    input_tokens=st.integers(0, 2**62),
    output_tokens=st.integers(0, 2**31),
    model=anything,
    cached_tokens=st.integers(0, 9),
    label_mass=st.none() | st.floats(0, 1),
)
questions = st.builds(
    Question,
    key=st.text(min_size=1, max_size=40),
    node=anything,
    role=st.text(max_size=10),
    messages=st.lists(st.builds(Message, st.just("user"), anything), max_size=2).map(tuple),
    shape=st.builds(Shape, kind=st.sampled_from(["yes_no", "text"]))
    | st.just(Shape(kind="one_of", options=("a", "é"))),
    sample=st.integers(0, 3),
    attempt=st.integers(0, 2),
    first=st.text(max_size=40),
)


@given(replies, questions, st.booleans(), st.none() | st.floats(0, 100))
def test_an_entry_is_the_same_after_its_row(reply: Reply, question: Question, closes: bool, cost: float | None) -> None:
    entry = entry_of(JUDGE.number, question, reply, at=1.5, seconds=2, cost=cost, closes=closes)

    assert entry_from((0, *row_of(entry))) == entry


@examples(20, 500)
@given(st.lists(st.tuples(st.sampled_from([JUDGE, OTHER]), st.sampled_from("abc"), replies), max_size=12))
def test_a_ledger_gives_back_the_newest_reply_of_a_judge_to_a_question(
    tmp_path_factory: pytest.TempPathFactory, puts: list[tuple[object, str, Reply]]
) -> None:
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite"
    expected: dict[tuple[object, str], Reply] = {}
    with Ledger.open(path) as ledger:
        for judge, key, came in puts:
            assert judge in (JUDGE, OTHER)
            ledger.put(judge, question(key), came)  # type: ignore[arg-type]
            expected[judge, key] = came
            entry = ledger.find(judge, key)  # type: ignore[arg-type]
            assert entry is not None
            assert entry.reply == came

    with Ledger.open(path, read_only=True) as ledger:
        for judge in (JUDGE, OTHER):
            wanted = {key: came for (who, key), came in expected.items() if who == judge}
            assert {key: entry.reply for key, entry in ledger.load(judge).items()} == wanted
            assert {key: entry.reply for key, entry in ledger.find_all(judge, list("abc")).items()} == wanted
            for key in "abc":
                entry = ledger.find(judge, key)
                assert (None if entry is None else entry.reply) == wanted.get(key)


def test_what_was_put_is_seen_by_other_connections_after_a_flush(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as one, Ledger.open(path) as two:
        one.put(JUDGE, question("a"), reply(1))

        assert one.flush(10)
        entry = two.find(JUDGE, "a")
        assert entry is not None
        assert entry.reply == reply(1)
        assert entry.seq == one.newest() == two.newest() == 1


def test_many_threads_write_one_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:

        def some(start: int) -> None:
            for number in range(start, start + 100):
                ledger.put(JUDGE, question(f"q{number}"), reply(number))

        threads = [threading.Thread(target=some, args=(start,)) for start in range(0, 800, 100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found(path, 800) == {f"q{number}": reply(number) for number in range(800)}


def test_a_closed_ledger_is_one_file(tmp_path: Path) -> None:
    filled(tmp_path / "ledger.sqlite", 10)

    assert [path.name for path in tmp_path.iterdir()] == ["ledger.sqlite"]


def test_prompts_are_kept_only_where_that_was_asked_for(tmp_path: Path) -> None:
    for store, kept in ((False, 0), (True, 1)):
        path = tmp_path / f"{store}.sqlite"
        with Ledger.open(path, store_prompts=store) as ledger:
            for key in "ab":
                ledger.put(JUDGE, question(key, prompt="Is it the secret word?"), reply(1))

        assert plain(path).execute("SELECT count(*) FROM prompts").fetchone() == (kept,)
        assert (b"the secret word" in path.read_bytes()) is store


def test_what_was_refused_is_kept_apart_and_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        ledger.refuse(JUDGE, question("a"), Failed(kind="refused", message="it declined", input_tokens=9))
        assert ledger.find(JUDGE, "a") is None

    kept = plain(path).execute("SELECT key, kind, message, input_tokens FROM refused").fetchall()
    assert kept == [("a", "refused", "it declined", 9)]


def test_another_model_or_temperature_is_another_fingerprint() -> None:
    told = {"provider": "openai", "model": "m-1", "temperature": 0}
    others = [{**told, "model": "m-2"}, {**told, "temperature": 0.5}, {**told, "seed": 1}]

    assert len({fingerprint(one).digest for one in [told, *others]}) == 4
    assert fingerprint(dict(reversed(list(told.items())))) == fingerprint(told)


@pytest.mark.parametrize("told", [{"api_key": "sk-1"}, {"settings": {"Authorization": "Bearer x"}}])
def test_a_fingerprint_never_holds_a_key(told: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="leave keys and passwords out"):
        fingerprint(told)


def test_a_row_that_was_changed_is_never_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 3)
    plain(path).execute("UPDATE replies SET text = replace(text, 'true', 'false') WHERE key = 'q1'")

    with Ledger.open(path) as ledger:
        assert ledger.find(JUDGE, "q1") is None
        assert set(ledger.load(JUDGE)) == {"q0", "q2"}
        assert ledger.damaged == 2


def test_a_ledger_that_is_not_there_is_not_made_to_read_it(tmp_path: Path) -> None:
    filled(tmp_path / "ledger.sqlite", 1)

    with pytest.raises(RecordError, match="there is no ledger here") as caught:
        Ledger.open(tmp_path / "ledgr.sqlite", read_only=True)
    assert caught.value.problems[0].mend == f"did you mean {tmp_path / 'ledger.sqlite'}?"
    assert not (tmp_path / "ledgr.sqlite").exists()
