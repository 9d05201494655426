"""What a node shows of a conversation: members of `MultiTurnParams` and a window of turns, as a rubric file says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from arbitree.core.turns import Shown, Turns, window_fault
from arbitree.metrics.dag.mistakes import quoted, refuse
from arbitree.metrics.dag.params import Param, fields_of
from arbitree.test_case.params import OF_TURNS, MultiTurnParams


class ShowingTurns:
    """What a builder has that shows turns of a conversation."""

    evaluation_params: Sequence[Param] | None
    turn_window: tuple[int, int] | None

    frames: ClassVar[int] = 1

    @property
    def shows(self) -> tuple[Shown, ...]:
        """What its question shows, as a rubric file says it.

        Raises:
            GraphError: when something of it is no field, or the window cannot be used.
        """
        return turns_of(self.evaluation_params, self.turn_window, type(self).__name__)


def turns_of(given: Sequence[Param] | None, window: object, owner: str) -> tuple[Shown, ...]:
    """What is shown by these params, the parts of turns together, where the first of them stands.

    >>> [str(one) for one in turns_of(["scenario", "role", "tags", "content"], (0, 1), "Node")]
    ['scenario', 'turns 0 to 1 (role, content)', 'tags']

    Raises:
        GraphError: when something of it is no field, or the window cannot be used.
    """
    seen = window_of(window, owner)
    asked = fields_of(given, owner)
    if MultiTurnParams.AUDIO.value in asked:
        refuse(
            "G125",
            f"{owner} cannot show {quoted(MultiTurnParams.AUDIO)}: no judge here listens",
            f"{owner}(evaluation_params=[...])",
            "show the transcript: MultiTurnParams.CONTENT",
        )
    params = tuple(one for one in asked if isinstance(one, str) and one in OF_TURNS)
    if not params and seen is not None:
        refuse(
            "G141",
            f"{owner} has the turn_window {seen}, and shows nothing of any turn",
            f"{owner}(turn_window={seen}, evaluation_params={quoted(given)})",
            "add MultiTurnParams.ROLE and MultiTurnParams.CONTENT to its evaluation_params",
        )
    turns = Turns(window=seen, params=params)
    return tuple(dict.fromkeys(turns if one in params else one for one in asked))


def window_of(window: object, owner: str) -> tuple[int, int] | None:
    """The window, both of whose turns are shown; None for all turns.

    Raises:
        GraphError: nothing can be seen through it.
    """
    if window is None:
        return None
    fault = window_fault(window)
    if fault is not None:
        what = f"the turn_window {quoted(window)} {fault[0]}"
        refuse("G140", what, f"{owner}(turn_window=...)", fault[1])
    assert isinstance(window, (tuple, list))
    return window[0], window[1]
