"""Whatever a file holds, it is read or refused with its mistakes: nothing else is ever raised."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbitree.core.structural.table import ALL
from arbitree.errors import RubricFileError
from arbitree.wire.forms import FORMS
from arbitree.wire.head_forms import FileForm
from arbitree.wire.load import load_rubric
from tests.plugins.examples import examples
from tests.wire.test_load import RETURN

PIECES = (
    *("#", " #", ": ", ":", "- ", "-", "? ", "{", "}", "[", "]", ",", "&a ", "*a", "!a ", "|", ">", "'", '"', "%", "@"),
    *("\t", "\n", "\n  ", " ", "~", "null", "true", "<<: *a", "---\n", "...\n", "\x00", "\ud800", "\u2028", "\ufeff"),
    *("arbitree: 1", "nodes:", "ask: x", "weigh: [a, b]", "yes: 10", "0", ".nan", "1e999", "9" * 5000),
)
KEYS = sorted(
    {key for form in (FileForm, *FORMS.values()) for key in form.model_fields} | set(ALL) | {"node", "points"}
)

values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.sampled_from(["", "a", "b", "7", "ask", "x y"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "a", "b"]), inner, max_size=4),
    max_leaves=12,
)


@given(edits=st.lists(st.tuples(st.integers(0, len(RETURN)), st.integers(0, 12), st.sampled_from(PIECES)), max_size=3))
@examples(200, 2_000)
@example(edits=[(0, 0, "\n"), (1, 0, ": ")])
@example(edits=[(0, len(RETURN), "9" * 5000)])
@example(edits=[(0, len(RETURN), "[" * 5000)])
@example(edits=[(0, len(RETURN), "a: " + "{a: " * 150)])
def test_a_file_that_was_damaged_is_read_or_refused(edits: list[tuple[int, int, str]]) -> None:
    text = RETURN
    for place, gone, piece in edits:
        text = text[:place] + piece + text[place + gone :]

    with suppress(RubricFileError):
        load_rubric(text)


@given(nodes=st.dictionaries(st.sampled_from(["a", "b", "c"]), values, max_size=3), head=values)
@examples(200, 2_000)
def test_values_of_any_form_are_read_or_refused(nodes: dict[str, Any], head: Any) -> None:
    text = json.dumps({"arbitree": 1, "nodes": nodes, "defaults": head, "meta": head})

    with suppress(RubricFileError):
        load_rubric(text, source="r.json")


def test_aliases_that_would_grow_without_end_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 20)]

    with pytest.raises(RubricFileError) as caught:
        load_rubric("\n".join(lines))

    assert [problem.code for problem in caught.value.problems] == ["G219"]


def test_an_alias_within_its_own_anchor_is_refused() -> None:
    with pytest.raises(RubricFileError, match="stands inside its own anchor"):
        load_rubric("arbitree: 1\nnodes: &n {a: *n}\n")
