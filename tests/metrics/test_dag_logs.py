"""What a metric prints and keeps in words, and metrics of one's own."""

from __future__ import annotations

import pytest

from arbitree.metrics import BaseMetric
from arbitree.testing import in_turn, raw
from tests.metrics.graphs import CASE, metric_of


def test_verbose_mode_prints_each_verdict_and_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    metric = metric_of({"window": True, "details": "Neither"}, verbose_mode=True, include_reason="path")
    metric.measure(CASE)
    printed = capsys.readouterr().out
    for line in ("Return reply [DAG]: q-1", "Facts: 30 days", "Verdict: True -> details", "Verdict: Neither -> = 3"):
        assert line in printed
    assert printed.count("Reason: as scripted") == 2
    assert "Score: 0.3\nReason: The score is 0.3" in printed


def test_without_verbose_mode_nothing_is_printed_and_the_logs_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    metric = metric_of({"window": False})
    assert metric.verbose_logs is None
    metric.measure(CASE)
    assert capsys.readouterr().out == ""
    assert metric.verbose_logs is not None
    assert "Criteria: Is there a limit?" in metric.verbose_logs


def test_replies_that_could_not_be_used_are_in_the_logs() -> None:
    metric = metric_of({"window": in_turn(raw("oops"), False)})
    metric.measure(CASE)
    assert metric.verbose_logs is not None
    assert "Reply 1 could not be used" in metric.verbose_logs


def test_a_metric_of_ones_own_says_what_it_lacks() -> None:
    with pytest.raises(NotImplementedError, match="BaseMetric"):
        BaseMetric().measure(CASE)


def test_a_metric_of_ones_own_succeeds_by_score_and_threshold() -> None:
    metric = BaseMetric()
    metric.threshold, metric.score = 0.5, 0.4
    assert metric.is_successful() is False
    metric.score = 0.5
    assert metric.is_successful() is True
    metric.error = "down"
    assert metric.is_successful() is False
