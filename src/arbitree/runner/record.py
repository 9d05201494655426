"""A RUN folder while it is written: results, a copy of the rubric, `run.json`, and the log of time and calls."""

from __future__ import annotations

import json
import time
import traceback
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Result, Style, Usage
from arbitree.errors import Problem, RecordError
from arbitree.judges.meter import Call
from arbitree.judges.used import used_by
from arbitree.runner.appending import Appending
from arbitree.runner.bench import Bench
from arbitree.runner.folder import LOG, RESULTS, SUMMARY
from arbitree.runner.many import OUR_FAULT
from arbitree.runner.store import Store

VERSION = 1
"""The version of `run.json`."""

_LINE: Final = json.JSONEncoder(default=str)
_SPENT: Final = tuple(field.name for field in fields(Usage))
_TOLD: Final = tuple(name for name in Call._fields if name != "seconds")

State: TypeAlias = Literal["running", "finished", "interrupted", "stopped", "failed"]
"""How far a run has come: it ended by itself, by a signal, because its first questions failed alike, or by a fault."""


@dataclass(frozen=True, kw_only=True)
class RubricCopy:
    """The rubric of a run as it was loaded."""

    name: str
    text: str
    """The file's text."""
    suffix: str
    """`.yaml` or `.json`."""
    digest: str
    """Of what it says, whatever the comments and the layout."""

    @property
    def file(self) -> str:
        """The copy's name in the RUN folder."""
        return f"rubric{self.suffix}"


@dataclass(frozen=True, kw_only=True)
class Start:
    """What is known of a run before its first question."""

    rubric: RubricCopy
    judges: Mapping[str, str]
    """What each role's judge is called."""
    styles: Mapping[str, Style]
    """The style of prompt that each role's judge wants."""
    allow: tuple[str, ...]
    """Modules whose functions the rubric's checks may call."""
    settings: Mapping[str, Any]
    """What results depend on; a resumed run has the same."""
    about: Mapping[str, Any]
    """What else is worth keeping: the cases' source, the command."""


class Record:
    """Writes a RUN folder. As an observer it is told each result and puts it on disk at once."""

    def __init__(self, folder: Path, plan: Plan, start: Start, *, ordered: bool = True, compress: bool = False) -> None:
        """Opens the folder; what results it holds already stay.

        Args:
            folder: the folder.
            plan: the compiled rubric.
            start: what is known of the run.
            ordered: whether results are put into the order of the input at the end.
            compress: whether they are compressed then; they are too where those of an earlier session were.

        Raises:
            RecordError: it cannot be written to.
        """
        self.folder = folder
        self._start = start
        self._began = time.time()
        try:
            rubric = folder / start.rubric.file
            rubric.write_text(start.rubric.text, encoding="utf-8", newline="\n", errors="surrogatepass")
            self.store = Store(folder / RESULTS, plan, ordered=ordered)
            self._compress = compress or self.store.was_packed
            self._log = Appending(folder / LOG)
        except (OSError, EOFError, zlib.error) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            what = f"the folder of the run cannot be written to: {reason}"
            mend = "name another with --out, or keep nothing with --no-save"
            raise RecordError(Problem(code="R212", what=what, where=str(folder), mend=mend)) from None
        self.note("start", at=_stamp(self._began))

    def begin(self) -> None:
        """Notes in `run.json` that the run is on its way."""
        self._write_summary("running", {})

    def abandon(self) -> None:
        """Leaves the folder as it is, where it turns out that the run cannot begin."""
        self.store.release()
        self._log.close()

    def add(self, index: int, case: Case, result: Result, *, seconds: float) -> None:
        """Writes one result, and what it took; nothing once the folder is closed.

        A judge that holds up the loop can finish a case after a Ctrl-C has ended the run.
        """
        if not self._log.closed:
            self.store.add(index, case, result, seconds=seconds)
            self._note_case(case, result, seconds)

    def add_line(self, index: int, case: Case, result: Result, line: bytes, *, seconds: float) -> None:
        """The same of a result whose line another process has made; its trace is in the line alone."""
        if not self._log.closed:
            self.store.put(index, line)
            self._note_case(case, result, seconds)

    def _note_case(self, case: Case, result: Result, seconds: float) -> None:
        spent = {name: count for name in _SPENT if (count := getattr(result.usage, name))}
        self.note("case", case=case.id, seconds=round(seconds, 6), **spent)
        if result.exception is not None and any(cause.kind == OUR_FAULT for cause in result.causes):
            self.fault(result.exception)

    def called(self, call: Call) -> None:
        """Adds a line for a call of a judge: what it took, and how it failed; nothing once the folder is closed."""
        if not self._log.closed:
            told = {name: value for name in _TOLD if (value := getattr(call, name))}
            self.note("call", **told, seconds=round(call.seconds, 6))

    def unused(self, case: str, asked_ahead: int, unused: int) -> None:
        """Adds a line for a case: how many questions were asked ahead, and how many of them in vain."""
        if not self._log.closed:
            self.note("ahead", case=case, asked_ahead=asked_ahead, unused=unused)

    def note(self, event: str, **what: object) -> None:
        """Adds a line to the log."""
        self._log.add(_LINE.encode({"event": event, **what}).encode("ascii") + b"\n")

    def fault(self, error: BaseException) -> None:
        """Adds the traceback of an error of our own to the log."""
        self.note("fault", traceback="".join(traceback.format_exception(error)))

    def close(self, state: State, bench: Bench, counts: Mapping[str, Any]) -> None:
        """Puts the results in order and writes down how the run ended.

        Raises:
            OSError: a result could not be written.
        """
        # An interrupted run is soon gone on with, and is to end at once.
        self.store.close(pack=self._compress and state == "finished")
        asked = {"calls": bench.calls, "tries": bench.tries, "shared": bench.shared, "replayed": bench.replayed}
        asked["recalled"] = bench.recalled
        self.note("end", state=state, at=_stamp(time.time()), seconds=round(time.time() - self._began, 3), **asked)
        self._log.close()
        used = {role: told for role, judge in bench.judges.items() if (told := used_by(judge))}
        self._write_summary(state, {"used": used, **counts} if used else counts)

    def _write_summary(self, state: State, counts: Mapping[str, Any]) -> None:
        start = self._start
        summary = {
            "arbitree": VERSION,
            "state": state,
            "rubric": {"name": start.rubric.name, "file": start.rubric.file, "digest": start.rubric.digest},
            "judges": dict(start.judges),
            "styles": dict(start.styles),
            "allow": list(start.allow),
            "settings": dict(start.settings),
            **start.about,
            **counts,
        }
        fresh = self.folder / f"{SUMMARY}.tmp"
        fresh.write_text(json.dumps(summary, ensure_ascii=False, indent=2, default=str) + "\n", encoding="utf-8")
        fresh.replace(self.folder / SUMMARY)


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
