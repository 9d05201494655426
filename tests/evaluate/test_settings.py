"""Settings of an evaluation that make no sense are refused before anything is paid for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import arbitree
from arbitree.errors import UsageError
from arbitree.evaluate import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig
from arbitree.metrics import GEval

CASE = {"input": "Hi", "actual_output": "Hello."}


class Judge:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, prompt: str) -> str:
        self.asked += 1
        return '{"reason": "r", "score": 8}'


def evaluated(**settings: Any) -> tuple[Judge, Any]:
    judge = Judge()
    metric = GEval("Tone", ["actual_output"], evaluation_steps=["Look."], model=judge)
    quiet = DisplayConfig(print_results=False, show_indicator=False)
    try:
        return judge, arbitree.evaluate([CASE], [metric], **{"display_config": quiet, **settings})
    except UsageError as error:
        return judge, error


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"async_config": True}, "True is no AsyncConfig"),
        ({"async_config": {}}, "{} is no AsyncConfig"),
        ({"display_config": "all"}, "'all' is no DisplayConfig"),
        ({"cache_config": 0}, "0 is no CacheConfig"),
        ({"error_config": []}, "[] is no ErrorConfig"),
        ({"error_config": ErrorConfig(ignore_errors="no")}, "'ignore_errors' is 'no'"),  # type: ignore[arg-type]
        ({"cache_config": CacheConfig(use_cache=1)}, "'use_cache' is 1"),  # type: ignore[arg-type]
        ({"async_config": AsyncConfig(run_async="yes")}, "'run_async' is 'yes'"),  # type: ignore[arg-type]
        ({"display_config": DisplayConfig(display_option="x")}, "'display_option' is 'x'"),  # type: ignore[arg-type]
        ({"display_config": DisplayConfig(results_folder=5)}, "'results_folder' is 5 and no path"),  # type: ignore[arg-type]
        ({"display_config": DisplayConfig(results_folder=__file__)}, "cannot be used"),
        ({"budget": 5}, "5 is no budget"),
        ({"identifier": 5}, "5 is no text"),
        ({"hyperparameters": ["a"]}, "['a'] is no mapping"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_before_the_first_call(settings: dict[str, Any], said: str) -> None:
    judge, error = evaluated(**settings)
    assert isinstance(error, UsageError) and said in str(error)
    assert judge.asked == 0


def test_all_such_settings_are_named_together() -> None:
    _, error = evaluated(budget=5, identifier=5, error_config=1)
    assert [problem.where for problem in error.problems] == ["error_config", "budget", "identifier"]


def test_results_that_cannot_be_written_are_given_back_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_run.json").mkdir()
    display = DisplayConfig(print_results=False, show_indicator=False, results_folder=str(tmp_path))
    _, found = evaluated(display_config=display)
    assert found.test_results[0].success
    assert "could not be written to" in capsys.readouterr().err
