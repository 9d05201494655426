"""Our own builder of a check: a judgement that needs no judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from arbitree.core.kinds.base import Absent, Json
from arbitree.core.structural.table import ALL, hint
from arbitree.errors import Problem
from arbitree.metrics.dag.base_node import BaseNode
from arbitree.metrics.dag.mistakes import not_two, quoted, refuse
from arbitree.metrics.dag.nodes import Child, TaskNode, VerdictNode
from arbitree.metrics.dag.options import check_options
from arbitree.metrics.dag.params import Param, Showing, field_of

Of: TypeAlias = "Param | TaskNode"
"""What a check looks at: a field, a column, or a task's output."""


@dataclass(eq=False, repr=False, init=False)
class CheckNode(Showing, BaseNode):
    """Holds when every one of its tests holds; costs no call.

    Tests are keywords, as in a rubric file: `CheckNode(of=SingleTurnParams.ACTUAL_OUTPUT, contains="refund")`. A test
    that is needed twice goes into `tests=[("contains", "a"), ("contains", "b")]`. Without verdicts, holding is worth
    10 and failing 0.
    """

    of: tuple[Of, ...]
    """What it looks at; when empty, all that it shows and reads."""
    tests: tuple[tuple[str, Json], ...]
    evaluation_params: Sequence[Param] | None
    children: list[VerdictNode]
    label: str | None
    criteria: str
    """What it checks, in words; shown in reports."""
    on_missing: Absent | None
    on_empty: Absent | None

    def __init__(
        self,
        criteria: str = "",
        *,
        of: Of | Iterable[Of] = (),
        tests: Iterable[tuple[str, Json] | Mapping[str, Json]] | Mapping[str, Json] = (),
        evaluation_params: Sequence[Param] | None = None,
        label: str | None = None,
        name: str | None = None,
        meta: Mapping[str, Json] | None = None,
        on_missing: Absent | None = None,
        on_empty: Absent | None = None,
        **more_tests: Json,
    ) -> None:
        super().__init__(name=name, meta=meta or {})
        several = isinstance(of, Iterable) and not isinstance(of, (str, TaskNode))
        self.of = tuple(of) if several else (of,)  # type: ignore[arg-type, assignment]
        self.tests = (*_pairs(tests), *more_tests.items())
        self.evaluation_params, self.label = evaluation_params, label
        self.children, self.criteria = [], criteria
        self.on_missing, self.on_empty = on_missing, on_empty
        check_options(self)
        _ = self.shows
        if not self.tests:
            refuse("G114", "CheckNode has no test", "CheckNode(...)", 'give one, for example contains="refund"')
        for test, _ in self.tests:
            if test not in ALL:
                refuse("G114", f'a CheckNode has no test "{test}"', "CheckNode(...)", hint(test))
        for one in self.of:
            if isinstance(one, TaskNode):
                one.add_node(self)
            else:
                field_of(one, "CheckNode")

    def add_verdict(self, verdict: bool, *, score: float | None = None, then: Child | None = None) -> VerdictNode:
        """Says what holding (True) or failing (False) gives; gives the new VerdictNode back."""
        added = VerdictNode(verdict=verdict, score=score, child=then)
        if not isinstance(verdict, bool):
            what = f"A CheckNode needs True or False as its verdict. Got {quoted(verdict)}"
            refuse("G123", what, f"a verdict of {self.shown}", "write verdict=True or verdict=False")
        self.children.append(added)
        return added

    def problems(self, name: str) -> list[Problem]:
        """What is wrong with its verdicts as a whole."""
        verdicts = [child.verdict for child in self.children]
        whole = not verdicts or sorted(map(str, verdicts)) == ["False", "True"]
        return [] if whole else [not_two(verdicts, name, self.shown, "CheckNode")]

    @property
    def says(self) -> str:
        """The title, the words or the tests, for messages."""
        return self.label or self.criteria or ", ".join(f"{test}: {argument}" for test, argument in self.tests)


def _pairs(tests: Iterable[tuple[str, Json] | Mapping[str, Json]] | Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Tests as pairs of name and argument; in a list they may be mappings, as they are in a rubric file."""
    listed: Iterable[object] = (tests,) if isinstance(tests, Mapping) else tests
    for given in listed:
        if isinstance(given, Mapping):
            yield from cast("Mapping[str, Json]", given).items()
        elif isinstance(given, (tuple, list)) and len(given) == 2 and isinstance(given[0], str):
            yield given[0], given[1]
        else:
            what = f"{quoted(given)} is no test"
            refuse("G114", what, "CheckNode(tests=...)", 'write pairs, such as ("contains", "refund"), or a mapping')
