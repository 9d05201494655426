"""Every public name exists, says what it is, and is on the page of the API."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.meta.api_page import documented, page, public_modules, summary
from tests.meta.source import ROOT
from tests.plugins.golden import Golden

PUBLIC = public_modules()


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_every_public_name_exists_and_is_listed_once(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(module.__all__) == len(set(module.__all__))


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_every_public_name_says_what_it_is(module: ModuleType) -> None:
    silent = [name for name in module.__all__ if documented(thing := getattr(module, name)) and not summary(thing)]

    assert silent == []


def test_the_page_of_the_api_lists_every_public_name(golden: Golden, rewrite_golden: bool) -> None:
    if not rewrite_golden and not (ROOT / "docs/api.md").exists():
        pytest.skip("pytest --rewrite-golden writes the page")
    golden("docs/api.md", page())
