"""What is written for DeepEval asks for it only when it is needed, and says how to install it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from arbitree.errors import UsageError
from arbitree.integrations.deepeval import graph_to_deepeval, to_deepeval
from arbitree.metrics import DAGMetric
from tests.meta.source import ROOT
from tests.metrics.graphs import reply_graph


def test_importing_it_imports_nothing_of_deepeval() -> None:
    asked = "import sys, arbitree.integrations.deepeval; print([name for name in sys.modules if name == 'deepeval'])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_without_it_the_error_holds_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("deepeval", "deepeval.metrics", "deepeval.metrics.dag"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "arbitree.integrations.deepeval.adapters", raising=False)
    metric = DAGMetric("Reply", reply_graph(), lambda prompt: "{}")
    for made in (lambda: to_deepeval(metric), lambda: graph_to_deepeval(reply_graph())):
        with pytest.raises(UsageError, match=r"pip install 'arbitree\[deepeval\]'"):
            made()


def test_what_cannot_measure_is_refused() -> None:
    for thing in (reply_graph(), DAGMetric, "Reply"):
        with pytest.raises(UsageError, match="cannot measure"):
            to_deepeval(thing)
