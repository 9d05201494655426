"""What was measured, as a file: each part under its own name, so that one can be measured anew and the rest stays."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.calls import Compared, Repeats, Scenario
from benchmarks.contenders import CONTENDERS, LIBRARIES


def kept(path: Path) -> dict[str, Any]:
    """What a file holds; an empty record where there is none yet."""
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    return {"machine": {}, "scenarios": {}}


def keep(path: Path, part: str, figures: Mapping[str, Any]) -> None:
    """Puts a part of the figures into a file, and says on what it was measured."""
    record = kept(path)
    record[part] = dict(figures)
    _write(path, record)


def keep_scenario(path: Path, found: Compared, *, repeats: Repeats) -> None:
    """Puts a scenario's figures into a file; those of contenders that were not measured this time stay."""
    record = kept(path)
    before = record["scenarios"].get(found.scenario.name, {"rows": {}, "left_out": {}})
    rows = {name: {figure: round(value, 6) for figure, value in row.items()} for name, row in found.rows.items()}
    rows = before["rows"] | rows
    left_out = before["left_out"] | found.left_out
    record["scenarios"][found.scenario.name] = {
        **asdict(found.scenario),
        "repeats": asdict(repeats),
        "rows": {name: rows[name] for name in CONTENDERS if name in rows},
        "left_out": {name: why for name, why in left_out.items() if name not in rows},
    }
    _write(path, record)


def scenarios_in(record: Mapping[str, Any]) -> list[Compared]:
    """The scenarios of a record, as they were measured."""
    found: list[Compared] = []
    for one in record["scenarios"].values():
        scenario = Scenario(**{name: one[name] for name in Scenario.__dataclass_fields__})
        found.append(Compared(scenario, one["rows"], one["left_out"]))
    return found


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text().splitlines() if about.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "libraries": {name: pinned[0] for name, pinned in LIBRARIES.items()},
    }


def _write(path: Path, record: dict[str, Any]) -> None:
    record["machine"] = machine()
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
