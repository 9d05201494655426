"""The first answers of a run tell whether it fails as a whole."""

from __future__ import annotations

import pytest

from arbitree.core.records import Answer, Failed, Message, Question, Reply, Shape
from arbitree.runner.alike import ENOUGH, Alike
from tests.runner.runs import Counting

QUESTION = Question(key="k", node="n", role="judge", messages=(Message("user", "?"),), shape=Shape(kind="yes_no"))


def noted(*answers: Answer) -> Alike:
    alike = Alike()
    for answer in answers:
        alike.note(Counting(), QUESTION, answer)
    return alike


def failed(message: str, kind: str = "judge_error") -> Failed:
    return Failed(kind=kind, message=message)


def test_five_failures_alike_are_enough() -> None:
    assert noted(*[failed("no key")] * (ENOUGH - 1)).problem is None
    alike = noted(*[failed("no key")] * ENOUGH)
    assert alike.problem is not None and alike.stop.is_set()


def test_numbers_and_ids_in_a_message_make_no_difference() -> None:
    messages = [f"404 (request req-{n:032x} at 0x{n:08x})" for n in range(ENOUGH)]

    assert noted(*map(failed, messages)).problem is not None


@pytest.mark.parametrize("place", range(ENOUGH))
@pytest.mark.parametrize("other", [Reply(text="x"), failed("rate limit"), failed("no key", "timeout")])
def test_any_other_answer_among_the_first_five_lets_the_run_go_on(place: int, other: Answer) -> None:
    answers: list[Answer] = [failed("no key")] * ENOUGH
    answers[place] = other

    assert noted(*answers, *[failed("no key")] * 50).problem is None


@pytest.mark.parametrize("kind", ["timeout", "budget", "unrecorded"])
def test_failures_that_are_not_the_judges_own_stop_nothing(kind: str) -> None:
    assert noted(*[failed("x", kind)] * 50).problem is None
