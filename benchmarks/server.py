"""A server that answers chat completions by script, and costs little: it shares a machine with what is measured.

`python -m benchmarks.server return-reply --latency 50` prints its two addresses as JSON. The second is for warming up,
so that what a client learns about the first it learns while it is measured. `GET /counts` tells what came since the
last time it was asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import time
from typing import Final

from benchmarks.works.base import CASE, Work
from benchmarks.works.table import WORKS

_OK: Final = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
_SAID: Final = b'{"error": {"message": "a little busy"}}'
_BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: %d\r\n\r\n%b" % (len(_SAID), _SAID)
_LENGTH: Final = b"content-length:"


class Desk:
    """What all connections share: the script, how long an answer takes, and what was counted."""

    def __init__(self, work: Work, *, latency: float, faults: float) -> None:
        self.latency = latency
        self._work = work
        self._every = round(1 / faults) if faults else 0
        self.forget()

    def forget(self) -> None:
        """Counts anew."""
        self.requests = self.faults = self.unknown = self.out = self.peak = 0
        self._cpu = time.process_time()

    def told(self) -> bytes:
        """The response to who asks for the counts."""
        counts = {
            "requests": self.requests,
            "faults": self.faults,
            "unknown": self.unknown,
            "peak": self.peak,
            "server_cpu": time.process_time() - self._cpu,
        }
        self.forget()
        said = json.dumps(counts).encode()
        return _OK % (len(said), said)

    def answered(self, body: bytes) -> bytes:
        """The response to a question."""
        self.requests += 1
        self.out += 1
        self.peak = max(self.peak, self.out)
        if self._every and self.requests % self._every == 0:
            self.faults += 1
            return _BUSY
        node, case = self._work.node_of(body), CASE.search(body)
        if not node or case is None:
            self.unknown += 1
        said = completion(self._work.reply(node, int(case[1])) if node and case else "", _tool_in(body))
        return _OK % (len(said), said)


def completion(text: str, tool: str = "") -> bytes:
    """A chat completion that says the text, or calls a tool with it."""
    said = json.dumps(text)
    call = f'{{"id":"t","type":"function","function":{{"name":"{tool}","arguments":{said}}}}}'
    content = f'"content":null,"tool_calls":[{call}]' if tool else f'"content":{said}'
    return (
        b'{"id":"c","object":"chat.completion","created":1,"model":"scripted","choices":[{"index":0,"message":'
        b'{"role":"assistant",%b},"finish_reason":"stop"}],'
        b'"usage":{"prompt_tokens":300,"completion_tokens":30,"total_tokens":330}}'
    ) % content.encode()


def _tool_in(body: bytes) -> str:
    """The tool that a request forces the model to call; empty when there is none."""
    if b'"tool_choice"' not in body:
        return ""
    choice = json.loads(body)["tool_choice"]
    return str(choice["function"]["name"]) if isinstance(choice, dict) else ""


class Connection(asyncio.Protocol):
    """One connection: requests one after the other, as clients that keep connections send them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._got = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Notes where to write to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answers every request that is there whole."""
        got = self._got + data if self._got else data
        while (head := got.find(b"\r\n\r\n")) >= 0:
            end = head + 4 + _length(got[:head])
            if len(got) < end:
                break
            self._answer(got[:head], got[head + 4 : end])
            got = got[end:]
        self._got = got

    def _answer(self, head: bytes, body: bytes) -> None:
        if head.startswith(b"GET /counts"):
            self._write(self._desk.told())
            return
        response = self._desk.answered(body)
        if self._desk.latency:
            asyncio.get_running_loop().call_later(self._desk.latency, self._finish, response)
        else:
            self._finish(response)

    def _finish(self, response: bytes) -> None:
        self._desk.out -= 1
        self._write(response)

    def _write(self, response: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(response)


def _length(head: bytes) -> int:
    """The length of the body that a head tells of; 0 where it tells of none."""
    lower = head.lower()
    at = lower.find(_LENGTH)
    if at < 0:
        return 0
    end = lower.find(b"\r\n", at)
    return int(lower[at + len(_LENGTH) : end if end >= 0 else None])


async def serve(desk: Desk) -> None:
    """Serves at two free ports until the process is ended."""
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, over.set)
    servers = [await loop.create_server(lambda: Connection(desk), "127.0.0.1", 0, backlog=1024) for _ in range(2)]
    ports = [server.sockets[0].getsockname()[1] for server in servers]
    print(json.dumps([f"http://127.0.0.1:{port}/v1" for port in ports]), flush=True)
    await over.wait()


def main() -> None:
    """Serves one piece of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", choices=sorted(WORKS))
    parser.add_argument("--latency", type=float, default=0.0, help="milliseconds that each answer takes")
    parser.add_argument("--faults", type=float, default=0.0, help="the share of requests that are refused with 503")
    given = parser.parse_args()
    desk = Desk(WORKS[given.work](), latency=given.latency / 1000, faults=given.faults)
    asyncio.run(serve(desk))


if __name__ == "__main__":
    main()
