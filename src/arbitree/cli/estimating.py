"""`arbitree run --dry-run`: what the run would take, told without a call."""

from __future__ import annotations

from typing import Any

from arbitree.cli.costs import cost_text, range_text
from arbitree.cli.preparing import Ready
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.judges.prices import price_of, table_name
from arbitree.judges.together import takes_several
from arbitree.reports.page import Cell, Heading, Lines, Pairs
from arbitree.reports.printing import Out
from arbitree.reports.words import counted
from arbitree.runner.at_hand import Replies
from arbitree.runner.earlier import left_over
from arbitree.runner.estimate import Estimate, estimated
from arbitree.runner.paid import Paid

NOT_COUNTED = "Not counted: asking again after an unreadable reply, further tries of what failed, hidden reasoning."


def tell(ready: Ready, out: Out, *, as_json: bool) -> None:
    """Prints what the run would take."""
    plan, judges, memory = ready.seats.plan, ready.seats.judges, ready.memory
    prices = {role: price_of(judge) for role, judge in judges.items() if role != LOCAL_ROLE}
    known = Replies()
    cases = ready.cases
    if ready.earlier is not None:
        cases = left_over(ready.earlier, plan, cases, known)
    if memory is not None and ready.earlier is not None:
        memory.open_journal(ready.earlier)
    paid = Paid(memory, judges, known=known)
    bundled = [role for role, judge in judges.items() if takes_several(judge)]
    found = estimated(plan, cases, prices, settings=ready.settings, paid=paid, bundled=bundled)
    if as_json:
        out.json(_dict(found))
        return
    out.page(
        (
            Heading(text=f"What the run would take, for {counted(found.cases, 'case')}"),
            Pairs(
                pairs=(
                    ("calls", Cell(range_text(found.calls))),
                    *((("paid for", Cell(_paid_text(found))),) if found.paid else ()),
                    ("tokens in", Cell(range_text(found.input_tokens))),
                    ("tokens out", Cell(range_text(found.output_tokens))),
                    ("cost", Cell(cost_text(found))),
                )
            ),
            Lines(lines=(Cell(NOT_COUNTED, "dim"),)),
        )
    )


def _paid_text(found: Estimate) -> str:
    return f"{counted(found.paid, 'question')}, whose replies are at hand and cost nothing more"


def _dict(found: Estimate) -> dict[str, Any]:
    cost = found.cost
    return {
        "arbitree_estimate": 1,
        "cases": found.cases,
        "calls": [round(end) for end in found.calls],
        "paid": found.paid,
        "input_tokens": [round(end) for end in found.input_tokens],
        "output_tokens": [round(end) for end in found.output_tokens],
        "cost": None if cost is None else [round(end, 9) for end in cost],
        "unpriced": list(found.unpriced),
        "prices": table_name(),
    }
