"""Checklists of others as rubrics: CheckEval's YAML of yes/no questions, and flat lists of criteria with points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.readers import is_number
from arbitree.wire.tree import shown

_KEY: Final = re.compile(r"""(?P<margin> *)(?P<key>"[^"]*"|'[^']*'|[^\s#'"\-][^:]*?)\s*:\s*(?P<value>\S.*)?\Z""")
_BULLET: Final = re.compile(r"(?:[-*•]|\d+[.)])\s+")
_WORDS: Final = ("criterion", "criteria", "text", "question", "requirement", "requirements", "description")
_WORTHS: Final = ("points", "weight", "score", "max_points")


class _Line(NamedTuple):
    margin: int
    text: str


def read_checkeval(
    text: str,
    *,
    source: str = "checklist.yaml",
    name: str = "checklist",
    shows: Sequence[str] = ("input", "actual_output"),
    threshold: float = 0.5,
) -> Graph:
    """The rubric of a CheckEval checklist: the share of questions answered with yes, overall and by aspect.

    The questions stand below `sub_aspect:`, each on a line of its own or as items of a list, under the name of their
    aspect. In CheckEval's files they are bare lines, which YAML would join to one text: they are read line by line.

    Raises:
        RubricFileError: there is no question below `sub_aspect:`.

    >>> graph = read_checkeval("sub_aspect:\\n  Flow:\\n    Is it clear?\\n    Is it whole?\\n")
    >>> [node.name for node in graph.nodes]
    ['checklist', 'checklist.1', 'checklist.1.1', 'checklist.1.2']
    """
    aspects, definition = _aspects(text)
    aspects = {aspect: questions for aspect, questions in aspects.items() if questions}
    if not aspects:
        what = "there is no question below `sub_aspect:`"
        mend = "write `sub_aspect:`, below it the name of each aspect, and below that its questions, one a line"
        raise RubricFileError(Problem(code="G232", what=what, where=source, mend=mend))
    nodes: list[AnyNode] = []
    parts: list[Part] = []
    for number, (aspect, questions) in enumerate(aspects.items(), 1):
        own = f"{name}.{number}"
        parts.append(Part(node=own, weight=float(len(questions))))
        inner = tuple(Part(node=f"{own}.{index}") for index in range(1, len(questions) + 1))
        nodes.append(Weigh(name=own, label=aspect, parts=inner))
        nodes += [Ask(name=part.node, criteria=question) for part, question in zip(inner, questions, strict=True)]
    whole = Weigh(name=name, label=definition, parts=tuple(parts))
    return Graph(name=name, nodes=(whole, *nodes), threshold=threshold, defaults=Defaults(shows=tuple(shows)))


def _aspects(text: str) -> tuple[dict[str, list[str]], str]:
    """The questions of each aspect, and the definition of what is judged."""
    aspects: dict[str, list[str]] = {}
    definition, section, aspect, above = "", "", "", 0
    for line in _lines(text):
        entry = _KEY.match(" " * line.margin + line.text)
        if line.margin == 0:
            section = entry["key"].strip("\"'") if entry else ""
            aspect = ""
        elif section == "definition" and entry and entry["value"]:
            definition = definition or entry["value"].strip("\"'")
        elif section == "sub_aspect":
            if entry and not entry["value"] and (not aspect or line.margin <= above):
                aspect, above = entry["key"].strip("\"'"), line.margin
                aspects.setdefault(aspect, [])
            elif aspect:
                aspects[aspect].append(_BULLET.sub("", line.text, count=1).strip("\"'"))
    return aspects, definition


def _lines(text: str) -> Iterator[_Line]:
    for line in text.removeprefix("\ufeff").splitlines():
        bare = line.strip()
        if bare and not bare.startswith("#") and bare not in ("---", "..."):
            yield _Line(margin=len(line) - len(line.lstrip()), text=bare)


def read_criteria(
    criteria: Sequence[Any],
    *,
    source: str = "criteria.json",
    name: str = "criteria",
    shows: Sequence[str] = ("input", "actual_output"),
    threshold: float = 0.5,
) -> Graph:
    """The rubric of a flat list of criteria: texts, or mappings with a text and `points` (or a `weight`).

    With points it is what is earned over the sum of the positive points (`by: points`), else a weighted mean. What else
    an entry holds is kept in `meta`.

    Raises:
        RubricFileError: an entry has no text, or its points are no number; every such entry is named.

    >>> graph = read_criteria([{"criterion": "States the dose.", "points": 7}, {"criterion": "Invents.", "points": -8}])
    >>> graph.nodes[0].by, graph.nodes[0].parts[1].weight
    ('points', -8.0)
    """
    found = [_criterion(entry, number, name, source) for number, entry in enumerate(criteria, 1)]
    problems = [one for one in found if isinstance(one, Problem)]
    if not criteria:
        mend = "list at least one criterion"
        problems.append(Problem(code="G232", what="the list is empty", where=source, mend=mend))
    if problems:
        raise RubricFileError(problems)
    good = [one for one in found if not isinstance(one, Problem)]
    by: By = "points" if any(one.unit not in ("", "weight") for one in good) else "mean"
    whole = Weigh(name=name, parts=tuple(one.part for one in good), by=by)
    nodes: tuple[AnyNode, ...] = (whole, *(one.ask for one in good))
    return Graph(name=name, nodes=nodes, threshold=threshold, defaults=Defaults(shows=tuple(shows)))


class _Criterion(NamedTuple):
    ask: Ask
    part: Part
    unit: str
    """The key that its worth was written under."""


def _criterion(entry: object, number: int, name: str, source: str) -> _Criterion | Problem:
    fields = {"text": entry} if isinstance(entry, str) else entry if isinstance(entry, Mapping) else {}
    word = next((key for key in _WORDS if isinstance(fields.get(key), str) and fields[key].strip()), None)
    unit = next((key for key in _WORTHS if fields.get(key) is not None), "")
    worth = fields[unit] if unit else 1
    if word is None:
        return _wrong(source, number, f"has no text: it is {shown(entry)}", f"give it a `{_WORDS[0]}`")
    if not is_number(worth):
        return _wrong(source, number, f"has {shown(worth)} as its `{unit}`", "write a number")
    rest = {str(key): value for key, value in fields.items() if key not in (word, unit)}
    part = Part(node=f"{name}.{number}", weight=float(worth))
    return _Criterion(Ask(name=part.node, criteria=fields[word], meta=rest), part, unit)


def _wrong(source: str, number: int, what: str, mend: str) -> Problem:
    return Problem(code="G232", what=f"criterion {number} {what}", where=f"{source}, entry {number}", mend=mend)
