"""Everyone who is measured, by name: what runs, where, and on which work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Contender:
    """One who is measured."""

    client: str
    """The module in `clients`."""
    variant: str = ""
    """Its way of doing the work."""
    library: str = ""
    """Another library that it runs in, with an environment of its own; empty for this one."""
    works: frozenset[str] | None = None
    """The work that it can do; None: all."""


_HERE: Final = frozenset({"return-reply"})
_EARLY: Final = frozenset({"early-exit"})
_GRAPHS: Final = frozenset({"return-reply", "early-exit", "wide", "deep"})

CONTENDERS: Final[Mapping[str, Contender]] = {
    "by hand, sockets": Contender(client="by_hand_socket"),
    "by hand, sockets, all ahead": Contender(client="by_hand_socket", variant="ahead", works=_EARLY),
    "by hand, aiohttp": Contender(client="by_hand_aiohttp"),
    "arbitree": Contender(client="ours"),
    "arbitree, with a ledger": Contender(client="ours", variant="ledger"),
    "arbitree, eager": Contender(client="ours", variant="eager", works=_EARLY),
    "DeepEval": Contender(client="deepeval_", library="deepeval", works=_GRAPHS),
    "DeepEval, its own model class": Contender(
        client="deepeval_", variant="own model", library="deepeval", works=_HERE
    ),
    "pydantic-evals": Contender(client="pydantic_evals_", library="pydantic-evals", works=_GRAPHS),
    "Inspect AI": Contender(client="inspect_ai_", library="inspect-ai", works=_GRAPHS),
    "verdict": Contender(client="verdict_", library="verdict", works=_HERE),
}
"""In the order in which they are measured and told."""

BY_HAND: Final = tuple(name for name in CONTENDERS if name.startswith("by hand"))
"""The scripts."""

OURS: Final = tuple(name for name in CONTENDERS if name.startswith("arbitree"))
"""The ways of running arbitree."""

LIBRARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "deepeval": ("deepeval==4.3.1", "aiohttp"),
    "pydantic-evals": ("pydantic-evals==2.62.0", "pydantic-ai-slim[openai]==2.62.0"),
    "inspect-ai": ("inspect-ai==0.3.285", "openai"),
    "verdict": ("verdict==0.2.7",),
}
"""What each library's environment holds."""

QUIET: Final[Mapping[str, str]] = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_NO_INSPECT_PROMPT": "1",
    "ERROR_REPORTING": "NO",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "OTEL_SDK_DISABLED": "true",
    "DO_NOT_TRACK": "1",
}
"""Variables that keep the libraries from telling anybody what they do, and from fetching anything."""
