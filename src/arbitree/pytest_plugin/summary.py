"""What a pytest run judged, and what that took, over all its processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arbitree.reports.summary import Spent, calls_texts, cost_text
from arbitree.reports.words import counted


def summary_lines(told: Sequence[Mapping[str, Any]], *, lost: int = 0) -> Iterator[str]:
    """The lines of the summary.

    Args:
        told: what each process has counted, as `Session.close` gives it.
        lost: how many workers died, with what they had counted.
    """
    standings: Counter[str] = Counter()
    for one in told:
        standings.update(one["standings"])
    words = {"passed": "passed", "failed": "failed", "undecided": "undecided"}
    words |= {"not_applicable": "not applicable", "scored": "without a threshold"}
    seen = [f"{standings[name]:,} {word}" for name, word in words.items() if standings[name] or name == "passed"]
    yield f"{counted(standings.total(), 'case')} judged: {', '.join(seen)}"
    costs = [one["cost"] for one in told]
    spent = Spent(
        calls=_sum(told, "calls"),
        shared=_sum(told, "shared"),
        recalled=_sum(told, "recalled"),
        tries=_sum(told, "tries"),
        cost=None if None in costs else sum(costs),
        prices=next((one["prices"] for one in told if one["prices"]), ""),
    )
    yield f"calls: {'; '.join(calls_texts(spent))}"
    sent, got = _sum(told, "input_tokens"), _sum(told, "output_tokens")
    if sent or got:
        yield f"tokens: {sent:,} in, {got:,} out; cost {cost_text(spent)}"
    ledger = next((one for one in told if one["ledger"]), None)
    if ledger is not None:
        yield f"ledger: {ledger['ledger']}{', replayed: nobody was asked' if ledger['replay'] else ''}"
    if lost:
        yield f"{counted(lost, 'worker')} died; what was judged there is not counted here"
    yield from dict.fromkeys(line for one in told for problem in one["problems"] for line in problem.split("\n"))


def _sum(told: Sequence[Mapping[str, Any]], name: str) -> int:
    return sum(int(one[name]) for one in told)
