"""A run that fails as a whole stops early; one that fails now and then goes on."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import CASES, RUBRIC, Call


def judge(body: str) -> str:
    Path("model.py").write_text(f"import itertools\nasked = itertools.count(1)\ndef judge(prompt):\n{body}", "utf-8")
    return "model.py:judge"


def test_five_first_questions_that_fail_alike_stop_the_run(call: Call) -> None:
    name = judge("    raise PermissionError(f'invalid key, request {next(asked)}')\n")
    said = call("run", RUBRIC, CASES, "--judge", name, "--concurrency", "1")

    assert said.code == 2
    assert "first 5 questions all failed alike: PermissionError: invalid key" in said.err
    assert "Stopped after 5 of 12 cases." in said.err and "--resume runs/return-reply-1" in said.err
    assert json.loads(Path("runs/latest/run.json").read_text(encoding="utf-8"))["state"] == "stopped"


def test_what_was_stopped_is_gone_on_with(call: Call) -> None:
    name = judge("    raise PermissionError('invalid key')\n")
    call("run", RUBRIC, CASES, "--judge", name)
    judge('    return \'{"verdict": true, "output": "30 days"}\'\n')
    said = call("run", RUBRIC, CASES, "--judge", name, "--resume", "latest", "--json")

    assert json.loads(said.out)["summary"]["cases"] == 12


def test_failures_of_different_kinds_do_not_stop_it(call: Call) -> None:
    name = judge("    n = next(asked)\n    raise (ValueError, KeyError)[n % 2]('x')\n")
    said = call("run", RUBRIC, CASES, "--judge", name, "--concurrency", "1")

    assert said.code == 3 and "failed alike" not in said.err


def test_one_good_answer_at_the_beginning_is_enough_to_go_on(call: Call) -> None:
    name = judge("    if next(asked) > 1:\n        raise ValueError('x')\n    return '{\"output\": \"x\"}'\n")
    said = call("run", RUBRIC, CASES, "--judge", name, "--concurrency", "1")

    assert said.code == 3 and "11 undecided" in said.out.replace("12 undecided", "11 undecided")


def test_fewer_than_five_questions_stop_nothing(call: Call) -> None:
    name = judge("    raise ValueError('x')\n")
    said = call("run", RUBRIC, CASES, "--judge", name, "--limit", "4")

    assert said.code == 3 and "Stopped" not in said.err


def test_a_fault_of_ours_on_one_case_is_counted_apart_and_70(call: Call, monkeypatch: object) -> None:
    from arbitree.runner import many

    scored = many.score_case

    async def breaks(plan, case, *rest, **more):  # type: ignore[no-untyped-def]
        if case.id == "polite":
            raise ZeroDivisionError("ours")
        return await scored(plan, case, *rest, **more)

    monkeypatch.setattr(many, "score_case", breaks)  # type: ignore[attr-defined]
    name = judge('    return \'{"verdict": true, "output": "30 days"}\'\n')
    said = call("run", RUBRIC, CASES, "--judge", name)

    assert said.code == 70 and "Traceback" not in said.err + said.out
    assert "arbitree itself failed on 1 case" in said.err and "our_fault" in said.out
    assert "ZeroDivisionError" in Path("runs/latest/log.jsonl").read_text(encoding="utf-8")
    assert len(Path("runs/latest/results.jsonl").read_text(encoding="utf-8").splitlines()) == 12
