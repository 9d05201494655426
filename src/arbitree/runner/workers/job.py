"""What a worker is told before the first case: the rubric, the judges by name, and how the run is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers
from arbitree.runner.keeping import Keeping
from arbitree.runner.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Job:
    """What a worker needs to know. All of it can be sent."""

    rubric: str
    """The text of the rubric's file."""
    source: str
    """The file's name."""
    allow: tuple[str, ...]
    """Modules whose functions its checks may call."""
    judges: Mapping[str, str]
    """Who answers for each role, in the words that `judge_from` takes."""
    settings: Settings
    share: int
    """How many questions it may ask ahead of their time at once."""
    is_limited: bool
    """Whether a budget is kept."""
    keeping: Keeping | None
    """What is remembered; None when nothing is."""
    noted: Mapping[str, object]
    """What the run noted of its ledger."""
    folder: str
    """The RUN folder, for the journal in it; empty when there is none."""
    began: Mapping[str, int]
    """The places in the ledger and in the journal where the run begins."""
    keeps: bool
    """Whether results are kept, and so have to be made lines."""
    resumes: bool
    """Whether replies of an earlier session of the run are at hand."""

    def values(self) -> dict[str, Any]:
        """All of it as plain values."""
        settings = self.settings
        layers = settings.asking
        return {
            **{name: value for name, value in vars(self).items() if name not in {"settings", "keeping"}},
            "settings": {**asdict(settings), "layers": None},
            "layers": {"in_flight": layers.in_flight, "timeout": layers.timeout, "patience": asdict(layers.patience)},
            "keeping": None if self.keeping is None else {**asdict(self.keeping), "path": _text(self.keeping.path)},
        }


def job_from(values: Mapping[str, Any]) -> Job:
    """The job that `Job.values` wrote."""
    layers = Layers(**{**values["layers"], "patience": Patience(**values["layers"]["patience"])})
    keeping = values["keeping"]
    plain = {name: value for name, value in values.items() if name != "layers"}
    return Job(
        **{
            **plain,
            "allow": tuple(values["allow"]),
            "settings": Settings(**{**values["settings"], "layers": layers}),
            "keeping": None if keeping is None else Keeping(**keeping),
        }
    )


def _text(path: object) -> str | None:
    return None if path is None else str(path)
