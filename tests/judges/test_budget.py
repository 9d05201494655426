"""Budgets of calls, tokens and money: kept to, shared, and cleanly used up."""

from __future__ import annotations

import asyncio

import pytest

from arbitree.core.records import Answer, Failed, Reply
from arbitree.errors import UsageError
from arbitree.judges.budget import Budget, budgeted
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers, stack
from arbitree.testing import ScriptedJudge
from arbitree.testing.virtual import run_virtual
from tests.judges.questions import question
from tests.judges.servers import BROKEN, GOOD, Server, ask_many


def kinds(answers: list[Answer]) -> dict[str, int]:
    found: dict[str, int] = {}
    for answer in answers:
        kind = answer.kind if isinstance(answer, Failed) else "good"
        found[kind] = found.get(kind, 0) + 1
    return found


def test_no_call_is_made_beyond_the_budget() -> None:
    server = Server(takes=1.0)
    answers = run_virtual(ask_many(budgeted(server, Budget(calls=30)), 100))

    assert kinds(answers) == {"good": 30, "budget": 70}
    assert server.calls == 30


def test_what_is_refused_says_what_is_used_up_and_does_not_pass() -> None:
    budget = Budget(calls=0)
    (answer,) = run_virtual(ask_many(budgeted(Server(), budget), 1))

    assert answer == Failed(kind="budget", message="the budget of 0 calls is used up")
    assert budget.used_up == "0 calls"


def test_further_tries_are_paid_for_too() -> None:
    server = Server(rule=lambda server: BROKEN)
    layers = Layers(patience=Patience(retries=4, base=0.1))
    answers = run_virtual(ask_many(stack(server, layers, budget=Budget(calls=7)), 3))

    assert server.calls == 7
    assert "budget" in kinds(answers)


def test_tokens_end_near_their_budget() -> None:
    server = Server(takes=1.0, rule=lambda server: Reply(text="x", input_tokens=60, output_tokens=40))
    budget = Budget(tokens=10_000)
    run_virtual(ask_many(budgeted(server, budget), 500, at_once=8))

    assert 9_000 <= budget.spent.tokens <= 10_100


def test_money_ends_near_its_budget() -> None:
    def price(reply: Reply) -> float:
        return reply.input_tokens * 1e-6 + reply.output_tokens * 4e-6

    server = Server(takes=1.0)
    budget = Budget(cost=0.01)
    run_virtual(ask_many(budgeted(server, budget, price=price), 500, at_once=8))

    assert 0.009 <= budget.spent.cost <= 0.0102


def test_judges_can_share_a_budget() -> None:
    one, other = Server(), Server()
    budget = Budget(calls=10)

    async def both() -> None:
        await ask_many(budgeted(one, budget), 6)
        await ask_many(budgeted(other, budget), 6)

    run_virtual(both())

    assert (one.calls, other.calls) == (6, 4)


def test_a_call_that_is_given_up_is_paid_for_and_leaves_no_room_taken() -> None:
    server = Server(takes=5.0)
    budget = Budget(calls=2)

    async def given_up() -> list[Answer]:
        judge = budgeted(server, budget)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.0):
                await judge.ask(question())
        return await ask_many(judge, 2)

    assert kinds(run_virtual(given_up())) == {"good": 1, "budget": 1}
    assert budget.spent.calls == 2


def test_an_inline_judge_has_a_budget_and_stays_inline() -> None:
    judge = stack(ScriptedJudge({"window": True}), budget=Budget(calls=1))

    assert getattr(judge, "inline", False) is True
    assert kinds(run_virtual(ask_many(judge, 2))) == {"good": 1, "budget": 1}


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(UsageError, match="is none"):
        Budget(calls=-1)


def test_a_budget_that_is_not_reached_changes_nothing() -> None:
    assert run_virtual(ask_many(budgeted(Server(), Budget(calls=9, tokens=10**6, cost=5.0)), 3)) == [GOOD] * 3
