"""A user's judge made of the `openai` package's own objects, against a server of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from arbitree import Rubric
from arbitree.judges.loop import run_sync
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph, NonBinaryJudgementNode, TaskNode
from arbitree.models import DeepEvalBaseLLM
from arbitree.test_case import LLMTestCase, SingleTurnParams
from arbitree.testing.server import Faults, LoopbackServer

openai = pytest.importorskip("openai")
pytestmark = pytest.mark.loopback

CASE = LLMTestCase(input="Can I return it?", actual_output="Within 30 days. You pay the shipping.")
SCRIPT = {"List every fact": "30 days; you pay", "time limit": True, "facts are present": "Both"}


class PackageJudge(DeepEvalBaseLLM):
    """Keeps one client of each kind, as users do, and asks for JSON in the shape of the schema."""

    def __init__(self, url: str) -> None:
        self.client = openai.OpenAI(api_key="any", base_url=url, max_retries=4)
        self.async_client = openai.AsyncOpenAI(api_key="any", base_url=url, max_retries=4)

    def load_model(self) -> Any:
        return self.client

    def get_model_name(self) -> str:
        return "openai/gpt-oss-120b"

    def asked(self, prompt: str, schema: Any) -> dict[str, Any]:
        form = {"name": schema.__name__, "schema": schema.model_json_schema()} if schema else None
        more = {"response_format": {"type": "json_schema", "json_schema": form}} if form else {}
        return {"model": self.get_model_name(), "messages": [{"role": "user", "content": prompt}], **more}

    def generate(self, prompt: str, schema: Any = None) -> Any:
        text = self.client.chat.completions.create(**self.asked(prompt, schema)).choices[0].message.content
        return schema.model_validate_json(text) if schema else text

    async def a_generate(self, prompt: str, schema: Any = None) -> Any:
        reply = await self.async_client.chat.completions.create(**self.asked(prompt, schema))
        text = reply.choices[0].message.content
        return schema.model_validate_json(text) if schema else text


@contextmanager
def kept(url: str) -> Iterator[PackageJudge]:
    """A judge whose clients are closed in the end, the async one in the loop that it served in."""
    judge = PackageJudge(url)
    try:
        yield judge
    finally:
        judge.client.close()
        run_sync(judge.async_client.close())


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer(SCRIPT) as running:
        yield running


def metric(judge: object, **more: Any) -> DAGMetric:
    details = NonBinaryJudgementNode(criteria="Which facts are present?")
    for verdict, score in (("Both", 10), ("Only one", 6), ("Neither", 3)):
        details.add_verdict(verdict=verdict, score=score)
    window = BinaryJudgementNode(criteria="Do the facts give a time limit?")
    window.add_verdict(verdict=True, then=details)
    window.add_verdict(verdict=False, score=0)
    facts = TaskNode(
        instructions="List every fact on returns.",
        output_label="Facts",
        evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
    )
    facts.add_node(window)
    facts.add_node(details)
    return DAGMetric("Return reply", DeepAcyclicGraph([facts]), judge, include_reason=False, **more)


def test_the_packages_clients_serve_call_after_call_sync_and_async(server: LoopbackServer) -> None:
    with kept(server.url) as judge:
        one = metric(judge)
        assert [one.measure(CASE), one.measure(CASE)] == [1.0, 1.0]
        assert metric(judge, async_mode=False).measure(CASE) == 1.0

    assert server.counts.requests == 9
    assert one.evaluation_model == "openai/gpt-oss-120b"


def test_a_kept_async_client_serves_inside_a_running_loop(server: LoopbackServer) -> None:
    async def twice() -> list[float | None]:
        judge = PackageJudge(server.url)
        one = metric(judge)
        async with judge.async_client:
            return [await one.a_measure(CASE), await one.a_measure(CASE)]

    assert asyncio.run(twice()) == [1.0, 1.0]


def test_what_the_client_raises_comes_out_of_measure_as_itself_and_a_run_goes_on() -> None:
    with LoopbackServer(SCRIPT, faults={"400": 1.0}) as server, kept(server.url) as judge:
        with pytest.raises(openai.BadRequestError):
            metric(judge).measure(CASE)
        result = metric(judge).run(CASE)

    assert result.status == "undecided"
    assert isinstance(result.exception, openai.BadRequestError)
    assert [cause.kind for cause in result.causes] == ["judge_error"]


def test_the_clients_own_retries_are_left_to_it() -> None:
    with (
        LoopbackServer(SCRIPT, faults=Faults(rates={"429": 1.0}, most=1, retry_after=0.01)) as server,
        kept(server.url) as judge,
    ):
        assert metric(judge).measure(CASE) == 1.0
    assert server.counts.requests == 6


def test_what_the_client_gives_back_may_be_given_back_as_it_is(server: LoopbackServer) -> None:
    rubric = Rubric.loads("{arbitree: 1, nodes: {t: {ask: Is there a time limit?, shows: [actual_output]}}}")
    with openai.OpenAI(api_key="any", base_url=server.url) as client:

        def completion(prompt: str) -> Any:
            return client.chat.completions.create(model="m", messages=[{"role": "user", "content": prompt}])

        def message(prompt: str) -> Any:
            return completion(prompt).choices[0].message

        for judge in (completion, message):
            [result] = rubric.run([{"actual_output": "Within 30 days."}], judge=judge)
            assert result.score == 1.0, result.error
