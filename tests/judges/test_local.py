"""The `local` judge: its tests, its limit of time, and functions of the user's."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Iterator

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import Json
from arbitree.core.kinds.check import Check
from arbitree.core.records import Answer, Failed, Message, Question, Reply, Shape
from arbitree.core.structural.asked import messages_of
from arbitree.core.structural.table import LOCAL
from arbitree.executors.score import score_case
from arbitree.judges.local import LocalJudge
from tests.structural.docs_tables import Row, rows

MINE = "tests.judges.mychecks"
ROWS = [row for row in rows() if row.test in LOCAL]


@pytest.fixture(scope="module")
def judge() -> Iterator[LocalJudge]:
    judge = LocalJudge(allow=(MINE,), limit=20, workers=1)
    yield judge
    judge.close()


@pytest.fixture(scope="module")
def hasty() -> Iterator[LocalJudge]:
    judge = LocalJudge(allow=(MINE,), limit=0.2, workers=1)
    yield judge
    judge.close()


def question(*tests: tuple[str, Json], text: str = "") -> Question:
    messages = messages_of(tests, text)
    return Question(key="k", node="n", role="local", messages=messages, shape=Shape(kind="yes_no"))


def ask(judge: LocalJudge, *tests: tuple[str, Json], text: str = "") -> Answer:
    return asyncio.run(judge.ask(question(*tests, text=text)))


def verdict(answer: Answer) -> tuple[bool, str]:
    assert isinstance(answer, Reply), answer
    said = json.loads(answer.text)
    return said["verdict"], said["reason"]


def failure(answer: Answer) -> tuple[str, str]:
    assert isinstance(answer, Failed), answer
    return answer.kind, answer.message


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.test}:{row.line}")
def test_a_row_of_the_docs_holds_as_it_says(judge: LocalJudge, row: Row) -> None:
    holds, why = verdict(ask(judge, (row.test, row.argument), text=row.text))
    assert holds == row.holds, why


def test_all_tests_of_a_question_must_hold_pure_ones_too(judge: LocalJudge) -> None:
    tests: list[tuple[str, Json]] = [("search", "a+"), ("contains", "nan"), ("max_words", 1)]

    assert verdict(ask(judge, *tests, text="banana"))[0]
    assert not verdict(ask(judge, *tests, text="banana cake"))[0]
    assert not verdict(ask(judge, *tests, text="bbb"))[0]


def test_a_pure_test_that_does_not_hold_settles_the_question_without_a_process() -> None:
    judge = LocalJudge(workers=1)

    holds, why = verdict(ask(judge, ("search", "(a+)+$"), ("contains", "refund"), text="a" * 40 + "b"))

    assert (holds, why) == (False, '"refund" is not there')
    assert judge._idle._waiting == []


def test_the_same_question_gets_the_same_bytes(judge: LocalJudge) -> None:
    asked = question(("search", "a+"), ("language", ["de", "fr"]), text="Vielen Dank für Ihre Anfrage an uns.")

    async def twice() -> list[Answer]:
        return [await judge.ask(asked), await judge.ask(asked)]

    first, second = asyncio.run(twice())
    assert first == second


def test_a_pattern_that_never_ends_is_a_timeout_and_the_judge_goes_on(hasty: LocalJudge) -> None:
    began = time.monotonic()
    kind, message = failure(ask(hasty, ("search", "(a+)+$"), text="a" * 60 + "b"))

    assert kind == "timeout"
    assert message == "`search` did not end within 0.2 s, and the process was ended"
    assert time.monotonic() - began < 60
    assert verdict(ask(hasty, ("search", "a+"), text="a"))[0]


def test_a_function_that_never_returns_is_a_timeout(hasty: LocalJudge) -> None:
    assert failure(ask(hasty, ("call", f"{MINE}:hangs")))[0] == "timeout"


def test_the_loop_runs_on_while_a_test_hangs(hasty: LocalJudge) -> None:
    async def turns() -> int:
        asked = asyncio.create_task(hasty.ask(question(("call", f"{MINE}:hangs"))))
        count = 0
        while not asked.done():
            await asyncio.sleep(0)
            count += 1
        return count

    assert asyncio.run(turns()) > 10


def test_a_function_gives_a_bool_a_text_or_both(judge: LocalJudge) -> None:
    assert verdict(ask(judge, ("call", f"{MINE}:complaint"), text="short")) == (
        False,
        f"{MINE}:complaint: 5 characters are few",
    )
    assert verdict(ask(judge, ("call", f"{MINE}:complaint"), text="long enough text"))[0]
    assert verdict(ask(judge, ("call", f"{MINE}:both"), text="LOUD")) == (True, f"{MINE}:both: case was looked at")
    assert verdict(ask(judge, ("call", f"{MINE}:is_long"), text="long enough text"))[0]


def test_a_function_that_raises_fails_with_its_cause_and_place(judge: LocalJudge) -> None:
    kind, message = failure(ask(judge, ("call", f"{MINE}:raises")))

    assert kind == "judge_error"
    assert message.startswith("`call` raised ValueError: no such thing (mychecks.py:")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("forgets", "gave back None; it is to give back True, False or a text"),
        ("leaves", "the process that ran `call` ended by itself"),
        ("nowhere", "is not there"),
        ("__doc__", "is no function but str"),
    ],
)
def test_a_function_that_cannot_be_used_fails_and_says_why(judge: LocalJudge, function: str, said: str) -> None:
    kind, message = failure(ask(judge, ("call", f"{MINE}:{function}")))

    assert kind == "judge_error"
    assert said in message


def test_what_a_function_prints_is_no_reply(judge: LocalJudge) -> None:
    assert verdict(ask(judge, ("call", f"{MINE}:prints"), text="a"))[0]


@pytest.mark.parametrize(
    ("allow", "module", "allowed"),
    [
        ((), "mychecks", False),
        (("mychecks",), "mychecks", True),
        (("mychecks",), "mychecks.style", True),
        (("mychecks",), "mychecksum", False),
        (("mychecks.style",), "mychecks", False),
    ],
)
def test_a_module_is_allowed_by_its_name_or_its_package(allow: tuple[str, ...], module: str, allowed: bool) -> None:
    message = LocalJudge(allow=allow)._refused("call", f"{module}:f")

    assert message == (None if allowed else f'the module "{module}" is not allowed')


def test_a_module_that_is_not_allowed_is_never_imported() -> None:
    judge = LocalJudge()

    assert failure(ask(judge, ("call", "os:getcwd"))) == ("judge_error", '`call`: the module "os" is not allowed')
    assert judge._idle._waiting == []


def test_a_question_of_another_form_is_refused() -> None:
    asked = question(("search", "a"))
    other = Question(key="k", node="n", role="local", messages=(Message("user", "Is it?"),), shape=asked.shape)

    kind, message = failure(asyncio.run(LocalJudge().ask(other)))
    assert (kind, message[:50]) == ("judge_error", "the local judge answers questions of checks only: ")


def test_an_argument_that_cannot_be_used_fails_without_a_process() -> None:
    assert failure(ask(LocalJudge(), ("search", "(")))[0] == "judge_error"


def test_problems_are_told_before_anything_is_judged(judge: LocalJudge) -> None:
    tests: list[tuple[str, Json]] = [
        ("call", f"{MINE}:is_polite"),
        ("call", f"{MINE}:is_polit"),
        ("call", "os:getcwd"),
        ("json_schema", {"required": "answer"}),
        ("search", "a+"),
    ]

    found = judge.problems(tests)

    assert [problem.where.partition(":")[0] for problem in found] == ["`call", "`call", "`json_schema"]
    assert "--allow os" in found[1].mend


def test_a_check_in_a_rubric_is_answered_and_counts_no_call(judge: LocalJudge) -> None:
    tests: tuple[tuple[str, Json], ...] = (("search", r"\b[A-Z]\d\d\b"), ("contains", "shipped"))
    graph = Graph(nodes=(Check(name="has_id", tests=tests, shows=("actual_output",)),))
    case = Case(id="1", fields={"actual_output": "Order A17 shipped."})

    result = asyncio.run(score_case(compile_plan(graph), case, {"local": judge}))

    assert (result.score, result.usage.calls) == (1.0, 0)


def test_one_judge_serves_many_questions_at_once(judge: LocalJudge) -> None:
    async def many() -> list[Answer]:
        asked = [question(("search", f"^{number}$"), text=str(number)) for number in range(30)]
        return await asyncio.gather(*map(judge.ask, asked))

    assert all(verdict(answer)[0] for answer in asyncio.run(many()))


def test_a_judge_that_is_dropped_ends_its_processes() -> None:
    judge = LocalJudge(workers=1)
    ask(judge, ("search", "a"), text="a")
    process = judge._idle._waiting[0]

    del judge
    gc.collect()

    assert not process.alive
