"""The mistakes of an `each` that are refused before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arbitree.core.graph import AnyNode
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.task import Task
from arbitree.core.validate import problems_of
from tests.core.test_each import CLAIMS, SUPPORTED, each, graph

WRONG: Mapping[str, tuple[tuple[AnyNode, ...], str]] = {
    "goes over a task that gives a text": ((Task(name="claims", instructions="x"), each(), SUPPORTED), "G150"),
    "goes over a node that judges": ((each(over="supported"), SUPPORTED), "G150"),
    "has an item of a node's name": ((CLAIMS, each(item="claims"), SUPPORTED), "G151"),
    "has a body that reads no item": ((CLAIMS, each(), Ask(name="supported", criteria="Is it so?")), "G152"),
    "has no body": ((CLAIMS, each(do="nowhere"), SUPPORTED), "G102"),
    "is read above its list": (
        (CLAIMS, Ask(name="top", criteria="?", reads=("claim",), yes="faithful", no=0), each(), SUPPORTED),
        "G112",
    ),
    "looks at no item": ((CLAIMS, each(limit=0), SUPPORTED), "G150"),
    "has a list that reads its own item": (
        (Task(name="claims", instructions="x", gives="list", reads=("claim",)), each(), SUPPORTED),
        "G103",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_is_refused_where_it(what: str) -> None:
    nodes, code = WRONG[what]

    assert code in {problem.code for problem in problems_of(graph(*nodes)) if problem.level == "error"}
