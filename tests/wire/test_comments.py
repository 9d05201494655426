"""A file that is changed keeps its comments where the change leaves them a place."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.errors import UsageError
from arbitree.wire.comments import update_rubric_text
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from tests.plugins.examples import examples
from tests.strategies_wire import graphs
from tests.wire.test_load import RETURN


def _changed(name: str, **change: Any) -> Graph:
    graph = load_rubric(RETURN).graph
    return replace(graph, nodes=tuple(replace(n, **change) if n.name == name else n for n in graph.nodes))


def test_a_file_that_stands_for_the_graph_already_is_left_alone() -> None:
    assert update_rubric_text(RETURN, load_rubric(RETURN).graph) == RETURN


def test_only_the_line_that_changed_is_another() -> None:
    text = update_rubric_text(RETURN, _changed("window", criteria="Is a limit of 30 days named?"))

    before, after = RETURN.splitlines(), text.splitlines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        "    ask: Is a limit of 30 days named?"
    ]


def test_comments_stay_where_a_score_an_option_and_a_node_are_added() -> None:
    graph = _changed("details", options=(("Both", 9.0), ("Only one", 6.0), ("Neither", 3.0), ("Unclear", 1.0)))
    graph = replace(graph, threshold=0.7, nodes=(*graph.nodes, Ask(name="tone", criteria="Is it kind?")))

    text = update_rubric_text(RETURN, graph)

    assert load_rubric(text, also=None).graph == graph
    comments = [line.partition("  # ")[2] for line in RETURN.splitlines() if "  # " in line]
    assert (
        len(comments) == 4 and [line.partition("  # ")[2] for line in text.splitlines() if "  # " in line] == comments
    )
    assert "options: {Both: 9, Only one: 6, Neither: 3, Unclear: 1}" in text


def test_a_text_over_several_lines_becomes_a_block() -> None:
    text = update_rubric_text(RETURN, _changed("window", criteria="Is it?\nReally?\n"))

    assert "    ask: |\n      Is it?\n      Really?\n" in text


def test_a_node_behind_an_alias_is_written_anew() -> None:
    old = """\
arbitree: 1
defaults: {shows: [input]}
nodes:
  w: {weigh: [a, b]}
  a: {choose: Which?, options: &share {All: 10, None: 0}}  # the first
  b: {choose: Where?, options: *share}
"""
    graph = load_rubric(old).graph
    first = graph.node("a")
    assert isinstance(first, Choose)
    other = replace(
        graph, nodes=(graph.nodes[0], replace(first, options=(("All", 9.0), ("None", 0.0))), graph.nodes[2])
    )

    assert load_rubric(update_rubric_text(old, other)).graph == other


@given(graph=graphs(), other=graphs())
@examples(25, 500)
def test_whatever_the_old_text_was_the_new_one_stands_for_the_graph(graph: Graph, other: Graph) -> None:
    text = update_rubric_text(dump_rubric(other), graph)

    assert load_rubric(text, also=None).graph == graph


def test_without_the_library_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("ruamel"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", absent)

    with pytest.raises(UsageError, match=r"pip install 'arbitree\[yaml\]'"):
        update_rubric_text(RETURN, _changed("window", criteria="Is it?"))


def test_steps_that_are_put_into_a_grade_leave_its_comments_and_take_none_away_again() -> None:
    old = (
        "arbitree: 1\nnodes:\n  tone:\n    grade:  # by the judge\n"
        '      criteria: "Is it kind? # yes"   # the point\n      scale: [0, 10]   # tens\n    shows: [input]\n'
    )
    graph = load_rubric(old).graph
    frozen = replace(graph, nodes=tuple(replace(node, steps=("Look.", "Weigh.")) for node in graph.nodes))

    with_steps = update_rubric_text(old, frozen)

    assert with_steps == old.replace("      scale:", "      steps: [Look., Weigh.]\n      scale:")
    assert update_rubric_text(with_steps, graph) == old
