"""The reference's builders for conversations: those of single turns, which show turns, and a window of them if told to.

`turn_window` is the first and the last turn that a node sees, counted from 0, or from -1 at the end. Whatever else a
node may be told (`name`, `judge`, `votes`, `on_missing`, ...) is what the node of the same kind for single turns takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arbitree.metrics.conversational_dag.params import ShowingTurns
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.nodes import BinaryJudgementNode, NonBinaryJudgementNode, TaskNode, VerdictNode
from arbitree.metrics.dag.params import Param

ConversationalBaseNode = BaseNode
"""What all builders are, for conversations too."""


@dataclass(eq=False, repr=False)
class ConversationalVerdictNode(VerdictNode):
    """One branch of a judgement: a verdict, and the score it gives or where it leads.

    Raises:
        GraphError: unless it has exactly one of score (0 to 10) and child.
    """


@dataclass(eq=False, repr=False, init=False)
class ConversationalTaskNode(ShowingTurns, TaskNode):
    """Extracts or rewrites something of a conversation for the nodes below it. It is read, never scored.

    Raises:
        GraphError: when its instructions or its label are blank, or what it shows cannot be used.
    """

    def __init__(
        self,
        instructions: str,
        output_label: str,
        children: Iterable[BaseNode] = (),
        evaluation_params: Sequence[Param] | None = None,
        turn_window: tuple[int, int] | None = None,
        label: str | None = None,
        **options: Any,
    ) -> None:
        self.turn_window = turn_window
        super().__init__(instructions, output_label, list(children), evaluation_params, label, **options)


@dataclass(eq=False, repr=False, init=False)
class ConversationalBinaryJudgementNode(ShowingTurns, BinaryJudgementNode):
    """Asks a yes/no question about a conversation. It needs one True and one False verdict.

    >>> polite = ConversationalBinaryJudgementNode("Is the opening polite?", evaluation_params=["role", "content"],
    ...                                            turn_window=(0, 1))
    >>> [str(one) for one in polite.shows]
    ['turns 0 to 1 (role, content)']
    """

    verdict_class: ClassVar[type[VerdictNode]] = ConversationalVerdictNode

    def __init__(
        self,
        criteria: str,
        children: Iterable[VerdictNode] = (),
        evaluation_params: Sequence[Param] | None = None,
        turn_window: tuple[int, int] | None = None,
        label: str | None = None,
        **options: Any,
    ) -> None:
        self.turn_window = turn_window
        super().__init__(criteria, list(children), evaluation_params, label, **options)


@dataclass(eq=False, repr=False, init=False)
class ConversationalNonBinaryJudgementNode(ShowingTurns, NonBinaryJudgementNode):
    """Asks of a conversation for one of several options, each of which is a verdict."""

    verdict_class: ClassVar[type[VerdictNode]] = ConversationalVerdictNode

    def __init__(
        self,
        criteria: str,
        children: Iterable[VerdictNode] = (),
        evaluation_params: Sequence[Param] | None = None,
        turn_window: tuple[int, int] | None = None,
        label: str | None = None,
        **options: Any,
    ) -> None:
        self.turn_window = turn_window
        super().__init__(criteria, list(children), evaluation_params, label, **options)
