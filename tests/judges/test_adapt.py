"""A judge is made of any object or callable, called as its signature says."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from arbitree.core.records import Failed, Reply, Shape
from arbitree.errors import JudgeError
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_inline, run_sync
from arbitree.metrics.dag.schema import (
    BinaryJudgementVerdict,
    MetricScoreReason,
    NonBinaryJudgementVerdict,
    TaskNodeOutput,
)
from arbitree.testing import ScriptedJudge
from tests.judges.questions import question


def text(model: object, **given: Any) -> str:
    answer = run_sync(adapt(model).ask(question(**given)))
    assert isinstance(answer, Reply), answer
    return answer.text


def failure(model: object) -> Failed:
    answer = run_sync(adapt(model).ask(question()))
    assert isinstance(answer, Failed), answer
    return answer


class AsyncCallable:
    async def __call__(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return f"async object: {prompt}"


class Callable_:
    def __call__(self, prompt: str) -> str:
        return f"object: {prompt}"


async def a_function(prompt: str) -> str:
    return f"async: {prompt}"


def a_sync_function(prompt: str) -> str:
    return f"sync: {prompt}"


def two(tone: str, prompt: str) -> str:
    return f"{tone}: {prompt}"


async def a_two(tone: str, prompt: str) -> str:
    return f"{tone}: {prompt}"


def gives_awaitable(prompt: str) -> Awaitable[str]:
    return a_function(prompt)


def only_keyword(*, prompt: str) -> str:
    return f"keyword: {prompt}"


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        (a_function, "async: hello"),
        (a_sync_function, "sync: hello"),
        (AsyncCallable(), "async object: hello"),
        (Callable_(), "object: hello"),
        (functools.partial(two, "kind"), "kind: hello"),
        (functools.partial(a_two, "kind"), "kind: hello"),
        (gives_awaitable, "async: hello"),
        (only_keyword, "keyword: hello"),
        (lambda prompt: prompt.upper(), "HELLO"),
        (str.title, "Hello"),
    ],
)
def test_any_callable_is_a_judge(judge: object, said: str) -> None:
    assert text(judge, prompt="hello") == said


def test_an_async_function_is_awaited_in_the_loop_that_asks() -> None:
    seen: list[asyncio.AbstractEventLoop] = []

    async def judge(prompt: str) -> str:
        seen.append(asyncio.get_running_loop())
        return "yes"

    async def ask() -> asyncio.AbstractEventLoop:
        await adapt(judge).ask(question())
        return asyncio.get_running_loop()

    loop = asyncio.run(ask())
    assert seen == [loop]


def test_a_blocking_callable_runs_in_another_thread_with_the_callers_context() -> None:
    tenant: contextvars.ContextVar[str] = contextvars.ContextVar("tenant", default="nobody")
    tenant.set("acme")

    def judge(prompt: str) -> str:
        return f"{tenant.get()} {threading.current_thread().name}"

    assert text(judge) == "acme arbitree-judge"


def test_a_callable_marked_inline_runs_where_it_is_asked() -> None:
    def judge(prompt: str) -> str:
        return threading.current_thread().name

    judge.inline = True  # type: ignore[attr-defined]
    answer = run_inline(adapt(judge).ask(question()))
    assert isinstance(answer, Reply) and answer.text == threading.current_thread().name


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("yes_no", BinaryJudgementVerdict),
        ("one_of", NonBinaryJudgementVerdict),
        ("text", TaskNodeOutput),
        ("list", TaskNodeOutput),
        ("reason", MetricScoreReason),
    ],
)
def test_a_judge_that_takes_a_schema_is_given_the_one_of_the_reply(kind: Any, schema: type) -> None:
    class Judge:
        def generate(self, prompt: str, schema: type | None = None) -> str:
            return str(schema and schema.__name__)

    assert text(Judge(), kind=kind) == schema.__name__


class Positional:
    def generate(self, prompt: str, schema: type, /) -> str:
        return f"positional {schema.__name__}"


class AnyKeyword:
    def generate(self, prompt: str, **settings: Any) -> str:
        return f"kwargs {settings['schema'].__name__}"


class NoSchema:
    def generate(self, prompt: str) -> str:
        return "none"


def takes_it(prompt: str, *, schema: type | None = None) -> str:
    return f"function {schema and schema.__name__}"


def any_keyword(prompt: str, **settings: Any) -> str:
    return f"settings {settings}"


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        (Positional(), "positional BinaryJudgementVerdict"),
        (AnyKeyword(), "kwargs BinaryJudgementVerdict"),
        (NoSchema(), "none"),
        (takes_it, "function BinaryJudgementVerdict"),
        (any_keyword, "settings {}"),
    ],
)
def test_the_schema_is_given_as_the_signature_wants_it(judge: object, said: str) -> None:
    assert text(judge) == said


class Both:
    """Says which of its methods answered."""

    def generate(self, prompt: str) -> str:
        return "generate"

    async def a_generate(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return "a_generate"


def test_of_both_methods_the_async_one_is_used_unless_threads_are_preferred() -> None:
    async def ask(prefer: Any) -> str:
        answer = await adapt(Both(), prefer=prefer).ask(question())
        assert isinstance(answer, Reply)
        return answer.text

    assert asyncio.run(ask("async")) == "a_generate"
    assert asyncio.run(ask("threads")) == "generate"


def test_of_both_methods_of_an_inline_judge_the_sync_one_is_called() -> None:
    class Inline(Both):
        inline = True

    answer = run_inline(adapt(Inline()).ask(question()))
    assert isinstance(answer, Reply) and answer.text == "generate"


def test_an_object_with_only_one_of_the_methods_works_everywhere() -> None:
    class OnlyAsync:
        async def a_generate(self, prompt: str) -> str:
            return "async only"

    async def ask(model: object) -> object:
        return await adapt(model).ask(question())

    for model, said in ((OnlyAsync(), "async only"), (NoSchema(), "none")):
        assert text(model) == said
        assert asyncio.run(ask(model)) == Reply(text=said)


def test_an_a_generate_that_only_calls_generate_does_not_hold_up_the_loop() -> None:
    class Blocking:
        def generate(self, prompt: str) -> str:
            return threading.current_thread().name

        async def a_generate(self, prompt: str) -> str:
            return self.generate(prompt) + " by a_generate"

    assert text(Blocking()) == "arbitree-judge by a_generate"


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
    assert failure(judge).message == f"RuntimeError: no such model (test_adapt.py:{line})"


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


def test_a_judge_is_given_back_as_it_is() -> None:
    judge = ScriptedJudge({})
    assert adapt(judge) is judge


def no_prompt() -> str:
    return ""


def more(prompt: str, tone: str) -> str:
    return tone


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (None, "nothing was given where a judge is needed"),
        ("gpt-x", 'the text "gpt-x" was given where a judge is needed'),
        (7, "a int was given where a judge is needed"),
        (Both, "the class Both was given as a judge"),
        (no_prompt, "no_prompt cannot be called as a judge with a prompt alone: it takes no prompt"),
        (more, "more cannot be called as a judge with a prompt alone: it also needs tone"),
    ],
)
def test_what_cannot_be_a_judge_is_refused_before_any_call(model: object, said: str) -> None:
    with pytest.raises(JudgeError) as refused:
        adapt(model)
    assert str(refused.value).startswith(said)
    assert refused.value.problems[0].mend


@pytest.mark.parametrize(
    ("model", "name"),
    [(Both(), "Both"), (a_function, "a_function"), (functools.partial(two, "kind"), "two"), (Callable_(), "Callable_")],
)
def test_a_judge_has_the_name_of_what_it_is_made_of(model: object, name: str) -> None:
    assert adapt(model).name == name


def test_a_judge_has_the_name_that_its_model_gives() -> None:
    class Named(Both):
        def get_model_name(self) -> str:
            return "gpt-oss-120b"

    assert adapt(Named()).name == "gpt-oss-120b"
