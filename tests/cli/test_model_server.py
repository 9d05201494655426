"""A run against a model server: what is recorded of it, and that its key is recorded nowhere."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from arbitree.testing.server import LoopbackServer
from tests.cli.calling import CASES, RUBRIC, Call
from tests.judges.raw_server import answering

pytestmark = pytest.mark.loopback

CANARY = "sk-canary-4f1d9c7a2b8e"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


def test_a_run_records_what_was_really_used(call: Call, server: LoopbackServer) -> None:
    said = call("run", RUBRIC, CASES, "--judge", f"{server.url}#a-model")

    assert said.code in (0, 1, 3), said.err
    summary = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))
    assert summary["used"] == {
        "judge": {
            "form": "json_schema",
            "temperature": "0",
            "model": "a-model",
            "logprobs": "asked for, and silently left out",
        }
    }


def test_a_run_tells_what_each_judge_took_and_the_ledger_does_too(call: Call) -> None:
    with LoopbackServer(faults={"503": 0.2, "off_menu": 0.1}, seed=3) as server:
        call("run", RUBRIC, CASES, "--judge", f"{server.url}#a-model")
        made = server.counts.requests
    summary = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))
    [took] = summary["spent"]["judges"]
    lines = [json.loads(line) for line in Path("runs/latest/log.jsonl").read_text(encoding="utf-8").splitlines()]
    calls = [line for line in lines if line["event"] == "call"]
    [kept] = json.loads(call("ledger", "stats", "--json").out)["judges"]

    assert took["calls"] == len(calls) == made
    assert took["tries"] == summary["spent"]["tries"] == sum(call.get("tried", 0) > 0 for call in calls) > 0
    assert took["failed"] == {"server_error": took["tries"]} and took["asked_again"] > 0
    assert took["input_tokens"] == sum(call.get("input_tokens", 0) for call in calls) == kept["input_tokens"] > 0
    assert took["cost"] == 0 and took["seconds"] > 0 and kept["seconds"] > 0
    assert kept["tries"] == took["tries"] and kept["replies"] == summary["spent"]["calls"]


def test_what_a_server_does_not_take_is_said_once_and_recorded(call: Call) -> None:
    with LoopbackServer(refuses=["response_format", "logprobs"]) as server:
        said = call("run", RUBRIC, CASES, "--judge", f"{server.url}#m", "--no-ledger")
        requests = server.counts.requests

    summary = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))
    assert said.err.count("does not take") == 1
    assert f"{server.url}#m does not take json_schema, json_object, logprobs: it was asked without" in said.err
    assert summary["used"]["judge"]["form"] == "prompt"
    assert summary["used"]["judge"]["logprobs"] == "refused: 400: Unsupported parameter: 'logprobs'"
    assert requests == summary["counts"]["usage"]["calls"] + 3


def test_what_was_not_asked_is_not_said_to_have_been_used(call: Call, server: LoopbackServer) -> None:
    for _ in range(2):
        call("run", RUBRIC, CASES, "--judge", f"{server.url}#a-model")

    assert "used" not in json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))


def test_what_a_server_took_from_its_cache_is_counted_in_every_record(call: Call) -> None:
    asks = [f"{{ask: '{words}', shows: [actual_output]}}" for words in ("Is it kind?", "Is it short?", "Is it true?")]
    Path("r.yaml").write_text(f"{{arbitree: 1, nodes: {{all: {{weigh: [{', '.join(asks)}]}}}}}}", encoding="utf-8")
    rows = [{"id": f"q{number}", "actual_output": f"{number} " + "Within 30 days. " * 200} for number in range(4)]
    Path("c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with LoopbackServer(caches_prefixes=True) as server:
        said = call("run", "r.yaml", "c.jsonl", "--judge", f"{server.url}#m", "--concurrency", "1", "--no-ledger")

    kept = [json.loads(line)["usage"] for line in Path("runs/latest/results.jsonl").read_text("utf-8").splitlines()]
    total = json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))["counts"]["usage"]
    assert total == {key: sum(usage[key] for usage in kept) for key in total}
    # Of the three questions of a case two find nearly all of their prompt in the cache.
    assert 0.55 < total["cached_tokens"] / total["input_tokens"] < 0.67
    assert f"in ({total['cached_tokens']:,} from a cache)" in said.out


def test_a_second_run_asks_nothing(call: Call, server: LoopbackServer) -> None:
    for _ in range(2):
        call("run", RUBRIC, CASES, "--judge", f"{server.url}#a-model")
        asked = server.counts.requests
    assert server.counts.requests == asked > 0
    call("run", RUBRIC, CASES, "--judge", f"{server.url}#a-model?temperature=0.5")
    assert server.counts.requests > asked


@pytest.mark.parametrize("fault", [{}, {"401": 1.0}, {"malformed": 1.0}])
def test_a_key_stands_in_nothing_that_a_run_leaves_or_says(
    call: Call, monkeypatch: pytest.MonkeyPatch, fault: dict[str, float]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with LoopbackServer(faults=fault) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        said = call("run", RUBRIC, CASES, "--judge", "openai:a-model", "--retries", "0")

    assert server.counts.requests > 0
    left = [path for path in Path().rglob("*") if path.is_file() and not path.is_symlink()]
    assert {path.name for path in left} >= {"run.json", "results.jsonl"}
    assert [path for path in left if CANARY.encode() in path.read_bytes()] == []
    assert CANARY not in said.out + said.err


@pytest.mark.parametrize("key", [CANARY, "tok9-x2", "a/b+c/d+e/f+12"])
@pytest.mark.parametrize("status", [200, 400])
def test_a_key_that_a_server_spells_otherwise_stands_nowhere_either(
    call: Call, monkeypatch: pytest.MonkeyPatch, key: str, status: int
) -> None:
    spelt = [key, quote(key, safe=""), base64.b64encode(f"me:{key}".encode()).decode(), key.encode().hex()]
    said = json.dumps({"verdict": True, "output": "30 days", "reason": " ".join(spelt)})
    reply = {"choices": [{"message": {"content": said}, "finish_reason": "stop"}], "model": spelt[1]}
    told = reply if status == 200 else {"error": {"message": " ".join(spelt), "type": "x"}}
    body = json.dumps(told).replace("/", "\\/").replace("+", "\\u002B").encode()
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with answering(body, f"{status} X") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = call("run", RUBRIC, CASES, "--judge", "openai:a-model", "--store-prompts", "--limit", "2")
        shown = call("show", "full", "--prompts", "--run", "latest")

    left = [path.read_bytes() for path in Path().rglob("*") if path.is_file() and not path.is_symlink()]
    left += [text.encode() for text in (done.out, done.err, shown.out)]
    assert any(b"[key]" in one for one in left)
    assert [one for one in left for spelling in spelt if spelling.encode() in one] == []


def test_a_missing_key_stops_the_run_with_its_variable_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    said = call("run", RUBRIC, CASES, "--judge", "openai:a-model")

    assert "its first 5 questions all failed alike" in said.err + said.out
    assert "OPENAI_API_KEY, which is not set" in said.err + said.out
