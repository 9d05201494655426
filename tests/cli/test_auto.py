"""Without `--judge` nobody is guessed: what is found is told first, and what costs needs a yes."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from arbitree.cli import finding
from arbitree.judges.auto import Candidate, keyed, local, models_at, variables
from arbitree.testing.server import LoopbackServer
from tests.cli.calling import CASES, RUBRIC, RULES, Call

RUN = ("run", RUBRIC, CASES, "--only", "full")


@pytest.fixture(autouse=True)
def nothing_around(monkeypatch: pytest.MonkeyPatch) -> list[Candidate]:
    """No key, and only those servers on this machine that a test adds."""
    for name in (*variables(), "OPENAI_BASE_URL", "ARBITREE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    servers: list[Candidate] = []

    async def found() -> tuple[Candidate, ...]:
        return tuple(servers)

    monkeypatch.setattr(finding, "local", found)
    return servers


def test_off_a_terminal_with_nothing_there_every_case_is_undecided(call: Call) -> None:
    said = call("run", RUBRIC, CASES)

    assert said.code == 3
    assert "J152" in said.err and "no key in OPENAI_API_KEY" in said.err and "--judge person at a terminal" in said.err
    assert "0 passed, 0 failed, 12 undecided" in said.out and "no_judge" in said.out


def test_what_needs_no_judge_is_scored_all_the_same(call: Call) -> None:
    Path("r.yaml").write_text("arbitree: 1\nnodes:\n  a: {check: {contains: yes}, shows: [out]}\n", encoding="utf-8")
    Path("c.jsonl").write_text('{"id": "1", "out": "yes"}\n', encoding="utf-8")
    said = call("run", "r.yaml", "c.jsonl")

    assert said.code == 0 and "J152" not in said.err


def test_a_key_is_not_used_unasked_off_a_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-mine")
    said = call(*RUN)

    assert said.code == 3
    assert "OPENAI_API_KEY is set" in said.err and "--yes takes openai:" in said.err and "3 calls" in said.err
    assert "sk-secret" not in said.err + said.out


@pytest.mark.loopback
def test_with_yes_a_key_is_used_and_what_it_may_cost_is_told_first(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: dict[str, Any] = {"List every": "30 days", "give a time limit": True, "Which of these": "Both"}
    with LoopbackServer(answers) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-mine")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        said = call(*RUN, "--yes")

    assert said.code == 0, said.err
    told = said.err.splitlines()[0]
    assert told.startswith("No judge is named: openai:") and "calls, cost" in told
    assert "OPENAI_BASE_URL says" in told and "texts are sent there" in told
    run = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))
    assert run["judges"]["judge"].startswith("openai:")


def test_a_dry_run_tells_what_the_first_would_take_and_sends_nothing(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "k")
    said = call(*RUN, "--dry-run")

    assert said.code == 0 and "What the run would take" in said.out


@pytest.mark.loopback
def test_the_one_model_of_a_server_on_this_machine_is_used(call: Call, nothing_around: list[Candidate]) -> None:
    with LoopbackServer({"List every": "30 days", "give a time": True, "Which of": "Both"}) as server:
        nothing_around.append(Candidate(f"{server.url}#small", "a server on this machine, port 8000", True))
        said = call(*RUN)

    assert said.code == 0, said.err
    assert "port 8000; nothing leaves it" in said.err and "cost $0" in said.err


def test_of_several_models_none_is_guessed(call: Call, nothing_around: list[Candidate]) -> None:
    nothing_around += [Candidate(f"ollama:{name}?url=x", "a server", True) for name in ("one", "two")]
    said = call(*RUN)

    assert said.code == 3 and "several models: ollama:one, ollama:two" in said.err


def test_nobody_is_looked_for_while_something_else_is_to_be_mended(call: Call) -> None:
    said = call(*RUN, "--threshold", "5")

    assert said.code == 2 and "did you mean 0.5?" in said.err
    assert "J152" not in said.err and "nobody answers" not in said.err


def test_auto_is_as_good_as_nothing(call: Call) -> None:
    assert call(*RUN, "--judge", "auto").code == 3
    assert call(*RUN, "--judge", "auto", "--judge", "judge=" + RULES).code == 2


def test_keys_are_found_in_the_order_of_the_table_and_empty_ones_are_none() -> None:
    found = keyed({"GEMINI_API_KEY": "a", "OPENAI_API_KEY": "b", "MISTRAL_API_KEY": "  "})

    assert [one.judge.partition(":")[0] for one in found] == ["openai", "gemini"]


class _Models(BaseHTTPRequestHandler):
    """Serves whatever the server holds as the list of models."""

    def do_GET(self) -> None:
        body = self.server.listed if self.path == "/v1/models" else b""  # type: ignore[attr-defined]
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def models() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Models)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (b'{"data": [{"id": "b"}, {"id": "a"}, {"id": "x?key=K"}, {"id": 3}, "c"]}', ("a", "b")),
        (b'{"data": []}', ()),
        (b"<html>another thing</html>", ()),
        (b'["a"]', ()),
        (b"", ()),
    ],
)
def test_only_what_lists_models_is_a_model_server(
    models: ThreadingHTTPServer, listed: bytes, found: tuple[str, ...]
) -> None:
    models.listed = listed  # type: ignore[attr-defined]

    assert asyncio.run(models_at(models.server_port)) == found


@pytest.mark.loopback
def test_a_port_where_nobody_listens_has_no_models() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Models)
    server.server_close()

    assert asyncio.run(models_at(server.server_port)) == ()


def test_local_servers_are_named_with_the_address_that_was_asked() -> None:
    async def ports(port: int) -> tuple[str, ...]:
        return {11434: ("llama3.2",), 8000: ("qwen",)}.get(port, ())

    assert [one.judge for one in asyncio.run(local(ports))] == [
        "ollama:llama3.2?url=http://127.0.0.1:11434",
        "vllm:qwen?url=http://127.0.0.1:8000/v1",
    ]


if sys.platform != "win32":
    from tests.cli.terminal import AtTerminal

    def test_at_a_terminal_one_chooses_and_sees_the_cost_first(tmp_path: Path) -> None:
        asked = AtTerminal(tmp_path, RUN, {"OPENAI_API_KEY": "sk-secret-of-mine"})
        listed = asked.until("Enter: none] ")
        assert "1  openai:" in listed and "calls, cost" in listed and "person  (you" in listed
        asked.type("\n")

        assert asked.ended() == 2
        assert "no judge was chosen" in asked.text and "sk-secret" not in asked.text

    def test_at_a_terminal_with_nothing_there_you_are_the_judge(tmp_path: Path) -> None:
        asked = AtTerminal(tmp_path, RUN)
        shown = asked.until("> ")
        assert "you are the judge" in shown or "Which one?" in shown

        assert asked.interrupted() == 130
