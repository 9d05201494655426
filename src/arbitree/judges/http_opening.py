"""Opens connections: by the numbers of a name, with TLS, through a proxy. The only file that makes a socket."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from arbitree.core.records import Failed
from arbitree.judges.http_address import Address
from arbitree.judges.http_connection import Connection
from arbitree.judges.http_tunnel import Refused, Tunnel
from arbitree.providers.failing import failed

_REMEMBERED_SECONDS: Final = 60.0
"""How long the numbers of a name are remembered."""

_NEXT_SECONDS: Final = 1.0
"""How long a number may take to answer before another one of the same name is tried."""

_Place: TypeAlias = "tuple[str, int]"


class Route(NamedTuple):
    """Which connections a request may take."""

    scheme: str
    host: str
    port: int
    shown: str
    """The server, as messages name it."""
    proxy: Address | None
    trusted: ssl.SSLContext | None
    """What certificates are looked at with, where there is TLS on the way."""


class Opener:
    """Opens connections for one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._numbers: dict[_Place, tuple[float, list[_Place]]] = {}

    async def opened(self, route: Route, *, seconds: float) -> Connection | Failed:
        """A connection that is ready, or why there is none after so many seconds at most."""
        where = route.shown
        through = f" through the proxy {route.proxy.named}" if route.proxy else ""
        try:
            async with asyncio.timeout(seconds):
                return await self._opened(route)
        except TimeoutError:
            return failed("timeout", f"no connection to {where}{through} within {seconds:g} s")
        except ssl.SSLCertVerificationError as error:
            return failed("tls", f"the certificate of {where} was refused: {error.verify_message or error.reason}")
        except ssl.SSLError as error:
            # No certificate was refused: the handshake broke, as connections do.
            return failed("connection", f"no TLS with {where}: {error.reason or error}")
        except Refused as error:
            return failed("connection", f"the proxy of {where} answered {error}")
        except OSError as error:
            said = error.strerror or str(error) or type(error).__name__
            return failed("connection", f"no connection to {where}{through}: {said}")

    async def _opened(self, route: Route) -> Connection:
        connection = Connection(self._loop, route.shown)
        context = route.trusted if route.scheme == "https" else None
        proxy = route.proxy
        if proxy is None:
            await self._connect(connection, route.host, route.port, context)
            return connection
        to_proxy = route.trusted if proxy.scheme == "https" else None
        if context is None:
            await self._connect(connection, proxy.host, proxy.port, to_proxy)
            return connection
        tunnel = Tunnel(route.host, route.port, proxy.login)
        transport = await self._connect(tunnel, proxy.host, proxy.port, to_proxy)
        try:
            await tunnel.ready
            secured = await self._loop.start_tls(transport, connection, context, server_hostname=route.host)
        except BaseException:
            transport.abort()
            raise
        if secured is None:
            raise ConnectionResetError("it was closed during the handshake")
        connection.connection_made(secured)
        return connection

    async def _connect(
        self, protocol: asyncio.Protocol, host: str, port: int, context: ssl.SSLContext | None
    ) -> asyncio.Transport:
        """Connects to the first number of a name that answers; those that did not are tried last from then on."""
        places = await self._places(host, port)
        tried = list(places)
        for number, place in enumerate(tried, 1):
            is_last = number == len(tried)
            try:
                async with asyncio.timeout(None if is_last else _NEXT_SECONDS):
                    transport, _ = await self._loop.create_connection(
                        lambda: protocol, *place, ssl=context, server_hostname=host if context else None
                    )
                    return transport
            except ssl.SSLError:
                raise
            except OSError:
                if is_last:
                    self._numbers.pop((host, port), None)
                    raise
                with suppress(ValueError):
                    places.remove(place)
                    places.append(place)
        raise AssertionError("a name has numbers")

    async def _places(self, host: str, port: int) -> list[_Place]:
        """The numbers of a name."""
        with suppress(ValueError):
            ipaddress.ip_address(host)
            return [(host, port)]
        known = self._numbers.get((host, port))
        if known is not None and known[0] > self._loop.time():
            return known[1]
        found = await self._loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        places = list(dict.fromkeys((str(where[0]), port) for *_, where in found))
        self._numbers[host, port] = (self._loop.time() + _REMEMBERED_SECONDS, places)
        return places
