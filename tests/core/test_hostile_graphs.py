"""Graphs that nobody draws: very large, very deep, very shared; and what they must not cost."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, begin, conclude, finish
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.plan import Plan
from arbitree.core.records import Failed, Question, Reply, Result
from arbitree.errors import GraphError

CASE = Case(id="q-1", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))
MODES: tuple[Mode, ...] = ("full", "decide")
SOON = 10.0
"""CPU seconds within which anything here is done, ten times what it takes; quadratic work takes minutes."""


def says_yes(question: Question) -> Reply:
    return Reply(text='{"output": "text", "verdict": true}')


def played(plan: Plan, mode: Mode, judge: Callable[[Question], Reply | Failed] = says_yes) -> tuple[Result, int]:
    limits = Limits(mode=mode)
    walk, asked = begin(plan, CASE, limits), 0
    while walk.open:
        for question in walk.questions:
            walk.take(question.key, judge(question))
            asked += 1
        walk.advance()
    return finish(walk, limits), asked


def ask(name: str, **more: object) -> Ask:
    return Ask(name=name, criteria=f"{name}?", **more)  # type: ignore[arg-type]


def flat(size: int) -> Graph:
    parts = tuple(Part(node=f"a{n}", weight=n % 7 + 1) for n in range(size))
    return Graph(nodes=(Weigh(name="all", parts=parts), *(ask(f"a{n}") for n in range(size))), defaults=SHOWS)


def deep_weighs(size: int) -> Graph:
    row = tuple(
        node
        for n in range(size)
        for node in (Weigh(name=f"w{n}", parts=(Part(node=f"a{n}"), Part(node=f"w{n + 1}"))), ask(f"a{n}"))
    )
    return Graph(nodes=(*row, ask(f"w{size}")), defaults=SHOWS)


def task_chain(size: int) -> Graph:
    tasks = [
        Task(name=f"t{n}", instructions=f"{n}", reads=(f"t{n - 1}",) if n else (), on_missing=NOT_APPLICABLE)
        for n in range(size)
    ]
    return Graph(nodes=(*tasks, ask("end", reads=(f"t{size - 1}",))), defaults=SHOWS)


def lattice(size: int) -> Graph:
    rows = (
        ask(f"{side}{n}", yes=f"a{n + 1}" if n < size - 1 else 10.0, no=f"b{n + 1}" if n < size - 1 else 0.0)
        for n in range(size)
        for side in ("ab" if n else "a")
    )
    return Graph(nodes=tuple(rows), defaults=SHOWS)


def shared_by_all(size: int) -> Graph:
    parts = tuple(Part(node=f"a{n}") for n in range(size))
    gates = (ask(f"a{n}", yes="shared", no=0.0) for n in range(size))
    return Graph(nodes=(Weigh(name="all", parts=parts), *gates, ask("shared")), defaults=SHOWS)


def equal_words(size: int) -> Graph:
    parts = tuple(Part(node=f"a{n}", weight=1 if n % 2 else -1) for n in range(size))
    asks = (Ask(name=f"a{n}", criteria=f"Is it {n // 4}?") for n in range(size))
    return Graph(nodes=(Weigh(name="all", by="points", parts=parts), *asks), defaults=SHOWS)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("graph", "most"),
    [
        (flat(10_000), 10_000),
        (deep_weighs(5_000), 5_001),
        (task_chain(5_000), 5_001),
        (lattice(2_500), 2_500),
        (shared_by_all(5_000), 5_001),
        (equal_words(2_000), 500),
    ],
    ids=["flat", "deep weighs", "task chain", "lattice", "shared", "equal words"],
)
def test_large_graphs_cost_no_more_than_they_are_large(graph: Graph, most: int, mode: Mode) -> None:
    began = time.process_time()
    result, asked = played(compile_plan(graph), mode)

    assert time.process_time() - began < SOON
    assert 0 < asked <= most
    assert result.interval is not None
    if mode == "full":
        assert (result.status, asked) == ("scored", most)


@pytest.mark.parametrize("mode", MODES)
def test_a_long_chain_of_tasks_whose_first_fails_asks_no_more(mode: Mode) -> None:
    result, asked = played(compile_plan(task_chain(5_000)), mode, lambda _: Failed(kind="judge_error", message="down"))

    assert (result.status, asked) == ("undecided", 1)
    assert [(cause.node, cause.kind) for cause in result.causes] == [("t0", "judge_error")]


def test_more_ways_through_tasks_than_can_be_held_are_refused() -> None:
    nodes: list[Ask | Task] = []
    for n in range(40):
        nodes += [ask(f"n{n}", yes=f"t{n}", no=f"n{n + 1}"), Task(name=f"t{n}", instructions=f"{n}", then=f"n{n + 1}")]
    nodes.append(ask("n40", reads=tuple(f"t{n}" for n in range(40))))

    with pytest.raises(GraphError) as refused:
        compile_plan(Graph(nodes=tuple(nodes), defaults=SHOWS))

    assert [problem.code for problem in refused.value.problems] == ["G118"]


def test_a_task_that_reads_itself_is_refused() -> None:
    nodes = (Task(name="t", instructions="t", reads=("t",)), ask("a", reads=("t",)))

    with pytest.raises(GraphError, match="Cycle detected in DAG graph"):
        compile_plan(Graph(nodes=nodes, defaults=SHOWS))


def test_control_passes_through_several_tasks_and_each_can_be_read() -> None:
    nodes = (
        ask("first", yes="one", no=0.0),
        Task(name="one", label="One", instructions="1", then="two"),
        Task(name="two", label="Two", instructions="2", reads=("one",), then="last"),
        ask("last", reads=("two", "one")),
    )
    graph = Graph(nodes=nodes, defaults=SHOWS)
    walk = begin(compile_plan(graph, style="plain"), CASE)
    asked = []
    while walk.open:
        for question in walk.questions:
            asked.append(question.node)
            if question.node == "last":
                assert question.prompt.index("Two:\n") < question.prompt.index("One:\n")
            walk.take(question.key, says_yes(question))
        walk.advance()

    assert asked == ["first", "one", "two", "last"]


def test_a_part_of_a_weigh_may_come_through_a_task() -> None:
    nodes = (
        Weigh(name="all", parts=(Part(node="through"), Part(node="a"))),
        Task(name="through", label="Facts", instructions="List.", then="a"),
        ask("a", reads=("through",)),
    )
    result, asked = played(compile_plan(Graph(nodes=nodes, defaults=SHOWS)), "full")

    # "a" stands in two places: with the task's text, and without. They are two questions.
    assert (result.score, asked) == (1.0, 3)
    assert [(step.node, step.after) for step in result.trace if step.node == "a"] == [("a", ("through",)), ("a", ())]


def test_a_start_that_is_named_leaves_the_rest_out() -> None:
    graph = Graph(nodes=(ask("a"), ask("b", yes=5.0)), start="b", defaults=SHOWS)
    result, asked = played(compile_plan(graph), "full")

    assert (result.score, asked) == (0.5, 1)


def test_weights_of_any_size_are_weighed() -> None:
    parts = (Part(node="a", weight=1e308), Part(node="b", weight=1e308), Part(node="c", weight=5e-324))
    asks = (ask("a"), ask("b", yes=5.0), ask("c", yes=0.0))
    plan = compile_plan(Graph(nodes=(Weigh(name="all", parts=parts), *asks), defaults=SHOWS))

    assert played(plan, "full")[0].score == 0.75
    assert played(plan, "decide")[0].passed is True


def test_a_question_of_which_a_hundred_votes_are_known_is_counted_without_recursion() -> None:
    plan = compile_plan(Graph(nodes=(ask("a", votes=999),), defaults=SHOWS))
    answers: dict[str, Reply] = {}
    while questions := conclude(plan, CASE, answers).questions:
        answers.update({question.key: says_yes(question) for question in questions})

    assert (conclude(plan, CASE, answers).result.score, len(answers)) == (1.0, 500)


def test_plans_questions_results_and_errors_can_be_copied_and_pickled() -> None:
    check = Check(name="c", tests=(("contains", "Hello"),), of=("actual_output",), no=NOT_APPLICABLE)
    graph = Graph(nodes=(Weigh(name="all", parts=(Part(node="a"), Part(node="c"))), ask("a"), check), defaults=SHOWS)
    plan = compile_plan(graph)
    result, questions = conclude(plan, CASE, {})
    with pytest.raises(GraphError) as refused:
        compile_plan(Graph(nodes=()))

    for value in (graph, plan, result, questions, CASE):
        assert copy.copy(value) == copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    assert conclude(pickle.loads(pickle.dumps(plan)), CASE, {}) == (result, questions)
    assert pickle.loads(pickle.dumps(refused.value)).problems == refused.value.problems


def test_what_is_given_is_not_changed_and_what_changes_later_is_not_seen() -> None:
    fields: dict[str, object] = {"actual_output": "Hello."}
    answers: dict[str, Reply] = {}
    plan = compile_plan(Graph(nodes=(ask("a", yes="b"), ask("b")), defaults=SHOWS))
    walk = begin(plan, Case(id="q-1", fields=fields))
    [first] = walk.questions
    conclude(plan, CASE, answers)
    fields["actual_output"] = "Something else."
    walk.take(first.key, says_yes(first))
    walk.advance()

    assert answers == {}
    assert "Hello." in walk.questions[0].prompt
