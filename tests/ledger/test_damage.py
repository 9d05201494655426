"""A damaged ledger is detected and said, and what is whole of it is saved row by row."""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from arbitree.core.records import Reply
from arbitree.errors import RecordError
from arbitree.ledger.admin import verify
from arbitree.ledger.ledger import Ledger
from arbitree.ledger.salvage import salvage
from tests.judges.questions import question
from tests.ledger.entries import JUDGE, filled, found, plain, reply
from tests.plugins.examples import LONG

PAGE = 4096
WHOLE = {f"q{number}": reply(number, length=500) for number in range(300)}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "ledger.sqlite"
    filled(path, 300, length=500)
    return path


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    shutil.copy(template, tmp_path / "ledger.sqlite")
    return tmp_path / "ledger.sqlite"


def overwrite(path: Path, place: int, junk: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(junk)


def saved(path: Path) -> dict[str, Reply]:
    """What a ledger holds once it has been mended."""
    salvage(path)
    assert verify(path).is_whole
    return found(path, 300)


def test_a_whole_ledger_is_whole(path: Path) -> None:
    assert (verify(path).is_whole, verify(path).replies) == (True, 300)


def test_a_row_that_was_changed_is_named(path: Path) -> None:
    with closing(plain(path)) as connection:
        connection.execute("UPDATE replies SET model = 'another' WHERE seq = 7")

    assert (verify(path).damaged, verify(path).replies) == ((7,), 299)
    assert saved(path) == {key: came for key, came in WHOLE.items() if key != "q6"}


@pytest.mark.parametrize("page", [2, 30, 60])
def test_a_page_of_junk_is_said_when_the_ledger_is_opened_and_everything_else_is_saved(path: Path, page: int) -> None:
    overwrite(path, page * PAGE, b"\xa5" * PAGE)

    for read_only in (True, False):
        with pytest.raises(RecordError) as caught:
            Ledger.open(path, read_only=read_only)
        assert caught.value.problems[0].code == "R144"
        assert "ledger verify --mend" in caught.value.problems[0].mend
    kept = saved(path)
    assert len(kept) >= 285
    assert kept.items() <= WHOLE.items()


def test_a_file_cut_short_gives_what_is_before_the_cut(path: Path) -> None:
    whole = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(whole // 2 + 77)

    with pytest.raises(RecordError):
        Ledger.open(path)
    kept = saved(path)
    assert 80 < len(kept) < 300
    assert kept.items() <= WHOLE.items()


def test_a_file_without_its_first_page_gives_every_row(path: Path) -> None:
    overwrite(path, 0, b"\0" * PAGE)

    with pytest.raises(RecordError) as caught:
        Ledger.open(path)
    assert caught.value.problems[0].code == "R142"
    assert saved(path) == WHOLE


def test_the_damaged_file_is_kept(path: Path) -> None:
    overwrite(path, 5 * PAGE, b"junk" * 100)
    before = path.read_bytes()
    first = salvage(path)
    overwrite(path, 5 * PAGE, b"junk" * 100)
    second = salvage(path)

    assert first.kept_as.read_bytes() == before
    assert [one.kept_as.name for one in (first, second)] == ["ledger.sqlite.damaged-1", "ledger.sqlite.damaged-2"]


def test_long_replies_are_saved_from_their_many_pages(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 5, length=20_000)
    overwrite(path, 0, b"\0" * 100)

    salvage(path)
    assert found(path, 5) == {f"q{number}": reply(number, length=20_000) for number in range(5)}


def test_what_stands_only_in_the_log_is_saved(tmp_path: Path) -> None:
    original, path = tmp_path / "original.sqlite", tmp_path / "ledger.sqlite"
    with Ledger.open(original) as ledger:
        for number in range(40):
            ledger.put(JUDGE, question(f"q{number}"), reply(number, length=500))
        ledger.flush()
        for suffix in ("", "-wal"):
            shutil.copy(f"{original}{suffix}", f"{path}{suffix}")

    overwrite(path, 0, b"\0" * 100)
    salvage(path)
    assert len(found(path, 40)) == 40


def test_a_ledger_whose_log_was_lost_is_as_it_was_before(tmp_path: Path) -> None:
    original, path = tmp_path / "original.sqlite", tmp_path / "ledger.sqlite"
    filled(original, 20)
    with Ledger.open(original) as ledger:
        for number in range(20, 40):
            ledger.put(JUDGE, question(f"q{number}"), reply(number))
        ledger.flush()
        shutil.copy(original, path)

    assert found(path, 40) == {f"q{number}": reply(number) for number in range(20)}


def test_a_torn_log_loses_its_end_alone(tmp_path: Path) -> None:
    original, path = tmp_path / "original.sqlite", tmp_path / "ledger.sqlite"
    filled(original, 20)
    with Ledger.open(original) as ledger:
        for number in range(20, 40):
            ledger.put(JUDGE, question(f"q{number}"), reply(number))
            ledger.flush()
        shutil.copy(original, path)
        log = Path(f"{original}-wal").read_bytes()
    Path(f"{path}-wal").write_bytes(log[: len(log) * 2 // 3])

    kept = found(path, 40)
    assert 20 < len(kept) < 40
    assert kept == {f"q{number}": reply(number) for number in range(len(kept))}


def test_bytes_flipped_at_random_never_give_a_wrong_reply(template: Path, tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    draw = random.Random(24)
    for _ in range(200 if LONG else 12):
        data = bytearray(template.read_bytes())
        for _ in range(draw.choice([1, 20, 400])):
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        path.write_bytes(data)
        try:
            kept = found(path, 300)
        except RecordError as error:
            assert error.problems[0].code in {"R142", "R143", "R144"}
            kept = saved(path)
        assert kept.items() <= WHOLE.items()


def test_what_was_no_ledger_is_not_mended(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a ledger\n" * 1000)

    with pytest.raises(RecordError, match="nothing of a ledger is in this file"):
        salvage(path)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_a_ledger_in_use_is_not_mended(path: Path) -> None:
    with Ledger.open(path), pytest.raises(RecordError) as caught:
        salvage(path)

    assert caught.value.problems[0].code == "R147"
