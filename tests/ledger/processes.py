"""Runs of the command line in processes of their own, with a model that notes every reply that it gives."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.meta.source import ROOT

MODEL = '''
import asyncio, hashlib, os, time

NOTES = os.open("notes.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT)


class Model:
    """Takes a while, which depends on the prompt alone, and notes when its reply was there."""

    {told}

    async def a_generate(self, prompt):
        digest = hashlib.sha256(prompt.encode()).digest()
        await asyncio.sleep({least} + {spread} * digest[0] / 255)
        os.write(NOTES, f"{{digest.hex()[:24]}} {{time.time():.6f}}\\n".encode())
        return '{{"verdict": %s}}' % ("true" if digest[1] % 4 else "false")


judge = Model()
'''

RUBRIC = """
arbitree: 1
threshold: 0.4
defaults: {shows: [actual_output]}
nodes:
  all:
    weigh:
      - {ask: Is it polite?}
      - {ask: Is it short?}
      - {node: clear}
  clear: {ask: Is it clear?, yes: sure, no: 0}
  sure: {ask: Is it sure of itself?}
"""


class Noted(NamedTuple):
    """One reply of the model."""

    prompt: str
    at: float


def set_up(folder: Path, cases: int, *, told: bool = True, least: float = 0.002, spread: float = 0.01) -> None:
    """Writes the rubric, the cases and the model into a folder."""
    fingerprint = 'fingerprint = {"model": "noting"}' if told else "pass"
    model = MODEL.format(told=fingerprint, least=least, spread=spread)
    (folder / "model.py").write_text(model, encoding="utf-8")
    (folder / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for number in range(cases):
            file.write(json.dumps({"id": f"c{number}", "actual_output": f"Reply number {number}."}) + "\n")


def started(folder: Path, *flags: str) -> subprocess.Popen[bytes]:
    """A run in a process of its own."""
    arguments = ("run", "rubric.yaml", "cases.jsonl", "--judge", "model.py:judge", "--quiet", "--concurrency", "40")
    return subprocess.Popen(
        [sys.executable, "-m", "arbitree", *arguments, "--gate", "pass_rate>=0", *flags],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def finished(process: subprocess.Popen[bytes]) -> None:
    """Waits for a run, which has to end well."""
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said.decode()


def noted(folder: Path) -> Iterator[Noted]:
    """Every reply that the model gave, in the order of time."""
    for line in (folder / "notes.txt").read_text(encoding="ascii").splitlines():
        prompt, at = line.split()
        yield Noted(prompt, float(at))


def digest(results: Path) -> str:
    """What the results of a run come to."""
    return hashlib.sha256(results.read_bytes()).hexdigest()
