"""What programs read is UTF-8, whatever standard output is said to take."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUBRIC = "arbitree: 1\nnodes:\n  q: {ask: Ist es höflich?, shows: [actual_output]}\n"
JUDGE = 'def judge(prompt):\n    return \'{"reason": "schön \\\\ud83d", "verdict": true}\'\n'


def said(folder: Path, encoding: str, *arguments: str) -> bytes:
    (folder / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (folder / "cases.jsonl").write_text('{"id": "ü", "actual_output": "Grüße"}\n', encoding="utf-8")
    (folder / "judging.py").write_text(JUDGE, encoding="utf-8")
    environment = {"PYTHONIOENCODING": encoding, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "arbitree", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True).stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16", "utf-8"])
def test_json_on_standard_output_is_utf_8_in_every_locale(tmp_path: Path, encoding: str) -> None:
    run = ["run", "rubric.yaml", "cases.jsonl", "--judge", "judging:judge", "--no-save", "--json"]
    found = json.loads(said(tmp_path, encoding, *run).decode("utf-8"))

    assert found["cases"][0]["case"] == "ü"
    assert "schön" in found["cases"][0]["reason"]


def test_a_rubric_on_standard_output_is_what_a_file_would_hold(tmp_path: Path) -> None:
    assert "höflich" in said(tmp_path, "ascii", "fmt", "rubric.yaml").decode("utf-8")


def test_a_drawing_for_people_keeps_to_the_characters_of_the_terminal(tmp_path: Path) -> None:
    assert said(tmp_path, "ascii", "draw", "rubric.yaml").isascii()
