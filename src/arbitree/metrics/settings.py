"""What a metric may be told, and what is refused because it says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from arbitree.core.graph import Graph
from arbitree.errors import GraphError, Problem, UsageError
from arbitree.metrics.dag.graph import DeepAcyclicGraph
from arbitree.metrics.dag.mistakes import quoted

_SWITCHES = ("async_mode", "strict_mode", "verbose_mode", "flaky", "raise_undecided")


def check_settings(
    *, include_reason: object, mode: object, schedule: object, threshold: object, concurrency: object
) -> None:
    """Passes settings that a metric can work with. What a threshold may be is checked with the graph.

    Raises:
        UsageError: with every setting that makes no sense.
    """
    problems = list(_problems(include_reason, mode, schedule, threshold, concurrency))
    if problems:
        raise UsageError(problems)


def check_switches(metric: object) -> None:
    """Passes a metric whose settings of on and off are that: a text such as "no" would be on.

    Raises:
        UsageError: with every one that is neither True nor False.
    """
    problems = [
        Problem(
            code="X140",
            what=f"{name} is {quoted(value)}, which is neither True nor False",
            where=f"{type(metric).__name__}({name}=...)",
            mend="write True or False",
        )
        for name in _SWITCHES
        if not isinstance(value := getattr(metric, name), bool)
    ]
    if problems:
        raise UsageError(problems)


def usable_graph(dag: object) -> DeepAcyclicGraph | Graph:
    """The graph, of nodes or of plain values.

    Raises:
        GraphError: it is none.
    """
    if isinstance(dag, (DeepAcyclicGraph, Graph)):
        return dag
    raise GraphError(
        Problem(
            code="G124",
            what=f"DAGMetric needs a graph, not {type(dag).__name__}",
            where="DAGMetric(dag=...)",
            mend="pass DeepAcyclicGraph(root_nodes=[...])",
        )
    )


def check_deadline(deadline: object) -> None:
    """Passes a deadline that leaves time to ask, or none.

    Raises:
        UsageError: it is no number of seconds above 0.
    """
    if deadline is not None and not (_is_number(deadline) and deadline > 0):  # type: ignore[operator]
        what = f"a deadline of {deadline!r} leaves no time to ask"
        raise UsageError(Problem(code="X140", what=what, where="run(deadline=...)", mend="give seconds, such as 30"))


def _problems(
    include_reason: object, mode: object, schedule: object, threshold: object, concurrency: object
) -> Iterator[Problem]:
    if include_reason not in (True, False, "path"):
        what = f"include_reason is {include_reason!r}, which says nothing about where a reason comes from"
        mend = 'write True (one more judge call), "path" (the path retold) or False (none)'
        yield Problem(code="X140", what=what, where="DAGMetric(include_reason=...)", mend=mend)
    if mode not in ("full", "decide"):
        what = f"mode is {mode!r}, which says nothing about when to stop asking"
        mend = 'write "full" (every part is asked) or "decide" (until it is settled whether the threshold is met)'
        yield Problem(code="X140", what=what, where="DAGMetric(mode=...)", mend=mend)
    if schedule not in ("frugal", "eager"):
        what = f"schedule is {schedule!r}, which says nothing about what is asked when"
        mend = 'write "frugal" (only what is needed) or "eager" (also what may be needed, while a judge is free)'
        yield Problem(code="X140", what=what, where="DAGMetric(schedule=...)", mend=mend)
    if threshold is not None and not _is_number(threshold):
        what = f"threshold is {threshold!r}, and a threshold is a number"
        mend = "write a number from 0 to 1, or None for a metric that only scores"
        yield Problem(code="X140", what=what, where="DAGMetric(threshold=...)", mend=mend)
    if not isinstance(concurrency, int) or isinstance(concurrency, bool) or concurrency < 1:
        what = f"concurrency is {concurrency!r}, which lets no question through"
        yield Problem(code="X140", what=what, where="DAGMetric(concurrency=...)", mend="write a whole number from 1")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
