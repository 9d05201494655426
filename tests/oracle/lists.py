"""Random rubrics that go over lists, and what an `each` means: the `weigh` over copies of its body, written out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.flow import control_edges, sources
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import COUNTING, EACH_BYS, Each
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.records import Answer, Question, Reply
from arbitree.testing.script import TEXTS
from arbitree.testing.strategies import FIELDS, cases, graphs
from tests.oracle.play import Judge

ENDS: Sequence[Target] = (0.0, 10.0, 10.0, 0.0, 5.0, 7.5, NOT_APPLICABLE)
ITEMS: Sequence[object] = (*TEXTS, "Sorry.", {"text": "Is short.", "points": 5}, {"text": "Lies.", "points": -3})
PARTLY: Sequence[By] = ("mean", "min", "max", "product")


def judging(draw: st.DrawFn, name: str, reads: tuple[str, ...], ends: Sequence[Target]) -> AnyNode:
    """A node of a body that reads items."""
    yes, no = draw(st.sampled_from(ends)), draw(st.sampled_from(ends))
    match draw(st.sampled_from(("ask", "ask", "choose", "check"))):
        case "ask":
            shows = draw(st.sampled_from((FIELDS[:1], ())))
            return Ask(name=name, criteria="Is it so?", shows=shows, reads=reads, yes=yes, no=no, votes=1)
        case "choose":
            options = (("Both", yes), ("One", no), ("None", 2.0))
            return Choose(name=name, criteria="Which of them?", shows=(), reads=reads, options=options)
        case _:
            return Check(name=name, tests=(("contains", "refund"),), of=reads, yes=yes, no=no)


@st.composite
def graphs_over_lists(draw: st.DrawFn) -> Graph:
    """Rubrics without mistakes that go over a list of a task or of a column, some within the body of another."""
    base = draw(graphs(judging=3, tasks=2))
    start = base.start or sources(base, control_edges(base))[0]
    listing = Task(name="listing", instructions="List the items.", gives="list", shows=FIELDS[:1])
    is_task, is_nested = draw(st.booleans()), draw(st.booleans())
    rule = draw(st.sampled_from(EACH_BYS))
    outer = Each(
        name="outer",
        over="listing" if is_task else "things",
        item="thing",
        do="body",
        by=rule,
        met=draw(st.sampled_from((10.0, 5.0))) if rule in COUNTING else 10.0,
        empty=draw(st.sampled_from((NOT_APPLICABLE, "undecided", 0.0, 10.0))),
        limit=draw(st.sampled_from((50, 2))),
    )
    inner = Each(name="inner", over="others", item="other", do="within", by=draw(st.sampled_from(("mean", "max"))))
    below: list[Target] = [*ENDS, start, *(["inner"] if is_nested else [])]
    made = [outer, judging(draw, "body", ("thing",), below)]
    if is_nested:
        made += [inner, judging(draw, "within", ("thing", "other"), ENDS)]
        made[1] = replace(made[1], yes="inner") if isinstance(made[1], (Ask, Check)) else made[1]
        is_led = any(to == "inner" for to in control_edges(Graph(nodes=tuple(made)))["body"])
        made = made if is_led else made[:2]
    by = draw(st.sampled_from(PARTLY))
    weight = draw(st.sampled_from((1.0, 3.0))) if by == "mean" else 1.0
    top = Weigh(name="top", parts=(Part(node=start), Part(node="outer", weight=weight)), by=by)
    gate = Ask(name="gate", criteria="Is it at all?", shows=FIELDS[:1], yes="outer", no=start)
    first = draw(st.sampled_from((top, gate)))
    return replace(base, nodes=(*base.nodes, *([listing] if is_task else []), *made, first), start=first.name)


def cases_with_lists() -> st.SearchStrategy[Case]:
    """Cases with columns that mostly hold lists."""
    held: st.SearchStrategy[object] = st.lists(st.sampled_from(ITEMS), max_size=3) | st.sampled_from((None, "no list"))
    return st.builds(
        lambda case, things, others: replace(case, fields={**case.fields, "things": things, "others": others}),
        cases(),
        held,
        held,
    )


def written_out(graph: Graph, items: Sequence[object]) -> tuple[Graph, dict[str, str]]:
    """The graph with its outer `each` as a `weigh` over copies of the body; and what the task of each item replies."""
    each = graph.by_name["outer"]
    assert isinstance(each, Each)
    body = [node for node in graph.nodes if node.name == "body"]
    copies: list[AnyNode] = []
    says: dict[str, str] = {}
    parts: list[Part] = []
    points: list[float] = []
    for number, item in enumerate(items[: each.limit]):
        said = item.get("text") if isinstance(item, Mapping) else item
        points.append(item.get("points", 1) if isinstance(item, Mapping) else 1)
        says[f"thing {number}"] = str(said)
        # Its words tell the items apart, for equal questions get equal answers.
        copies.append(
            Task(name=f"thing {number}", label="thing", instructions=f"Item {said}", shows=(), reads=("nothing",))
        )
        for node in body:
            assert isinstance(node, (Ask, Choose, Check))
            own = f"{node.name} {number}"
            reads = tuple(f"thing {number}" if name == "thing" else name for name in node.reads)
            copy = replace(node, name=own, reads=reads)
            if isinstance(copy, Check):
                copy = replace(copy, of=(f"thing {number}",))
            copies.append(copy)
        met = Weigh(name=f"met {number}", parts=(Part(node=f"body {number}"),), by="at_least", k=1, met=each.met)
        counts = each.by in COUNTING
        copies += [met] if counts else []
        parts.append(Part(node=met.name if counts else f"body {number}"))
    weighs = each.by in ("mean", "share") and any(isinstance(item, Mapping) for item in items[: each.limit])
    if weighs:
        parts = [replace(part, weight=weight) for part, weight in zip(parts, points, strict=True)]
        # A `weigh` wants a part that may earn something; this one never applies.
        never = Check(name="never", tests=(("min_chars", 0),), of=("note",), yes=NOT_APPLICABLE, no=NOT_APPLICABLE)
        copies, parts = [*copies, never], [*parts, Part(node=never.name)]
    by: By = "points" if weighs else {"min": "min", "all": "min", "max": "max", "any": "max"}.get(each.by, "mean")  # type: ignore[assignment]
    weigh = Weigh(name="outer", parts=tuple(parts), by=by)
    kept = [node for node in graph.nodes if node.name not in ("outer", "body")]
    nothing = Task(name="nothing", instructions="Say nothing.", shows=FIELDS[2:], on_missing="ask", on_empty="ask")
    return replace(graph, nodes=(*kept, nothing, *copies, weigh)), says


def telling(judge: Judge, says: Mapping[str, str]) -> Judge:
    """The judge, which replies to the tasks of items what the items say."""

    def answer(question: Question) -> Answer:
        if question.node == "nothing":
            return Reply(text='{"output": "nothing"}')
        known = says.get(question.node)
        return judge(question) if known is None else Reply(text=json.dumps({"output": known}))

    return answer
