"""A text names a judge."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitree.core.records import Reply
from arbitree.errors import ArbitreeError, JudgeError, UsageError
from arbitree.judges.loop import run_sync
from arbitree.judges.named import FORMS, judge_from
from tests.judges.questions import question

SOURCE = """
def says_yes(prompt): return "yes"
class Judge:
    def generate(self, prompt): return "yes"
class Needs:
    def __init__(self, key): self.key = key
    def generate(self, prompt): return "yes"
class Breaks:
    def __init__(self): raise RuntimeError("no key")
    def generate(self, prompt): return "yes"
judge = Judge()
number = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "my_judges.py").write_text(SOURCE)
    (tmp_path / "broken_judges.py").write_text("import no_such_library\n")
    (tmp_path / "rules.py").write_text('@answers("ask")\ndef rule(prompt): return "yes"\n')
    (tmp_path / "answers.jsonl").write_text('{"case": "a", "node": "window", "verdict": true}\n')
    yield tmp_path
    for name in ("my_judges", "broken_judges"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["s:says_yes", "s:Judge", "s:judge", "s.py:judge", "s:judge.generate"])
def test_a_judge_is_named_by_module_or_file_and_name(folder: Path, name: str) -> None:
    assert run_sync(judge_from(f"my_judge{name}").ask(question())) == Reply(text="yes")


def test_a_judge_is_named_by_a_file_of_rules_or_answers(folder: Path) -> None:
    assert judge_from("rules:rules.py").name == "rules:rules.py"
    assert judge_from("recorded:answers.jsonl").name == "recorded:answers.jsonl"


@pytest.mark.parametrize("text", ["", "gpt-9", "rules:", ":name", "my judges:x", "module:", "a/b:c", "rules.py"])
def test_a_text_that_names_no_judge_is_refused_with_the_forms(folder: Path, text: str) -> None:
    with pytest.raises(UsageError) as refused:
        judge_from(text)
    assert all(form in str(refused.value) for form, _ in FORMS)


@pytest.mark.parametrize(
    ("text", "meant"), [("rules.py", "rules:rules.py"), ("answers.jsonl.gz", "recorded:answers.jsonl.gz")]
)
def test_a_bare_file_is_told_its_form(folder: Path, text: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean {meant}"):
        judge_from(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("my_judge:judge", 'there is no module "my_judge"'),
        ("my_judges:say_yes", 'did you mean "says_yes"?'),
        ("my_judges:zzz", "it defines says_yes, Judge, Needs, Breaks"),
        ("my_judges:Needs", "is a class that needs key"),
        ("my_judges:Breaks", "my_judges:Breaks raised RuntimeError: no key"),
        ("my_judges:number", "a int was given where a judge is needed"),
        ("broken_judges:judge", "broken_judges raised ModuleNotFoundError: No module named 'no_such_library'"),
        ("no_file.py:judge", 'there is no file "no_file.py"'),
        ("rules:no_file.py", 'there is no file "no_file.py"'),
    ],
)
def test_what_is_not_there_or_no_judge_is_refused(folder: Path, text: str, said: str) -> None:
    with pytest.raises(JudgeError) as refused:
        judge_from(text)
    assert said in str(refused.value)
    assert refused.value.problems[0].mend


@pytest.mark.parametrize("text", ["my_judges:judge", "rules:rules.py", "my_judges.py:judge"])
def test_acceptance_26_code_that_is_not_allowed_is_not_run(folder: Path, text: str) -> None:
    with pytest.raises(UsageError, match="which is not allowed"):
        judge_from(text, allow=["other"])
    assert "my_judges" not in sys.modules


def test_code_that_is_allowed_is_run(folder: Path) -> None:
    assert judge_from("my_judges:judge", allow=["my_judges"])
    assert judge_from("rules:rules.py", allow=["rules.py"])
    with pytest.raises(ArbitreeError, match="not allowed"):
        judge_from("my_judges:judge", allow=["my"])
    assert judge_from("recorded:answers.jsonl", allow=[])
