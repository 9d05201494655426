"""What is seen of random conversations through random windows, against the plain definition."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.conversation import view
from arbitree.core.turns import Turns, window_fault
from arbitree.wire.shown import read_shown, written_shown
from tests.oracle.conversations import how_seen, lacking, written
from tests.plugins.examples import examples

WORDS = ("Hi.", "", " ", "Yes.\nUser: no", "a\n\n  assistant : b", "Turn 3: c\nd", "System:", "x\n> User: y")
turns = st.fixed_dictionaries(
    {"role": st.sampled_from(("user", "assistant", "system")), "content": st.sampled_from(WORDS)},
    optional={
        "tools_called": st.sampled_from(([], [{"name": "track"}], ["a", "b"])),
        "metadata": st.sampled_from(({}, {"page": 3})),
        "mood": st.sampled_from(("calm", "", " \n")),
    },
)
talks = st.one_of(st.lists(turns, max_size=6), st.sampled_from((None, "Hi.", [1], [{"content": "Hi."}])))
bounds = st.integers(-7, 7)
windows = st.one_of(st.none(), st.tuples(bounds, bounds).filter(lambda window: window_fault(window) is None))
params = st.lists(st.sampled_from(("role", "content", "tools_called", "metadata", "mood")), unique=True).map(tuple)
shown = st.builds(Turns, field=st.sampled_from(("turns", "messages")), window=windows, params=params)


@examples(300, 20_000)
@given(talks, shown)
def test_what_is_seen_is_the_plain_definition(talk: Any, one: Turns) -> None:
    case = Case(id="c", fields={"turns": talk})
    seen = view(case.fields, one)

    assert seen.how == how_seen(case, one)
    assert seen.text == written(case, one)
    if talk and seen.how in ("missing", "empty", "blank") and one.params:
        assert seen.lacks == lacking(case, one)


@examples(100, 5_000)
@given(talks, shown)
def test_a_window_shows_part_of_what_all_turns_show(talk: Any, one: Turns) -> None:
    whole = view({"turns": talk}, Turns(field=one.field, params=one.params))
    seen = view({"turns": talk}, one)

    assert seen.text in whole.text
    assert seen.size == whole.size


@examples(100, 2_000)
@given(shown)
def test_what_is_written_is_read_back(one: Turns) -> None:
    assert read_shown(written_shown(one)) == one
