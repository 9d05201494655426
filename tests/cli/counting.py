"""A rubric of two questions, two cases, and a model that counts what it is asked: for tests of what is asked again."""

from __future__ import annotations

import json
from pathlib import Path

MODEL = """
import json, os

class Model:
    inline = False
    name = "model"

    def __init__(self):
        self.fingerprint = {told}

    async def a_generate(self, prompt):
        with open("asked.txt", "a") as file:
            file.write(json.dumps(prompt) + "\\n")
        return '{{"verdict": true, "reason": "It is."}}' if "{unsure}" not in prompt else "no idea"

judge = Model()
"""
TWO = """
arbitree: 1
defaults: {shows: [actual_output]}
nodes:
  polite: {ask: %s, yes: clear, no: 0}
  clear: {ask: Is it clear?, yes: %d, no: 0}
"""
RUN = ("run", "rubric.yaml", "cases.jsonl", "--judge", "model.py:judge", "--json")


def set_up() -> None:
    """Writes all three into the current folder."""
    rubric()
    model()
    rows = [{"id": name, "actual_output": f"{name} says thanks."} for name in "ab"]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def rubric(criteria: str = "Is it polite?", score: int = 10) -> None:
    Path("rubric.yaml").write_text(TWO % (criteria, score), encoding="utf-8")


def model(told: object = {"model": "m-1", "temperature": 0}, unsure: str = "(nothing)") -> None:
    Path("model.py").write_text(MODEL.format(told=told, unsure=unsure), encoding="utf-8")


def asked() -> int:
    """How many questions the model has been asked since this was last called."""
    path = Path("asked.txt")
    count = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    path.unlink(missing_ok=True)
    return count
