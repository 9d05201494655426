"""What `arbitree run` says: progress and warnings to one side, table and summary, or one JSON object, to the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arbitree.cli.preparing import Ready
from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.errors import Problem
from arbitree.judges.prices import table_name
from arbitree.judges.used import refused_to
from arbitree.reports.as_json import Outcomes, agreements_dict, gate_dict, run_dict, run_texts, spent_dict, summary_dict
from arbitree.reports.gathered import Gathered
from arbitree.reports.page import Cell, Lines, Page, Pairs
from arbitree.reports.printing import Out
from arbitree.reports.progress import Pace, Progress, progress_on
from arbitree.reports.summary import Spent, summary_page
from arbitree.reports.table import table
from arbitree.reports.words import counted, one_line
from arbitree.runner.bench import Bench
from arbitree.runner.folder import LOG, results_in
from arbitree.runner.record import State
from arbitree.stats.gate import GateDecision


class Report:
    """Gathers a run's results and prints what they come to."""

    def __init__(self, ready: Ready, bench: Bench, *, stdout: Out, as_json: bool, quiet: bool, by: str) -> None:
        self.gathered = Gathered(ready.seats.plan, group=ready.group)
        self.at_most: int | None = None
        """Under `decide`: the most calls that asking everything could have taken."""
        self._ready, self._bench = ready, bench
        self._quiet, self._by = quiet, by
        self._outcomes = Outcomes() if as_json else None
        self._kept = 0
        self._began = time.monotonic()
        self._out, self._err = stdout, Out(sys.stderr)
        self._warn(ready.warnings)

    def add(self, index: int, case: Case, result: Result, *, seconds: float = 0.0) -> None:
        """Takes in one result."""
        self.gathered.add(index, case, result)
        if self._outcomes is not None:
            self._outcomes.add(index, case, result)

    def keep(self, index: int, case: Case, result: Result) -> None:
        """Takes in one result of an earlier run."""
        self._kept += 1
        self.add(index, case, result)

    def begin(self, total: int, *, is_silent: bool = False) -> Progress:
        """The progress of a run of that many cases."""
        return progress_on(self._err, Pace(total, lambda: self._bench.calls), quiet=self._quiet or is_silent)

    @property
    def decision(self) -> GateDecision:
        """How the gate stands."""
        return self.gathered.decision(self._ready.gate, of=len(self._ready.cases))

    @property
    def spent(self) -> Spent:
        """What the run took."""
        bench = self._bench
        took = bench.budget.spent
        return Spent(
            calls=bench.calls,
            shared=bench.shared,
            replayed=bench.replayed,
            recalled=bench.recalled,
            kept=self._kept,
            asked_ahead=bench.asked_ahead,
            unused=bench.unused,
            at_most=self.at_most,
            tries=bench.tries,
            cost=round(took.cost, 9) if bench.is_priced else None,
            prices=table_name() if took.tokens else "",
            judges=bench.by_judge,
        )

    def counts(self) -> dict[str, Any]:
        """What `run.json` keeps of it."""
        summary = summary_dict(self.gathered.summary())
        spent = {"seconds": round(time.monotonic() - self._began, 3), **spent_dict(self.spent)}
        counts = {"counts": summary, **agreements_dict(self.gathered), "spent": spent}
        return {**counts, "gate": {"asked": str(self._ready.gate), **gate_dict(self.decision)}}

    def show(self, state: State, folder: Path | None, *, again: str) -> None:
        """Prints what the run came to, and how it ended."""
        where = str(results_in(folder)) if folder is not None else ""
        if self._outcomes is not None:
            for text in run_texts(self._dict(state, folder), self._outcomes):
                self._out.exact(text)
        elif self._quiet:
            self._out.line(f"gate: {self.decision}")
        else:
            self._out.page(self._page(where))
            self._say_refused()
        self._say_ending(state, folder, again)

    def say(self, problems: Iterable[Problem]) -> bool:
        """Says what became of the ledger; whether any of it is an error."""
        problems = tuple(problems)
        errors = [problem for problem in problems if problem.level == "error"]
        self._warn(problem for problem in problems if problem.level == "warning")
        for problem in errors:
            self._err.line(problem.render())
        return bool(errors)

    def _dict(self, state: State, folder: Path | None) -> dict[str, Any]:
        start = self._ready.start
        about = {
            "state": state,
            "run": None if folder is None else str(folder),
            "rubric": {"name": start.rubric.name, "digest": start.rubric.digest},
            "judges": dict(start.judges),
            "settings": dict(start.settings),
        }
        return run_dict(self.gathered, self.spent, self.decision, about=about)

    def _page(self, where: str) -> Page:
        start = self._ready.start
        judges = ", ".join(dict.fromkeys(start.judges.values())) or "no judge"
        head = f"{start.rubric.name} · {counted(self.gathered.done, 'case')} · {judges} · threshold "
        head += f"{start.settings['threshold']:g}"
        results = (Pairs(pairs=(("results", Cell(where)), ("one case", Cell("arbitree show CASE")))),) if where else ()
        return (
            Lines(lines=(Cell(one_line(head), "strong"),)),
            *table(self.gathered, where=where),
            *summary_page(self.gathered, self.spent, self.decision, by=self._by),
            *results,
        )

    def _say_refused(self) -> None:
        """Says of each server what it was found not to take."""
        judges = {judge.name: judge for judge in self._bench.judges.values()}
        for name, judge in judges.items():
            parts = refused_to(judge)
            if parts:
                self._err.line(f"{name} does not take {', '.join(parts)}: it was asked without (`used` in run.json).")

    def _say_ending(self, state: State, folder: Path | None, again: str) -> None:
        if state == "stopped" and self._bench.stopped is not None:
            self._err.line(self._bench.stopped.render())
        if state in {"interrupted", "stopped"}:
            word = "Interrupted" if state == "interrupted" else "Stopped"
            total = len(self._ready.cases)
            self._err.line(f"{word} after {self.gathered.done:,} of {counted(total, 'case')}.")
            self._err.line(f"To go on: {again}" if again else "Nothing was kept (--no-save).")
        elif self._bench.budget.used_up:
            self._err.line(f"The budget of {self._bench.budget.used_up} is used up: some cases are undecided for it.")
            self._err.line(f"To go on, with more: {again}" if again else "Nothing was kept (--no-save).")
        if self.gathered.faults:
            cases = counted(self.gathered.faults, "case")
            log = f"; where it happened is in {folder / LOG}" if folder is not None else ""
            self._err.line(f"arbitree itself failed on {cases}, please report it{log}.")

    def _warn(self, problems: Iterable[Problem]) -> None:
        if not self._quiet:
            for problem in problems:
                self._err.line(f"warning: {problem.render()}")
