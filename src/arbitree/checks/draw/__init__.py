"""Drawings of a graph, one file per form: a text tree, Mermaid, SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbitree.checks.draw.mermaid import mermaid
from arbitree.checks.draw.svg import svg
from arbitree.checks.draw.text import text
from arbitree.core.graph import Graph

FORMS: Mapping[str, Callable[[Graph], str]] = {"text": text, "mermaid": mermaid, "svg": svg}
"""Each form's name and what draws it."""

__all__ = ["FORMS", "mermaid", "svg", "text"]
