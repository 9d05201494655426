"""Every row of docs/checks.md holds as it says, and every test has its table."""

from __future__ import annotations

from collections import Counter

import pytest

from arbitree.core.structural.table import ALL, LOCAL, TESTS, fault, run_tests
from tests.structural.docs_tables import PAGE, Row, rows

ROWS = rows()
PURE = [row for row in ROWS if row.test in TESTS]


@pytest.mark.parametrize("row", PURE, ids=lambda row: f"{row.test}:{row.line}")
def test_a_row_of_the_docs_holds_as_it_says(row: Row) -> None:
    assert fault(row.test, row.argument) is None
    finding = run_tests(((row.test, row.argument),), row.text)
    assert finding.holds == row.holds, finding.why


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.test}:{row.line}")
def test_the_docs_argue_as_the_tests_allow(row: Row) -> None:
    assert fault(row.test, row.argument) is None


def test_every_test_has_a_table_with_examples_that_hold_and_that_do_not() -> None:
    told = Counter((row.test, row.holds) for row in ROWS)
    assert [name for name in ALL if not (told[name, True] and told[name, False])] == []


def test_every_test_says_what_it_makes_of_empty_text() -> None:
    assert [name for name in ALL if not any(row.test == name and row.text == "" for row in ROWS)] == []


def test_the_docs_say_when_each_test_holds() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name, test in ALL.items() if f"| `{name}` | {test.about} |" not in page] == []


def test_no_row_is_of_a_test_that_is_not_there() -> None:
    assert {row.test for row in ROWS} <= set(TESTS) | LOCAL


@pytest.mark.parametrize("name", list(ALL))
def test_the_examples_of_a_test_can_be_used(name: str) -> None:
    assert [example for example in ALL[name].examples if fault(name, example) is not None] == []


@pytest.mark.parametrize("row", PURE, ids=lambda row: f"{row.test}:{row.line}")
def test_a_finding_gives_its_reason_on_one_line(row: Row) -> None:
    why = run_tests(((row.test, row.argument),), row.text).why
    assert why and "\n" not in why and not why.endswith(".")
