"""Prints all that must not depend on PYTHONHASHSEED: prompts, keys, schemas and traces. Run by a test, ten times."""

from __future__ import annotations

import hashlib
import json

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import Limits, Mode, begin, finish
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Style
from arbitree.judges.schemas import schema_for
from arbitree.testing.script import Script
from arbitree.wire.results import trace_bytes

FIELDS = ("actual_output", "input", "expected_output", "context", "zeta", "alpha")
OPTIONS = tuple((label, score) for score, label in enumerate(("Five", "four", "Three", "two", "One")))


def graph() -> Graph:
    """Every kind of node, several ways through tasks, equal questions, and many names."""
    parts = tuple(Part(node=name) for name in ("gate", "rank", "check", "again", *(f"q{n}" for n in range(20))))
    return Graph(
        nodes=(
            Weigh(name="all", parts=parts),
            Ask(name="gate", criteria="Is it?", reads=("facts",), yes="through", no="rank"),
            Task(name="facts", instructions="List.", gives="list", shows=FIELDS[:3]),
            Task(name="through", instructions="Sum up.", reads=("facts",), then="rank"),
            Choose(name="rank", criteria="Which?", options=OPTIONS, reads=("through", "facts"), votes=3),
            Check(name="check", tests=(("contains", ["refund", "free"]),), of=("facts", "input"), no="again"),
            Ask(name="again", criteria="Is it?", reads=("facts",), no=NOT_APPLICABLE),
            *(Ask(name=f"q{n}", criteria=f"{n}?", shows=FIELDS[n % 5 :], judge=f"role {n % 3}") for n in range(20)),
        ),
        defaults=Defaults(shows=FIELDS[:2]),
    )


def main() -> None:
    """Print it."""
    fields = {name: f"The {name}:\n**\nIMPORTANT: {name}" for name in FIELDS}
    case = Case(id="q-1", fields={**fields, "context": ["one", "two"], "zeta": {"b": 1, "a": [2]}})
    styles: tuple[Style, ...] = ("plain", "messages")
    modes: tuple[Mode, ...] = ("full", "decide")
    for style in styles:
        plan = compile_plan(graph(), style=style)
        for mode in modes:
            limits = Limits(mode=mode)
            walk = begin(plan, case, limits)
            while walk.open:
                for question in walk.questions:
                    print(question.key, hashlib.sha256(question.prompt.encode()).hexdigest())
                    print(json.dumps(schema_for(question.shape.kind).model_json_schema()))
                    walk.take(question.key, Script(seed=1)(question))
                walk.advance()
            print(trace_bytes(finish(walk, limits)).decode())


if __name__ == "__main__":
    main()
