"""Keys of servers: from the environment, or from a command that prints one. Never shown, stored or logged."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shlex
import subprocess

from arbitree.core.records import Failed
from arbitree.judges.slots import Slots
from arbitree.providers.base import Auth
from arbitree.providers.failing import failed

_COMMAND_SECONDS = 30.0


class Keys:
    """Gives the key of a request when it is sent."""

    def __init__(self, command: str = "", variable: str = "", *, is_own_server: bool = True) -> None:
        """Makes it; no key is looked for yet.

        Args:
            command: prints the key.
            variable: holds the key, in place of the provider's own variable.
            is_own_server: whether requests go to the provider itself. Its key is sent nowhere else unless it is named.
        """
        self._command = command
        self._variable = variable
        self._is_own_server = is_own_server
        self._printed = ""
        self._account = "", ""
        self._turn = Slots(1)

    def __repr__(self) -> str:
        return "<keys>"

    @property
    def can_renew(self) -> bool:
        """Whether a refused key may be replaced by a new one."""
        return bool(self._command)

    def account(self, auth: Auth | None) -> str:
        """What tells this key from others, without being it: a digest of it, or of the command that prints it."""
        own = auth if self._is_own_server else None
        variable = self._variable or (own.variable if own else "")
        secret = f"command {self._command}" if self._command else os.environ.get(variable, "").strip()
        known, digest = self._account
        if known != secret or not digest:
            digest = hashlib.blake2b(secret.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
            self._account = secret, digest
        return digest

    async def key_for(self, auth: Auth | None, *, instead_of: str = "") -> str | Failed:
        """The key; empty where none is needed and none is there; a failure where one is needed.

        Args:
            auth: what the server wants.
            instead_of: a key that the server has refused: a command is run again to replace it.
        """
        if self._command:
            return await self._from_command(instead_of)
        own = auth if self._is_own_server else None
        variable = self._variable or (own.variable if own else "")
        key = os.environ.get(variable, "").strip() if variable else ""
        if not key:
            if self._variable or (own is not None and own.needed):
                return failed("unauthorised", f"the key is read from the variable {variable}, which is not set")
            return ""
        return key if _can_be_sent(key) else _unsendable(f"the variable {variable}")

    async def _from_command(self, instead_of: str) -> str | Failed:
        async with self._turn:
            if self._printed and self._printed != instead_of:
                return self._printed
            answer = await asyncio.to_thread(_run, self._command)
            if isinstance(answer, str):
                self._printed = answer
            return answer


def _run(command: str) -> str | Failed:
    """The first line that the command prints. What it prints otherwise is not shown: it may hold the key."""
    name = command.split()[0] if command.split() else command
    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, timeout=_COMMAND_SECONDS, check=False, text=True
        )
    except (OSError, ValueError, IndexError) as error:
        return failed("unauthorised", f"the key command {name} cannot be run: {type(error).__name__}")
    except subprocess.TimeoutExpired:
        return failed("unauthorised", f"the key command {name} printed no key within {_COMMAND_SECONDS:g} s")
    lines = done.stdout.split("\n", 1)
    if done.returncode != 0 or not lines[0].strip():
        return failed("unauthorised", f"the key command {name} printed no key and ended with {done.returncode}")
    key = lines[0].strip()
    return key if _can_be_sent(key) else _unsendable(f"what the key command {name} prints")


def _can_be_sent(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _unsendable(where: str) -> Failed:
    return failed("unauthorised", f"{where} holds characters that no key can have")
