"""Rubrics whose leaves are metrics, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import Call

METRIC = """\
class Brief:
    def measure(self, test_case):
        self.score = 1 / len(test_case.actual_output)
"""

RULE = """\
from arbitree.rules import answers


@answers("dag.BinaryJudgementVerdict")
def fine(prompt):
    return {"verdict": True, "reason": "It is."}
"""

RUBRIC = """\
arbitree: 1
nodes:
  fine: {ask: Is it fine?, shows: [actual_output], yes: brief, no: 0}
  brief: {metric: "brief_metric:Brief"}
"""


def put(**texts: str) -> None:
    for name, text in texts.items():
        Path(name.replace("_dot_", ".")).write_text(text, encoding="utf-8")


def test_workers_measure_as_one_process_does(call: Call) -> None:
    rows = "".join(json.dumps({"id": str(n), "input": "Hi", "actual_output": "x" * (n + 1)}) + "\n" for n in range(4))
    put(r_dot_yaml=RUBRIC, rules_dot_py=RULE, brief_metric_dot_py=METRIC, cases_dot_jsonl=rows)
    judge = ("--judge", "rules:rules.py", "--allow", "brief_metric")
    for name, more in (("one", ()), ("two", ("--workers", "2"))):
        assert call("run", "r.yaml", "cases.jsonl", *judge, "--name", name, *more).code == 1
    one, two = (Path("runs", name, "results.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two
    assert [json.loads(line)["score"] for line in one.splitlines()] == [1.0, 0.5, 0.333333333333, 0.25]


def test_a_metric_of_a_module_that_is_not_allowed_is_not_imported(call: Call) -> None:
    put(r_dot_yaml=RUBRIC, brief_metric_dot_py="raise SystemExit('imported')")
    done = call("check", "r.yaml")
    assert done.code == 2
    assert "--allow brief_metric" in done.err
