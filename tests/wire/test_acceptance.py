"""What the list of acceptance asks of rubric files: 5, 7, 26 and 29."""

from __future__ import annotations

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import conclude
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.choose import Choose
from arbitree.core.records import Answer, Reply
from arbitree.errors import Problem, RubricFileError
from arbitree.rubric import Rubric
from arbitree.wire import yaml_events
from arbitree.wire.dump import dump_rubric
from arbitree.wire.load import load_rubric
from tests.wire.test_load import RETURN

HEAD = "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n"


def refused(nodes: str, head: str = HEAD) -> tuple[Problem, ...]:
    with pytest.raises(RubricFileError) as caught:
        load_rubric(head + nodes)
    return caught.value.problems


def one(nodes: str, head: str = HEAD) -> tuple[str, str]:
    """The place and the words of the one problem of a file."""
    (problem,) = refused(nodes, head)
    assert problem.mend
    return problem.where.partition(";")[0].removeprefix("rubric.yaml:"), problem.what


def prompts_of(graph: Graph) -> list[str]:
    """Every prompt of a rubric for one case, when each question is answered with its first choice."""
    plan = compile_plan(graph)
    case = Case(id="c", fields={"input": "Can I return it?", "actual_output": "Yes, in 30 days."})
    answers: dict[str, Answer] = {}
    prompts: list[str] = []
    while asked := conclude(plan, case, answers).questions:
        for question in asked:
            prompts.append(question.prompt)
            first = {"yes_no": "true", "text": '"facts"', "list": '["facts"]'}.get(question.shape.kind)
            key = "verdict" if question.shape.kind in ("yes_no", "one_of") else "output"
            answers[question.key] = Reply(text=f'{{"{key}": {first or chr(34) + question.shape.options[0] + chr(34)}}}')
    return prompts


def test_acceptance_5_a_graph_of_one_task_is_refused() -> None:
    assert "can score" in refused("  t: {task: List.}\n")[0].what


@pytest.mark.parametrize("options", ['{"Yes": 10, "yes ": 0}', '{"": 10, No: 0}', "{}"])
def test_acceptance_5_options_that_no_reply_could_mean_are_refused(options: str) -> None:
    assert refused(f"  a: {{choose: Which?, options: {options}}}\n")[0].node == "a"


def test_acceptance_5_a_cycle_and_a_question_with_one_branch_are_refused_together() -> None:
    found = refused("  a: {ask: A?, yes: b, no: 0}\n  b: {ask: B?, yes: a, no: c}\n  c: {ask: C?, yes: 10}\n")

    assert [problem.code for problem in found] == ["G103", "G212"]


def test_acceptance_5_a_judgement_that_sees_nothing_is_an_error_in_a_file() -> None:
    assert one("  a: {ask: Is it?}\n", "arbitree: 1\nnodes:\n") == (
        "3:3",
        '"a" neither shows nor reads anything, so its judge sees only the question',
    )
    with pytest.raises(RubricFileError):
        Rubric.loads("arbitree: 1\nnodes: {a: {ask: Is it?}}\n")


@pytest.mark.parametrize("score", ["15", "-3", ".nan", '"7"', "true", ".inf", "10.001"])
def test_acceptance_7_scores_are_refused_where_they_are_written(score: str) -> None:
    where, what = one(f"  a:\n    ask: Is it?\n    yes: {score}\n    no: 0\n")

    assert where == "6:10" and what.startswith('`yes` of "a" is')


def test_acceptance_26_load_dump_load_gives_equal_bytes_and_prompts() -> None:
    text = RETURN.replace("    yes: details", "    judge: strict\n    yes: details")
    graph = load_rubric(text).graph

    again = load_rubric(dump_rubric(graph)).graph

    assert again == graph and dump_rubric(again) == dump_rubric(graph)
    assert len(prompts_of(graph)) == 3 and prompts_of(again) == prompts_of(graph)
    window = again.node("window")
    assert isinstance(window, Ask) and window.judge == "strict"


def test_acceptance_26_nodes_in_nodes_stay_where_they_are() -> None:
    text = """\
arbitree: 1
name: rubric
threshold: 0.5
defaults: {shows: [actual_output]}
nodes:
  w:
    weigh:
      - {ask: It is so., yes: {ask: It is more than so., yes: 9, no: 1}, no: 0, weight: 2}
      - b
    by: mean
  b:
    ask: It was so.
"""
    graph = load_rubric(text).graph

    assert dump_rubric(graph) == text
    assert load_rubric(dump_rubric(graph, format="json"), source="r.json").graph == graph


def test_acceptance_26_code_is_named_by_its_module_and_refused_unless_it_is_allowed() -> None:
    text = HEAD + '  a: {check: {call: "house.rules:polite"}}\n'

    assert one(text.removeprefix(HEAD))[1].startswith('"a" calls `house.rules:polite`')
    for allowed in ("house", "house.rules"):
        graph = load_rubric(text, allow=(allowed,)).graph
        assert load_rubric(dump_rubric(graph), allow=(allowed,)).graph == graph
    with pytest.raises(RubricFileError):
        load_rubric(text, allow=("house.rules.polite", "hou", "other"))


def test_acceptance_29_yes_and_no_are_words() -> None:
    graph = load_rubric(HEAD + "  a:\n    ask: Is it?\n    yes: 3\n    no: b\n  b:\n    ask: Is it?\n").graph
    first = graph.node("a")

    assert isinstance(first, Ask) and (first.yes, first.no) == (3.0, "b")


def test_acceptance_29_options_that_yaml_1_1_would_turn_are_text() -> None:
    options = "{No: 10, on: 8, 1.0: 6, 007: 4, null: 2, 12:30: 1, ~: not_applicable}"
    node = load_rubric(HEAD + f"  a: {{choose: Which?, options: {options}}}\n", also=None).graph.nodes[0]

    assert isinstance(node, Choose)
    assert [label for label, _ in node.options] == ["No", "on", "1.0", "007", "null", "12:30", "~"]
    assert node.options[-1][1] is NOT_APPLICABLE


@pytest.mark.parametrize(
    ("nodes", "where", "words"),
    [
        ("  a:\n    choose: Which?\n    options:\n      Both: 10\n      Neither:\n", "8:15", 'the option "Neither"'),
        ("  a: {choose: Which?, options: {A: 10, B}}\n", "4:41", 'the option "B"'),
        ("  a:\n    ask: Is it order #12?\n", "5:10", "is cut"),
        ("  a:\n    ask: Does it say: no?\n", "5:10", "holds `: `"),
        ("  a:\n    task: |\n      a\n    task: b\n  b: {ask: Is it?}\n", "7:5", "`task` is written twice"),
    ],
)
def test_acceptance_29_what_would_be_another_rubric_is_refused(nodes: str, where: str, words: str) -> None:
    place, what = one(nodes)

    assert place == where and words in what


def test_acceptance_29_a_threshold_off_the_scale_is_answered_with_the_right_one() -> None:
    (problem,) = refused("  a: {ask: Is it?}\n", HEAD.replace("defaults", "threshold: 5\ndefaults"))

    assert problem.where == "rubric.yaml:2:12" and problem.mend.startswith("did you mean 0.5?")


@pytest.mark.parametrize(
    ("line", "criteria"),
    [
        ("ask: Is it polite?   # the tone", "Is it polite?"),
        ("ask: Is it polite? # the tone", "Is it polite?"),
        ("ask: Is it polite  # no mark at the end", "Is it polite"),
        ("ask: Is it C#?", "Is it C#?"),
        ('ask: "Is it order #12?"', "Is it order #12?"),
        ("ask: 'Is it order #12?'  # quoted", "Is it order #12?"),
        ('ask: "Does it say: no?"', "Does it say: no?"),
        ("ask: >-\n      Is it order #12: yes?", "Is it order #12: yes?"),
        ("ask: Is it\n      polite?  # the tone", "Is it polite?"),
    ],
)
@pytest.mark.parametrize("parser", [yaml_events.Parser, yaml_events.PureParser], ids=["c", "pure"])
def test_acceptance_29_a_comment_is_a_comment_and_a_quoted_text_is_whole(
    line: str, criteria: str, parser: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_events, "Parser", parser)

    assert load_rubric(f"{HEAD}  a:\n    {line}\n").graph.nodes == (Ask(name="a", criteria=criteria),)
