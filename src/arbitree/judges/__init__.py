"""Judges: whatever answers a question, behind one signature. What is named here is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitree.core.records import Failed as Failed
    from arbitree.core.records import Message as Message
    from arbitree.core.records import Question as Question
    from arbitree.core.records import Reply as Reply
    from arbitree.core.records import Shape as Shape
    from arbitree.judges.base import Judge as Judge
    from arbitree.judges.budget import Budget as Budget
    from arbitree.judges.layers import limited as limited
    from arbitree.judges.layers import once as once
    from arbitree.judges.memory import remember as remember
    from arbitree.judges.named import judge_from as judge_from
    from arbitree.judges.rates import Rates as Rates
    from arbitree.judges.recorded import RecordedJudge as RecordedJudge
    from arbitree.judges.recorded import record as record
    from arbitree.judges.retry import Patience as Patience
    from arbitree.judges.rows import write_rows as write_rows
    from arbitree.judges.rule_files import load_rules as load_rules
    from arbitree.judges.stack import Layers as Layers

_HOMES = {
    "Budget": "arbitree.judges.budget",
    "Failed": "arbitree.core.records",
    "Judge": "arbitree.judges.base",
    "Layers": "arbitree.judges.stack",
    "Message": "arbitree.core.records",
    "Patience": "arbitree.judges.retry",
    "Question": "arbitree.core.records",
    "Rates": "arbitree.judges.rates",
    "RecordedJudge": "arbitree.judges.recorded",
    "Reply": "arbitree.core.records",
    "Shape": "arbitree.core.records",
    "judge_from": "arbitree.judges.named",
    "limited": "arbitree.judges.layers",
    "load_rules": "arbitree.judges.rule_files",
    "once": "arbitree.judges.layers",
    "record": "arbitree.judges.recorded",
    "remember": "arbitree.judges.memory",
    "write_rows": "arbitree.judges.rows",
}
"""The module of each name. An executor that needs the signature only must not load every judge."""

__all__ = [
    "Budget",
    "Failed",
    "Judge",
    "Layers",
    "Message",
    "Patience",
    "Question",
    "Rates",
    "RecordedJudge",
    "Reply",
    "Shape",
    "judge_from",
    "limited",
    "load_rules",
    "once",
    "record",
    "remember",
    "write_rows",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
