"""A judge is made of any object or callable, called as its signature says."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from collections.abc import Awaitable
from typing import Any

import pytest

from arbitree.core.records import Reply
from arbitree.errors import JudgeError
from arbitree.judges.adapt import adapt
from arbitree.judges.loop import run_inline
from arbitree.metrics.dag.schema import (
    BinaryJudgementVerdict,
    MetricScoreReason,
    NonBinaryJudgementVerdict,
    TaskNodeOutput,
)
from arbitree.testing import ScriptedJudge
from tests.judges.questions import question, text


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


def test_a_judge_is_given_back_as_it_is() -> None:
    judge = ScriptedJudge({})
    assert adapt(judge) is judge


class Nameless:
    style = "plain"

    async def ask(self, question: object) -> str:
        return ""


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
        (Nameless(), "a Nameless can be asked, but has no `name`, or no `style` of its prompts"),
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
