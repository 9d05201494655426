"""What this process has found out about servers, for all judges that ask them."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from arbitree.judges.quota import Quota
from arbitree.judges.slots import Slots
from arbitree.providers.base import Feature

T = TypeVar("T")
_Key: TypeAlias = "tuple[str, ...]"

_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})

_KEPT = 1000
"""How many servers, accounts and models are remembered at most; the oldest go first."""


@dataclass(eq=False)
class Gate:
    """Lets one question through, and the others when it is back."""

    is_out: bool = False
    is_settled: bool = False
    """Whether the question that went alone is over."""
    turn: Slots = field(default_factory=lambda: Slots(1))


@dataclass(eq=False)
class Learnt:
    """What one model of a server was found to take of requests."""

    refused: Mapping[Feature, str] = field(default_factory=dict[Feature, str])
    """Parts that it refuses, with what it said. Replaced as a whole, never changed."""
    silent: dict[Feature, int] = field(default_factory=dict[Feature, int])
    """How many replies came without a part that was asked for; -1 once that is settled."""
    found: dict[Feature, str] = field(default_factory=dict[Feature, str])
    """What it came to: that the part came, or that it is silently left out."""
    rooms: dict[int, int] = field(default_factory=dict[int, int])
    """By what a limit of tokens has to be multiplied, since replies were cut off at it."""
    gate: Gate = field(default_factory=Gate)
    """The first question goes alone."""
    of_verdicts: Gate = field(default_factory=Gate)
    """And so does the first that asks for log-probabilities, which a task before it does not."""

    def told(self) -> dict[str, Any]:
        """What another process should know of it, as plain values."""
        settled = [self.gate.is_settled, self.of_verdicts.is_settled]
        parts = {"refused": self.refused, "silent": self.silent, "found": self.found}
        return {
            **{name: dict(part) for name, part in parts.items()},
            "rooms": [*self.rooms.items()],
            "settled": settled,
        }

    def take(self, told: Mapping[str, Any]) -> None:
        """Takes in what another process has found out."""
        if not self.refused.keys() >= told["refused"].keys():
            self.refused = {**told["refused"], **self.refused}
        self.found = {**told["found"], **self.found}
        for feature, count in told["silent"].items():
            known = self.silent.get(feature, 0)
            self.silent[feature] = -1 if -1 in (known, count) else max(known, count)
        for most, room in told["rooms"]:
            self.rooms[most] = max(self.rooms.get(most, 1), room)
        for gate, is_settled in zip((self.gate, self.of_verdicts), told["settled"], strict=True):
            # Those that wait at it see so when the question that is out comes back.
            gate.is_settled |= is_settled


class Servers:
    """What was found out, by server."""

    def __init__(self) -> None:
        self.reset()
        if hasattr(os, "register_at_fork"):
            # A child has none of the calls that its parent's are waiting for.
            os.register_at_fork(after_in_child=self.reset)

    def reset(self) -> None:
        """Forgets everything."""
        self._lock = threading.Lock()
        self._learnt: dict[_Key, Learnt] = {}
        self._quotas: dict[_Key, Quota] = {}
        self._of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Key, Quota]] = WeakKeyDictionary()

    def learnt(self, address: str, *model: str) -> Learnt:
        """What a model of the server at an address was found to take."""
        return self._kept(self._learnt, (address, *model), Learnt)

    def quota(self, address: str, *account: str, careful: bool = True) -> Quota:
        """What an account may ask of the server at an address.

        Args:
            address: the address.
            account: what is counted apart there.
            careful: whether one that was not asked before is approached with few calls at a time.
        """
        loop = asyncio.get_running_loop()
        # The clocks of all loops are one, save those of loops whose time jumps.
        quotas = self._quotas if abs(loop.time() - time.monotonic()) < 1 else self._of_loops.setdefault(loop, {})
        return self._kept(quotas, (address, *account), lambda: Quota(careful=careful))

    def forget(self, address: str) -> None:
        """Forgets what was found out about the servers whose address begins so."""
        with self._lock:
            for key in [key for key in self._learnt if key[0].startswith(address)]:
                del self._learnt[key]
            for key in [key for key in self._quotas if key[0].startswith(address)]:
                del self._quotas[key]

    def _kept(self, kept: dict[_Key, T], key: _Key, make: Callable[[], T]) -> T:
        found = kept.get(key)
        if found is None:
            with self._lock:
                found = kept.setdefault(key, make())
                if len(kept) > _KEPT:
                    del kept[next(iter(kept))]
        return found


def is_near(address: str) -> bool:
    """Whether a server is on this machine, by its address.

    >>> [is_near(address) for address in ("http://localhost:8000/v1", "https://api.openai.com/v1")]
    [True, False]
    """
    return urlsplit(address).hostname in _HERE


SERVERS: Final = Servers()
