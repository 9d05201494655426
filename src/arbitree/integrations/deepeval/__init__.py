"""Inside DeepEval 4.3: metrics of ours for its `evaluate` and `assert_test`, and graphs to and from its objects."""
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any, Final

from arbitree.errors import Problem, UsageError
from arbitree.metrics.dag.graph import DeepAcyclicGraph

__all__ = ["from_deepeval", "graph_to_deepeval", "to_deepeval"]

_INSTALL: Final = "pip install 'arbitree[deepeval]'"
"""The line that installs DeepEval beside arbitree."""


def to_deepeval(metric: Any) -> Any:
    """The metric as one of DeepEval's, for `deepeval.evaluate` and `deepeval.assert_test`; it serves all cases at once.

    What befalls a case is its `error` there, never an exception that ends the evaluation; a case to which the rubric
    does not apply is left out. Metrics over conversations become DeepEval's `BaseConversationalMetric`, the others its
    `BaseMetric`.

    Args:
        metric: A metric of ours, or of your own: any object with `measure` or `a_measure`.

    Raises:
        UsageError: DeepEval is not installed, or the metric cannot measure.
    """
    ways = (getattr(metric, "measure", None), getattr(metric, "a_measure", None))
    if isinstance(metric, type) or not any(map(callable, ways)):
        what = f"{metric!r:.80} cannot measure"
        mend = "pass an object with `measure` or `a_measure`, such as a DAGMetric"
        raise UsageError(Problem(code="X191", what=what, where="to_deepeval(metric)", mend=mend))
    try:
        from arbitree.integrations.deepeval.adapters import adapted
    except ImportError as error:
        raise _not_there(error) from error
    return adapted(metric)


def graph_to_deepeval(dag: DeepAcyclicGraph) -> Any:
    """The graph as DeepEval's own `DeepAcyclicGraph`.

    Raises:
        UsageError: DeepEval is not installed.
        RubricFileError: the graph holds what DeepEval's graphs cannot; every such thing is named.
    """
    document = dag.to_dict()
    try:
        from deepeval.metrics.dag import DeepAcyclicGraph as Theirs
    except ImportError as error:
        raise _not_there(error) from error
    return Theirs.from_dict(document, multiturn=dag.multiturn)


def from_deepeval(dag: Any) -> DeepAcyclicGraph:
    """Our graph of a graph of DeepEval's, which stays as it is.

    Raises:
        RubricFileError: the graph holds what ours cannot; every such thing is named.
        GraphError: ours refuses the graph: something in it could score twice or never.
    """
    return DeepAcyclicGraph.from_dict(dag.to_dict(), multiturn=bool(dag.multiturn))


def _not_there(error: ImportError) -> UsageError:
    what = f"DeepEval cannot be imported: {error}"
    return UsageError(Problem(code="X190", what=what, where="arbitree.integrations.deepeval", mend=_INSTALL))
