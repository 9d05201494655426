"""Every problem has a code of its own and says how to mend it; docs/errors.md lists them all."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.meta.errors_page import AREAS, page, rows
from tests.meta.problems import CODE, problems
from tests.meta.source import ROOT
from tests.plugins.golden import Golden

SAME_MISTAKE = {"core", "wire", "metrics"}
"""Where one mistake of a graph can be seen: in a graph, in a file, or where a node is built in Python."""


def test_every_problem_has_a_code_of_its_area() -> None:
    assert problems()
    for problem in problems():
        assert CODE.fullmatch(problem.code), f"{problem.place}: its code cannot be read from the source"
        assert problem.code[0] in AREAS


def test_every_problem_says_how_to_mend_it() -> None:
    assert [problem.place for problem in problems() if not problem.mend] == []


def test_a_code_means_one_thing() -> None:
    places = defaultdict(set)
    for problem in problems():
        places[problem.code].add(problem.file.split("/")[0])

    shared = {code: sorted(found) for code, found in places.items() if len(found) > 1}
    assert {code: found for code, found in shared.items() if code[0] != "G" or set(found) - SAME_MISTAKE} == {}


def test_every_code_is_told_of_in_words() -> None:
    assert {problem.code for problem in problems()} - {code for code, _, _ in rows(problems())} == set()


def test_the_page_of_errors_lists_every_code(golden: Golden, rewrite_golden: bool) -> None:
    if not rewrite_golden and not (ROOT / "docs/errors.md").exists():
        pytest.skip("pytest --rewrite-golden writes the page")
    golden("docs/errors.md", page(problems()))
