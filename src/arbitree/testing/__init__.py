"""What tests of rubrics and judges need: a scripted judge."""

from __future__ import annotations

from arbitree.testing.check_judge import check_judge
from arbitree.testing.judges import InTurn, Raw, Scripted, ScriptedJudge, in_turn, raw

__all__ = ["InTurn", "Raw", "Scripted", "ScriptedJudge", "check_judge", "in_turn", "raw"]
