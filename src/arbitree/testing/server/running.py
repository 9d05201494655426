"""The server itself: a loop in a thread of its own, started and stopped by a `with`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING

from arbitree.judges.servers import SERVERS
from arbitree.testing.server.counts import Counting, Counts
from arbitree.testing.server.drawing import Latency, drawn
from arbitree.testing.server.faults import Faults
from arbitree.testing.server.limits import RateLimits
from arbitree.testing.server.planning import Behaviour, Planner
from arbitree.testing.server.protocol import Protocol
from arbitree.testing.server.script import Script

if TYPE_CHECKING:
    from ssl import SSLContext, SSLObject, SSLSocket

_HANDSHAKE_FAILURE = 40
"""The TLS alert that refuses a handshake."""


class LoopbackServer:
    """A server on this machine that speaks OpenAI's and Anthropic's protocols, answers by script, and can fail.

    It serves `POST .../chat/completions`, `.../responses`, `.../messages`, `.../decisions` and `.../systemone`,
    `GET .../models` and `GET /counts`. Use it in a `with`; it runs in a thread of its own, so that clients of any kind
    can reach it. What a request gets depends on the seed, on its content and on how many equal ones came before, not on
    the order of arrival.

    >>> server = LoopbackServer({"polite": True}, faults={"503": 0.2}, seed=7, latency=0.05)
    >>> server.counts.requests
    0
    """

    def __init__(
        self,
        script: Script | None = None,
        *,
        faults: Faults | Mapping[str, float] | None = None,
        latency: Latency | float = 0.0,
        rpm: float | None = None,
        tpm: float | None = None,
        burst: float | None = None,
        seed: int = 0,
        caches_prefixes: bool = False,
        refuses: Sequence[str] = (),
        tells_limits: bool = True,
        port: int = 0,
        tls: SSLContext | None = None,
    ) -> None:
        """Makes the server; it starts with the `with`.

        Args:
            script: Answers by words of the prompt, or a function of the request; without it answers are drawn.
            faults: The share of requests that get each fault, or `Faults(...)` to say more.
            latency: Seconds that each reply takes, or a distribution.
            rpm: Requests per minute; those beyond are refused with 429.
            tpm: Tokens of prompts per minute, four characters each.
            burst: How many requests may come at once; one second's worth when None.
            seed: What answers, latencies and (unless `Faults` has its own) faults are drawn from.
            caches_prefixes: Whether replies report the tokens that stood at the beginning of an earlier prompt.
            refuses: Fields of a request's body that it refuses with 400, as servers do that do not know them.
            tells_limits: Whether replies carry the headers of rate limits; refusals say when to come back all the same.
            port: The port; 0 takes a free one.
            tls: Serves https with this context.

        Raises:
            UsageError: a fault is not known, or rates are no rates.
        """
        made = faults if isinstance(faults, Faults) else Faults(rates=dict(faults or {}), seed=seed)
        behaviour = Behaviour(
            script=script,
            faults=made if tls is None else _of_requests(made),
            latency=latency if isinstance(latency, Latency) else Latency(median=latency),
            limits=RateLimits(rpm=rpm, tpm=tpm, burst=burst),
            seed=seed,
            caches_prefixes=caches_prefixes,
            refuses=tuple(refuses),
            tells_limits=tells_limits,
        )
        self._counting = Counting()
        self._planner = Planner(behaviour, self._counting)
        self._faults, self._tls, self._wanted_port = made, tls, port
        self._handshakes = 0
        self._open: set[asyncio.Transport] = set()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started = threading.Event()
        self._error: BaseException | None = None
        self.port = 0
        """The port it listens at."""

    @property
    def url(self) -> str:
        """What a client takes as its base: `http://127.0.0.1:PORT/v1`."""
        return f"{'http' if self._tls is None else 'https'}://127.0.0.1:{self.port}/v1"

    @property
    def counts(self) -> Counts:
        """What was counted so far."""
        return self._counting.counts()

    def __enter__(self) -> LoopbackServer:
        self._started.clear()
        self._thread = threading.Thread(target=self._serve, name="arbitree-loopback-server", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._error is not None:
            raise self._error
        # What was found out of another one that had this port is not true of this one.
        SERVERS.forget(self.url.removesuffix("/v1"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def _serve(self) -> None:
        loop = self._loop = asyncio.new_event_loop()
        try:
            if self._tls is not None and self._faults.rates.get("refused_tls"):
                self._tls.sni_callback = self._greet
            server = loop.run_until_complete(
                loop.create_server(
                    lambda: Protocol(self._planner, self._open), "127.0.0.1", self._wanted_port, ssl=self._tls
                )
            )
            self.port = server.sockets[0].getsockname()[1]
            self._started.set()
            loop.run_forever()
            server.close()
            for transport in list(self._open):
                transport.abort()
            # The turns in which they notice.
            for _ in range(3):
                loop.run_until_complete(asyncio.sleep(0))
        except BaseException as error:
            self._error = error
        finally:
            self._started.set()
            loop.close()

    def _greet(self, _socket: SSLSocket | SSLObject, _name: str | None, _context: SSLContext) -> int | None:
        """Refuses handshakes at the rate of `refused_tls`, by the number of the connection."""
        number = self._handshakes
        self._handshakes += 1
        if drawn(self._faults.seed, "handshake", str(number)) >= self._faults.rates.get("refused_tls", 0.0):
            return None
        self._counting.faults["refused_tls"] += 1
        return _HANDSHAKE_FAILURE


def _of_requests(faults: Faults) -> Faults:
    """The faults that befall requests, where refused handshakes befall connections."""
    return replace(faults, rates={name: rate for name, rate in faults.rates.items() if name != "refused_tls"})
