"""Workers share what a server permits: what holds for one process (tests/judges/test_rated.py) holds for several."""

from __future__ import annotations

import pytest

from arbitree.judges.rates import Rates
from tests.judges.rated import SHAPES, Rated, ask
from tests.judges.test_rated import TWO_MINUTES, each_shape, least_used, most_in_a_second


@pytest.mark.parametrize(("shape", "workers"), each_shape(2, 5))
def test_a_limit_that_was_stated_is_that_of_all_workers_together(shape: str, workers: int) -> None:
    server = Rated(SHAPES[shape](), says="nothing", takes=0.5)

    assert ask(server, TWO_MINUTES, Rates(rpm=600), workers=workers) == 0
    assert server.refused == 0
    assert most_in_a_second(sorted(server.arrived)) <= 10
    assert server.used > 0.9


@pytest.mark.parametrize(("shape", "takes"), each_shape(0.5, 0.05))
def test_what_headers_tell_one_worker_all_of_them_keep_to(shape: str, takes: float) -> None:
    server = Rated(SHAPES[shape](), says="exact", takes=takes, headers=True)

    assert ask(server, TWO_MINUTES, workers=2) == 0
    assert server.share_refused < 0.03
    assert server.used > 0.9


@pytest.mark.parametrize(("shape", "says"), each_shape("exact", "whole", "nothing"))
def test_what_refusals_tell_one_worker_all_of_them_keep_to(shape: str, says: str) -> None:
    server = Rated(SHAPES[shape](), says=says, takes=0.5)

    assert ask(server, TWO_MINUTES, workers=2) == 0
    assert server.share_refused < 0.03
    assert server.used > least_used(shape, says)
