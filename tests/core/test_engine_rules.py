"""The rules of the engine, one by one: an example of each, and its trace to read. Properties stand in test_engine_*."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import NO_LIMITS, Limits
from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.records import Failed, Question, Reply
from arbitree.core.validate import problems_of
from arbitree.errors import GraphError
from arbitree.testing import Scripted, in_turn, raw
from arbitree.wire.results import result_dict
from tests.acceptance.ways import OUT, Ran, ran
from tests.plugins.golden import Golden

DOWN = Failed(kind="judge_error", message="the judge is down")
DECIDE = Limits(mode="decide")


def graph(*nodes: AnyNode, **more: object) -> Graph:
    return Graph(name="Rule", nodes=nodes, defaults=Defaults(shows=("actual_output",)), **more)  # type: ignore[arg-type]


def ask(name: str, **more: object) -> Ask:
    return Ask(name=name, criteria=f"{name}?", **more)  # type: ignore[arg-type]


def weigh(name: str, *parts: str | tuple[str, float], by: By = "mean", **more: object) -> Weigh:
    listed = tuple(Part(node=p) if isinstance(p, str) else Part(node=p[0], weight=p[1]) for p in parts)
    return Weigh(name=name, parts=listed, by=by, **more)  # type: ignore[arg-type]


READS = graph(
    Task(name="facts", label="Facts", instructions="List the facts.", gives="list"),
    Task(name="tone", instructions="Describe the tone."),
    ask("dated", reads=("facts",), yes="polite", no=0),
    ask("polite", reads=("tone",)),
)
SHARED = graph(
    weigh("all", "short", "clear", ("kind", 2.0)),
    ask("short", yes="kind", no=2),
    ask("clear", yes="kind", no="kind"),
    Choose(name="kind", criteria="How kind?", options=(("Very", 10), ("Somewhat", 5), ("Not", 0))),
)
LEFT_OUT = graph(
    weigh("all", ("cites", 3.0), "sources", "dose"),
    ask("cites", no=NOT_APPLICABLE),
    weigh("sources", "relevant", "best"),
    ask("relevant", no=NOT_APPLICABLE),
    ask("best", no=NOT_APPLICABLE),
    Check(name="dose", tests=(("contains", "30 days"),), of=("actual_output",), yes=10, no=4),
)
STARTED = graph(ask("old"), ask("new", yes=8), start="new")
THROUGH = graph(
    ask("simple", yes="final", no="plan"),
    Task(name="plan", label="Plan", instructions="Lay out a plan.", then="final"),
    ask("final", reads=("plan",), votes=3),
)
POINTS = graph(
    weigh("all", ("dose", 7.0), ("invents", -8.0), ("window", 3.0), by="points"),
    ask("dose"),
    ask("invents"),
    ask("window", no=NOT_APPLICABLE),
)
EXPECTED = graph(
    weigh("all", "polite", "same"),
    ask("polite"),
    ask("same", shows=("actual_output", "expected_output")),
)
# What the tone comes to is known from elsewhere only: `same` shows a field that the case lacks, and nothing hangs on
# the parts of no weight.
TOLD = graph(
    weigh("all", "same", ("wordy", 0.0), ("polite", 0.0)),
    ask("same", shows=("expected_output",), yes="polite", no=0),
    ask("wordy"),
    ask("polite"),
)


def second_against(question: Question) -> bool:
    """The second of three votes is against."""
    return question.sample != 1


TONE = Choose(name="tone", criteria="Which tone?", options=(("Warm", 10), ("Dry", 5), ("Cold", 0)), votes=3, shuffle=1)
DOUBT = graph(
    weigh("all", "kind", "short"),
    ask("kind", cascade=("cheap", "strong")),
    ask("short"),
)


def by_place(question: Question) -> str:
    """Whatever stands first, and second where that was the first twice."""
    return question.shape.options[0 if question.sample < 2 else 1]


def cheap_in_doubt(question: Question) -> Reply:
    """Yes, says the cheap judge and is not sure; no, says the strong one."""
    verdict = "true" if question.role == "cheap" else "false"
    told = {"yes": 0.6, "no": 0.4} if question.role == "cheap" else None
    return Reply(text=f'{{"reason": "r", "verdict": {verdict}}}', probabilities=told)


TRACES: dict[str, tuple[Graph, Mapping[str, Scripted], Limits]] = {
    "1 reads are data": (READS, {"facts": ["30 days"], "dated": False}, NO_LIMITS),
    "2 shared once": (SHARED, {"short": True, "clear": False, "kind": "Somewhat"}, NO_LIMITS),
    "3 left out": (LEFT_OUT, {"cites": False, "relevant": False, "best": False}, NO_LIMITS),
    "4 one start": (STARTED, {"new": True}, NO_LIMITS),
    "5 full": (POINTS, {"dose": True, "invents": True, "window": False}, NO_LIMITS),
    "5 decide": (POINTS, {"invents": True, "dose": False, "window": True}, DECIDE),
    "5 failed": (POINTS, {"dose": True, "invents": DOWN, "window": True}, NO_LIMITS),
    "5 told elsewhere": (TOLD, {"polite": False}, DECIDE),
    "6 undecided": (EXPECTED, {"polite": True}, NO_LIMITS),
    "6 warning": (EXPECTED, {"polite": in_turn(raw("hm"), True)}, Limits(threshold=0.4)),
    "7 asked again": (READS, {"facts": in_turn(raw("oops"), ["30 days"]), "dated": False}, NO_LIMITS),
    "10 shuffled": (graph(TONE), {"tone": by_place}, NO_LIMITS),
    "11 passed on": (DOUBT, {"kind": cheap_in_doubt, "short": True}, NO_LIMITS),
    "11 left in doubt": (DOUBT, {"kind": cheap_in_doubt, "short": True}, DECIDE),
    "8 through a task": (THROUGH, {"simple": False, "plan": "First this.", "final": second_against}, NO_LIMITS),
}  # fmt: skip


@pytest.mark.parametrize("name", TRACES)
def test_the_trace_of_each_rule_is_the_one_that_was_read(name: str, golden: Golden) -> None:
    rubric, script, limits = TRACES[name]
    row = result_dict(ran(rubric, script, limits=limits).result)
    del row["usage"]

    golden(f"tests/golden/engine/{name.replace(' ', '-')}.json", json.dumps(row, indent=1, ensure_ascii=False) + "\n")


def run(name: str) -> Ran:
    rubric, script, limits = TRACES[name]
    return ran(rubric, script, limits=limits)


def test_rule_1_a_task_is_asked_only_when_a_needed_node_reads_it() -> None:
    assert run("1 reads are data").nodes == ["facts", "dated"]


def test_rule_2_a_shared_node_is_evaluated_once() -> None:
    shared = run("2 shared once")

    assert sorted(shared.nodes) == ["clear", "kind", "short"]
    assert shared.result.score == 0.5


def test_rule_3_what_does_not_apply_leaves_numerator_and_denominator() -> None:
    assert run("3 left out").result.score == 1.0


@pytest.mark.parametrize(
    ("by", "more", "script", "score"),
    [
        ("mean", {}, {"A": True, "B": False, "C": False}, 0.5),
        ("min", {}, {"A": True, "B": True, "C": False}, 1.0),
        ("max", {}, {"A": False, "B": False, "C": False}, 0.0),
        ("product", {}, {"A": True, "B": False, "C": False}, 0.0),
        ("at_least", {"k": 2}, {"A": True, "B": True, "C": False}, 1.0),
        ("at_least", {"k": 3}, {"A": True, "B": True, "C": False}, None),
    ],
)
def test_rule_3_each_way_of_weighing_leaves_out_what_does_not_apply(
    by: By, more: dict[str, int], script: dict[str, Scripted], score: float | None
) -> None:
    rubric = graph(weigh("all", "A", "B", "C", by=by, **more), ask("A"), ask("B"), ask("C", no=NOT_APPLICABLE))
    result = ran(rubric, script).result

    assert (result.score, result.status) == (score, "not_applicable" if score is None else "scored")


def test_rule_4_several_starts_are_refused_and_one_may_be_named() -> None:
    with pytest.raises(GraphError, match="two nodes could start"):
        compile_plan(graph(ask("old"), ask("new")))

    assert run("4 one start").result.score == 0.8
    assert [problem.code for problem in problems_of(STARTED)] == ["G109"]


def test_rule_5_full_asks_every_part_and_decide_stops_at_the_threshold() -> None:
    assert run("5 full").calls == 3
    decided = run("5 decide")

    assert (decided.result.status, decided.result.passed, decided.result.score) == ("decided", False, None)
    assert decided.nodes == ["invents"]


def test_rule_5_a_failed_question_leaves_its_interval_and_never_a_zero() -> None:
    failed = run("5 failed").result

    assert (failed.status, failed.score, failed.interval) == ("undecided", None, (0.2, 1.0))


def test_rule_5_decide_asks_what_tells_about_a_judgement_that_failed_and_nothing_that_cannot() -> None:
    told = run("5 told elsewhere")

    assert (told.result.status, told.result.score, told.result.passed) == ("scored", 0.0, False)
    assert told.nodes == ["polite"]


def test_rule_6_what_came_to_nothing_names_its_node() -> None:
    result = run("6 undecided").result

    assert (result.interval, result.passed) == ((0.5, 1.0), True)
    assert [(cause.node, cause.kind) for cause in result.causes + result.warnings] == [("same", "missing_field")]


def test_rule_6_a_failure_that_can_change_nothing_is_a_warning() -> None:
    result = run("6 warning").result

    assert (result.status, result.passed, result.causes) == ("decided", True, ())
    assert [(warning.node, warning.kind) for warning in result.warnings] == [("same", "missing_field")]


def test_rule_7_every_reply_is_in_the_trace_and_what_was_spent_is_not() -> None:
    facts = run("7 asked again").result.trace[0]

    assert [(attempt.reply, bool(attempt.error)) for attempt in facts.attempts] == [
        ("oops", True),
        ('{"output": ["30 days"]}', False),
    ]


def test_rule_8_a_text_is_readable_only_on_the_way_through_its_task() -> None:
    through, straight = run("8 through a task"), ran(THROUGH, {"simple": True, "final": True})

    assert "Plan:\nFirst this.\n" in through.prompt("final")
    assert "Plan:" not in straight.prompt("final")
    assert straight.nodes == ["simple", "final", "final"]


def test_rule_8_only_a_task_that_a_branch_leads_to_has_then() -> None:
    lost = graph(Task(name="t", instructions="t", then="a"), ask("a", reads=("t",)), ask("b", yes="a"))
    blind = graph(ask("b", yes="t", no=0), Task(name="t", instructions="t"), ask("a"))

    assert "G111" in {problem.code for problem in problems_of(lost)}
    assert "G111" in {problem.code for problem in problems_of(blind)}


def test_a_case_without_what_is_shown_is_told_apart_from_an_empty_one() -> None:
    kinds = [
        ran(graph(ask("A")), {}, Case(id="q", fields=fields)).result.causes[0].kind
        for fields in ({}, {"actual_output": ""}, {"actual_output": " "})
    ]

    assert kinds == ["missing_field", "empty_field", "blank_field"]
    assert OUT.fields["actual_output"]
