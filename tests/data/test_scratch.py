"""What is kept on disk for a while comes back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbitree.data.ids import Ids
from arbitree.data.marks import Marks
from arbitree.data.places import Piece, Places

PLACES = st.integers(0, 40)


@given(st.lists(st.tuples(PLACES, st.integers(0, 2**40), st.integers(1, 2**30))))
def test_the_last_piece_of_each_place_comes_back_in_order(puts: list[tuple[int, int, int]]) -> None:
    places, plain = Places(), dict[int, Piece]()
    for place, start, length in puts:
        places.put(place, Piece(start, length))
        plain[place] = Piece(start, length)

    assert list(places) == [plain[place] for place in sorted(plain)] == list(places)


def test_many_places_in_order_and_a_far_one_come_back() -> None:
    places = Places()
    for place in (*range(10_000), 50_000):
        places.put(place, Piece(place, 1))

    assert [piece.start for piece in places] == [*range(10_000), 50_000]


@given(st.lists(PLACES))
def test_marks_are_a_set(numbers: list[int]) -> None:
    marks = Marks()
    for number in numbers:
        marks.add(number)

    assert {number for number in range(50) if number in marks} == set(numbers)
    assert len(marks) == len(set(numbers))


@given(st.lists(st.text(st.characters(), max_size=3), max_size=30))
def test_the_first_row_of_an_id_is_found(texts: list[str]) -> None:
    ids, plain = Ids(), dict[str, int]()
    for number, text in enumerate(texts):
        assert ids.first(text, number) == plain.setdefault(text, number)
    ids.close()
