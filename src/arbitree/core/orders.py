"""The order in which the options of a question stand before each vote, so that no option owes votes to its place.

Judges prefer places: the first option, or the last. Votes that all see one order share that preference, however many
they are. So each further vote sees the declared order turned by another step. In any n votes in a row that begin with
a multiple of n, each of n options then stands once in each place (the rows of a Latin square), and what a place brings
is shared out evenly. Drawn at random, the orders of three votes on three options are as even once in 18 draws.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence


def order_of(options: Sequence[str], *, seed: int, words: str, turn: int) -> tuple[str, ...]:
    """The options as one vote sees them: as declared in the first, then each time turned by another step.

    After as many votes as there are options it begins anew, with the options in an order drawn from the seed.

    Args:
        options: the options, as declared.
        seed: what orders are drawn from, together with the question: so equal questions of two nodes stay equal.
        words: the words of the question.
        turn: how many votes saw an order before this one.

    >>> [order_of(("a", "b", "c"), seed=1, words="Which tone?", turn=turn) for turn in range(3)]
    [('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b')]
    """
    count = len(options)
    block, row = divmod(turn, count)
    source = json.dumps([seed, block, list(options), words])
    places = list(range(count)) if not block else _drawn(count, f"options {source}")
    # The first row of the first block is the declared order: what one vote was asked without this is asked with it.
    steps = [0, *(1 + step for step in _drawn(count - 1, f"steps {source}"))]
    step = steps[row]
    return tuple(options[place] for place in (*places[step:], *places[:step]))


def _drawn(count: int, source: str) -> list[int]:
    """The numbers below `count` in an order drawn by a hash; the same on every machine."""
    marks = [hashlib.sha256(f"{source}\n{number}".encode()).digest() for number in range(count)]
    return sorted(range(count), key=marks.__getitem__)
