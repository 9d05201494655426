"""The pictures of the pages are what the commands print today, and complete in themselves."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.pages.shell import ROOT
from tests.plugins.golden import Golden

_SPEC = importlib.util.spec_from_file_location("pictures", ROOT / "scripts" / "pictures.py")
assert _SPEC is not None and _SPEC.loader is not None
pictures = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(pictures)


def test_the_pictures_are_what_the_commands_print(golden: Golden) -> None:
    for name, picture in pictures.pictures().items():
        golden(f"docs/pictures/{name}", picture)


@pytest.mark.parametrize("path", sorted((ROOT / "docs/pictures").iterdir()), ids=lambda path: path.name)
def test_a_picture_asks_nothing_of_anyone(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")

    assert not re.search(r"https?:|@import|@font-face|<script|href=", text)
    assert path.name in pictures.DRAWN | pictures.SHOWN
