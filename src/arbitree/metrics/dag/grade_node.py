"""Our own builder of a grade: a number on a scale, which is the score of the branch that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arbitree.core.kinds.grade import Averaging, Grade, Range
from arbitree.core.prompts.overrides import prompts_of
from arbitree.core.scale import TENS, Scale
from arbitree.core.validate_grade import grade_problems
from arbitree.errors import GraphError
from arbitree.metrics.dag.base_node import AskingNode
from arbitree.metrics.dag.mistakes import refuse
from arbitree.metrics.dag.options import check_options
from arbitree.metrics.dag.params import Param, Showing


@dataclass(eq=False, repr=False)
class GradeNode(Showing, AskingNode):
    """Asks for a number on a scale, as G-Eval does; it is worth where it lies on the scale.

    Raises:
        GraphError: when it has neither criteria nor steps, when its scale is none, or when ranges of its rubric
            overlap or lie outside it.
    """

    criteria: str = ""
    """What is graded."""
    steps: Sequence[str] | None = None
    """What the judge is to do. None: it writes them from the criteria, once; empty: there are none."""
    evaluation_params: Sequence[Param] | None = None
    label: str | None = None
    scale: Scale = field(default=TENS, kw_only=True)
    """The grades that there are."""
    rubric: Sequence[Range] = field(default=(), kw_only=True)
    """What ranges of grades mean."""
    strict: bool = field(default=False, kw_only=True)
    """Whether only 1 and 0 are given, whatever the scale."""
    judges: Sequence[str] = field(default=(), kw_only=True)
    """A jury: the roles that grade, each `votes` times."""
    rule: Averaging = field(default="mean", kw_only=True)
    """How several grades become one: `mean` or `median`."""
    model: Any = field(default=None, kw_only=True)
    """Who judges it, and it alone: what a metric takes as `model`. None: the judge of its role."""

    def __post_init__(self) -> None:
        check_options(self)
        _ = self.shows
        if self.cascade:
            what = "a grade has no verdict to be sure of, and several judges cannot answer it one after the other"
            refuse(
                "G126", what, f"{self.shown}, judge={list(self.cascade)!r}", "name one judge, or a jury with judges="
            )
        wrong = [problem for problem in grade_problems(self.grade(self.name or "grade")) if problem.level == "error"]
        if wrong:
            raise GraphError(wrong)

    def grade(self, name: str, reads: tuple[str, ...] = (), role: str | None = None) -> Grade:
        """The node of the core graph.

        Args:
            name: its name.
            reads: the names of the tasks that it reads.
            role: the role of its own judge, where it has one.
        """
        return Grade(
            name=name,
            label=self.label or "",
            meta=self.meta,
            criteria=self.criteria,
            steps=None if self.steps is None else tuple(self.steps),
            scale=self.scale,
            rubric=tuple(self.rubric),
            strict=self.strict,
            shows=self.shows,
            reads=reads,
            judge=self.sole_judge if role is None else role,
            votes=self.votes,
            judges=tuple(self.judges),
            rule=self.rule,
            on_missing=self.on_missing,
            on_empty=self.on_empty,
            max_evidence_tokens=self.max_evidence_tokens,
            too_long=self.too_long,
            prompt=self.prompt,
            prompts=prompts_of(self.prompts),
            language=self.language,
        )

    @property
    def says(self) -> str:
        """The title, the criteria or the first step, for messages."""
        return self.label or self.criteria or next(iter(self.steps or ()), "")
