"""The judge of a model server, against a server of this machine."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import Any

import pytest

from arbitree.core.records import Failed, Question, Reply
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.testing import check_judge
from arbitree.testing.server import LoopbackServer
from tests.judges.raw_server import RawServer, response
from tests.providers.questions import asked

pytestmark = pytest.mark.loopback


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer({"30 days": True}) as running:
        yield running


@pytest.mark.parametrize("end", ["", "/chat/completions", "/responses", "/messages"])
def test_a_judge_keeps_to_the_rules_of_judges(server: LoopbackServer, end: str) -> None:
    check_judge(lambda: judge_from(f"{server.url}{end}#m"))


@pytest.mark.parametrize("end", ["/chat/completions", "/responses", "/messages"])
def test_a_question_is_answered_in_every_protocol(server: LoopbackServer, end: str) -> None:
    answer = run_sync(judge_from(f"{server.url}{end}#m").ask(asked()))

    assert isinstance(answer, Reply)
    assert json.loads(answer.text)["verdict"] is True
    assert answer.model == "m"
    assert answer.input_tokens > 0


def test_a_failure_names_the_judge(server: LoopbackServer) -> None:
    answer = run_sync(judge_from(f"{server.url}#m").ask(asked(evidence=(), asks="Is it polite?")))

    assert isinstance(answer, Failed)
    assert answer.message.startswith(f"{server.url}#m: 422: ")


def test_what_was_really_used_is_told(server: LoopbackServer) -> None:
    judge = judge_from(f"{server.url}#m")
    assert isinstance(judge, ProviderJudge)
    assert judge.used == {}
    for number in range(3):
        run_sync(judge.ask(asked(key=f"k{number}")))

    assert judge.used == {
        "form": "json_schema",
        "temperature": "0",
        "model": "m",
        "logprobs": "asked for, and silently left out",
    }


def test_the_nodes_of_a_case_share_a_prefix_that_the_server_has_cached() -> None:
    evidence = (("Actual Output", "Within 30 days. " * 200),)
    with LoopbackServer({"30 days": True}, caches_prefixes=True) as server:
        judge = judge_from(f"{server.url}#m")
        first = run_sync(judge.ask(asked(evidence=evidence)))
        second = run_sync(judge.ask(asked(evidence=evidence, asks="Is it kind?")))

    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert first.cached_tokens == 0
    assert second.cached_tokens > 0.8 * second.input_tokens


def test_a_decision_keeps_its_probabilities_and_has_no_reason() -> None:
    answers = {"q0": {"type": "noul", "noul": 0.12}}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.head(reader)
        writer.write(response(json.dumps({"model": "openjev", "answers": answers}).encode()))
        await writer.drain()

    server = RawServer(serve)
    with server:
        answer = run_sync(judge_from(f"{server.url}/v1/systemone").ask(asked()))

    assert answer == Reply(text='{"verdict": false}', probabilities={"yes": 0.12, "no": 0.88}, model="openjev")
    assert server.heads[0].startswith("POST /v1/systemone ")


@pytest.fixture(scope="module")
def sparrow() -> Iterator[str]:
    """The address of a real server of decisions with a small real model."""
    sparrow_decider = pytest.importorskip("sparrow_decider")
    from sparrow_decider import cli

    started: list[ThreadingHTTPServer] = []

    class Server(ThreadingHTTPServer):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            started.append(self)
            ready.set()

    ready = threading.Event()
    original, cli.ThreadingHTTPServer = cli.ThreadingHTTPServer, Server
    thread = threading.Thread(target=cli.main, args=(["serve", "--port", "0"],), daemon=True)
    thread.start()
    assert ready.wait(30), sparrow_decider.__version__
    yield f"http://127.0.0.1:{started[0].server_port}/v1/systemone"
    started[0].shutdown()
    thread.join(10)
    started[0].server_close()
    cli.ThreadingHTTPServer = original


def decisions(address: str) -> list[Question]:
    """Yes/no questions and choices about one reply."""
    return [asked(), asked("one_of", key="k2"), asked("one_of", options=("refund", "Ärger", "a, b: c"), key="k3")]


def test_a_real_model_of_decisions_answers_in_the_form_that_is_documented(sparrow: str) -> None:
    judge = judge_from(sparrow)
    for question in decisions(sparrow):
        answer = run_sync(judge.ask(question))

        assert isinstance(answer, Reply), answer
        labels = question.shape.options or ("yes", "no")
        assert tuple(answer.probabilities or ()) == labels
        assert sum((answer.probabilities or {}).values()) == pytest.approx(1.0, abs=0.01)
        assert answer.model.startswith("sparrow-nano")
