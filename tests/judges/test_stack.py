"""All layers together: their order, what becomes of a case's deadline, and that nothing is left behind."""

from __future__ import annotations

import asyncio

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Failed, Result
from arbitree.executors.score import score_case
from arbitree.judges.budget import Budget
from arbitree.judges.layers import once
from arbitree.judges.rates import Rates
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers, stack
from arbitree.testing import check_judge
from arbitree.testing.virtual import run_virtual
from tests.judges.questions import question
from tests.judges.servers import BROKEN, GOOD, Server, ask_many, busy

ONE = Graph(nodes=(Ask(name="polite", criteria="Is it polite?", shows=("actual_output",)),))
MANY = Graph(
    nodes=(
        Weigh(name="all", parts=tuple(Part(node=f"n{number}") for number in range(200))),
        *(Ask(name=f"n{number}", criteria=f"Question {number}?", shows=("actual_output",)) for number in range(200)),
    )
)


def case(text: str = "Hello.", name: str = "c") -> Case:
    return Case(id=name, fields={"actual_output": text})


def test_a_further_try_takes_its_turn_and_is_paid_for() -> None:
    server = Server([BROKEN, busy(5.0)])
    budget = Budget(calls=10)
    layers = Layers(rates=Rates(rpm=60), patience=Patience(base=0.0))
    answers = run_virtual(ask_many(stack(server, layers, budget=budget), 2))

    assert answers == [GOOD, GOOD]
    assert budget.spent.calls == server.calls == 4
    assert [after - before >= 1 for before, after in zip(server.starts, server.starts[1:], strict=False)] == [True] * 3


def test_who_waits_to_try_again_holds_no_place() -> None:
    server = Server([busy(50.0)], takes=1.0)
    layers = Layers(in_flight=1, patience=Patience(base=0.0))

    async def second() -> float:
        judge = stack(server, layers)
        first = asyncio.ensure_future(judge.ask(question(key="k0")))
        await asyncio.sleep(2)
        room_is_free = server.in_flight == 0
        await first
        assert room_is_free
        return asyncio.get_running_loop().time()

    assert run_virtual(second()) >= 50


def test_what_no_budget_is_left_for_waits_for_nothing() -> None:
    async def asked() -> float:
        judge = stack(Server(), Layers(rates=Rates(rpm=1)), budget=Budget(calls=1))
        await ask_many(judge, 50)
        return asyncio.get_running_loop().time()

    assert run_virtual(asked()) == 0.0


def test_the_time_of_a_call_begins_when_it_is_made() -> None:
    server = Server(takes=0.5)
    answers = run_virtual(ask_many(stack(server, Layers(timeout=1.0, rates=Rates(rpm=60))), 10))

    assert answers == [GOOD] * 10


def test_two_hundred_parts_never_have_more_in_flight_than_allowed() -> None:
    server = Server(takes=1.0)
    result = run_virtual(score_case(compile_plan(MANY), case(), {"judge": stack(server, Layers(in_flight=8))}))

    assert (server.calls, server.peak, result.score) == (200, 8, 1.0)


def test_one_refusal_that_says_when_to_come_back_costs_one_further_call() -> None:
    server = Server([busy(0.1)])
    result = run_virtual(score_case(compile_plan(ONE), case(), {"judge": stack(server)}))

    assert (server.calls, result.score, result.usage.calls) == (2, 1.0, 1)


def test_a_deadline_ends_a_case_and_leaves_no_call_behind() -> None:
    server = Server(takes=5.0)

    async def scored() -> tuple[Result, float]:
        judges = {"judge": once(stack(server, Layers(in_flight=8)))}
        result = await score_case(compile_plan(MANY), case(), judges, deadline=1.0)
        ended = asyncio.get_running_loop().time()
        await asyncio.sleep(100)
        return result, ended

    result, ended = run_virtual(scored())

    assert result.status == "undecided"
    assert {cause.kind for cause in result.causes} == {"timeout"}
    assert ended < 1.3
    assert (server.calls, server.given_up, server.in_flight) == (8, 8, 0)


def test_the_deadline_of_one_case_does_not_cancel_a_call_that_another_waits_for() -> None:
    server = Server([BROKEN], takes=2.0)
    plan = compile_plan(ONE)

    async def both() -> list[Result]:
        judges = {"judge": once(stack(server, Layers(patience=Patience(base=0.1))))}
        hasty = score_case(plan, case(name="hasty"), judges, deadline=1.0)
        patient = score_case(plan, case(name="patient"), judges)
        return list(await asyncio.gather(hasty, patient))

    hasty, patient = run_virtual(both())

    assert (hasty.status, patient.status, patient.score) == ("undecided", "scored", 1.0)
    assert (server.calls, server.given_up) == (2, 0)


def test_after_a_failure_is_given_back_no_call_starts() -> None:
    server = Server(rule=lambda server: Failed(kind="unauthorised", message="no key"), takes=1.0)

    async def scored() -> int:
        await score_case(compile_plan(MANY), case(), {"judge": stack(server, Layers(in_flight=4))}, deadline=2.5)
        calls = server.calls
        await asyncio.sleep(100)
        return calls

    assert run_virtual(scored()) == server.calls == 12


def test_a_whole_stack_keeps_to_the_rules_of_judges() -> None:
    check_judge(lambda: stack(Server(), Layers(timeout=5.0, rates=Rates(rpm=6_000_000)), budget=Budget(calls=1000)))
