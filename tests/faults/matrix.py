"""A rubric, its cases and what is right, asked of a server that fails: what came of it beside what should have."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from ssl import SSLContext

from arbitree import Rubric
from arbitree.core.cases import Case
from arbitree.core.records import Result
from arbitree.judges.http import Http, Limits
from arbitree.judges.named import judge_from
from arbitree.judges.provider_judge import ProviderJudge
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers
from arbitree.testing.server import Asked, Counts, Faults, LoopbackServer

RUBRIC = Rubric.loads(
    """
arbitree: 1
nodes:
  facts: {task: List what the reply says of returns., shows: [actual_output]}
  window: {ask: Does it give a window?, shows: [actual_output], reads: [facts], yes: details, no: 0}
  details: {choose: Which details does it give?, shows: [actual_output], reads: [facts],
            options: {Both: 10, Only one: 6, Neither: 3}}
"""
)

LAYERS = Layers(in_flight=50, timeout=1.5, patience=Patience(base=0.002, longest=0.02))
MOST_BYTES = 100_000


def cases(count: int) -> list[Case]:
    return [Case(id=f"c{number}", fields={"actual_output": f"Reply number {number}."}) for number in range(count)]


def truth(asked: Asked) -> bool | str:
    """The right answer, from the number of the reply."""
    number = int(re.findall(r"Reply number (\d+)\.", asked.prompt)[-1])
    if "List what the reply says" in asked.prompt.rpartition("Question: ")[2]:
        return f"facts of {number}"
    if asked.shape.kind == "yes_no":
        return number % 3 > 0
    return ("Both", "Only one", "Neither")[number % 7 % 3]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a run against the server came to."""

    results: Sequence[Result]
    counts: Counts


def outcome(
    count: int,
    faults: Faults,
    *,
    layers: Layers = LAYERS,
    tls: SSLContext | None = None,
    rpm: float | None = None,
    tells: bool = True,
    near: bool | None = None,
) -> Outcome:
    with LoopbackServer(truth, faults=faults, latency=0.001, tls=tls, rpm=rpm, tells_limits=tells) as server:
        named = judge_from(f"{server.url}#m")
        assert isinstance(named, ProviderJudge)
        judge = ProviderJudge(named.provider, named.settings, http=named.http, near=near)
        judge.http.limits = replace(Limits(), most_bytes=MOST_BYTES)
        assert isinstance(judge.http, Http)
        results = RUBRIC.run(cases(count), judge=judge, layers=layers, concurrency=50)
        return Outcome(results=results, counts=server.counts)


def expected(count: int) -> list[float]:
    """The right score of each case."""
    worth = {"Both": 1.0, "Only one": 0.6, "Neither": 0.3}
    return [worth[("Both", "Only one", "Neither")[n % 7 % 3]] if n % 3 else 0.0 for n in range(count)]


def questions(count: int) -> int:
    """How many questions a run without faults asks."""
    return sum(3 if number % 3 else 2 for number in range(count))


def complaints(found: Outcome, count: int, *, calls_each: float = 1.3, undecided: float = 0.008) -> list[str]:
    """What the bar says that is not so."""
    said: list[str] = []
    right = expected(count)
    if [result.case for result in found.results] != [case.id for case in cases(count)]:
        said.append("cases are lost")
    wrong = [r.case for r, score in zip(found.results, right, strict=True) if r.status == "scored" and r.score != score]
    if wrong:
        said.append(f"{len(wrong)} cases are wrong: {wrong[:3]}")
    open_ones = [result for result in found.results if result.status != "scored"]
    silent = [
        result.case for result in open_ones if not result.causes or not all(cause.node for cause in result.causes)
    ]
    if silent:
        said.append(f"{len(silent)} undecided cases have no cause: {silent[:3]}")
    asked = questions(count)
    most = undecided * asked + 3 * math.sqrt(undecided * asked)
    if len(open_ones) > most:
        kinds = Counter(cause.kind for result in open_ones for cause in result.causes)
        said.append(f"{len(open_ones)} cases are undecided, more than {most:.0f}: {dict(kinds)}")
    if found.counts.requests > calls_each * asked:
        said.append(f"{found.counts.requests / asked:.2f} calls a question")
    return said
