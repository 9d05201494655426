"""Results and gathered runs for tests of reports."""

from __future__ import annotations

from collections.abc import Iterable

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.records import Hop, Leaf, Result
from arbitree.errors import Problem
from arbitree.reports.gathered import Gathered

GRAPH = Graph(
    name="Two questions",
    nodes=(
        Ask(name="first", criteria="Is it?", shows=("text",), yes="second", no=0.0),
        Ask(name="second", criteria="And this?", shows=("text",), yes=10.0, no=6.0),
    ),
)


def scored(case: str, score: float) -> Result:
    """A case that has a score: 0, 0.6 or 1."""
    hops = (Hop("first", score > 0), *((Hop("second", score == 1),) if score > 0 else ()))
    leaf = Leaf("first", False, 0.0) if score == 0 else Leaf("second", score == 1, score * 10)
    return Result(
        case=case,
        rubric="Two questions",
        status="scored",
        score=score,
        interval=(score, score),
        passed=score >= 0.5,
        threshold=0.5,
        path=hops,
        leaves=(leaf,),
    )


def undecided(case: str, kind: str = "timeout", what: str = "it took too long") -> Result:
    """A case without a score."""
    cause = Problem(code="J305", kind=kind, what=what, mend="give it more time", node="first")
    return Result(
        case=case,
        rubric="Two questions",
        status="undecided",
        score=None,
        interval=(0.0, 1.0),
        passed=None,
        threshold=0.5,
        causes=(cause,),
    )


def not_applicable(case: str) -> Result:
    """A case that the rubric does not apply to."""
    return Result(case=case, rubric="r", status="not_applicable", score=None, interval=None, passed=None, threshold=0.5)


def decided(case: str, low: float, high: float) -> Result:
    """A case of which one side of the threshold is settled."""
    return Result(
        case=case,
        rubric="r",
        status="decided",
        score=None,
        interval=(low, high),
        passed=low >= 0.5,
        threshold=0.5,
    )


def gathered(results: Iterable[tuple[int, Result]]) -> Gathered:
    """The results, taken in in this order."""
    found = Gathered(compile_plan(GRAPH), group=lambda case: case.id[:1])
    for index, result in results:
        found.add(index, Case(id=result.case, fields={}), result)
    return found
