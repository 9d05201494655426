"""One test for each case of a file: read when tests are collected, every bad row named then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arbitree.core.cases import Case
from arbitree.data import read_cases
from arbitree.errors import CaseError, Problem, UsageError


def parametrized(metafunc: pytest.Metafunc, marker: pytest.Mark) -> None:
    """Makes a test of a marked function for each case.

    Raises:
        CollectError: the file cannot be read or has bad rows, or the marker says something that makes no sense.
    """
    try:
        name, cases = _cases(metafunc, *marker.args, **marker.kwargs)
    except (CaseError, UsageError) as error:
        raise pytest.Collector.CollectError("\n".join(problem.render() for problem in error.problems)) from None
    except TypeError as error:
        raise pytest.Collector.CollectError(f"@pytest.mark.{marker.name}: {error}") from None
    metafunc.parametrize(name, cases, ids=[case.id for case in cases])


def _cases(
    metafunc: pytest.Metafunc,
    path: str,
    argname: str = "case",
    *,
    id: str | None = None,
    rename: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> tuple[str, tuple[Case, ...]]:
    """The name of the parameter, and the cases."""
    if argname not in metafunc.fixturenames:
        what = f"the test takes no parameter {argname!r}"
        where = f"{metafunc.definition.nodeid}, arbitree_cases"
        raise UsageError(Problem(code="X145", what=what, where=where, mend=f"write def ...({argname})"))
    read = read_cases(_found(metafunc, path), id_column=id, rename=rename)
    return argname, read.cases[:limit]


def _found(metafunc: pytest.Metafunc, path: str) -> Path:
    """The file: beside the test, or else from where pytest was started."""
    beside = metafunc.definition.path.parent / path
    return beside if beside.exists() else _root(metafunc.config) / path


def _root(config: Any) -> Path:
    return Path(config.invocation_params.dir)
