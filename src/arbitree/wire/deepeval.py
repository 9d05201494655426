"""DeepEval's graphs as JSON (the form of its `dag_to_dict`), read to plain values; `metrics.dag` builds them.

The form: `{"nodes": {ID: {"type": TYPE, ...}}}`, TYPE one of TaskNode, BinaryJudgementNode, NonBinaryJudgementNode and
VerdictNode. Children of a judgement are ids of verdicts; a verdict has a `score`, or a `child`
`{"type": "node", "ref": ID}` or `{"type": "geval", ...}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from arbitree.core.nearest import nearest
from arbitree.core.turns import window_fault
from arbitree.errors import Problem, RubricFileError
from arbitree.wire.deepeval_grades import DagGrade, read_grade
from arbitree.wire.deepeval_turns import is_multiturn
from arbitree.wire.json_tree import read_json
from arbitree.wire.readers import Refused, read_score
from arbitree.wire.tree import Mapped, Mistakes, shown

DagKind: TypeAlias = Literal["TaskNode", "BinaryJudgementNode", "NonBinaryJudgementNode"]
"""The types of node that ask something."""

_KINDS: Final[tuple[DagKind, ...]] = ("TaskNode", "BinaryJudgementNode", "NonBinaryJudgementNode")
_TYPES: Final = (*_KINDS, "VerdictNode")
_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "TaskNode": frozenset({"instructions", "output_label", "label", "evaluation_params", "children", "turn_window"}),
    "BinaryJudgementNode": frozenset({"criteria", "label", "evaluation_params", "children", "turn_window"}),
    "NonBinaryJudgementNode": frozenset({"criteria", "label", "evaluation_params", "children", "turn_window"}),
    "VerdictNode": frozenset({"verdict", "score", "child"}),
}


@dataclass(frozen=True, kw_only=True)
class DagVerdict:
    """One verdict of a judgement."""

    verdict: bool | str
    score: float | None
    """0..10, or None when it leads to a node."""
    to: str | None
    """The id of the node it leads to."""
    grade: DagGrade | None = None
    """The G-Eval it leads to."""


@dataclass(frozen=True, kw_only=True)
class DagNode:
    """One task or judgement."""

    id: str
    kind: DagKind
    words: str
    """Its instructions or criteria."""
    label: str = ""
    output_label: str = ""
    shows: tuple[str, ...] = ()
    """The fields of the case that it shows, and parts of turns."""
    turn_window: tuple[int, int] | None = None
    """The turns of a conversation that it sees; None for all."""
    children: tuple[str, ...] = ()
    """Under a task: the ids of the nodes that read it."""
    verdicts: tuple[DagVerdict, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Dag:
    """A graph of DeepEval's."""

    nodes: tuple[DagNode, ...]
    """Tasks and judgements, in the order of the document."""
    roots: tuple[str, ...]
    """The ids of the nodes that nothing refers to."""
    multiturn: bool = False
    """Whether it looks at conversations."""


def read_dag(document: Mapping[str, Any] | str, *, source: str = "dag.json", multiturn: bool = False) -> Dag:
    """The graph of a document, given as JSON text or as the mapping that it stands for.

    Args:
        document: the text or the mapping.
        source: what messages call it.
        multiturn: whether it is over conversations; what it names may say so too.

    Raises:
        RubricFileError: the document is not of the form, or holds what this version cannot (metrics other than
            G-Evals as leaves); it carries every problem.

    >>> read_dag({"nodes": {"a": {"type": "BinaryJudgementNode", "criteria": "Is it?", "children": ["y", "n"]},
    ...                     "y": {"type": "VerdictNode", "verdict": True, "score": 10},
    ...                     "n": {"type": "VerdictNode", "verdict": False, "score": 0}}}).roots
    ('a',)
    """
    if isinstance(document, str):
        mistakes = Mistakes(source)
        tree = read_json(document, mistakes)
        if mistakes:
            raise RubricFileError(mistakes.in_order())
        return _Reading(tree, source).dag(multiturn=multiturn)
    return _Reading(document, source).dag(multiturn=multiturn)


class _Reading:
    """Reads one document and gathers what is wrong with it."""

    def __init__(self, document: object, source: str) -> None:
        self.document, self.source = document, source
        self.problems: list[Problem] = []
        self.specs: dict[str, Mapping[str, Any]] = {}

    def refuse(self, what: str, mend: str, id: str = "") -> None:
        """Note a problem."""
        spec = self.specs.get(id)
        where = f"{self.source}:{spec.at.line}:{spec.at.column}" if isinstance(spec, Mapped) else self.source
        where += f'; node "{id}"' if id else ""
        self.problems.append(Problem(code="G230", what=what, where=where, mend=mend, node=id))

    def dag(self, *, multiturn: bool) -> Dag:
        """The graph, when nothing is wrong."""
        nodes = self.document.get("nodes") if isinstance(self.document, Mapping) else None
        if not isinstance(nodes, Mapping) or not nodes:
            self.refuse("this is no graph of DeepEval's: it has no `nodes`", "write it with DeepEval's `dag_to_json`")
            raise RubricFileError(self.problems)
        for id, spec in nodes.items():
            self._known(str(id), spec)
        made = tuple(self._node(id, spec) for id, spec in self.specs.items() if spec["type"] in _KINDS)
        roots = self._roots()
        if self.problems:
            raise RubricFileError(self.problems)
        return Dag(nodes=made, roots=roots, multiturn=multiturn or is_multiturn(self.specs))

    def _known(self, id: str, spec: object) -> None:
        if not isinstance(spec, Mapping) or spec.get("type") not in _TYPES:
            found = shown(spec.get("type")) if isinstance(spec, Mapping) else shown(spec)
            self.refuse(f'the type of "{id}" is {found}', f"the types are {', '.join(_TYPES)}", id)
            return
        self.specs[id] = spec
        keys = _KEYS[spec["type"]]
        for key in spec:
            if key not in keys and key != "type":
                near = nearest(key, keys)
                mend = f"did you mean `{near}`?" if near else "remove it"
                self.refuse(f'"{id}", a {spec["type"]}, has no key `{key}`', mend, id)

    def _node(self, id: str, spec: Mapping[str, Any]) -> DagNode:
        kind: DagKind = spec["type"]
        task = kind == "TaskNode"
        children = tuple(str(child) for child in self._list(id, spec, "children"))
        for child in children:
            there = self.specs.get(child)
            if there is None:
                self.refuse(f'"{id}" has a child "{child}" that is not there', "add it, or take the id out", id)
            elif task == (there["type"] == "VerdictNode"):
                wanted = "nodes that ask something" if task else "verdicts"
                self.refuse(f'"{id}" has a child "{child}", a {there["type"]}', f"a {kind} has {wanted} below it", id)
        verdicts = () if task else tuple(self._verdict(child, kind) for child in children if self._is_verdict(child))
        return DagNode(
            id=id,
            kind=kind,
            words=self._text(id, spec, "instructions" if task else "criteria"),
            label=self._text(id, spec, "label", optional=True),
            output_label=self._text(id, spec, "output_label") if task else "",
            shows=tuple(str(field) for field in self._list(id, spec, "evaluation_params")),
            turn_window=self._window(id, spec),
            children=children if task else (),
            verdicts=verdicts,
        )

    def _window(self, id: str, spec: Mapping[str, Any]) -> tuple[int, int] | None:
        window = spec.get("turn_window")
        if window is None:
            return None
        fault = window_fault(window)
        if fault is not None:
            self.refuse(f'`turn_window` of "{id}" {fault[0]}', fault[1], id)
            return None
        return window[0], window[1]

    def _is_verdict(self, id: str) -> bool:
        return id in self.specs and self.specs[id]["type"] == "VerdictNode"

    def _verdict(self, id: str, kind: DagKind) -> DagVerdict:
        spec = self.specs[id]
        verdict, score, child = spec.get("verdict"), spec.get("score"), spec.get("child")
        wanted = bool if kind == "BinaryJudgementNode" else str
        if not isinstance(verdict, wanted):
            mend = "true or false" if wanted is bool else "a text"
            self.refuse(f'the verdict of "{id}" is {shown(verdict)}', f"a {kind} has {mend}", id)
            verdict = wanted()
        if (score is None) == (child is None):
            both = "neither `score` nor `child`" if score is None else "both `score` and `child`"
            self.refuse(f'the verdict "{id}" has {both}', "give it one of the two", id)
        points = None
        if score is not None:
            try:
                points = read_score(score)
            except Refused as refused:
                self.refuse(f'the score of "{id}" {refused.what}', refused.mend, id)
        if score is None and isinstance(child, Mapping) and child.get("type") == "geval":
            grade = read_grade(child, lambda what, mend: self.refuse(f'under "{id}": {what}', mend, id))
            return DagVerdict(verdict=verdict, score=None, to=None, grade=grade)
        return DagVerdict(verdict=verdict, score=points, to=self._child(id, child) if score is None else None)

    def _child(self, id: str, child: Any) -> str | None:
        kind = child.get("type") if isinstance(child, Mapping) else None
        if kind == "node" and isinstance(child.get("ref"), str):
            ref = child["ref"]
            if ref not in self.specs or self.specs[ref]["type"] == "VerdictNode":
                self.refuse(
                    f'"{id}" leads to "{ref}", which is no task or judgement here', "add it, or lead elsewhere", id
                )
            return str(ref)
        if kind == "metric":
            name = child.get("metric_class") or kind
            what = f'"{id}" leads to a metric ({name}), and a document names none that could be called'
            self.refuse(what, "build the graph in Python, where a verdict may lead to any metric", id)
        elif child is not None:
            self.refuse(f'the child of "{id}" is {shown(child)}', 'write {"type": "node", "ref": ID}', id)
        return None

    def _text(self, id: str, spec: Mapping[str, Any], key: str, *, optional: bool = False) -> str:
        value = spec.get(key)
        if isinstance(value, str) and (value.strip() or optional):
            return value
        if not (optional and value is None):
            self.refuse(f'`{key}` of "{id}" is {shown(value)} and not a text', "write a text", id)
        return ""

    def _list(self, id: str, spec: Mapping[str, Any], key: str) -> list[Any]:
        value = spec.get(key)
        if value is None:
            return []
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return list(value)
        self.refuse(f'`{key}` of "{id}" is {shown(value)} and not a list of texts', "write a list of texts", id)
        return []

    def _roots(self) -> tuple[str, ...]:
        referred: set[str] = set()
        for spec in self.specs.values():
            children, child = spec.get("children"), spec.get("child")
            referred.update(str(child) for child in (children if isinstance(children, list | tuple) else ()))
            if isinstance(child, Mapping):
                referred.add(str(child.get("ref")))
        roots = [id for id in self.specs if id not in referred]
        for id in roots:
            if self.specs[id]["type"] == "VerdictNode":
                self.refuse(
                    f'no judgement has the verdict "{id}"', "list it in the `children` of one, or take it out", id
                )
        if not roots and self.specs:
            self.refuse("every node is below another, so the graph has a cycle", "let one of them lead elsewhere")
        return tuple(id for id in roots if self.specs[id]["type"] != "VerdictNode")
