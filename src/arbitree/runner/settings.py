"""How a run is to be made: mode, threshold, limits on time and calls, and how scores are explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from arbitree.core.engine import Limits, Mode, Schedule
from arbitree.core.kinds.base import Json
from arbitree.errors import Problem, UsageError
from arbitree.executors.explained import Explain
from arbitree.judges.stack import Layers


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a run is to be made.

    Raises:
        UsageError: names every setting that makes no sense.
    """

    mode: Mode = "full"
    """`full` asks every part; `decide` stops as soon as a side of the threshold is settled."""
    threshold: float | None = None
    """The score 0..1 from which a case passes; the rubric's when None."""
    tolerance: float | None = None
    """Under `decide`: also stop when the score is known this closely."""
    schedule: Schedule = "frugal"
    """`frugal` asks only what is needed; `eager` asks ahead too, as far as judges have calls to spare."""
    concurrency: int = 20
    """How many cases, and how many questions to one judge, are in flight at most."""
    deadline: float | None = None
    """Seconds for each case, after which nothing more is asked for it."""
    explain: Explain = "path"
    """Where each result's reason comes from."""
    layers: Layers | None = None
    """How judges are asked; None: as `Layers` says, with `concurrency` questions in flight."""

    def __post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise UsageError(problems)

    @property
    def limits(self) -> Limits:
        """What the engine needs to know of them."""
        return Limits(mode=self.mode, threshold=self.threshold, tolerance=self.tolerance)

    @property
    def asking(self) -> Layers:
        """How judges are asked."""
        return self.layers or Layers(in_flight=self.concurrency)

    def compared(self, threshold: float) -> dict[str, Json]:
        """The settings that results depend on, given the rubric's own threshold: what a resumed run must share."""
        return {
            "mode": self.mode,
            "threshold": threshold if self.threshold is None else self.threshold,
            "tolerance": self.tolerance,
            "explain": self.explain,
        }


def _problems(settings: Settings) -> Iterator[Problem]:
    wrong = list(_of_another_kind(settings))
    yield from wrong or _out_of_range(settings)


def _of_another_kind(settings: Settings) -> Iterator[Problem]:
    """What Python can be given and the command line cannot."""
    chosen = (
        ("mode", settings.mode, get_args(Mode)),
        ("schedule", settings.schedule, get_args(Schedule)),
        ("explain", settings.explain, get_args(Explain)),
    )
    for name, value, choices in chosen:
        if value not in choices:
            what = f"{name} is {value!r}, and there is no such choice"
            yield Problem(code="X206", what=what, where=f"--{name}", mend=f"write one of {', '.join(choices)}")
    for name in ("threshold", "tolerance", "concurrency", "deadline"):
        value = getattr(settings, name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
            what = f"{name} is {value!r}, and it has to be a number"
            yield Problem(code="X206", what=what, where=f"--{name}", mend="write a number, without quotes")


def _out_of_range(settings: Settings) -> Iterator[Problem]:
    threshold, tolerance, deadline = settings.threshold, settings.tolerance, settings.deadline
    if threshold is not None and not 0 <= threshold <= 1:
        near = f"did you mean {threshold / 10:g}? " if 1 < threshold <= 10 else ""
        what = f"the threshold {threshold:g} is not between 0 and 1"
        yield Problem(code="X201", what=what, where="--threshold", mend=f"{near}write it on the output scale, 0 to 1")
    if tolerance is not None and not 0 <= tolerance <= 1:
        what = f"the tolerance {tolerance:g} is not between 0 and 1"
        yield Problem(code="X202", what=what, where="--tolerance", mend="write how far apart two scores may be: 0.05")
    if tolerance is not None and settings.mode == "full":
        what = "a tolerance says when to stop asking, and the mode `full` never stops before all is asked"
        yield Problem(code="X203", what=what, where="--tolerance", mend="add --mode decide, or take --tolerance away")
    if settings.concurrency < 1:
        what = f"a concurrency of {settings.concurrency} lets nothing run"
        yield Problem(code="X204", what=what, where="--concurrency", mend="give 1 or more")
    if deadline is not None and not deadline > 0:
        what = f"a deadline of {deadline:g} s leaves no time to ask"
        yield Problem(code="X205", what=what, where="--deadline", mend="give the seconds that each case may take")
