"""A key goes to the server it is for, and nowhere else: not into messages, records, logs, names or traces."""

from __future__ import annotations

import asyncio
import logging
import pickle
import shlex
import sys
import traceback
from pathlib import Path

import pytest

from arbitree.core.records import Failed, Reply
from arbitree.judges.http import Http
from arbitree.judges.keys import Keys
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.providers.base import Auth, Request, Response, Settings
from arbitree.providers.table import PROVIDERS
from tests.judges.raw_server import RawServer, answering, response
from tests.providers.questions import asked

pytestmark = pytest.mark.loopback

CANARY = "sk-canary-4f1d9c7a2b8e"
BEARER = Auth(header="authorization", prefix="Bearer ", variable="CANARY_KEY")

GOOD = b'{"choices":[{"message":{"content":"{\\"reason\\":\\"%s\\",\\"verdict\\":true}"},"finish_reason":"stop"}]}'


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_KEY", CANARY)
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)


def own(server: RawServer, http: Http | None = None) -> ProviderJudge:
    """A judge of OpenAI that believes that OpenAI is at the server's address."""
    settings = Settings(model="m", base_url=server.url)
    return ProviderJudge(PROVIDERS["openai"], settings, http=http or Http())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (GOOD % f"the key is {CANARY}".encode(), "200 OK"),
        (b'{"error": {"message": "Incorrect API key provided: %s."}}' % CANARY.encode(), "401 Unauthorized"),
        (b"broken: " + CANARY.encode(), "500 Internal Server Error"),
        (b'{"error": {"message": "temperature is not supported (%s)"}}' % CANARY.encode(), "400 Bad Request"),
        (CANARY.encode(), "200 OK"),
        (b"", f"307 {CANARY}"),
    ],
)
def test_a_key_that_a_server_echoes_is_taken_out(body: bytes, status: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), answering(body, status, headers=f"x-echo: {CANARY}\r\n") as server:
        judge = own(server)
        answer = run_sync(judge.ask(asked()))

    assert f"authorization: Bearer {CANARY}".lower() in server.heads[0].lower()
    seen = [
        repr(answer),
        repr(judge),
        judge.name,
        str(judge.fingerprint),
        str(judge.used),
        repr(judge.http),
        caplog.text,
    ]
    assert [text for text in seen if CANARY in text] == []
    assert CANARY.encode() not in pickle.dumps(answer)


def test_no_exception_holds_a_key_where_a_connection_breaks() -> None:
    async def breaks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    with RawServer(breaks) as server:
        answer = run_sync(own(server).ask(asked()))

    assert isinstance(answer, Failed)
    assert answer.error is None
    assert CANARY not in repr(answer)


def test_a_short_key_does_not_change_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    with answering(GOOD % b"a test of sorts") as server:
        answer = run_sync(own(server).ask(asked()))

    assert isinstance(answer, Reply)
    assert "a test of sorts" in answer.text


def test_the_key_of_a_provider_is_not_sent_to_another_address() -> None:
    with answering(GOOD % b"r") as server:
        for text in (f"{server.url}#m?as=openai", f"openai:m?url={server.url}"):
            assert isinstance(run_sync(judge_from(text).ask(asked())), Reply)

    assert [head for head in server.heads if "canary" in head] == []


def test_a_key_that_is_named_is_sent_to_the_address_that_is_named() -> None:
    with answering(GOOD % b"r") as server:
        run_sync(judge_from(f"{server.url}#m?key=CANARY_KEY").ask(asked()))

    assert f"authorization: bearer {CANARY}" in server.heads[0].lower()


@pytest.mark.parametrize("value", [f"{CANARY}\nx-other: 1", f"{CANARY}é"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_shown(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_KEY", value)
    got = run_sync(Keys().key_for(BEARER))

    assert isinstance(got, Failed)
    assert got.kind == "unauthorised"
    assert "CANARY_KEY" in got.message
    assert CANARY not in got.message


def command(tmp_path: Path, source: str) -> str:
    script = tmp_path / "print_key.py"
    script.write_text(source)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def test_a_command_may_print_the_key_and_is_run_once(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    source = f"open({str(runs)!r}, 'a').write('x'); print({CANARY!r}); print('more')"
    keys = Keys(command(tmp_path, source))

    async def several() -> list[str | Failed]:
        return await asyncio.gather(*(keys.key_for(BEARER) for _ in range(5)))

    assert run_sync(several()) == [CANARY] * 5
    assert runs.read_text() == "x"
    assert CANARY not in repr(keys)


def test_a_key_that_is_refused_is_printed_anew_once(tmp_path: Path) -> None:
    counter = tmp_path / "count"
    source = f"p = {str(counter)!r}; open(p, 'a').write('x'); print('key-number-' + str(len(open(p).read())))"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            head = await server.head(reader)
            writer.write(response(b"{}", status="200 OK" if "key-number-2" in head else "401 Unauthorized"))
            await writer.drain()

    server = RawServer(serve)

    async def send() -> Response | Failed:
        http = Http(keys=Keys(command(tmp_path, source)))
        return await http.send(Request(url=server.url, body=b"{}", auth=BEARER))

    with server:
        got = run_sync(send())

    assert isinstance(got, Response)
    assert got.status == 200
    assert len(server.heads) == 2


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys; print('sk-canary-out'); sys.exit(3)", "ended with 3"),
        ("pass", "printed no key and ended with 0"),
        ("import sys; sys.stderr.write('sk-canary-err'); sys.exit(1)", "ended with 1"),
    ],
)
def test_a_command_that_prints_no_key_is_said_without_what_it_printed(tmp_path: Path, source: str, said: str) -> None:
    got = run_sync(Keys(command(tmp_path, source)).key_for(BEARER))

    assert isinstance(got, Failed)
    assert (got.kind, said in got.message) == ("unauthorised", True)
    assert "canary" not in got.message


@pytest.mark.parametrize("text", ["no-such-command-of-ours", "'unclosed", " "])
def test_a_command_that_cannot_be_run_is_a_failure_and_no_exception(text: str) -> None:
    try:
        got = run_sync(Keys(text).key_for(BEARER))
    except Exception:
        pytest.fail(traceback.format_exc())
    assert isinstance(got, Failed)
    assert "cannot be run" in got.message
