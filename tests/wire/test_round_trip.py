"""What is written is read back: the same graph, the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given

from arbitree.core.graph import Graph
from arbitree.wire import yaml_events
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from tests.plugins.examples import examples
from tests.strategies_wire import graphs
from tests.wire.test_load import RETURN

FORMATS: tuple[Literal["yaml", "json"], ...] = ("yaml", "json")


@pytest.mark.parametrize("format", FORMATS)
@given(graph=graphs())
@examples(60, 2_000)
def test_a_graph_is_read_back_equal_and_written_again_as_the_same_bytes(
    format: Literal["yaml", "json"], graph: Graph
) -> None:
    text = dump_rubric(graph, format=format)

    again = load_rubric(text, source=f"rubric.{format}", also=None).graph

    assert again == graph
    assert dump_rubric(again, format=format) == text


@given(graph=graphs())
@examples(20, 2_000)
def test_both_of_the_parsers_read_the_same_file_alike(graph: Graph) -> None:
    text = dump_rubric(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_events, "Parser", yaml_events.PureParser)
        assert load_rubric(text, also=None).graph == graph


def test_the_example_of_the_format_is_written_as_it_was_but_for_its_comments() -> None:
    uncommented = "".join(line.split("  #")[0].rstrip() + "\n" for line in RETURN.splitlines())

    assert dump_rubric(load_rubric(RETURN).graph) == uncommented


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.wire.test_load import RETURN\n"
        "from arbitree.wire.dump import dump_rubric\n"
        "from arbitree.wire.load import load_rubric\n"
        "loaded = load_rubric(RETURN)\n"
        "print(dump_rubric(loaded.graph), dump_rubric(loaded.graph, format='json'), loaded.places)\n"
    )
    root = Path(__file__).parents[2]
    seen = set()
    for seed in ("0", "1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
        seen.add(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)

    assert len(seen) == 1
