"""Statistics over results, the choice of cases, and the gate that a run has to pass."""

from arbitree.stats.agreement import Agreement, agreements
from arbitree.stats.gate import DEFAULT_GATE, Condition, Finding, Gate, GateDecision, decide, parse_gate
from arbitree.stats.intervals import wilson
from arbitree.stats.sampling import sample
from arbitree.stats.summary import LeafCount, Summary, Tally, summary, summary_by

__all__ = [
    "DEFAULT_GATE",
    "Agreement",
    "Condition",
    "Finding",
    "Gate",
    "GateDecision",
    "LeafCount",
    "Summary",
    "Tally",
    "agreements",
    "decide",
    "parse_gate",
    "sample",
    "summary",
    "summary_by",
    "wilson",
]
