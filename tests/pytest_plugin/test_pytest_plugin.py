"""The pytest plugin, in runs of pytest of their own."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.meta.source import ROOT
from tests.pytest_plugin.runs import Run


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, str]:
    """A run over all cases, and what it printed."""
    run = Run(tmp_path_factory.mktemp("first"))
    return run, run("-q", "-rs", "--junitxml", "junit.xml", code=1)


def test_each_case_of_a_file_is_a_test_that_says_why_it_fails(first: tuple[Run, str]) -> None:
    _, out = first

    assert "3 failed, 2 passed, 1 skipped" in out
    assert (
        'E       AssertionError: "curt": Manners failed: score 0.200, threshold 0.5\n'
        "E         polite: no → 2 of 10  (It says so.)\n"
    ) in out
    assert '"none": Manners is undecided: it can score 0.200 to 1.000' in out
    assert "mend   give the case" in out
    assert "warm: open (unknown_option)" in out
    # The line of the test is shown, and nothing of what lies below it.
    assert ">       assert_passes(case" in out and "asserting.py" not in out.replace("SKIPPED", "").split("=== arb")[0]


def test_a_run_says_what_was_judged_and_what_that_took(first: tuple[Run, str]) -> None:
    run, out = first

    assert "6 cases judged: 2 passed, 1 failed, 2 undecided, 1 not applicable" in out
    assert "calls: 11 made, 0 saved" in out
    assert len(run.calls) == 11


def test_a_case_that_the_rubric_does_not_apply_to_is_skipped(first: tuple[Run, str]) -> None:
    assert 'Manners does not apply to "beyond"' in first[1]


def test_junit_files_have_score_standing_path_threshold_and_calls(first: tuple[Run, str]) -> None:
    cases = ElementTree.parse(first[0].folder / "junit.xml").iter("testcase")

    found = {case.get("name"): {one.get("name"): one.get("value") for one in case.iter("property")} for case in cases}
    assert found["test_manners[kind]"] == {
        "arbitree.case": "kind",
        "arbitree.metric": "Manners",
        "arbitree.standing": "passed",
        "arbitree.score": "1.0",
        "arbitree.threshold": "0.5",
        "arbitree.interval": "1 to 1",
        "arbitree.path": "polite: yes, warm: warm",
        "arbitree.calls": "2",
    }
    assert found["test_manners[none]"]["arbitree.standing"] == "undecided"
    assert found["test_manners[none]"]["arbitree.interval"] == "0.2 to 1"


def test_with_a_ledger_the_next_run_asks_only_what_was_left_open(run: Run) -> None:
    run("-q", "--arbitree-ledger", "replies.sqlite", code=1)
    before = len(run.calls)
    out = run("-q", "--arbitree-ledger", "replies.sqlite", code=1)

    assert "ledger: " in out and "replies.sqlite" in out
    assert "calls: 3 made, 8 saved; 8 replies from the ledger" in out
    assert len(run.calls) == before + 3


def test_workers_share_one_ledger_and_one_summary(run: Run) -> None:
    pytest.importorskip("xdist")
    workers = ("-p", "xdist.plugin", "-n", "2", "--arbitree-ledger", "replies.sqlite")

    first = run(*workers, code=1)
    asked = run.calls
    again = run(*workers, "-k", "not strange", code=1)

    assert "6 cases judged: 2 passed, 1 failed, 2 undecided, 1 not applicable" in first
    assert "calls: 11 made, 0 saved" in first
    assert len(asked) == 11 and set(asked) <= {"gw0", "gw1"}
    assert "calls: 0 made, 7 saved; 7 replies from the ledger" in again
    assert run.calls == asked


def test_a_judge_that_fails_on_everything_is_not_asked_by_every_test(run: Run) -> None:
    rows = "".join(f'{{"id": "c{n}", "actual_output": "reply {n}"}}\n' for n in range(40))
    run.write("cases.jsonl", rows)
    run.write("test_manners.py", run.tests.replace("judge=JUDGE", "judge=broken") + BROKEN)

    out = run("-q", code=1)

    assert "40 failed" in out and "calls: 5 made" in out
    assert "its first 5 questions all failed alike" in out


BROKEN = """
def broken(prompt):
    raise KeyError("no such key")
"""


def test_a_worker_that_dies_is_told_of(run: Run) -> None:
    pytest.importorskip("xdist")
    run.write("test_manners.py", run.tests + "    if case.id == 'cool':\n        import os; os._exit(1)\n")

    out = run("-p", "xdist.plugin", "-n", "2", code=1)

    assert "1 worker died; what was judged there is not counted here" in out
    assert "cases judged" in out


def test_a_replay_asks_nobody_and_names_what_the_ledger_lacks(run: Run) -> None:
    run("-q", "--arbitree-ledger", "replies.sqlite", "-k", "kind or curt", code=1)
    asked = len(run.calls)

    out = run("-q", "--arbitree-ledger", "replies.sqlite", "--arbitree-replay", "-k", "kind or curt or cool", code=1)

    assert "2 failed, 1 passed" in out
    assert '"polite" is undecided (unrecorded)' in out
    assert 'the ledger has no reply to "polite": run this test once without --arbitree-replay' in out
    assert "replayed: nobody was asked" in out and "3 cases judged: 1 passed, 1 failed, 1 undecided" in out
    assert len(run.calls) == asked


def test_a_replay_without_a_ledger_says_so(run: Run) -> None:
    out = run("-q", "--arbitree-replay", "-k", "kind", code=1)

    assert ".arbitree/ledger.sqlite" in out and run.calls == []


def test_a_replay_needs_no_key(run: Run) -> None:
    run.write("test_manners.py", run.tests.replace(", judge=JUDGE", ""))

    out = run("-q", "--arbitree-ledger", "l.sqlite", "--arbitree-judge", "rules:rules.py", "-k", "curt", code=1)
    assert "polite: no → 2 of 10" in out

    out = run(
        "-q", "--arbitree-replay", "--arbitree-ledger", "l.sqlite", "--arbitree-judge", "openai:m-1", "-k", "curt"
    )
    assert '"polite" is undecided (unrecorded)' in out and "OPENAI" not in out


def test_settings_may_stand_in_the_ini_file(run: Run) -> None:
    run.write("test_manners.py", run.tests.replace(", judge=JUDGE", ""))
    ini = "[pytest]\npythonpath = .\narbitree_ledger = kept/l.sqlite\narbitree_judge = rules:rules.py\n"
    run.write("pytest.ini", ini)

    run("-q", "-k", "curt", code=1)

    assert (run.folder / "kept" / "l.sqlite").exists()


def test_bad_rows_are_named_when_tests_are_collected(run: Run) -> None:
    run.write("cases.jsonl", '{"id": "a"}\n{oops\n{"id": "a"}\n')

    out = run("-q", code=2)

    assert "C101  the row is not valid JSON" in out and "cases.jsonl:2" in out
    assert 'C117  the id "a" is used twice' in out and "cases.jsonl:3" in out
    assert "Traceback" not in out and run.calls == []


MISTAKES = {
    '"nowhere.jsonl"': "there is no such file",
    '"cases.jsonl", argname="row"': "the test takes no parameter 'row'",
    '"cases.jsonl", ids=3': "unexpected keyword argument 'ids'",
    "": "missing 1 required positional argument: 'path'",
}


def test_a_marker_that_makes_no_sense_is_said_when_tests_are_collected(run: Run) -> None:
    for number, marker in enumerate(MISTAKES):
        run.write(f"test_{number}.py", run.tests.replace('"cases.jsonl"', marker))

    out = run("-q", code=2)

    assert [said for said in MISTAKES.values() if said not in out] == []
    assert "4 errors" in out


def test_a_marker_may_rename_columns_and_take_the_first_cases(run: Run) -> None:
    run.write("cases.csv", "nr,reply\n1,please\n2,no\n3,please\n")
    marker = '"cases.csv", id="nr", rename={"actual_output": "reply"}, limit=2'
    run.write("test_manners.py", run.tests.replace('"cases.jsonl"', marker))

    out = run("-v", code=1)

    assert "test_manners[1] PASSED" in out and "test_manners[2] FAILED" in out and "test_manners[3]" not in out


def test_metrics_of_any_maker_are_asserted_and_tests_share_their_questions(run: Run) -> None:
    run.write("test_manners.py", METRICS)

    out = run("-q", code=1)

    assert "3 failed, 2 passed" in out
    assert "was scored: score 1.000" in out and "there is no threshold to pass" in out
    assert "Length failed: score 0.500, threshold 0.9" in out and "reason  5 characters" in out
    assert "TypeError: judge= is for rubrics" in out
    assert "calls: 1 made, 1 saved; 1 equal question asked once" in out


METRICS = """\
from arbitree.metrics import BaseMetric, DAGMetric
from arbitree.metrics.dag import BinaryJudgementNode, DeepAcyclicGraph
from arbitree.pytest_plugin import assert_passes
from arbitree.test_case import LLMTestCase
from judge import Judge

node = BinaryJudgementNode(criteria="Is it polite?", evaluation_params=["actual_output"], name="polite")
node.add_verdict(True, score=10)
node.add_verdict(False, score=0)
METRIC = DAGMetric("Polite", DeepAcyclicGraph([node]), Judge())

class Length(BaseMetric):
    threshold = 0.9
    __name__ = "Length"

    def measure(self, test_case):
        self.score = len(test_case.actual_output) / 10
        self.reason = f"{len(test_case.actual_output)} characters"
        return self.score

CASE = LLMTestCase(input="x", actual_output="please now")

def test_ours():
    METRIC.include_reason = "path"
    assert assert_passes(CASE, METRIC).score == 1.0

def test_ours_again():
    assert_passes(CASE, METRIC, threshold=0.3)
    assert_passes({"actual_output": "please now"}, Length())

def test_theirs():
    assert_passes({"actual_output": "short"}, Length())

def test_without_a_threshold():
    metric = Length()
    metric.threshold = None
    assert_passes(CASE, metric)

def test_a_judge_for_a_metric():
    assert_passes(CASE, METRIC, judge=Judge())
"""


def test_the_ledger_of_the_run_is_a_fixture(run: Run) -> None:
    run.write(
        "test_manners.py", "def test_it(arbitree_ledger):\n    assert arbitree_ledger.path.endswith('l.sqlite')\n"
    )
    run("-q", "--arbitree-ledger", "l.sqlite", code=0)
    run.write("test_manners.py", "def test_it(arbitree_ledger):\n    assert arbitree_ledger is None\n")
    run("-q", code=0)


def test_a_run_that_judges_nothing_says_nothing_and_loads_nothing(run: Run) -> None:
    probe = "import sys\n\ndef test_it():\n    print(sorted(m for m in sys.modules if m.startswith('arbitree')))\n"
    run.write("test_manners.py", probe)

    out = run("-q", "-s", code=0)

    own = ["arbitree", "arbitree.pytest_plugin", "arbitree.pytest_plugin.current", "arbitree.version"]
    assert str(own) in out
    assert "judged" not in out


def test_outside_of_pytest_it_asserts_as_well(tmp_path: Path) -> None:
    from arbitree.pytest_plugin.asserting import assert_passes
    from tests.evaluate.metrics import Judge, cases, polite

    [no] = cases("no")
    assert assert_passes(no, polite("A", Judge()), threshold=0.1).score == 0.2
    with pytest.raises(AssertionError, match="polite: no"):
        assert_passes(no, polite("A", Judge()))


def test_pytest_finds_the_plugin_where_arbitree_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["entry-points"]["pytest11"] == {"arbitree": "arbitree.pytest_plugin"}
    assert callable(importlib.import_module("arbitree.pytest_plugin").pytest_addoption)
