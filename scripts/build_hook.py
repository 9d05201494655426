"""What the build adds to the wheel: the examples, which `arbitree init --example` copies."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Examples(BuildHookInterface):
    """Puts `examples/` into the package; an editable install reads them where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds them to a build of that version: `standard` or `editable`."""
        if version == "standard":
            build_data["force_include"]["examples"] = "arbitree/examples"
