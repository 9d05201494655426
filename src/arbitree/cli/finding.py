"""Who answers where nobody is named, neither on the command line nor in `arbitree.toml`: never without a word."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from arbitree.cli.costs import cost_text, range_text
from arbitree.cli.flags import Flags
from arbitree.cli.judging import Named
from arbitree.core.cases import Cases
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import Problem, UsageError
from arbitree.judges.auto import PORTS, Candidate, keyed, local, variables
from arbitree.judges.loop import run_sync
from arbitree.judges.named import judge_from
from arbitree.judges.nobody import NobodyJudge
from arbitree.judges.person import DEFAULT_FILE, PersonJudge
from arbitree.judges.prices import price_of
from arbitree.reports.printing import Out
from arbitree.reports.terminal import is_terminal
from arbitree.runner.estimate import estimated
from arbitree.runner.seats import seated
from arbitree.runner.settings import Settings

WAYS = (
    "--judge openai:MODEL (or anthropic:, gemini:, ollama:, http://HOST/v1#MODEL, ...), rules:FILE, recorded:FILE,"
    " module:name; --judge person at a terminal; or [judges] in arbitree.toml"
)
"""What can be given."""


def found_judge(graph: Graph, cases: Cases, settings: Settings, flags: Flags) -> Named:
    """Whoever can answer where nobody is named; says who it is, and what it may cost, before anything is sent.

    Keys in the environment come first, then servers on this machine, then the person at the terminal. At a terminal one
    chooses. Elsewhere a key is used with `--yes` alone, since it costs and sends texts away; a server on this machine
    is used if it has one model. Else nobody answers, and every case is undecided.

    Raises:
        UsageError: At a terminal: nothing was chosen.
    """
    out = Out(sys.stderr)
    keys = keyed(os.environ)
    here = run_sync(local())
    told = _Told(graph, cases, settings)
    if flags.dry_run and (keys or here):
        return _named((*keys, *here)[0].judge)
    if flags.yes and keys:
        out.line(f"No judge is named: {told.of(keys[0])}")
        return _named(keys[0].judge)
    if not (is_terminal(sys.stdin) and is_terminal(sys.stderr)) or flags.cases == "-":
        if not keys and len(here) == 1:
            out.line(f"No judge is named: {told.of(here[0])}")
            return _named(here[0].judge)
        out.line(_nobody(keys, here, told).render())
        return Named("nobody", NobodyJudge())
    if not keys and not here:
        out.line(f"No judge is named, and none was found: you are the judge. Answers are kept in {DEFAULT_FILE}.")
        return Named("person", PersonJudge())
    return _named(_chosen((*keys, *here), told, out))


class _Told:
    """Tells of a candidate: why it is thought of, where texts go, and what it may cost."""

    def __init__(self, graph: Graph, cases: Cases, settings: Settings) -> None:
        self._graph, self._cases, self._settings = graph, cases, settings

    def of(self, candidate: Candidate) -> str:
        """The candidate in a line."""
        seats = seated(self._graph, {DEFAULT_ROLE: judge_from(candidate.judge)})
        prices = {role: price_of(judge) for role, judge in seats.judges.items() if role != LOCAL_ROLE}
        found = estimated(seats.plan, self._cases, prices, settings=self._settings)
        where = "nothing leaves it" if candidate.is_here else "the cases' texts are sent there"
        cost = f"cost {cost_text(found)}"
        return f"{candidate.judge}  ({candidate.why}; {where}; {range_text(found.calls)} calls, {cost})"


def _chosen(candidates: Sequence[Candidate], told: _Told, out: Out) -> str:
    """What the person at the terminal chooses."""
    out.line("No judge is named. These could be it:")
    for number, candidate in enumerate(candidates, 1):
        out.line(f"  {number}  {told.of(candidate)}")
    names = [*(one.judge for one in candidates), "person"]
    out.line(f"  {len(names)}  person  (you: the questions one by one; answers are kept in {DEFAULT_FILE})")
    out.write(f"Which one? [1 to {len(names)}; Enter: none] ")
    line = sys.stdin.readline().strip()
    if line.isdecimal() and 1 <= int(line) <= len(names):
        return names[int(line) - 1]
    raise UsageError(Problem(code="X327", what="no judge was chosen", where="--judge", mend=f"give {WAYS}"))


def _nobody(keys: Sequence[Candidate], here: Sequence[Candidate], told: _Told) -> Problem:
    """Why nobody answers, and what can be given."""
    if keys:
        seen = f"{keys[0].why}, which costs and is not used unasked: --yes takes {told.of(keys[0])}"
    elif here:
        models = ", ".join(one.judge.partition("?")[0] for one in here)
        seen = f"a server on this machine has several models: {models}"
    else:
        ports = ", ".join(str(port) for _, port in PORTS)
        seen = f"no key in {', '.join(variables())}; no server on port {ports} of this machine; no terminal to ask at"
    return Problem(
        code="J152",
        what="no judge is named, and none is guessed: every question stays open, and its case undecided",
        where=seen,
        mend=f"give {WAYS}",
        level="warning",
    )


def _named(judge: str) -> Named:
    return Named(judge.partition("?")[0], judge_from(judge), judge)
