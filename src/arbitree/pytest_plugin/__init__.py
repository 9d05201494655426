"""The pytest plugin: `assert_passes`, cases from files, one ledger for all workers, replay without keys, a summary.

It is loaded by every pytest run where arbitree is installed, and so loads nothing of arbitree until that is used.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from arbitree.pytest_plugin.asserting import assert_passes as assert_passes
    from arbitree.runner.keeping import Keeping

__all__ = ["assert_passes"]

MARKER = "arbitree_cases"
_MARKER_LINE = f"{MARKER}(path, argname='case', id=None, rename=None, limit=None): one test for each case of a file."
_HELP = {
    "ledger": "the ledger in which replies are remembered, by all workers; none is by default",
    "judge": "who judges by rubrics where a test names nobody, such as openai:MODEL or rules:FILE",
}


def __getattr__(name: str) -> object:
    if name != "assert_passes":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arbitree.pytest_plugin.asserting import assert_passes

    return assert_passes


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options and settings."""
    group = parser.getgroup("arbitree", "arbitree")
    group.addoption("--arbitree-ledger", metavar="PATH", default=None, help=f"{_HELP['ledger']} (ini: arbitree_ledger)")
    group.addoption("--arbitree-judge", metavar="JUDGE", default=None, help=f"{_HELP['judge']} (ini: arbitree_judge)")
    group.addoption(
        "--arbitree-replay",
        action="store_true",
        help="ask nobody: replies come from the ledger, and a test that lacks one fails and names it",
    )
    for name, text in _HELP.items():
        parser.addini(f"arbitree_{name}", text, default="")


def pytest_configure(config: pytest.Config) -> None:
    """Names the marker, and says once for all workers where the ledger is."""
    config.addinivalue_line("markers", _MARKER_LINE)
    told = config.getoption("arbitree_ledger")
    if told is not None:
        config.option.arbitree_ledger = str(config.invocation_params.dir / told)
    elif config.getini("arbitree_ledger"):
        config.option.arbitree_ledger = str(config.rootpath / config.getini("arbitree_ledger"))
    config.option.arbitree_judge = config.getoption("arbitree_judge") or config.getini("arbitree_judge") or None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each case of a file that a test is marked with."""
    for marker in metafunc.definition.iter_markers(MARKER):
        from arbitree.pytest_plugin.collecting import parametrized

        parametrized(metafunc, marker)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, None]:
    """Lets `assert_passes` know which test it is called by."""
    from arbitree.pytest_plugin.current import CURRENT

    before = CURRENT.set(item)
    try:
        yield
    finally:
        CURRENT.reset(before)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes what is left into the ledger, and tells the process that counts what this one asked."""
    from arbitree.pytest_plugin.current import SESSION

    asked = session.config.stash.get(SESSION, None)
    if asked is not None:
        told = asked.close()
        # What a worker of pytest-xdist puts there is sent to the process that started it.
        sent: dict[str, Any] = getattr(session.config, "workeroutput", {})
        sent["arbitree"] = told


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Takes what a worker of pytest-xdist has counted."""
    from arbitree.pytest_plugin.current import LOST, OF_WORKERS

    stash = node.config.stash
    stash.setdefault(OF_WORKERS, []).append(getattr(node, "workeroutput", {}).get("arbitree"))
    stash[LOST] = stash.get(LOST, 0) + bool(error)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says what was judged, and what that took; nothing where nothing was."""
    from arbitree.pytest_plugin.current import LOST, OF_WORKERS, SESSION

    session = config.stash.get(SESSION, None)
    told = [*config.stash.get(OF_WORKERS, []), *([] if session is None else [session.close()])]
    if any(told):
        from arbitree.pytest_plugin.summary import summary_lines

        terminalreporter.section("arbitree", sep="=")
        for line in summary_lines([one for one in told if one], lost=config.stash.get(LOST, 0)):
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def arbitree_ledger(request: pytest.FixtureRequest) -> Keeping | None:
    """How replies are remembered in this run: for `DAGMetric(ledger=...)`, `Rubric.run(ledger=...)` and `evaluate`."""
    from arbitree.pytest_plugin.session import keeping_of

    return keeping_of(request.config)
