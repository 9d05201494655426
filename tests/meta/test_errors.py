"""Every problem has a code of its own and says how to mend it; docs/errors.md lists them all."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests.meta.problems import KINDS, page, problems
from tests.meta.source import ROOT
from tests.plugins.golden import Golden

FOUND = problems()


def test_every_problem_has_a_code_of_its_area() -> None:
    for problem in FOUND:
        assert re.fullmatch("[GCJRX][0-9]{3}", problem.code), f"{problem.place}: code {problem.code!r}"
        assert problem.code[0] in KINDS


def test_every_problem_says_how_to_mend_it() -> None:
    assert [problem.place for problem in FOUND if not problem.mend] == []


def test_a_code_means_one_thing() -> None:
    files = defaultdict(set)
    for problem in FOUND:
        files[problem.code].add(problem.file)

    shared = {code: sorted(places) for code, places in files.items() if len(places) > 1}
    assert shared == {}, "one code, one file: call the function that makes the problem, or take another code"


@pytest.mark.skipif(not (ROOT / "docs/errors.md").exists(), reason="the page is not written yet")
def test_the_page_of_errors_lists_every_code(golden: Golden) -> None:
    golden("docs/errors.md", page(FOUND))
