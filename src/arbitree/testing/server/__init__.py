"""A server to be beaten with: OpenAI's and Anthropic's protocols and typed decisions, scripted answers, and faults.

`python -m arbitree.testing.server` runs one in a process of its own.
"""

from __future__ import annotations

from arbitree.testing.server.asked import Asked
from arbitree.testing.server.counts import Counts
from arbitree.testing.server.drawing import Latency
from arbitree.testing.server.faults import FAULTS, Fault, Faults
from arbitree.testing.server.likely import Likely, likely
from arbitree.testing.server.running import LoopbackServer

__all__ = ["FAULTS", "Asked", "Counts", "Fault", "Faults", "Latency", "Likely", "LoopbackServer", "likely"]
