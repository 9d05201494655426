"""`arbitree prompts --diff`: two rubrics, or a rubric and a run, and what differs between their prompts."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from arbitree.core.graph import Graph
from arbitree.core.visible import visible
from arbitree.reports.printing import Out
from arbitree.rubric import Rubric
from arbitree.runner.opened import opened
from arbitree.runner.prompt_diff import prompt_diff, without_wording


def differing(one: str, other: str | None, out: Out, *, allow: tuple[str, ...], as_json: bool) -> int:
    """Prints what differs; 1 when something does.

    Args:
        one: a rubric's file, or a RUN folder.
        other: another; None for the first with and without the prompts that it words itself.
        out: where to print.
        allow: modules whose functions their checks may call.
        as_json: whether to print JSON.
    """
    first = _graph(one, allow)
    found = prompt_diff(without_wording(first), first) if other is None else prompt_diff(first, _graph(other, allow))
    if as_json:
        out.json(asdict(found))
        return 1 if found.lines else 0
    for line in found.lines:
        out.line(visible(line))
    for names, what in ((found.kept, "the same question, no new call"), (found.anew, "asked anew")):
        if names:
            out.line(f"{what}: {', '.join(map(visible, names))}")
    return 1 if found.lines else 0


def _graph(path: str, allow: tuple[str, ...]) -> Graph:
    return opened(Path(path), allow=allow).plan.graph if Path(path).is_dir() else Rubric.load(path, allow=allow).graph
