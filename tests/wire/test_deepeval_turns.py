"""DeepEval's graphs over conversations come and go as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.turns import Shown, Turns
from arbitree.errors import RubricFileError
from arbitree.metrics.conversational_dag import ConversationalTaskNode
from arbitree.metrics.dag import dag_from_dict, dag_from_json, dag_to_dict
from arbitree.wire.deepeval_export import write_dag
from arbitree.wire.dump import dump_rubric

TALK = (Path(__file__).parent / "deepeval/talk.json").read_text(encoding="utf-8")
"""Written by `dag_to_json` of DeepEval 4.3.1."""


@pytest.mark.parametrize("multiturn", [True, False])
def test_what_deepeval_wrote_becomes_a_rubric_over_turns(multiturn: bool) -> None:
    dag = dag_from_json(TALK, multiturn=multiturn)

    assert dag.multiturn and isinstance(dag.root_nodes[0], ConversationalTaskNode)
    assert (
        dump_rubric(dag.to_graph(name="Talk"))
        == """\
arbitree: 1
name: Talk
threshold: 0.5
nodes:
  opening:
    task: Sum up the opening.
    label: Opening
    shows: [{turns: [0, 3], params: [role, content, tools_called]}]
  greeted:
    ask: Is the user greeted?
    label: greeted
    shows: []
    reads: [opening]
    yes: ending
    no: 0
  ending:
    choose: How does it end?
    label: ending
    shows: [{turns: all, params: [role, content]}]
    options: {warm: 10, cold: 3}
"""
    )


def test_what_is_written_for_deepeval_is_read_back_as_the_same_graph() -> None:
    built = dag_from_json(TALK)
    document = dag_to_dict(built)

    assert document["nodes"]["opening"]["turn_window"] == [0, 3]
    assert document["nodes"]["opening"]["evaluation_params"] == ["role", "content", "tools_called"]
    assert dag_from_dict(json.loads(json.dumps(document))).to_graph() == built.to_graph()


@pytest.mark.parametrize("window", [[3, 0], [0], ["a", "b"], 3])
def test_a_window_that_cannot_be_used_is_refused(window: object) -> None:
    document = json.loads(TALK)
    next(iter(document["nodes"].values()))["turn_window"] = window
    with pytest.raises(RubricFileError, match="`turn_window` of"):
        dag_from_dict(document)


@pytest.mark.parametrize(
    ("shows", "words"),
    [
        ((Turns(window=(-2, -1)),), "DeepEval counts turns from the beginning"),
        ((Turns(window=(2, 2)),), "DeepEval's windows hold at least two turns"),
        ((Turns(field="messages"),), "shows turns of `messages`"),
        ((Turns(params=("mood",)),), "shows `mood` of turns"),
        ((Turns(), Turns(window=(0, 1))), "shows turns twice"),
        ((Turns(), "actual_output"), "shows the field `actual_output`"),
    ],
)
def test_turns_that_deepevals_form_cannot_hold_are_named(shows: tuple[Shown, ...], words: str) -> None:
    with pytest.raises(RubricFileError, match=words):
        write_dag(Graph(nodes=(Ask(name="a", criteria="A?", shows=shows),)))
