"""What calls take is counted try by try, the failed ones too, and no waiting between them."""

from __future__ import annotations

import asyncio

from arbitree.core.records import Answer, Failed, Question, Reply, Style
from arbitree.judges.meter import Call, Metered
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers, stack
from arbitree.testing import check_judge, run_virtual
from tests.judges.questions import question


class Shaky:
    """Fails a few times before it replies."""

    style: Style = "plain"
    name = "shaky"

    def __init__(self, *answers: Answer | None) -> None:
        self.answers = list(answers)

    async def ask(self, question: Question) -> Answer:
        await asyncio.sleep(0.001)
        answer = self.answers.pop(0) if self.answers else Reply(text="yes", input_tokens=100, output_tokens=10)
        if answer is None:
            await asyncio.sleep(1000)
        assert answer is not None
        return answer


BUSY = Failed(kind="rate_limited", message="busy", transient=True, retry_after=5.0)
DECLINED = Failed(kind="refused", message="no", input_tokens=100, output_tokens=2)


def cost(reply: Reply) -> float:
    return reply.input_tokens * 1e-6 + reply.output_tokens * 1e-5


def metered(judge: Shaky) -> tuple[Metered, list[Call]]:
    calls: list[Call] = []
    return Metered(judge, price=cost, listener=calls.append), calls


def test_each_try_is_a_call_and_the_failed_ones_are_told_by_kind() -> None:
    meter, calls = metered(Shaky(BUSY, BUSY))
    judge = stack(meter.judge, Layers(patience=Patience()), meter=lambda _: meter)
    answer = run_virtual(judge.ask(question("a")))

    assert isinstance(answer, Reply)
    assert (meter.took.calls, meter.took.tries, meter.took.failed) == (3, 2, {"rate_limited": 2})
    assert [(call.tried, call.failed) for call in calls] == [(0, "rate_limited"), (1, "rate_limited"), (2, "")]
    assert meter.tried("a") == 2
    assert meter.took.seconds < 5.0


def test_what_a_refusal_took_is_paid_for_too() -> None:
    meter, _ = metered(Shaky(DECLINED))
    run_virtual(meter.ask(question("a")))
    run_virtual(meter.ask(question("b")))

    assert (meter.took.input_tokens, meter.took.output_tokens) == (200, 12)
    assert meter.took.cost is not None and abs(meter.took.cost - 0.00032) < 1e-12


def test_a_call_that_is_given_up_is_a_call() -> None:
    async def scene(meter: Metered) -> None:
        asking = asyncio.ensure_future(meter.ask(question("a")))
        await asyncio.sleep(1)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    meter, calls = metered(Shaky(None))
    run_virtual(scene(meter))

    assert (meter.took.calls, meter.took.failed, calls[0].cost) == (1, {"cancelled": 1}, None)


def test_the_price_of_a_judge_without_one_is_unknown() -> None:
    meter = Metered(Shaky())
    run_virtual(meter.ask(question("a")))

    assert meter.took.cost is None


def test_a_metered_judge_is_a_judge() -> None:
    check_judge(lambda: Metered(Shaky()))
