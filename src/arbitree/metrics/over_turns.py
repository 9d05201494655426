"""What metrics of conversations have in common: they refuse test cases of one turn."""

from __future__ import annotations

from typing import Any

from arbitree.core.cases import Case
from arbitree.errors import CaseError, Problem
from arbitree.metrics.dag_metric import DAGMetric


class OverTurns(DAGMetric):
    """A metric that measures conversations."""

    def _case_of(self, test_case: Any) -> Case:
        if hasattr(test_case, "actual_output") and not hasattr(test_case, "turns"):
            raise CaseError(
                Problem(
                    code="C145",
                    what=(
                        "Unable to evaluate test cases that are not of type 'ConversationalTestCase' using the "
                        f"conversational '{self.__name__}' metric: this is {type(test_case).__name__}"
                    ),
                    where=f"{test_case!r:.80}",
                    mend="pass ConversationalTestCase(turns=[...]), or a dict with `turns` or `messages`",
                )
            )
        return super()._case_of(test_case)
