"""What a user's judge gives back or raises becomes a reply or a failure, unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from arbitree.core.records import Failed, Reply, Shape
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_sync
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
        (b"bytes", Shape(kind="text"), "bytes"),
        (None, Shape(kind="text"), ""),
        (object(), Shape(kind="text"), ""),
    ],
)
def test_what_comes_back_becomes_the_text_of_the_reply(value: object, shape: Shape, said: str) -> None:
    def judge(prompt: str) -> object:
        return value

    assert text(judge, kind=shape.kind) == said


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
