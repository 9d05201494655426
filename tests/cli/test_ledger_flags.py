"""`arbitree run` and the ledger: what is asked again, what a replay lacks, and flags that contradict each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import CASES, RUBRIC, RULES, Call
from tests.cli.counting import RUN, TWO, asked, model, rubric


def results() -> list[object]:
    lines = Path("runs/latest/results.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_acceptance_24_the_same_run_again_makes_no_call(run: Call) -> None:
    run(*RUN)
    first, made = results(), asked()
    said = run(*RUN)

    assert (made, asked(), results()) == (4, 0, first)
    spent = {"calls": 0, "shared": 0, "replayed": 0, "recalled": 4, "kept": 0, "at_most": None}
    assert json.loads(said.out)["spent"].items() >= spent.items()
    assert sorted(path.name for path in Path(".arbitree").iterdir()) == [".gitignore", "ledger.sqlite"]


def test_acceptance_24_only_what_follows_the_changed_words_is_asked(run: Call) -> None:
    run(*RUN)
    asked()
    Path("rubric.yaml").write_text((TWO % ("Is it polite?", 10)).replace("clear?", "really clear?"), encoding="utf-8")
    run(*RUN)

    assert asked() == 2


def test_acceptance_24_a_changed_score_of_a_leaf_makes_no_call(run: Call) -> None:
    run(*RUN)
    asked()
    rubric(score=6)
    said = run(*RUN)

    assert (asked(), [case["score"] for case in json.loads(said.out)["cases"]]) == (0, [0.6, 0.6])


@pytest.mark.parametrize("told", [{"model": "m-2", "temperature": 0}, {"model": "m-1", "temperature": 1}])
def test_acceptance_24_another_model_or_temperature_is_asked(run: Call, told: object) -> None:
    run(*RUN)
    asked()
    model(told)
    run(*RUN)

    assert asked() == 4


def test_acceptance_24_a_replay_names_what_is_missing(run: Call) -> None:
    run(*RUN, "--limit", "1")
    asked()
    said = run(*RUN, "--replay")

    assert (said.code, asked()) == (2, 0)
    assert 'R149  the ledger has no reply to 1 question: "polite" 1' in said.err
    assert [case["status"] for case in json.loads(said.out)["cases"]] == ["scored", "undecided"]


def test_a_replay_with_another_judge_says_whose_replies_there_are(run: Call) -> None:
    run(*RUN)
    model({"model": "m-2", "temperature": 0})
    said = run(*RUN, "--replay")

    assert 'knows nothing of the judge {"model":"m-2","temperature":0}, only of {"model":"m-1"' in said.err


def test_a_replay_of_what_is_there_gives_the_same_results(run: Call) -> None:
    run(*RUN)
    first = results()
    asked()
    said = run(*RUN, "--replay")

    assert (said.code, asked(), results()) == (0, 0, first)


def test_a_replay_without_a_ledger_is_refused(run: Call) -> None:
    said = run(*RUN, "--replay")

    assert (said.code, asked()) == (2, 0)
    assert "R140  there is no ledger here" in said.err


def test_acceptance_8_what_was_not_read_is_asked_afresh_and_nothing_else(run: Call) -> None:
    model(unsure="Is it clear?")
    assert run(*RUN).code == 3
    unread, made = results(), asked()
    kept = run(*RUN, "--keep-undecided")
    assert (made, asked(), kept.code, results()) == (2 + 2 * 3, 0, 3, unread)
    replayed = run(*RUN, "--replay")
    assert (asked(), replayed.code, results()) == (0, 3, unread)

    model()
    assert run(*RUN).code == 0
    assert asked() == 2
    assert run(*RUN).code == 0
    assert asked() == 0


def test_fresh_asks_everything_again(run: Call) -> None:
    run(*RUN)
    asked()
    run(*RUN, "--fresh")

    assert asked() == 4


@pytest.mark.parametrize("again", [("--fresh",), ()])
def test_a_fresh_run_that_is_gone_on_with_asks_nothing_again_that_it_has_paid_for(
    run: Call, again: tuple[str, ...]
) -> None:
    run(*RUN)
    run(*RUN, "--limit", "1", "--fresh", "--name", "r")
    asked()
    # As a kill leaves it that comes before the case is finished.
    Path("runs/r/results.jsonl").write_bytes(b"")
    said = run(*RUN, "--resume", "r", *again)

    # Two questions of the first case are paid for; those of the other one are known only from before the run.
    assert (asked(), json.loads(said.out)["spent"]["recalled"]) == (2, 2)
    assert asked() == 0
    Path("runs/r/results.jsonl").write_bytes(b"")
    run(*RUN, "--resume", "r", *again)
    assert asked() == 0


def test_a_fresh_run_asks_afresh_what_an_earlier_session_could_not_read(run: Call) -> None:
    model(unsure="Is it clear?")
    assert run(*RUN, "--fresh", "--name", "r").code == 3
    asked()
    model()

    assert run(*RUN, "--resume", "r", "--fresh").code == 0
    assert asked() == 2


def test_no_ledger_leaves_nothing_behind(run: Call) -> None:
    run(*RUN, "--no-ledger")
    assert not Path(".arbitree").exists()
    asked()
    run(*RUN, "--no-ledger")

    assert asked() == 4


def test_a_judge_that_does_not_tell_what_it_is_is_remembered_by_its_run_alone(run: Call) -> None:
    model(None)
    run(*RUN)
    run(*RUN)

    assert asked() == 8
    assert not Path(".arbitree").exists()
    assert Path("runs/latest/journal.sqlite").exists()


@pytest.mark.parametrize("flags", [("--ledger", "l.sqlite"), ("--replay",)])
def test_a_ledger_that_is_asked_for_refuses_a_judge_that_does_not_tell_what_it_is(
    run: Call, flags: tuple[str, ...]
) -> None:
    model(None)
    said = run(*RUN, *flags)

    assert (said.code, asked()) == (2, 0)
    assert 'R150  the replies of "model" cannot be remembered' in said.err


def test_a_judge_can_be_named_on_the_command_line(run: Call) -> None:
    model(None)
    run(*RUN, "--remember-as", "first")
    run(*RUN, "--remember-as", "first")
    assert asked() == 4
    run(*RUN, "--remember-as", "second")
    assert asked() == 4


def test_rules_need_no_ledger_and_use_one_that_is_named(call: Call) -> None:
    run = ("run", RUBRIC, CASES, "--judge", RULES, "--json")
    call(*run)
    assert not Path(".arbitree").exists()
    first = json.loads(call(*run, "--ledger", "l.sqlite").out)["spent"]
    second = json.loads(call(*run, "--ledger", "l.sqlite").out)["spent"]

    assert first["calls"] > 0 and first["recalled"] == 0
    assert (second["calls"], second["recalled"] > 0) == (0, True)


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (("--replay", "--fresh"), "X210"),
        (("--no-ledger", "--replay"), "X325"),
        (("--no-ledger", "--ledger", "x"), "X325"),
    ],
)
def test_flags_that_contradict_each_other_are_refused(run: Call, flags: tuple[str, ...], code: str) -> None:
    said = run(*RUN, *flags)

    assert (said.code, asked()) == (2, 0)
    assert code in said.err


def test_a_file_that_is_no_ledger_is_refused_before_anything_is_asked(run: Call) -> None:
    said = run(*RUN, "--ledger", "cases.jsonl", "--by", "nothing")

    assert (said.code, asked()) == (2, 0)
    assert "R142  this file is no ledger" in said.err and "X321" in said.err
    assert not Path("runs").exists()
