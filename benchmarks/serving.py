"""Starts the server in a process of its own, and asks it what it counted."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@contextmanager
def alone() -> Iterator[None]:
    """Waits until nobody else measures on this machine: all who name the same file in BENCHMARKS_LOCK take turns."""
    name = os.environ.get("BENCHMARKS_LOCK")
    if not name:
        yield
        return
    with Path(name).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fresh() -> dict[str, str]:
    """The environment of a fresh process that runs arbitree as somebody does who has it installed, and compiled."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    url: str
    """What clients take as their base address: `http://127.0.0.1:PORT/v1`."""
    warm_url: str
    """Another address of the same server, for warming up."""


@contextmanager
def serving(work: str, *, latency: float = 0.0, faults: float = 0.0) -> Iterator[Server]:
    """The server for a piece of work, for as long as the `with` lasts; latency in milliseconds."""
    command = [sys.executable, "-m", "benchmarks.server", work, "--latency", str(latency), "--faults", str(faults)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=fresh()) as process:
        try:
            assert process.stdout is not None
            yield Server(*json.loads(process.stdout.readline()))
        finally:
            process.terminate()


def counts(url: str) -> dict[str, float]:
    """What the server counted since the last time it was asked."""
    with urllib.request.urlopen(url.removesuffix("/v1") + "/counts") as response:
        found: dict[str, float] = json.load(response)
    return found
