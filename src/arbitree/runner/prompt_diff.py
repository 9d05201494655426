"""What differs between the prompts of two rubrics, by node and by style, and which questions stay the same."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.base import Asking
from arbitree.core.prompts.overrides import OF_NONE
from arbitree.core.records import Style
from arbitree.runner.preview import Preview, previews

STYLES: tuple[Style, ...] = ("messages", "plain")


@dataclass(frozen=True, kw_only=True)
class PromptDiff:
    """The difference between the prompts of two rubrics."""

    lines: tuple[str, ...]
    """A unified diff, a file for each node and style; empty where every prompt is the same."""
    kept: tuple[str, ...]
    """Nodes of the second rubric whose question, as our own judges get it, is the same: no new call."""
    anew: tuple[str, ...]
    """Nodes whose question is another one, or who read what such a node gives."""


def without_wording(graph: Graph) -> Graph:
    """A rubric with no prompt and no language of its own."""
    nodes = tuple(
        replace(node, prompt=None, prompts=OF_NONE, language=None) if isinstance(node, Asking) else node
        for node in graph.nodes
    )
    defaults: Defaults = replace(graph.defaults, prompt=None, language=None)
    return replace(graph, nodes=nodes, defaults=defaults, prompts=OF_NONE, language=None)


def prompt_diff(before: Graph, after: Graph) -> PromptDiff:
    """The difference between the prompts of two rubrics, with each field and text of a task as its name in brackets.

    Raises:
        GraphError: one of them cannot be used.
    """
    columns = {name: f"<{name}>" for graph in (before, after) for name in compile_plan(graph).fields}
    case = Case(id="any", fields=columns)
    lines: list[str] = []
    kept: dict[str, bool] = {}
    for style in STYLES:
        old, new = _by_name(before, case, style), _by_name(after, case, style)
        for name in dict.fromkeys((*new, *old)):
            one, other = _text(old.get(name)), _text(new.get(name))
            lines += difflib.unified_diff(one, other, f"a/{name} ({style})", f"b/{name} ({style})", lineterm="")
        if style == "messages":
            for name, preview in new.items():
                known = old.get(name)
                is_same = known is not None and _identity(known) == _identity(preview)
                kept[preview.node] = kept.get(preview.node, True) and is_same
                if any(not kept.get(task, True) for task in preview.waits_for):
                    kept[preview.node] = False
    return PromptDiff(
        lines=tuple(lines),
        kept=tuple(name for name, is_kept in kept.items() if is_kept),
        anew=tuple(name for name, is_kept in kept.items() if not is_kept),
    )


def _by_name(graph: Graph, case: Case, style: Style) -> dict[str, Preview]:
    found: dict[str, Preview] = {}
    for preview in _asked(graph, case, style):
        after = f" after {', '.join(preview.after)}" if preview.after else ""
        found[f"{preview.node}{after}"] = preview
    return found


def _asked(graph: Graph, case: Case, style: Style) -> Iterator[Preview]:
    return (preview for preview in previews(compile_plan(graph, style=style), case) if preview.messages)


def _identity(preview: Preview) -> object:
    """What its key follows from, where texts of tasks are the same."""
    return preview.role, preview.key, preview.messages


def _text(preview: Preview | None) -> list[str]:
    if preview is None:
        return []
    return [line for message in preview.messages for line in (f"[{message.role}]", *message.content.split("\n"))]
