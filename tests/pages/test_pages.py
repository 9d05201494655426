"""Every block of the README and of docs/ is run, and prints what the page says."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arbitree.core.compile import compile_plan
from arbitree.wire.load import load_rubric
from tests.pages.runner import Page, edited
from tests.pages.shell import ROOT, make_place

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])

LINK = re.compile(r"(?:\]\(|src=\")(?!https?:)([^)#\s\"]*)(?:#([^)\s\"]+))?")
"""A link or picture within the repository, and the heading that it leads to."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_page_does_what_it_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rewrite_golden: bool
) -> None:
    place = make_place(tmp_path)
    if path.is_relative_to(ROOT / "examples"):
        place = replace(place, folder=place.folder / path.parent.relative_to(ROOT))
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


def links(path: Path) -> list[tuple[Path, str]]:
    """The files that a page leads to, and the headings in them."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [((path.parent / file).resolve() if file else path, heading) for file, heading in LINK.findall(text)]


def headings(path: Path) -> set[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    assert [file for file, _ in links(path) if not file.exists()] == []
    assert [(file, heading) for file, heading in links(path) if heading and heading not in headings(file)] == []


def test_every_page_can_be_found_from_the_readme() -> None:
    found = [ROOT / "README.md"]
    for path in found:
        found += [file for file, _ in links(path) if file.suffix == ".md" and file not in found]

    assert set(PAGES) - set(found) == set()
