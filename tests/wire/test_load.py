"""A rubric file's text becomes a graph that knows where everything was written."""

from __future__ import annotations

from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.errors import Problem
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
