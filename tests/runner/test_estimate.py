"""What a run will take: bounds that the run keeps to, whatever is answered."""

from __future__ import annotations

import itertools

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Reply
from arbitree.executors.eager import Eager
from arbitree.executors.score import score_case
from arbitree.judges.layers import once
from arbitree.judges.loop import run_sync
from arbitree.runner.estimate import Estimate, estimated
from arbitree.runner.settings import Settings
from arbitree.testing import ScriptedJudge
from arbitree.testing.judges import Scripted

RETURNS = Graph(
    nodes=(
        Task(name="facts", instructions="List the facts.", shows=("actual_output",)),
        Ask(name="window", criteria="30 days?", reads=("facts",), yes="details", no=0.0),
        Choose(name="details", criteria="Which?", reads=("facts",), options=(("Both", 10.0), ("Neither", 3.0))),
    )
)
PARTS = Graph(
    nodes=(
        Weigh(name="all", parts=(Part(node="polite"), Part(node="short"), Part(node="right"))),
        Ask(name="polite", criteria="Polite?", shows=("actual_output",), votes=3),
        Ask(name="short", criteria="Short?", shows=("actual_output",), yes="right", no=0.0),
        Ask(name="right", criteria="Right?", shows=("actual_output",)),
    )
)
WIDE = Graph(
    nodes=(
        Weigh(name="all", parts=tuple(Part(node=f"n{number}") for number in range(30))),
        *(Ask(name=f"n{number}", criteria=f"{number}?", shows=("actual_output",)) for number in range(30)),
    )
)
SCRIPTS: tuple[dict[str, Scripted], ...] = tuple(
    {"facts": "f", "window": one, "details": other, "polite": one, "short": two, "right": one}
    | {f"n{number}": number % 2 == 0 for number in range(30)}
    for one, two, other in itertools.product([True, False], [True, False], ["Both", "Neither"])
)


def cases(count: int = 4) -> list[Case]:
    return [Case(id=f"c{number}", fields={"actual_output": f"Reply {number}."}) for number in range(count)]


def estimate(
    graph: Graph, found: list[Case], *, mode: str = "full", explain: str = "path", schedule: str = "frugal"
) -> Estimate:
    settings = Settings(mode=mode, explain=explain, schedule=schedule)  # type: ignore[arg-type]
    return estimated(compile_plan(graph), found, {"judge": lambda reply: 1e-6 * reply.input_tokens}, settings=settings)


def test_calls_of_a_path_are_told() -> None:
    found = estimate(RETURNS, cases(10))

    # Ten tasks, and what they give may be the same each time.
    assert found.calls == (11, 30)
    assert found.cost is not None
    assert 0 < found.cost.least < found.cost.most


@pytest.mark.parametrize("graph", [RETURNS, PARTS, WIDE], ids=["path", "parts", "wide"])
@pytest.mark.parametrize("mode", ["full", "decide"])
@pytest.mark.parametrize("schedule", ["frugal", "eager"])
def test_a_run_keeps_to_the_bounds(graph: Graph, mode: str, schedule: str) -> None:
    found = cases()
    bounds = estimate(graph, found, mode=mode, schedule=schedule)
    for script in SCRIPTS:
        judge = once(ScriptedJudge(script, style="messages", waits=9 if schedule == "eager" else 0))
        eager = Eager() if schedule == "eager" else None
        limits = Limits(mode=mode)  # type: ignore[arg-type]
        for case in found:
            run_sync(score_case(compile_plan(graph), case, {"judge": judge}, limits=limits, eager=eager))

        assert bounds.calls.least <= judge.calls <= bounds.calls.most


def test_who_asks_ahead_may_ask_what_lies_on_no_way_of_a_case() -> None:
    forked = Graph(
        nodes=(
            Ask(name="first", criteria="First?", shows=("actual_output",), yes="left", no="right"),
            Ask(name="left", criteria="Left?", shows=("actual_output",)),
            Ask(name="right", criteria="Right?", shows=("actual_output",)),
        )
    )

    assert estimate(forked, cases(2)).calls == (4, 4)
    assert estimate(forked, cases(2), schedule="eager").calls == (4, 6)


def test_more_ways_than_can_be_looked_at_still_have_bounds() -> None:
    assert estimate(WIDE, cases(2)).calls == (60, 60)
    assert estimate(WIDE, cases(2), mode="decide").calls == (2, 60)


def test_votes_that_agree_early_are_the_least() -> None:
    assert estimate(PARTS, cases(1)).calls == (4, 5)


def test_equal_cases_may_share_their_answers() -> None:
    found = estimate(PARTS, [*cases(1), Case(id="again", fields={"actual_output": "Reply 0."})])

    assert found.calls == (4, 10)


def test_a_case_that_lacks_its_field_may_take_nothing() -> None:
    assert estimate(RETURNS, [Case(id="x", fields={})]).calls.least == 0


def test_explanations_are_counted() -> None:
    assert estimate(RETURNS, cases(10), explain="judge").calls == (11, 40)


def test_a_role_without_a_price_leaves_the_cost_unknown() -> None:
    def price(reply: Reply) -> float:
        return 1.0

    settings = Settings()
    found = estimated(compile_plan(RETURNS), cases(1), {"judge": None}, settings=settings)
    priced = estimated(compile_plan(RETURNS), cases(1), {"judge": price}, settings=settings)

    assert (found.cost, found.unpriced) == (None, ("judge",))
    assert priced.cost == (2.0, 3.0)


def test_questions_that_travel_together_are_one_call_at_least() -> None:
    settings, plan = Settings(), compile_plan(WIDE)
    found = estimated(plan, cases(), {"judge": None}, settings=settings, bundled=("judge",))

    # Thirty of them fit into one request for each case; none may, where each is asked at its own time.
    assert found.calls == (4, 120)
    assert found.input_tokens.least < estimated(plan, cases(), {"judge": None}, settings=settings).input_tokens.least
