"""Whatever the text and whatever the argument, a pure test answers, and answers the same again."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.kinds.base import Json
from arbitree.core.structural.table import ALL, TESTS, fault
from tests.plugins.examples import examples
from tests.structural.docs_tables import rows

ROWS = [row for row in rows() if row.test in TESTS]
ARGUMENTS = {name: [row.argument for row in ROWS if row.test == name] for name in TESTS}

PIECES = sorted(
    {row.text for row in ROWS} | {"\n", " ", "- ", "```\n", "[", "](", "(", "**", "<h1>", "1.", "½", "\u0301", "|"}
)
_texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
Draw: TypeAlias = st.SearchStrategy[Json]
_json: Draw = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_options = st.sampled_from(
    [
        "text",
        "any",
        "all",
        "min",
        "max",
        "exactly",
        "limit",
        "unit",
        "type",
        "keys",
        "pattern",
        "schema",
        "fenced",
        "level",
    ]
)


@pytest.mark.parametrize("name", list(TESTS))
@examples(40, 1_000)
@given(data=st.data(), text=_texts)
def test_a_test_answers_about_any_text(name: str, data: st.DataObject, text: str) -> None:
    argument = data.draw(st.sampled_from(ARGUMENTS[name]))

    finding = TESTS[name].run(argument, text)

    assert isinstance(finding.holds, bool)
    assert finding.why and "\n" not in finding.why
    assert TESTS[name].run(argument, text) == finding


@pytest.mark.parametrize("name", list(ALL))
@examples(40, 1_000)
@given(argument=_json | st.dictionaries(_options, _json, min_size=1, max_size=3))
def test_any_argument_is_accepted_or_refused_in_words(name: str, argument: Json) -> None:
    wrong = fault(name, argument)

    assert wrong is None or wrong.strip()
    if wrong is None and name in TESTS:
        TESTS[name].run(argument, "Order A17 shipped on 3 March: 5 kg, within 30 days [1].")


@pytest.mark.parametrize("name", list(TESTS))
@examples(40, 1_000)
@given(data=st.data())
def test_true_and_false_are_opposites_where_a_test_takes_both(name: str, data: st.DataObject) -> None:
    if fault(name, True) is not None:
        return
    text = data.draw(_texts)
    if (name == "code_fences" and "```" in text) or "~~~" in text:
        return  # a fence that is not closed is neither some code nor none

    assert TESTS[name].run(True, text).holds != TESTS[name].run(False, text).holds
