"""What a server permits in a minute, as its user states it."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.errors import Problem, UsageError


@dataclass(frozen=True, kw_only=True)
class Rates:
    """What a server permits. None sets no limit.

    Raises:
        UsageError: a limit lets nothing through.
    """

    rpm: float | None = None
    """Requests per minute."""
    tpm: float | None = None
    """Tokens per minute, those of the prompt and of the reply together."""

    def __post_init__(self) -> None:
        for name, value in (("rpm", self.rpm), ("tpm", self.tpm)):
            if value is not None and not value > 0:
                what = f"a limit of {value:g} per minute lets nothing through"
                raise UsageError(Problem(code="X182", what=what, where=f"--{name}", mend="give more than 0"))
