"""Every broken file is refused with the line and column of each mistake and a way to mend it.

The files are in `broken_files.txt`, and what is said of each in `broken_said.txt`: read that in review.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitree.errors import RubricFileError
from arbitree.wire import yaml_events
from arbitree.wire.load import load_rubric
from tests.plugins.golden import Golden

_SECTION = re.compile(r"^=== (.*)\n", re.MULTILINE)
_HERE = Path(__file__).parent
_PARTS = _SECTION.split((_HERE / "broken_files.txt").read_text(encoding="utf-8"))[1:]
FILES = dict(zip(_PARTS[::2], _PARTS[1::2], strict=True))


def said_of(name: str) -> str:
    with pytest.raises(RubricFileError) as caught:
        load_rubric(FILES[name], source="r.json" if name.startswith("JSON") else "r.yaml")
    return "\n".join(problem.render() for problem in caught.value.problems)


def test_what_is_said_of_each_broken_file(golden: Golden) -> None:
    golden("tests/wire/broken_said.txt", "\n".join(f"=== {name}\n{said_of(name)}\n" for name in FILES))


@pytest.mark.parametrize("name", FILES)
def test_every_mistake_has_a_place_and_a_mend_in_the_order_of_the_file(name: str) -> None:
    blocks = re.split(r"^(?=[A-Z]\d{3}  )", said_of(name), flags=re.MULTILINE)[1:]

    places = [re.search(r"where  r\.(?:yaml|json):(\d+):(\d+)", block) for block in blocks]
    assert all(places) and all("      mend   " in block for block in blocks)
    numbers = [(int(place[1]), int(place[2])) for place in places if place]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("name", FILES)
def test_both_of_the_parsers_find_the_mistakes_in_the_same_lines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_c = said_of(name)
    monkeypatch.setattr(yaml_events, "Parser", yaml_events.PureParser)

    assert re.findall(r"r\.yaml:\d+", said_of(name)) == re.findall(r"r\.yaml:\d+", with_c)
