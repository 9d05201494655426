"""One pace for all judges of one account: shared, by turns, and strict by the second."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from arbitree.core.records import Answer, Failed
from arbitree.judges.base import Judge
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.judges.quota import Quota
from arbitree.judges.rates import Rates
from arbitree.judges.servers import SERVERS
from arbitree.judges.stack import Layers, stack
from arbitree.providers.base import Auth, Settings
from arbitree.providers.table import PROVIDERS
from arbitree.testing import run_virtual
from tests.judges.rated import SHAPES, Rated, judge_of
from tests.providers.questions import asked


class Keyed(Rated):
    """The same server, asked with a key of its own."""

    key = ""

    def account(self, _auth: Auth | None) -> str:
        return self.key


async def ask_of(judge: Judge, count: int, name: str) -> list[Answer]:
    return list(await asyncio.gather(*(judge.ask(asked(key=f"{name}{number}")) for number in range(count))))


def times(judges: Sequence[Judge], counts: Sequence[int]) -> list[float]:
    """When each judge had all of its answers."""

    async def all_() -> list[float]:
        async def one(judge: Judge, count: int, name: str) -> float:
            answers = await ask_of(judge, count, name)
            assert not any(isinstance(answer, Failed) for answer in answers)
            return asyncio.get_running_loop().time()

        asking = (one(judge, count, str(at)) for at, (judge, count) in enumerate(zip(judges, counts, strict=True)))
        return list(await asyncio.gather(*asking))

    return run_virtual(all_())


def rated(*, headers: bool = False) -> Rated:
    return Rated(SHAPES["bucket of 10"](), says="exact", takes=0.5, headers=headers)


@pytest.mark.parametrize("headers", [True, False], ids=["told", "learnt"])
def test_judges_of_one_account_learn_one_rate(headers: bool) -> None:
    server = rated(headers=headers)
    times([judge_of(server, model=name) for name in ("a", "b", "c")], [200, 200, 200])

    assert server.share_refused < 0.03
    assert server.used > 0.9


def test_a_stated_rate_holds_for_all_judges_of_an_account_together() -> None:
    server = rated()
    times([judge_of(server, Rates(rpm=600), model=name) for name in ("a", "b")], [100, 100])

    assert server.refused == 0
    assert server.used > 0.9


def test_no_judge_is_starved_for_another() -> None:
    server = rated()
    rates = Rates(rpm=600)
    many, few = times([judge_of(server, rates, model="many"), judge_of(server, rates, model="few")], [300, 10])

    # By turns: every second call is the smaller one's until it has what it asked for.
    assert few < 3.5
    assert many > 29


def test_another_key_is_another_account_and_another_server_too() -> None:
    first, second = Keyed(SHAPES["bucket of 10"](), says="exact", takes=0.5), rated()
    first.key = "one"
    ended = times([judge_of(first, Rates(rpm=600)), judge_of(second, Rates(rpm=600))], [100, 100])

    assert max(ended) < 12


@pytest.mark.parametrize(("provider", "shared"), [("openai", False), ("mistral", True)])
def test_limits_are_counted_by_model_where_the_provider_does(provider: str, shared: bool) -> None:
    async def quotas() -> list[Quota]:
        names = ("a", "b")
        return [ProviderJudge(PROVIDERS[provider], Settings(model=name), http=rated()).quota for name in names]

    first, second = run_virtual(quotas())

    assert (first is second) is shared


def test_the_first_question_goes_alone_and_the_others_keep_to_the_rate_after_it() -> None:
    server = Rated(SHAPES["bucket of 10"](), says="exact", takes=3.0)
    times([judge_of(server, Rates(rpm=600))], [40])
    starts = server.arrived

    assert starts[1] > 2.4
    assert max(sum(begin <= one < begin + 1 for one in starts) for begin in starts) <= 10


def test_what_a_server_was_found_to_permit_outlives_the_judge() -> None:
    server = rated()

    async def twice() -> int:
        await ask_of(judge_of(server), 100, "a")
        before = server.refused
        await ask_of(judge_of(server), 100, "b")
        return server.refused - before

    assert run_virtual(twice()) <= 3


def test_a_request_that_is_sent_once_more_waits_its_turn() -> None:
    async def starts() -> list[float]:
        quota, clock = Quota(), asyncio.get_running_loop().time
        found = [(await quota.turn(Rates(rpm=60), 0.0)).at]
        await quota.again()
        found.append(clock())
        found.append((await quota.turn(Rates(rpm=60), 0.0)).at)
        return found

    assert run_virtual(starts()) == pytest.approx([0.0, 1.02, 2.04], abs=0.01)


def test_a_loop_whose_time_jumps_has_quotas_of_its_own() -> None:
    async def quota() -> Quota:
        return SERVERS.quota("http://a", "key")

    assert run_virtual(quota()) is not run_virtual(quota())
    assert asyncio.run(quota()) is asyncio.run(quota())


@pytest.mark.parametrize(
    ("near", "most"),
    [pytest.param(True, 1.2, id="one's own, all at once"), pytest.param(False, 9.0, id="another's, few at first")],
)
def test_a_server_of_ones_own_is_asked_as_much_as_there_is_and_another_one_carefully(near: bool, most: float) -> None:
    server = Rated(SHAPES["bucket of 600"](), says="exact", takes=0.5)
    asking = ProviderJudge(
        PROVIDERS["server"], Settings(model="m", base_url="http://a.invalid"), http=server, near=near
    )
    (took,) = times([stack(asking, Layers(in_flight=200))], [200])

    assert (took < 1.2) is near
    assert took < most


def test_a_server_of_ones_own_that_has_a_limit_all_the_same_is_kept_to_it_once_it_refused() -> None:
    server = Rated(SHAPES["bucket of 10"](), says="exact", takes=0.5)
    settings = Settings(model="m", base_url="http://b.invalid")
    asking = ProviderJudge(PROVIDERS["server"], settings, http=server, near=True)
    times([stack(asking, Layers(in_flight=20))], [300])

    assert server.refused < 20 + 300 * 0.03


def test_what_was_found_out_can_be_forgotten_by_address() -> None:
    one, other = SERVERS.learnt("http://a:1", "server", "m"), SERVERS.learnt("http://b:1", "server", "m")
    SERVERS.forget("http://a:1")

    assert SERVERS.learnt("http://a:1", "server", "m") is not one
    assert SERVERS.learnt("http://b:1", "server", "m") is other


def test_layers_of_one_judge_that_is_wrapped_twice_share_its_pace() -> None:
    server = rated()
    settings = Settings(model="m", base_url="http://rated.invalid/v1")
    asking = ProviderJudge(PROVIDERS["server"], settings, http=server)
    layers = Layers(rates=Rates(rpm=600))
    times([stack(asking, layers), stack(asking, layers)], [60, 60])

    assert server.refused == 0
