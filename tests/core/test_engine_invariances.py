"""What may not change a result, a trace or a key: how answers come, names, the order of parts, leaf scores, time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Hashable, Mapping
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, conclude
from arbitree.core.flow import fields_of, tasks_of
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.records import Answer, Failed, Question, Style
from arbitree.executors.score import score_case
from arbitree.testing.script import Script
from arbitree.testing.strategies import JURY, cases, graphs, scripts
from arbitree.wire.results import trace_bytes
from tests.oracle.completions import Hull, TooMany
from tests.oracle.full import Plain
from tests.oracle.play import play, stages
from tests.oracle.spots import Spot
from tests.plugins.examples import examples

modes: st.SearchStrategy[Mode] = st.sampled_from(("full", "decide"))
styles: st.SearchStrategy[Style] = st.sampled_from(("messages", "plain"))
seeds = st.integers(0, 10_000).map(random.Random)
ROLES = (*JURY, "local")


class Unhurried:
    """Replies as a script does, each reply after a number of turns of the event loop that chance decides."""

    name = "unhurried"
    style: Style = "messages"

    def __init__(self, script: Script, rng: random.Random) -> None:
        self.asked: list[str] = []
        self._script, self._rng = script, rng

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.key)
        for _ in range(self._rng.randrange(5)):
            await asyncio.sleep(0)
        return self._script(question)


@examples(150, 10_000)
@given(graphs(), cases(), scripts(), modes, seeds)
def test_async_in_any_order_of_replies_is_sync(
    graph: Graph, case: Case, script: Script, mode: Mode, rng: random.Random
) -> None:
    plan, limits, judge = compile_plan(graph), Limits(mode=mode), Unhurried(script, rng)
    sync, answers = play(plan, case, script, limits)
    result = asyncio.run(score_case(plan, case, dict.fromkeys(ROLES, judge), limits=limits))

    assert trace_bytes(result) == trace_bytes(sync)
    assert sorted(judge.asked) == sorted(answers)


@examples(150, 10_000)
@given(graphs(), cases(), scripts(), scripts(), st.integers(0, 2**20))
def test_no_completion_contradicts_what_was_decided(
    graph: Graph, case: Case, script: Script, other: Script, bits: int
) -> None:
    plan = compile_plan(graph)
    decided, answers = play(plan, case, script, Limits(mode="decide"))
    full, _ = play(plan, case, lambda question: answers.get(question.key) or other(question))

    if decided.interval is not None and full.interval is not None:
        assert decided.interval[0] <= full.interval[0]
        assert full.interval[1] <= decided.interval[1]
    if decided.passed is not None:
        assert full.passed is decided.passed
    if decided.status in ("scored", "not_applicable"):
        assert (full.status, full.score) == (decided.status, decided.score)


class ByKey(Plain):
    """The plain definition where questions are the same when their keys are, texts of tasks included; as long as a text
    is not known, when the rubric says so."""

    def hull(self) -> Hull:
        definition, completions = self.definition, self.completions
        as_written = completions.identity

        def identity(spot: Spot) -> Hashable:
            if all(definition.came(read).state == "text" for read in definition.reads(spot)):
                shape = definition.role_and_shape(definition.nodes[spot.name])[1]
                return (completions.polls(spot), definition.messages(spot, "", shape))
            return as_written(spot)

        completions.identity = identity  # type: ignore[method-assign]
        completions.__post_init__()
        return completions.hull(definition.start)


@examples(150, 10_000)
@given(graphs(policies=False), cases(whole=True), scripts(), seeds)
def test_bounds_hold_where_questions_turn_out_to_be_the_same(
    graph: Graph, case: Case, script: Script, rng: random.Random
) -> None:
    plan = compile_plan(graph)
    for answers, (result, _) in stages(plan, case, script, rng=rng):
        try:
            hull = ByKey.of(graph, case, answers, "messages").hull()
        except TooMany:
            return
        if hull.low <= hull.high:
            assert result.interval is not None
            assert result.interval[0] <= hull.low
            assert hull.high <= result.interval[1]


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), modes, styles)
def test_names_of_nodes_are_in_no_prompt_and_change_no_key(
    graph: Graph, case: Case, script: Script, mode: Mode, style: Style
) -> None:
    limits = Limits(mode=mode)
    # A task without a label is shown under its name: that one is a heading, and part of the prompt.
    labelled = replace(graph, nodes=tuple(replace(node, label=node.title) for node in graph.nodes))
    renamed = _renamed(labelled, {node.name: f"another {number}" for number, node in enumerate(graph.nodes)})
    one, answers = play(compile_plan(labelled, style=style), case, script, limits)
    other, others = play(compile_plan(renamed, style=style), case, script, limits)

    assert (one.status, one.score, one.interval, one.passed) == (
        other.status,
        other.score,
        other.interval,
        other.passed,
    )
    assert answers.keys() == others.keys()


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), seeds)
def test_the_order_of_parts_changes_neither_score_nor_questions(
    graph: Graph, case: Case, script: Script, rng: random.Random
) -> None:
    nodes = tuple(
        replace(node, parts=tuple(rng.sample(node.parts, len(node.parts)))) if isinstance(node, Weigh) else node
        for node in graph.nodes
    )
    one, answers = play(compile_plan(graph), case, script)
    other, others = play(compile_plan(replace(graph, nodes=nodes)), case, script)

    assert (one.status, one.score, one.interval) == (other.status, other.score, other.interval)
    assert answers.keys() == others.keys()


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), seeds)
def test_the_order_of_nodes_changes_no_score_where_prompts_show_fields_as_declared(
    graph: Graph, case: Case, script: Script, rng: random.Random
) -> None:
    shuffled = replace(graph, nodes=tuple(rng.sample(graph.nodes, len(graph.nodes))))
    one, answers = play(compile_plan(graph, style="plain"), case, script)
    other, others = play(compile_plan(shuffled, style="plain"), case, script)

    assert (one.status, one.score, one.interval) == (other.status, other.score, other.interval)
    assert answers.keys() == others.keys()


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), styles, st.sampled_from((0.0, 1.0, 9.5)))
def test_leaf_scores_are_in_no_key_and_rescoring_asks_nothing(
    graph: Graph, case: Case, script: Script, style: Style, score: float
) -> None:
    _, answers = play(compile_plan(graph, style=style), case, script)
    rescored = compile_plan(_rescored(graph, score), style=style)

    assert not conclude(rescored, case, answers).questions


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), modes, seeds)
def test_closing_is_failing_whatever_is_not_answered(
    graph: Graph, case: Case, script: Script, mode: Mode, rng: random.Random
) -> None:
    plan, failed = compile_plan(graph), Failed(kind="timeout", message="too late")
    for answers, _ in stages(plan, case, script, Limits(mode=mode), rng=rng):
        closed = conclude(plan, case, answers, Limits(mode=mode, closed=failed))
        failing, _ = play(
            plan, case, lambda question, known=answers: known.get(question.key, failed), Limits(mode=mode)
        )

        assert not closed.questions
        assert trace_bytes(closed.result) == trace_bytes(failing)


@examples(100, 5_000)
@given(graphs(), cases(), scripts(), st.sampled_from((0.0, 0.1, 0.5)))
def test_a_tolerance_is_kept_and_ends_sooner(graph: Graph, case: Case, script: Script, tolerance: float) -> None:
    plan = compile_plan(graph)
    exact, answers = play(plan, case, script, Limits(mode="decide"))
    near, fewer = play(plan, case, script, Limits(mode="decide", tolerance=tolerance))

    assert set(fewer) <= set(answers)
    if near.interval != exact.interval:
        assert near.interval is not None
        assert near.interval[1] - near.interval[0] <= tolerance


@examples(50, 2_000)
@given(graphs(), cases(whole=True))
def test_all_nodes_of_a_case_show_its_fields_in_one_order(graph: Graph, case: Case) -> None:
    assume(len(graph.nodes) > 1)
    plan = compile_plan(graph)
    shown = [one for node in graph.nodes for one in fields_of(node, graph, tasks_of(graph))]
    rank = {one: number for number, one in enumerate(dict.fromkeys((*graph.defaults.shows, *shown)))}

    for place in plan.places:
        assert list(place.shown) == sorted(place.fields, key=rank.__getitem__)


def _known_or(failed: Failed, answers: Mapping[str, Answer], question: Question) -> Answer:
    return answers.get(question.key, failed)


def _renamed(graph: Graph, names: Mapping[str, str]) -> Graph:
    def to(target: Target) -> Target:
        return names[target] if isinstance(target, str) else target

    def node_of(node: AnyNode) -> AnyNode:
        match node:
            case Ask():
                return replace(node, **common(node), yes=to(node.yes), no=to(node.no))
            case Choose():
                return replace(node, **common(node), options=tuple((label, to(end)) for label, end in node.options))
            case Check():
                of = tuple(names.get(name, name) for name in node.of)
                return replace(node, **common(node), of=of, yes=to(node.yes), no=to(node.no))
            case Task():
                return replace(node, **common(node), then=None if node.then is None else names[node.then])
            case Weigh():
                parts = tuple(replace(part, node=names[part.node]) for part in node.parts)
                return replace(node, name=names[node.name], parts=parts)

    def common(node: Ask | Choose | Check | Task) -> dict[str, object]:
        return {"name": names[node.name], "reads": tuple(names[read] for read in node.reads)}

    start = None if graph.start is None else names[graph.start]
    return replace(graph, nodes=tuple(node_of(node) for node in graph.nodes), start=start)


def _rescored(graph: Graph, score: float) -> Graph:
    def to(target: Target) -> Target:
        return score if isinstance(target, (int, float)) else target

    def node_of(node: AnyNode) -> AnyNode:
        if isinstance(node, (Ask, Check)):
            return replace(node, yes=to(node.yes), no=to(node.no))
        if isinstance(node, Choose):
            return replace(node, options=tuple((label, to(end)) for label, end in node.options))
        return node

    return replace(graph, nodes=tuple(node_of(node) for node in graph.nodes))
