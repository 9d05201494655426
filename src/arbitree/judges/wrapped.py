"""What judges that wrap a judge have in common: the name and the style of the one inside."""

from __future__ import annotations

from arbitree.core.records import Style
from arbitree.judges.base import Judge, is_inline


class Wrapped:
    """A judge around a judge; what it adds is in its `ask`."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        """The judge inside."""
        self.inline = is_inline(judge)

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def style(self) -> Style:
        """The style of the judge inside."""
        return self.judge.style


def innermost(judge: object) -> object:
    """The judge inside all that wraps it."""
    while (inner := getattr(judge, "judge", None)) is not None:
        judge = inner
    return judge
