"""`python -m benchmarks rescoring`: cases scored anew from a full ledger, beside what SQLite and JSON alone take.

Each writes its results as lines of JSON. The script beside it looks the same replies up one by one by the same keys,
reads their JSON and writes the same lines: no questions are made, nothing is checked, and the keys are given to it.
Straight code makes the questions, keys, records and traces too, and checks each row against its checksum: what is left
out is the graph, and everything that a run is beside its cases.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arbitree.core.cases import Case
from arbitree.core.records import Question, Reply, Result
from arbitree.ledger.entries import found_from
from arbitree.ledger.work import FOUND
from arbitree.rubric import Rubric
from arbitree.runner.keeping import Keeping
from arbitree.wire.results import result_dict
from benchmarks import hand_engine
from benchmarks.answering import Answering
from benchmarks.works.table import WORKS


def rescoring(*, cases: int, repeats: int) -> dict[str, dict[str, float]]:
    """Cases per second of CPU and of wall of each way, the medians of the repeats, all taking turns."""
    work = WORKS["return-reply"]()
    rubric, rows, judge = Rubric.loads(work.rubric), work.cases(cases), Answering(work, inline=False, style="plain")
    spent: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.sqlite"
        results = rubric.run(rows, judge=judge, ledger=ledger, concurrency=100)
        asked = judge.asked
        known = [(result_dict(result), [one.attempts[0].key for one in result.trace]) for result in results]
        to = Path(folder) / "results.jsonl"
        ways: dict[str, Callable[[], object]] = {
            "SQLite and JSON alone": lambda: by_hand(ledger, known, to),
            "straight code": lambda: straight(ledger, rows, to),
            "arbitree": lambda: write(rubric.run(rows, judge=judge, ledger=ledger, concurrency=100), to),
            "arbitree, replayed": lambda: write(
                rubric.run(rows, judge=judge, ledger=Keeping(path=ledger, replay=True)), to
            ),
        }
        for _ in range(repeats):
            for name, way in ways.items():
                cpu, wall = time.process_time(), time.perf_counter()
                way()
                spent.setdefault(name, []).append((time.process_time() - cpu, time.perf_counter() - wall))
        assert judge.asked == asked, "a question was asked again"
    return {
        name: {
            "cases_per_cpu_second": cases / statistics.median(cpu for cpu, _ in each),
            "cases_per_second": cases / statistics.median(wall for _, wall in each),
        }
        for name, each in spent.items()
    }


def write(results: Sequence[Result], to: Path) -> None:
    """Writes each result as a line of JSON."""
    with to.open("w", encoding="utf-8") as file:
        for result in results:
            file.write(json.dumps(result_dict(result), separators=(",", ":")) + "\n")


def by_hand(ledger: Path, known: Sequence[tuple[dict[str, Any], list[str]]], to: Path) -> None:
    """Looks up each reply, reads its JSON, and writes each result, as straight as can be."""
    database = sqlite3.connect(ledger)
    [judge] = database.execute("SELECT number FROM judges").fetchone()
    find = "SELECT text FROM replies WHERE judge = ? AND key = ?"
    with to.open("w", encoding="utf-8") as file:
        for row, keys in known:
            for (text,) in (database.execute(find, (judge, key)).fetchone() for key in keys):
                json.loads(text)
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    database.close()


def straight(ledger: Path, rows: Sequence[Mapping[str, Any]], to: Path) -> None:
    """Scores each case by straight code, from the rows of the ledger, and writes its trace."""
    database = sqlite3.connect(ledger)
    [judge] = database.execute("SELECT number FROM judges").fetchone()

    def recall(question: Question) -> Reply:
        found = found_from(database.execute(FOUND, (judge, question.key)).fetchone())
        assert found is not None, "a row is damaged"
        return found.reply

    with to.open("wb") as file:
        for row in rows:
            case = Case(id=row["id"], fields={"actual_output": row["actual_output"]})
            file.write(hand_engine.trace_bytes(hand_engine.score(case, recall)) + b"\n")
    database.close()


def table(rows: dict[str, dict[str, float]]) -> str:
    """The rates."""
    lines = [f"{'':26}{'cases/s of CPU':>16}{'cases/s':>10}"]
    return "\n".join(
        lines
        + [
            f"{name:26}{row['cases_per_cpu_second']:>16,.0f}{row['cases_per_second']:>10,.0f}"
            for name, row in rows.items()
        ]
    )
