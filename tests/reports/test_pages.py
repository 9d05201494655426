"""Table and summary of a run: what they say, and that they say the same in plain text and in colour."""

from __future__ import annotations

import io
import random
import re

import pytest

from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.reports.coloured import print_page
from arbitree.reports.gathered import Gathered
from arbitree.reports.page import Page
from arbitree.reports.plain import text_of_page
from arbitree.reports.summary import Spent, summary_page
from arbitree.reports.table import table
from arbitree.stats import DEFAULT_GATE
from tests.plugins.golden import Golden
from tests.reports.gathering import decided, gathered, not_applicable, scored, undecided


def page(found: Gathered, *, by: str = "letter") -> Page:
    spent = Spent(calls=12, shared=3, replayed=2, kept=1, at_most=40)
    return (*table(found, where="results.jsonl"), *summary_page(found, spent, found.decision(DEFAULT_GATE), by=by))


def mixed() -> list[Result]:
    return [
        scored("a1", 1.0),
        scored("a2", 0.6),
        scored("b1", 0.0),
        decided("b2", 0.62, 0.9),
        decided("b3", 0.1, 0.4),
        undecided("c1"),
        undecided("c2", "judge_error", "no key"),
        undecided("c3", "judge_error", "no key either"),
        not_applicable("d1"),
    ]


def test_every_standing_has_its_words(golden: Golden) -> None:
    golden("tests/reports/golden/mixed.txt", text_of_page(page(gathered(enumerate(mixed())))))


def test_a_long_run_shows_its_first_rows_its_failures_and_how_many_are_left_out(golden: Golden) -> None:
    results = [scored(f"case-{n}", (1.0, 0.6, 0.0)[n % 3] if n % 7 else 1.0) for n in range(500)]
    results += [undecided(f"late-{n}") for n in range(60)]

    golden("tests/reports/golden/long.txt", text_of_page(page(gathered(enumerate(results)))))


def test_nothing_at_all_is_a_report_too(golden: Golden) -> None:
    golden("tests/reports/golden/nothing.txt", text_of_page(page(gathered(()))))


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_finishing_changes_nothing(seed: int) -> None:
    results = list(enumerate(mixed() + [scored(f"x{n}", n % 2) for n in range(100)]))
    shuffled = results[:]
    random.Random(seed).shuffle(shuffled)

    assert page(gathered(shuffled)) == page(gathered(results))


def test_colours_say_what_plain_text_says() -> None:
    whole = page(gathered(enumerate(mixed())))
    drawn = io.StringIO()
    print_page(whole, drawn, width=200)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", drawn.getvalue())

    assert "\x1b[" in drawn.getvalue()
    assert [line.split() for line in bare.splitlines() if line.strip()] == [
        line.split() for line in text_of_page(whole).splitlines() if line.strip()
    ]


@pytest.mark.parametrize("width", [80, 100])
def test_no_word_is_lost_where_it_is_narrow(width: int) -> None:
    whole = page(gathered(enumerate(mixed())))
    drawn = io.StringIO()
    print_page(whole, drawn, width=width)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", drawn.getvalue())

    assert max(len(line) for line in bare.splitlines()) <= width
    letters = sorted(letter for letter in text_of_page(whole) if letter.isalnum())
    assert sorted(letter for letter in bare if letter.isalnum()) == letters


def test_what_a_judge_or_a_case_says_cannot_steer_the_terminal() -> None:
    nasty = undecided("\x1b[2Jid\nline", what="\x1b]0;title\x07 \u202egnol")
    said = text_of_page(page(gathered([(0, nasty)])))

    assert "\x1b" not in said and "\x07" not in said and "\u202e" not in said
    assert "\\x1b[2Jid line" in said


def test_wide_characters_keep_the_columns_straight() -> None:
    lines = text_of_page(tuple(table(gathered(enumerate([scored("回答", 1.0), scored("abcd", 1.0)]))))).splitlines()

    assert lines[1].index("1.000") == lines[2].index("1.000") - 2


def test_a_million_results_keep_a_few_rows() -> None:
    found = gathered((n, scored(str(n), 0.0)) for n in range(3000))
    found.add(3000, Case(id="x", fields={}), undecided("x"))

    assert len(found.first) + len(found.failed) + len(found.undecided) < 100
    assert found.done == 3001
