"""Who judges in one pytest process: one pass, so that tests share questions and a ledger, and what it has counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arbitree.evaluate.measuring import Manner, data_of, measured
from arbitree.evaluate.outcomes import Given, MetricData
from arbitree.evaluate.passing import Pass, is_ours
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.pytest_plugin.current import SESSION
from arbitree.runner.keeping import Keeping


class Session:
    """One process of a run, or what stands in its place where no test of pytest is running."""

    def __init__(self, keeping: Keeping | None = None, judge: str | None = None) -> None:
        """Asks nobody yet.

        Args:
            keeping: How replies are remembered; None: not at all, or as each metric says.
            judge: Who judges by rubrics for which nobody else is named.
        """
        self.keeping, self.judge = keeping, judge
        self.metrics: dict[object, tuple[object, Any]] = {}
        """Rubrics with their judges, as metrics, and what each was made of."""
        self._pass = Pass(keeping=keeping)
        self._named: object = None
        self._standings: Counter[str] = Counter()
        self._told: dict[str, Any] | None = None

    @property
    def default_judge(self) -> object:
        """Who judges where a test names nobody; made once."""
        if self._named is None and self.judge:
            self._named = judge_from(self.judge)
        return self._named

    def measure(self, metric: Any, given: Given) -> MetricData:
        """What a metric comes to on a case.

        Raises:
            ArbitreeError: it cannot be measured at all: nobody judges, or the ledger cannot be used.
        """
        data = run_sync(self._measured(metric, given))
        self._standings[data.standing] += 1
        return data

    async def _measured(self, metric: Any, given: Given) -> MetricData:
        [ready] = self._pass.ready([metric])
        stopped = self._pass.stopped
        if stopped is not None and is_ours(metric):
            # A bad key is not tried for every test.
            return data_of(metric, failed=str(stopped))
        return await measured(ready, given, Manner())

    def close(self) -> dict[str, Any]:
        """Writes what is left into the ledger; gives back what was counted, as plain values."""
        if self._told is None:
            problems = self._pass.close()
            spent = self._pass.spent
            took = [one.took for one in spent.judges]
            self._told = {
                "standings": dict(self._standings),
                "calls": spent.calls,
                "shared": spent.shared,
                "recalled": spent.recalled,
                "tries": spent.tries,
                "input_tokens": sum(one.input_tokens for one in took),
                "output_tokens": sum(one.output_tokens for one in took),
                "cost": spent.cost,
                "prices": spent.prices,
                "problems": [problem.render() for problem in problems if problem.code != LACKING],
                "ledger": None if self.keeping is None else str(self.keeping.path or ".arbitree/ledger.sqlite"),
                "replay": self.keeping is not None and self.keeping.replay,
            }
        return self._told


LACKING = "R149"
"""The code of a replay that lacks replies: each test that lacks one has said so."""


def session_of(item: pytest.Item | None) -> Session:
    """The session of a test's process; a new one where no test is running."""
    if item is None:
        return Session()
    found = item.config.stash.get(SESSION, None)
    if isinstance(found, Session):
        return found
    made = item.config.stash[SESSION] = Session(keeping_of(item.config), item.config.getoption("arbitree_judge"))
    return made


def keeping_of(config: pytest.Config) -> Keeping | None:
    """How replies are remembered in a run."""
    path, replay = config.getoption("arbitree_ledger"), bool(config.getoption("arbitree_replay"))
    return Keeping(path=path, replay=replay) if path or replay else None
