"""A RUN folder opened to be looked at: its rubric, its settings, and the result of a case."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits
from arbitree.core.nearest import nearest
from arbitree.core.plan import Plan
from arbitree.core.records import Style
from arbitree.errors import Problem, RecordError
from arbitree.runner.digests import digest
from arbitree.runner.earlier import run_summary
from arbitree.runner.folder import SUMMARY, results_in
from arbitree.runner.rows import Row, rows
from arbitree.runner.rubric_text import rubric_text
from arbitree.wire.dump import rubric_dict
from arbitree.wire.images import pictured, with_plain_images
from arbitree.wire.load import load_rubric

_MOST_IDS = 10_000


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A run."""

    folder: Path
    plan: Plan
    """The rubric that it was made with."""
    limits: Limits
    """How far it went."""
    is_whole: bool
    """Whether the copy of the rubric still is what the run was made with."""

    def row(self, case: str) -> Row:
        """The last result of a case.

        Raises:
            RecordError: there is none.
        """
        found: Row | None = None
        ids: list[str] = []
        for row in rows(results_in(self.folder), holding=json.dumps(case, ensure_ascii=False)):
            if row.result.case == case:
                found = row
        if found is not None:
            return found
        for row in rows(results_in(self.folder)):
            ids.append(row.result.case)
            if len(ids) == _MOST_IDS:
                break
        like = nearest(case, ids)
        listed = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
        mend = f'did you mean "{like}"?' if like else f"cases here: {listed or 'none'}"
        what = f'the run holds no result of "{case}"'
        raise RecordError(Problem(code="R220", what=what, where=str(self.folder), mend=mend))

    def case(self, row: Row) -> Case:
        """The case of a result, with the fields that the rubric shows."""
        fields = {name: with_plain_images(value) for name, value in row.fields.items()}
        return Case(id=row.result.case, fields=fields, pictured=pictured(fields))


def opened(folder: Path, *, allow: tuple[str, ...] | None = None) -> Opened:
    """A run, its rubric compiled as it was.

    Raises:
        RecordError: `run.json` is missing something.
        RubricFileError: the copy of the rubric cannot be read.
    """
    summary = run_summary(folder)
    try:
        rubric, settings = summary["rubric"], summary["settings"]
        styles: dict[str, Style] = dict(summary["styles"])
        limits = Limits(mode=settings["mode"], threshold=settings["threshold"], tolerance=settings["tolerance"])
        path = folder / str(rubric["file"])
        modules = tuple(summary["allow"]) if allow is None else allow
    except (KeyError, TypeError, ValueError) as error:
        what = f"{SUMMARY} lacks what a run writes: {error}"
        raise RecordError(Problem(code="R221", what=what, where=str(folder / SUMMARY), mend="run it again")) from None
    graph = load_rubric(rubric_text(path), source=str(path), allow=modules).graph
    plan = compile_plan(graph, styles=styles, style=styles.get("judge", "messages"))
    return Opened(folder=folder, plan=plan, limits=limits, is_whole=digest(rubric_dict(graph)) == rubric["digest"])
