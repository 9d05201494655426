"""The faults of the loopback server: each as a client meets it, and which request gets which."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections import Counter

import pytest
import trustme

from arbitree.core.reading import read
from arbitree.core.records import Shape, Unread
from arbitree.errors import UsageError
from arbitree.testing.server import FAULTS, Fault, Faults, LoopbackServer
from arbitree.testing.server.drawing import Latency
from tests.testing.client import chat, post, statuses

pytestmark = pytest.mark.loopback

YES_NO = Shape(kind="yes_no")


def failing(name: str, **more: float) -> LoopbackServer:
    return LoopbackServer({"polite": True}, faults=Faults(rates={name: 1.0}, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["429", "429_bare", "500", "503", "529", "400", "401"])
def test_an_error_has_its_status_and_says_what_it_is(name: str) -> None:
    with failing(name) as server:
        got = post(server, chat("polite?"))

        assert got.status == int(name[:3])
        assert got.json["error"]["message"]
        assert ("retry-after" in got.headers) == (name in {"429", "503"})
        assert server.counts.faults == {name: 1}


@pytest.mark.parametrize("name", ["malformed", "truncated", "empty"])
def test_a_broken_body_is_no_json(name: str) -> None:
    with failing(name) as server:
        got = post(server, chat("polite?"))

        assert got.status == 200
        with pytest.raises(json.JSONDecodeError):
            json.loads(got.body)


@pytest.mark.parametrize("name", ["wrong_schema", "off_menu", "empty_text", "duplicate_keys"])
def test_a_broken_text_cannot_be_read(name: str) -> None:
    with failing(name) as server:
        assert isinstance(read(post(server, chat("polite?")).text, YES_NO), Unread)


def test_an_envelope_may_hold_no_reply() -> None:
    with failing("wrong_envelope") as server:
        assert "choices" not in post(server, chat("polite?")).json


def test_a_giant_reply_is_as_big_as_it_is_told_to_be() -> None:
    with failing("giant", giant=300_000) as server:
        assert len(post(server, chat("polite?")).body) > 300_000


def test_a_slow_reply_comes_in_pieces_and_is_right() -> None:
    with failing("slow_drip", drip=0.1) as server:
        began = time.perf_counter()
        assert post(server, chat("polite?")).verdict is True
        assert time.perf_counter() - began > 0.09


@pytest.mark.parametrize("name", ["reset", "closed", "refused_tls"])
def test_a_connection_ends_before_the_reply_does(name: str) -> None:
    with failing(name) as server, pytest.raises((http.client.HTTPException, ConnectionError)):
        post(server, chat("polite?"))


def test_a_hanging_request_gets_no_reply() -> None:
    with failing("hang") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=0.5)
        connection.request("POST", "/v1/chat/completions", json.dumps(chat("polite?")))
        with pytest.raises(TimeoutError):
            connection.getresponse()
        connection.close()


def test_whoever_follows_a_redirect_is_counted() -> None:
    with failing("redirect") as server:
        got = post(server, chat("polite?"))
        assert (got.status, got.headers["location"]) == (307, "/elsewhere")
        assert server.counts.elsewhere == 0

        post(server, chat("polite?"), path="/elsewhere")
        assert server.counts.elsewhere == 1


def test_handshakes_are_refused_by_rate() -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    met: Counter[str] = Counter()
    with LoopbackServer({"polite": True}, faults={"refused_tls": 0.5}, tls=context) as server:
        for _ in range(12):
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=5, context=client)
            try:
                connection.request("POST", "/v1/chat/completions", json.dumps(chat("polite?")))
                met[str(connection.getresponse().status)] += 1
            except ssl.SSLError:
                met["refused"] += 1
            finally:
                connection.close()

        assert server.counts.faults["refused_tls"] == met["refused"] > 0
        assert met["200"] == 12 - met["refused"] > 0


def test_the_same_requests_get_the_same_faults_whatever_their_order() -> None:
    def met(backwards: bool) -> dict[int, int]:
        with LoopbackServer(faults={"503": 0.4}, seed=3) as server:
            numbers = range(30)
            return {n: post(server, chat(f"{n}?")).status for n in (reversed(numbers) if backwards else numbers)}

    assert met(False) == met(True)


def test_an_equal_request_draws_anew_each_time() -> None:
    with LoopbackServer(faults={"503": 0.5}, seed=1) as server:
        assert {post(server, chat("polite?")).status for _ in range(20)} == {200, 503}


def test_faults_are_as_frequent_as_their_rate() -> None:
    picked = Counter(Faults(rates={"503": 0.2, "429": 0.1}).pick(f"key {n}", 0) for n in range(4000))

    assert abs(picked["503"] - 800) < 80
    assert abs(picked["429"] - 400) < 60


def test_faults_end_after_the_most_that_one_request_may_get() -> None:
    with LoopbackServer(faults=Faults(rates={"500": 1.0}, most=2)) as server:
        assert [post(server, chat("polite?")).status for _ in range(3)] == [500, 500, 200]


def test_unknown_faults_and_impossible_rates_are_refused() -> None:
    with pytest.raises(UsageError, match='did you mean "malformed"'):
        LoopbackServer(faults={"malfromed": 0.1})
    with pytest.raises(UsageError, match="no fault"):
        Fault("teapot")
    with pytest.raises(UsageError, match="no rates"):
        LoopbackServer(faults={"500": 0.8, "503": 0.8})


def test_latencies_have_the_median_they_are_told_to_have() -> None:
    latency = Latency(median=0.2, spread=0.5, most=2.0)
    seconds = sorted(latency.seconds(0, f"key {n}", 0) for n in range(2001))

    assert seconds[1000] == pytest.approx(0.2, rel=0.1)
    assert seconds[0] > 0.02
    assert seconds[-1] <= 2.0


def test_a_server_that_is_well_makes_no_faults() -> None:
    with LoopbackServer() as server:
        assert set(statuses(server, 10)) == {200}
        assert server.counts.faults == {}


def test_every_fault_is_described() -> None:
    assert all(about and not about.endswith(".") for about in FAULTS.values())
