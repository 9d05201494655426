"""The loopback server: what it serves, in each form, and what it counts."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.wording import Wording
from arbitree.core.records import Shape
from arbitree.testing import in_turn, raw
from arbitree.testing.server import FAULTS, Asked, Fault, LoopbackServer
from arbitree.testing.server.__main__ import main
from arbitree.testing.server.asked import asked_by
from tests.meta.source import ROOT
from tests.testing.client import YES_NO, chat, post

pytestmark = pytest.mark.loopback

SHAPES = (
    Shape(kind="yes_no"),
    Shape(kind="one_of", options=("Both", "It's one", "Neither")),
    Shape(kind="text"),
    Shape(kind="list"),
    Shape(kind="reason"),
)


def test_answers_are_found_by_words_of_the_prompt() -> None:
    with LoopbackServer({"polite": True, "rude": False}) as server:
        assert post(server, chat("Is it polite?")).verdict is True
        assert post(server, chat("Is it rude?")).verdict is False


def test_a_function_of_the_request_answers() -> None:
    def script(asked: Asked) -> bool:
        return "30 days" in asked.prompt and asked.model == "m"

    with LoopbackServer(script) as server:
        assert post(server, chat("Does 30 days say so?")).verdict is True
        assert post(server, chat("Does any time say so?")).verdict is False


def test_a_prompt_without_an_answer_is_refused_and_counted() -> None:
    with LoopbackServer({"polite": True}) as server:
        got = post(server, chat("Is it kind?"))

        assert got.status == 422
        assert "Is it kind?" in got.json["error"]["message"]
        assert server.counts.unscripted == 1


def test_a_field_that_is_refused_is_named() -> None:
    with LoopbackServer({"polite": True}, refuses=["seed"]) as server:
        refused = post(server, chat("polite?", seed=1))

        assert refused.status == 400
        assert refused.json["error"]["message"] == "Unsupported parameter: 'seed'"
        assert refused.json["error"]["param"] == "seed"
        assert post(server, chat("polite?")).verdict is True


def test_equal_requests_are_answered_in_turn() -> None:
    with LoopbackServer({"polite": in_turn(Fault("503"), raw("oops"), True)}) as server:
        first, second, third = (post(server, chat("polite?")) for _ in range(3))

        assert (first.status, second.text, third.verdict) == (503, "oops", True)
        assert list(server.counts.keys.values()) == [3]


def test_responses_and_messages_are_served_in_their_own_form() -> None:
    asks = {"type": "json_schema", "name": "reply", "schema": YES_NO}
    with LoopbackServer({"polite": True}) as server:
        responses = post(server, {"model": "m", "input": "polite?", "text": {"format": asks}}, path="/v1/responses")
        body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "polite?"}]}
        messages = post(server, {**body, "output_config": {"format": asks}}, path="/v1/messages")

        assert json.loads(responses.json["output"][0]["content"][0]["text"])["verdict"] is True
        assert json.loads(messages.json["content"][0]["text"])["verdict"] is True
        assert messages.json["usage"]["output_tokens"] > 0


def test_a_forced_tool_is_called() -> None:
    tool = {"name": "reply", "input_schema": YES_NO}
    body: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]}
    with LoopbackServer({"x": True}) as server:
        got = post(
            server, {**body, "tools": [tool], "tool_choice": {"type": "tool", "name": "reply"}}, path="/messages"
        )

        block = got.json["content"][0]
        assert (block["type"], block["name"], block["input"]["verdict"]) == ("tool_use", "reply", True)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
@pytest.mark.parametrize("layout", [fenced, plain], ids=["fenced", "plain"])
def test_the_shape_is_read_from_our_own_prompts_where_no_schema_is_sent(shape: Shape, layout: Any) -> None:
    messages = layout.layout(Wording(asks="Which?", shape=shape), [])
    body = {"messages": [{"role": message.role, "content": message.content} for message in messages]}

    assert asked_by("chat", body, key="k", occurrence=0).shape == shape


def test_without_a_script_the_same_question_always_gets_the_same_answer() -> None:
    with LoopbackServer() as server, LoopbackServer() as other, LoopbackServer(seed=1) as differing:
        prompts = [chat(f"Question {number}?") for number in range(12)]
        answers = [[post(one, prompt).verdict for prompt in prompts] for one in (server, other, differing)]

        assert answers[0] == answers[1] != answers[2]
        assert set(answers[0]) == {True, False}


def test_requests_on_one_connection_are_answered_one_after_the_other() -> None:
    with LoopbackServer({"polite": True}) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        for _ in range(3):
            connection.request("POST", "/v1/chat/completions", json.dumps(chat("polite?")))
            assert connection.getresponse().read()
        connection.close()

        assert (server.counts.requests, server.counts.connections) == (3, 1)


def test_a_chunked_request_is_read() -> None:
    with LoopbackServer({"polite": True}) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        pieces = iter([b'{"model": "m", "messages": [{"role": "user", ', b'"content": "polite?"}]}'])
        connection.request("POST", "/v1/chat/completions", pieces, encode_chunked=True)
        assert b"as scripted" in connection.getresponse().read()
        connection.close()


def test_requests_beyond_the_limit_are_refused_and_told_when_to_come_back() -> None:
    with LoopbackServer({"polite": True}, rpm=60, burst=2) as server:
        got = [post(server, chat("polite?")) for _ in range(3)]

        assert [one.status for one in got] == [200, 200, 429]
        assert 0 < float(got[2].headers["retry-after"]) <= 1
        assert got[0].headers["x-ratelimit-remaining-requests"] == "1"
        assert server.counts.refused == 1


def test_tokens_beyond_the_limit_are_refused() -> None:
    with LoopbackServer({"polite": True}, tpm=600) as server:
        got = [post(server, chat("polite" * 10)).status for _ in range(2)]

        assert got == [200, 429]


def test_models_and_counts_can_be_asked_for() -> None:
    with LoopbackServer({"polite": True}) as server:
        post(server, chat("polite?"))
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("GET", "/v1/models")
        models = json.loads(connection.getresponse().read())
        connection.request("GET", "/counts")
        counts = json.loads(connection.getresponse().read())
        connection.close()

        assert models["data"][0]["id"] == "scripted"
        assert (counts["requests"], counts["answered"], counts["keys"]) == (1, 1, 1)


def test_a_prefix_that_was_seen_is_reported_as_cached() -> None:
    with LoopbackServer({"x": True}, caches_prefixes=True) as server:
        usages = [post(server, chat("x" * 2000 + end)).json["usage"] for end in ("one", "two")]

        assert [usage["prompt_tokens_details"]["cached_tokens"] for usage in usages] == [0, 384]


def test_a_stopped_server_leaves_no_connection_and_can_start_again() -> None:
    server = LoopbackServer({"polite": Fault("hang")})
    with server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("POST", "/v1/chat/completions", json.dumps(chat("polite?")))
        while not server.counts.requests:
            pass
    with pytest.raises(ConnectionError):
        connection.getresponse()
    connection.close()

    assert server.counts.given_up == 1
    with server:
        assert post(server, chat("kind?")).status == 422


def test_the_faults_on_the_page_are_those_there_are() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", (ROOT / "docs/testing.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert dict(rows) == dict(FAULTS)


def test_it_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('{"polite": true}', encoding="utf-8")
    command = [sys.executable, "-m", "arbitree.testing.server", "--script", str(script), "--fault", "503=0.0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        request = urllib.request.Request(f"{address}/chat/completions", json.dumps(chat("polite?")).encode())
        with urllib.request.urlopen(request, timeout=5) as response:
            assert b"as scripted" in response.read()
        process.send_signal(signal.SIGINT)
        counts = json.loads(process.stdout.readline())

    assert (counts["requests"], counts["answered"], process.returncode) == (1, 1, 0)


def test_a_wrong_flag_is_answered_with_what_is_known() -> None:
    done = CliRunner().invoke(main, ["--fault", "hnag=0.1"])

    assert done.exit_code == 2
    assert 'did you mean "hang"?' in done.output
