"""A rubric file's text becomes a graph that knows where everything was written."""

from __future__ import annotations

import pytest

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric, located

RETURN = """\
arbitree: 1                     # format version
name: Return reply
threshold: 0.5                  # 0..1
defaults: {shows: [actual_output]}     # any column of the data can be shown
nodes:
  facts:
    task: List every fact the reply states about returns.
    label: Return facts in the reply     # the heading readers see it under
  window:
    ask: Do the facts give a time limit of 30 days for returns?
    shows: []
    reads: [facts]
    yes: details
    no: 0
  details:
    choose: Which of these are present, who pays return shipping and how long the refund takes?
    shows: []
    reads: [facts]
    options: {Both: 10, Only one: 6, Neither: not_applicable}
"""


def test_the_example_of_the_format_is_read_as_it_is_written() -> None:
    graph = load_rubric(RETURN).graph

    assert [node.name for node in graph.nodes] == ["facts", "window", "details"]
    details = graph.node("details")
    assert isinstance(details, Choose)
    assert details.options == (("Both", 10.0), ("Only one", 6.0), ("Neither", NOT_APPLICABLE))
    assert graph.node("facts").label == "Return facts in the reply"


def test_places_name_the_line_and_column_of_nodes_and_keys() -> None:
    places = load_rubric(RETURN).places

    assert places[("window", "")] == (9, 3)
    assert places[("window", "yes")] == (13, 5)
    assert places[("details", "options: Neither")] == (19, 38)
    assert places[("", "threshold")] == (3, 1)


def test_a_problem_of_the_graph_is_located_in_the_file() -> None:
    loaded = load_rubric(RETURN)
    problem = Problem(code="G101", what="no such node", node="window", key="yes", mend="name a node")

    assert located((problem,), loaded.places, "r.yaml")[0].where == "r.yaml:13:5"


def test_nodes_written_in_place_are_named_by_their_place() -> None:
    text = """\
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  dose:
    weigh:
      - {ask: States the dose., points: 7}
      - ask: Names a source.
        yes: {choose: Which?, options: {A: 10, B: {ask: Is it current?}}}
        no: 0
        points: 2
      - {node: polite, points: 3}
    by: points
  polite: {ask: Is it polite?}
"""
    graph = load_rubric(text).graph

    assert [node.name for node in graph.nodes] == ["dose", "dose.1", "dose.2", "dose.2.yes", "dose.2.yes.2", "polite"]
    dose = graph.node("dose")
    assert isinstance(dose, Weigh)
    assert dose.parts == (
        Part(node="dose.1", weight=7.0),
        Part(node="dose.2", weight=2.0),
        Part(node="polite", weight=3.0),
    )


def test_characters_that_only_old_yaml_takes_for_line_breaks_are_letters() -> None:
    text = RETURN.replace("30 days", "30\u2028days").replace("time limit", "time\x85limit")

    loaded = load_rubric(text)

    window = loaded.graph.node("window")
    assert isinstance(window, Ask)
    assert window.criteria == "Do the facts give a time\x85limit of 30\u2028days for returns?"
    assert loaded.places == load_rubric(RETURN).places


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    assert load_rubric("\ufeff" + RETURN.replace("\n", "\r\n")) == load_rubric(RETURN)


def test_a_chain_of_five_thousand_nodes_is_read_and_written() -> None:
    nodes = "".join(f"  n{i}:\n    ask: Is it {i}?\n    yes: n{i + 1}\n    no: 0\n" for i in range(4_999))
    text = f"arbitree: 1\ndefaults: {{shows: [input]}}\nnodes:\n{nodes}  n4999:\n    ask: Is it so?\n"

    graph = load_rubric(text).graph

    assert len(graph.nodes) == 5_000
    assert dump_rubric(graph).endswith(nodes[-60:] + "  n4999:\n    ask: Is it so?\n")


def test_half_a_character_is_named_before_it_is_written() -> None:
    graph = Graph(nodes=(Ask(name="a", criteria="Is it \ud800?", shows=("input",)),))

    with pytest.raises(RubricFileError, match=r"half a character \(U\+D800\) after"):
        dump_rubric(graph)


@pytest.mark.parametrize("written", ["weight", "points"])
def test_what_a_part_is_worth_under_points_may_be_called_its_weight(written: str) -> None:
    parts = f"[{{ask: Is it?, {written}: 5}}, {{ask: Was it?, {written}: -2}}]"
    loaded = load_rubric(f"{{arbitree: 1, defaults: {{shows: [a]}}, nodes: {{w: {{weigh: {parts}, by: points}}}}}}")

    assert loaded.graph.node("w") == Weigh(
        name="w", parts=(Part(node="w.1", weight=5.0), Part(node="w.2", weight=-2.0)), by="points"
    )


@pytest.mark.parametrize(
    "written",
    ["by: {at_least: 1, met: 6}", "by: {at_least: 1}, met: 6", "at_least: 1, met: 6", "by: 'at_least: 1', met: 6"],
)
def test_at_least_says_beside_or_within_by_when_a_part_is_met(written: str) -> None:
    parts = "[{ask: Is it?}, {ask: Was it?}]"
    loaded = load_rubric(f"{{arbitree: 1, defaults: {{shows: [a]}}, nodes: {{w: {{weigh: {parts}, {written}}}}}}}")
    found = loaded.graph.node("w")

    assert isinstance(found, Weigh) and (found.by, found.k, found.met) == ("at_least", 1, 6.0)


def test_a_comment_where_the_next_key_would_stand_cuts_nothing() -> None:
    text = "arbitree: 1\nnodes:\n  q:\n    ask: Is it\n    #yes: 3\n    shows: [a]\n"

    assert load_rubric(text).graph.node("q").criteria == "Is it"  # type: ignore[union-attr]


@pytest.mark.parametrize("written", ["9" * 400, "9" * 5000])
@pytest.mark.parametrize(
    "keys",
    [
        "ask: x, yes: {}, no: 0",
        "ask: x, on_empty: {}",
        "ask: x, judge: [a, b], sure: {}",
        "ask: x, shows: [{{turns: {}}}]",
        "grade: {{criteria: x, scale: [0, {}]}}",
        "each: {{over: c, as: i, do: {{ask: x, reads: [i]}}, met: {}}}",
    ],
)
def test_a_number_that_nobody_can_reckon_with_is_refused_with_its_place(keys: str, written: str) -> None:
    text = f"arbitree: 1\ndefaults: {{shows: [input]}}\nnodes:\n  a: {{{keys.format(written)}}}\n"

    with pytest.raises(RubricFileError) as refused:
        load_rubric(text)

    assert all(":4:" in (problem.where or "") for problem in refused.value.problems)


def test_ranges_of_very_small_grades_are_written_as_they_are_read() -> None:
    ranges = "{0-0.00000001: a, 2e-8 to 0.0000001: b}"
    graph = load_rubric(
        f"arbitree: 1\nnodes:\n  a: {{grade: {{criteria: x, scale: [0, 1e-7], rubric: {ranges}}}, shows: [input]}}\n"
    ).graph

    assert load_rubric(dump_rubric(graph)).graph == graph
