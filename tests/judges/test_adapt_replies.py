"""What a user's judge gives back or raises becomes a reply or a failure, unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from unittest.mock import MagicMock

import pytest
from pydantic import BaseModel

from arbitree.core.records import Failed, Reply, Shape
from arbitree.errors import UndecidedWarning
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_sync
from arbitree.metrics import DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from tests.judges.questions import question, text


def failure(model: object) -> Failed:
    answer = run_sync(adapt(model).ask(question()))
    assert isinstance(answer, Failed), answer
    return answer


class Colour(BaseModel):
    verdict: str
    reason: str


@dataclass
class Plain:
    verdict: bool


class ChatMessage:
    content = '{"verdict": true}'


@pytest.mark.parametrize(
    ("value", "shape", "said"),
    [
        ("as it is\n", Shape(kind="yes_no"), "as it is\n"),
        ({"verdict": True, "reason": "é"}, Shape(kind="yes_no"), '{"verdict": true, "reason": "é"}'),
        (Colour(verdict="red", reason="r"), Shape(kind="one_of"), '{"verdict":"red","reason":"r"}'),
        ((Colour(verdict="red", reason="r"), 0.01), Shape(kind="one_of"), '{"verdict":"red","reason":"r"}'),
        (("text", None), Shape(kind="text"), "text"),
        (Plain(verdict=False), Shape(kind="yes_no"), '{"verdict": false}'),
        (True, Shape(kind="yes_no"), '{"verdict": true}'),
        (["a", "b"], Shape(kind="list"), '{"output": ["a", "b"]}'),
        (("a", "b"), Shape(kind="list"), '{"output": ["a", "b"]}'),
        (ChatMessage(), Shape(kind="yes_no"), '{"verdict": true}'),
        (b'{"verdict": true}', Shape(kind="yes_no"), '{"verdict": true}'),
        (3, Shape(kind="text"), '{"output": 3}'),
        ({"answer": "yes"}, Shape(kind="yes_no"), '{"answer": "yes"}'),
        ({"verdict": "Perhaps"}, Shape(kind="yes_no"), '{"verdict": "Perhaps"}'),
    ],
)
def test_what_comes_back_becomes_the_text_of_the_reply(value: object, shape: Shape, said: str) -> None:
    def judge(prompt: str) -> object:
        return value

    assert text(judge, kind=shape.kind) == said


class Strange:
    """An object of somebody's that holds no reply."""


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (None, "gave back None, which"),
        (3, "gave back an int (3), which"),
        (2.5, "gave back a float (2.5), which"),
        (b"\xff", "gave back a bytes (b'\\xff'), which"),
        ({"rating": 3, "of": 5}, 'gave back a dict with "rating", "of", which'),
        ({}, "gave back a dict without keys, which"),
        ([Strange()], "gave back a list of 1, which"),
        (Strange(), "gave back a Strange, which"),
        (Strange, "gave back a type, which"),
        (MagicMock(spec=["model_dump_json"]), "gave back a MagicMock, which"),
        ((None, 0.01), "gave back None, which"),
    ],
)
def test_a_value_that_is_no_reply_is_one_failure_that_names_it_and_says_what_may_be_given_back(
    value: object, named: str
) -> None:
    asked: list[str] = []

    def judge(prompt: str) -> object:
        asked.append(prompt)
        return value

    node = BinaryJudgementNode(criteria="Does it give 30 days?", evaluation_params=["actual_output"])
    node.add_verdict(verdict=True, score=10)
    node.add_verdict(verdict=False, score=0)
    metric = DAGMetric("Days", DeepAcyclicGraph([node]), judge, include_reason=False)
    with pytest.warns(UndecidedWarning):
        assert metric.measure({"input": "How long?", "actual_output": "Within 30 days."}) is None

    result = metric.run({"input": "How long?", "actual_output": "Within 30 days."})
    assert len(asked) == 2
    assert [cause.kind for cause in result.causes] == ["judge_error"]
    assert named in result.causes[0].what
    assert 'give back text, True or False, or a dict or object with "verdict" and "reason"' in result.causes[0].what
    assert metric.error == str(result.causes[0]) and metric.success is False


def test_a_reply_that_a_judge_makes_itself_is_kept() -> None:
    reply = Reply(text="x", probabilities={"yes": 0.9})
    assert run_sync(adapt(lambda prompt: reply).ask(question())) is reply


class Counting:
    """A judge whose code has a mistake in it."""

    def __init__(self, error: BaseException) -> None:
        self.calls = 0
        self.error = error

    def generate(self, prompt: str, schema: type | None = None) -> str:
        self.calls += 1
        raise self.error


class AsyncCounting(Counting):
    async def a_generate(self, prompt: str, schema: type | None = None) -> str:
        self.calls += 1
        await asyncio.sleep(0)
        raise self.error


class InlineCounting(Counting):
    inline = True


@pytest.mark.parametrize("make", [Counting, AsyncCounting, InlineCounting])
@pytest.mark.parametrize("error", [TypeError("unsupported"), KeyError("choices"), asyncio.CancelledError()])
def test_acceptance_20_an_error_of_the_judges_own_is_kept_as_itself_after_one_call(
    make: Callable[[BaseException], Counting], error: BaseException
) -> None:
    judge = make(error)
    failed = failure(judge)
    assert failed.error is error
    assert failed.kind == "judge_error"
    assert judge.calls == 1


def test_a_stop_iteration_out_of_a_blocking_judge_is_kept_as_itself() -> None:
    replies = iter(["only one"])
    judge = adapt(lambda prompt: next(replies))
    assert run_sync(judge.ask(question())) == Reply(text="only one")
    failed = run_sync(judge.ask(question()))
    assert isinstance(failed, Failed) and isinstance(failed.error, StopIteration)


def test_a_failure_says_what_was_raised_and_where_in_the_judges_code() -> None:
    def judge(prompt: str) -> str:
        raise RuntimeError("no such model")

    line = judge.__code__.co_firstlineno + 1
    assert failure(judge).message == f"RuntimeError: no such model (test_adapt_replies.py:{line})"


def test_the_traceback_of_a_failure_begins_in_the_judges_code() -> None:
    error = failure(Counting(TypeError("x"))).error
    assert error is not None and error.__traceback__ is not None
    assert error.__traceback__.tb_frame.f_code.co_name == "generate"


@pytest.mark.parametrize(
    ("raw", "text_read"),
    [
        ("oops", "oops"),
        ('```json\n{"verdict": true, "reason": "r"}\n```', '```json\n{"verdict": true, "reason": "r"}\n```'),
        ('{"reason": "r"}', '{"reason": "r"}'),
        ('{"verdict": "perhaps", "reason": "r"}', '{"verdict": "perhaps"}'),
    ],
)
def test_a_reply_that_the_judges_code_cannot_validate_is_read_as_a_reply(raw: str, text_read: str) -> None:
    class Strict:
        def generate(self, prompt: str, schema: type[BaseModel]) -> BaseModel:
            return schema.model_validate_json(raw)

    assert text(Strict()) == text_read


def test_a_validation_error_of_the_judges_own_model_is_its_failure() -> None:
    class Strict:
        def generate(self, prompt: str, schema: type[BaseModel]) -> BaseModel:
            return Colour.model_validate({})

    assert failure(Strict()).message.startswith("ValidationError")
