"""What tests of rubrics and judges need: a scripted judge, time that jumps, and checks of what they keep to."""

from __future__ import annotations

from arbitree.testing.check_judge import check_judge
from arbitree.testing.check_provider import check_provider
from arbitree.testing.judges import InTurn, Raw, Scripted, ScriptedJudge, in_turn, raw
from arbitree.testing.virtual import run_virtual

__all__ = [
    "InTurn",
    "Raw",
    "Scripted",
    "ScriptedJudge",
    "check_judge",
    "check_provider",
    "in_turn",
    "raw",
    "run_virtual",
]
