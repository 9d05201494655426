"""Metrics of one pass share their questions, one limit, one ledger and one budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitree import Keeping, evaluate
from arbitree.errors import RecordError, UsageError
from arbitree.evaluate import AsyncConfig, CacheConfig
from arbitree.judges import Budget
from arbitree.testing import ScriptedJudge
from tests.evaluate.metrics import SILENT, Judge, cases, polite, warm


class Known(Judge):
    """A judge that says what its replies depend on."""

    fingerprint = "polite, version 1"


def test_an_equal_question_of_several_metrics_is_asked_once() -> None:
    judge = Judge()
    metrics = [polite("A", judge), polite("B", judge, yes=6), warm("C", judge)]

    found = evaluate(cases("please", "no", "please!"), metrics, display_config=SILENT)

    # Once a test case whether it is polite, and of the two that are, how warm.
    assert judge.calls == 5
    assert (found.spent.calls, found.spent.shared) == (5, 6)


def test_equal_test_cases_are_asked_about_once() -> None:
    judge = Judge()

    evaluate(cases(*["please"] * 40), [polite("A", judge)], display_config=SILENT)

    assert judge.calls == 1


def test_two_judges_do_not_answer_for_each_other() -> None:
    one, other = Judge(), Judge()

    found = evaluate(cases("please"), [polite("A", one), polite("B", other)], display_config=SILENT)

    assert (one.calls, other.calls, found.spent.shared) == (1, 1, 0)


def test_two_objects_that_tell_the_same_of_themselves_are_one_judge() -> None:
    one, other = Known(), Known()

    evaluate(cases("please"), [polite("A", one), polite("B", other)], display_config=SILENT)

    assert one.calls + other.calls == 1


def test_the_same_words_asked_of_another_role_are_another_question() -> None:
    judge = Judge()
    roles: dict[str, Any] = {"judges": {"judge": judge, "strict": judge}}

    evaluate(cases("please"), [polite("A", None, **roles), polite("B", judge)], display_config=SILENT)

    assert judge.calls == 1


@pytest.mark.parametrize("limit", [1, 8])
def test_no_more_questions_are_out_at_once_than_the_limit_says_whoever_judges(limit: int) -> None:
    both: dict[str, int] = {"now": 0, "most": 0}

    class Counted(Judge):
        async def a_generate(self, prompt: str) -> dict[str, object]:
            both["now"] += 1
            both["most"] = max(both.values())
            try:
                return await super().a_generate(prompt)
            finally:
                both["now"] -= 1

    outputs = [f"reply {n}" for n in range(60)]
    evaluate(
        cases(*outputs),
        [polite("A", Counted()), polite("B", Counted())],
        display_config=SILENT,
        async_config=AsyncConfig(max_concurrent=limit),
    )

    assert both["most"] == limit


def test_a_ledger_is_shared_and_makes_the_next_evaluation_free(tmp_path: Path) -> None:
    judge, ledger = Known(), tmp_path / "replies.sqlite"
    metrics = [polite("A", judge), warm("B", judge)]

    first = evaluate(cases("please", "no"), metrics, display_config=SILENT, ledger=ledger)
    again = evaluate(cases("please", "no"), metrics, display_config=SILENT, ledger=ledger)

    assert first.test_results == again.test_results
    assert (first.spent.calls, again.spent.calls, again.spent.recalled) == (3, 0, 5)
    assert judge.calls == 3


def test_a_ledger_that_metrics_have_of_their_own_is_used_too(tmp_path: Path) -> None:
    judge = Known()
    kept: dict[str, Any] = {"ledger": str(tmp_path / "own.sqlite")}

    evaluate(cases("please"), [polite("A", judge, **kept), warm("B", judge, **kept)], display_config=SILENT)
    evaluate(cases("please"), [polite("A", judge, **kept)], display_config=SILENT)

    assert judge.calls == 2


def test_a_replay_asks_nothing_and_names_what_it_lacks(tmp_path: Path) -> None:
    judge, ledger = Known(), tmp_path / "replies.sqlite"
    evaluate(cases("please"), [polite("A", judge)], display_config=SILENT, ledger=ledger)
    replay = Keeping(path=ledger, replay=True)

    found = evaluate(cases("please"), [polite("A", judge)], display_config=SILENT, ledger=replay)
    with pytest.raises(RecordError, match='no reply to 1 question: "warmth" 1'):
        evaluate(cases("please"), [warm("B", judge)], display_config=SILENT, ledger=replay)

    assert (found.test_results[0].success, judge.calls) == (True, 1)


def test_a_judge_that_cannot_be_remembered_is_refused_before_it_is_asked(tmp_path: Path) -> None:
    judge = Judge()
    with pytest.raises(RecordError, match="cannot be remembered"):
        evaluate(cases("please"), [polite("A", judge)], display_config=SILENT, ledger=tmp_path / "l.sqlite")

    assert judge.calls == 0


def test_the_cache_is_the_default_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    judge = Known()

    for _ in range(2):
        evaluate(cases("please"), [polite("A", judge)], display_config=SILENT, cache_config=CacheConfig(use_cache=True))

    assert judge.calls == 1
    assert (tmp_path / ".arbitree" / "ledger.sqlite").exists()
    with pytest.raises(UsageError, match="written to as well"):
        evaluate(cases("x"), [polite("A", judge)], cache_config=CacheConfig(use_cache=True, write_cache=False))


def test_what_no_budget_is_left_for_is_undecided() -> None:
    judge = Judge()

    found = evaluate(cases("a", "b", "c"), [polite("A", judge)], display_config=SILENT, budget=Budget(calls=2))

    assert (judge.calls, found.count("undecided")) == (2, 1)


@given(seed=st.integers(0, 10**6), at_once=st.integers(1, 9))
@settings(max_examples=20)
def test_a_metric_comes_to_what_it_comes_to_alone_whoever_answers_first(seed: int, at_once: int) -> None:
    script: dict[str, Any] = dict.fromkeys(("polite", "first"), lambda q: "please" in q.prompt) | {"warmth": "cold"}
    test_cases = cases("please", "no", "please", None, "please do")
    judge = ScriptedJudge(script, waits=6, seed=seed)
    metrics = [polite("A", judge), warm("B", judge), polite("C", judge, yes=5)]

    found = evaluate(
        test_cases, metrics, display_config=SILENT, async_config=AsyncConfig(max_concurrent=at_once)
    ).test_results

    alone = ScriptedJudge(script)
    for column, metric in enumerate((polite("A", alone), warm("B", alone), polite("C", alone, yes=5))):
        results = [metric.run(test_case) for test_case in test_cases]
        assert [one.metrics_data[column].score for one in found] == [result.score for result in results]
        assert [one.metrics_data[column].path for one in found] == [result.path for result in results]
        assert [one.metrics_data[column].error or "" for one in found] == [result.error for result in results]
