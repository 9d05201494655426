"""Every block of the README and of docs/ is run, and prints what the page says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arbitree.core.compile import compile_plan
from arbitree.wire.load import load_rubric
from tests.pages.runner import Page, edited
from tests.pages.shell import ROOT, make_place

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_page_does_what_it_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rewrite_golden: bool
) -> None:
    place = make_place(tmp_path)
    monkeypatch.syspath_prepend(place.folder)
    before = set(sys.modules)
    text = path.read_text(encoding="utf-8")
    page = Page(place=place, check_rubric=lambda rubric: compile_plan(load_rubric(rubric).graph))

    page.play(text)

    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    if rewrite_golden and page.edits:
        path.write_text(edited(text, page.edits), encoding="utf-8")
    wrong = page.wrong if rewrite_golden else [*page.wrong, *page.differs]
    assert not wrong, "\n".join(f"{path.name}, {what}" for what in wrong)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)

    assert [link for link in links if not (path.parent / link).exists()] == []
