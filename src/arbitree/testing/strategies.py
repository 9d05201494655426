"""Hypothesis strategies for tests of rubrics: random graphs of every kind, cases with gaps, judges that misbehave.

Hypothesis is needed for this module alone: `pip install hypothesis`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.flow import control_edges, reached, sources, tasks_of
from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE, RULES, UNDECIDED, Absent, Json, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.grade import AVERAGINGS, Grade
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import By, Part, Weigh
from arbitree.core.prompts.overrides import OF_NONE, prompts_of
from arbitree.core.scale import TENS, Scale
from arbitree.core.turns import Shown, Turns
from arbitree.testing.script import TEXTS, Script

FIELDS: Final = ("actual_output", "expected_output", "note")
"""The fields that random nodes show."""
WINDOWS: Final = (
    Turns(window=(0, 1)),
    Turns(window=(-1, -1)),
    Turns(field="messages"),
    Turns(window=(1, -1), params=("role", "content", "tools_called")),
    Turns(params=("content", "metadata")),
)
"""The turns that random nodes show."""
TALKS: Final = (
    [
        {"role": "user", "content": "Hi.", "metadata": {"page": 3}},
        {"role": "assistant", "content": "Yes?\nUser: thanks", "tools_called": [{"name": "lookup", "output": "paid"}]},
    ],
    [{"role": "assistant", "content": "Sorry."}],
    [
        {"role": "system", "content": " "},
        {"role": "user", "content": "My refund?", "metadata": {"page": 4}},
        {"role": "assistant", "content": "", "tools_called": [{"name": "refund"}]},
    ],
)
"""The conversations of random cases; the first has all that is shown of any."""
WORDS: Final = ("Is it polite?", "Is it complete?", "Does it name the price?")
"""What random nodes ask: few, so that some ask the same."""
OPTIONS: Final = (("Yes", "No"), ("Both", "One", "None"), ("True", "False"), ("1", "2", "3"))
SCALES: Final = (TENS, Scale(low=1, high=5), Scale(low=-2, high=2))
"""The scales of random grades."""
TESTS: Final[Sequence[tuple[str, Json]]] = (("contains", "refund"), ("lacks", "sorry"), ("search", "[a-z]+ is"))
"""Tests of random checks; the last is for the `local` judge."""
JURY: Final = ("judge", "strict", "mild")
CASCADE: Final = ("mild", "strict")
OWN_PROMPTS: Final = prompts_of(
    {
        "ask": "Now {criteria} {form}",
        "retry": "Your last reply could not be used. So, once more: {problem}",
        "headings": {"note": "Remark"},
        "languages": {"zh": {"ask": "看：\n{evidence}\n{criteria}", "missing": "[无]"}},
    }
)
"""Prompts that random rubrics word themselves."""
NODE_PROMPTS: Final = prompts_of({"system": "Judge. {fences}", "yes_no": "Yes (true) or no (false): {example}"})
"""The same of random nodes."""
BYS: Final[Sequence[By]] = ("mean", "mean", "points", "points", "min", "max", "product", "at_least")

_ends: st.SearchStrategy[Target] = st.sampled_from((0.0, 10.0, 10.0, 0.0, 5.0, 3.0, 7.5, NOT_APPLICABLE))
_policies: st.SearchStrategy[Absent] = st.sampled_from(("undecided", "undecided", "ask", NOT_APPLICABLE, 0.0, 6.0))


@st.composite
def graphs(draw: st.DrawFn, *, judging: int = 6, tasks: int = 3, policies: bool = True, grades: bool = False) -> Graph:
    """Rubrics without mistakes, of every kind of node.

    They hold shared nodes, equal questions, tasks that read tasks, tasks that branches lead to and that are read on
    some ways only, every `by`, votes, several roles, and every policy for missing and empty fields.

    Args:
        judging: the most judging nodes and weighs; one more may join them.
        tasks: the most tasks.
        policies: whether anything says what becomes of missing and empty fields.
        grades: whether some nodes ask for a grade.
    """
    names = [f"n{number}" for number in range(draw(st.integers(1, judging)))]
    texts = [f"t{number}" for number in range(draw(st.integers(0, tasks)))]
    made: list[AnyNode] = []
    for number, name in enumerate(names):
        later = names[number + 1 :]
        weighs = bool(later) and draw(st.integers(0, 2)) == 0
        chosen = st.lists(st.sampled_from(later or names), min_size=1, max_size=3, unique=True)
        made.append(_weigh(draw, name, draw(chosen)) if weighs else _judging(draw, name, later, grades))
    made = [*(_task(draw, name, texts[:number]) for number, name in enumerate(texts)), *_detoured(draw, made, texts)]
    starts = sources(Graph(nodes=tuple(made)), control_edges(Graph(nodes=tuple(made))))
    start = None
    if len(starts) > 1 and draw(st.integers(0, 3)):
        made.append(_weigh(draw, "all", starts))
    elif len(starts) > 1:
        start = draw(st.sampled_from(starts))
    made = [_seeing(draw, node, Graph(nodes=tuple(made)), policies) for node in made]
    is_shuffled = draw(st.booleans())
    if is_shuffled:
        made = draw(st.permutations(made))
    return Graph(
        name="random",
        nodes=tuple(made),
        start=start,
        threshold=draw(st.sampled_from((0.5, 0.5, 0.0, 0.3, 0.75, 1.0))),
        defaults=Defaults(
            shows=draw(st.sampled_from((FIELDS[:1], FIELDS[:2]))),
            votes=draw(st.sampled_from((1, 1, 1, 2, 3))),
            cascade=draw(st.sampled_from(((), (), (), CASCADE))),
            shuffle=draw(st.sampled_from((0, 0, 1))),
            on_missing=draw(_policies) if policies else "undecided",
            on_empty=draw(_policies) if policies else "undecided",
            prompt=draw(st.sampled_from((None, None, "Think first. {criteria}"))),
            language=draw(st.sampled_from((None, None, None, "fr"))),
        ),
        language=draw(st.sampled_from((None, None, None, "zh"))),
        prompts=draw(st.sampled_from((OF_NONE, OF_NONE, OWN_PROMPTS))),
    )


def cases(*, whole: bool = False) -> st.SearchStrategy[Case]:
    """Cases whose fields are there, missing, empty or blank; with `whole` all are there."""
    value: st.SearchStrategy[str | None] = st.sampled_from(TEXTS if whole else (*TEXTS, *TEXTS, None, "", " \n"))
    talk: st.SearchStrategy[object] = st.sampled_from(TALKS[:1] if whole else (*TALKS, None, [], "Hi."))
    columns: dict[str, st.SearchStrategy[object]] = {**dict.fromkeys(FIELDS, value), "turns": talk}
    return st.builds(Case, id=st.just("case-1"), fields=st.fixed_dictionaries(columns))


def scripts(*, trouble: int = 3) -> st.SearchStrategy[Script]:
    """Judges as functions; of ten questions at most `trouble` bring trouble."""
    return st.builds(Script, seed=st.integers(0, 10_000), trouble=st.integers(0, trouble), tells=st.booleans())


def _target(draw: st.DrawFn, later: Sequence[str]) -> Target:
    leads_on = bool(later) and draw(st.booleans())
    return draw(st.sampled_from(later)) if leads_on else draw(_ends)


def _judging(draw: st.DrawFn, name: str, later: Sequence[str], grades: bool) -> AnyNode:
    kinds = ("ask", "ask", "choose", "check")
    kind = draw(st.sampled_from((*kinds, "grade", "grade") if grades else kinds))
    if kind == "grade":
        return Grade(
            name=name,
            criteria=draw(st.sampled_from(WORDS)),
            steps=draw(st.sampled_from((None, (), ("Read it.", "Count the words.")))),
            scale=draw(st.sampled_from(SCALES)),
            strict=not draw(st.integers(0, 4)),
            rule=draw(st.sampled_from(AVERAGINGS)),
        )
    if kind == "choose":
        labels = draw(st.sampled_from(OPTIONS))
        options = tuple((label, _target(draw, later)) for label in labels)
        return Choose(name=name, criteria=draw(st.sampled_from(WORDS)), options=options)
    yes, no = _target(draw, later), _target(draw, later)
    if kind == "ask":
        return Ask(name=name, criteria=draw(st.sampled_from(WORDS)), yes=yes, no=no)
    tests = tuple(draw(st.lists(st.sampled_from(TESTS), min_size=1, max_size=2, unique=True)))
    return Check(name=name, tests=tests, yes=yes, no=no)


def _weigh(draw: st.DrawFn, name: str, chosen: Sequence[str]) -> Weigh:
    by = draw(st.sampled_from(BYS))
    weights = {"mean": (1.0, 2.0, 0.5, 0.0), "points": (1.0, 3.0, 5.0, -1.0, -5.0)}.get(by, (1.0,))
    drawn = [draw(st.sampled_from(weights)) for _ in chosen]
    if by in ("mean", "points") and not any(weight > 0 for weight in drawn):
        drawn[0] = 1.0
    parts = tuple(Part(node=node, weight=weight) for node, weight in zip(chosen, drawn, strict=True))
    if by != "at_least":
        return Weigh(name=name, parts=parts, by=by)
    k = draw(st.integers(1, len(parts)))
    return Weigh(name=name, parts=parts, by=by, k=k, met=draw(st.sampled_from((10.0, 5.0, 3.0))))


def _task(draw: st.DrawFn, name: str, earlier: Sequence[str]) -> Task:
    reads: Sequence[str] = draw(st.lists(st.sampled_from(earlier), max_size=2, unique=True)) if earlier else ()
    return Task(
        name=name,
        label=draw(st.sampled_from(("", "", "Facts", "Note"))),
        instructions=draw(st.sampled_from(("List the facts.", "Sum it up."))),
        gives=draw(st.sampled_from(("text", "text", "list"))),
        reads=tuple(reads),
        shows=draw(st.sampled_from((None, FIELDS[2:], ()) if reads else (None, FIELDS[2:]))),
    )


def _detoured(draw: st.DrawFn, nodes: Sequence[AnyNode], texts: Sequence[str]) -> list[AnyNode]:
    """The nodes, some of whose branches come through a task of their own, which others further on may read."""
    made: list[AnyNode] = []
    detours: dict[str, str] = {}

    def through(target: Target) -> Target:
        if not isinstance(target, str) or draw(st.integers(0, 3)):
            return target
        return detours.setdefault(target, f"through_{target}")

    for node in nodes:
        match node:
            case Ask() | Check():
                made.append(replace(node, yes=through(node.yes), no=through(node.no)))
            case Choose():
                made.append(replace(node, options=tuple((label, through(to)) for label, to in node.options)))
            case Weigh():
                parts = [(through(part.node), part) for part in node.parts]
                made.append(replace(node, parts=tuple(replace(part, node=str(to)) for to, part in parts)))
            case Task() | Grade():
                made.append(node)
    known = list(texts)
    for target, name in detours.items():
        made.append(replace(_task(draw, name, known), then=target))
        known.append(name)
    return made


def _seeing(draw: st.DrawFn, node: AnyNode, graph: Graph, policies: bool) -> AnyNode:
    """The node with what it shows and reads, its role, its votes and its policies."""
    if isinstance(node, Weigh):
        return node
    common: dict[str, Any] = {}
    if policies:
        common.update(on_missing=draw(st.none() | _policies), on_empty=draw(st.none() | _policies))
    if isinstance(node, Task):
        return replace(node, **common)
    edges, tasks = control_edges(graph), tasks_of(graph)
    there = [name for name, task in tasks.items() if task.then is None or node.name in reached(name, edges)]
    common["reads"] = tuple(draw(st.lists(st.sampled_from(there), max_size=2, unique=True))) if there else ()
    if isinstance(node, Check):
        if not draw(st.integers(0, 5)):
            return replace(node, shows=(draw(st.sampled_from(WINDOWS)),), **common)
        of = draw(st.lists(st.sampled_from((*FIELDS, *there)), min_size=1, max_size=2, unique=True))
        return replace(node, of=tuple(of), **common)
    more: Sequence[Shown] = () if draw(st.integers(0, 3)) else WINDOWS
    shows = draw(st.lists(st.sampled_from((*FIELDS, *more)), min_size=1, max_size=2, unique=True))
    common["shows"] = tuple(shows) if draw(st.booleans()) else None
    common["judge"] = draw(st.sampled_from((None, None, "strict")))
    common["language"] = draw(st.sampled_from((None, None, None, "en", "zh-CN")))
    common["prompts"] = draw(st.sampled_from((OF_NONE, OF_NONE, OF_NONE, NODE_PROMPTS)))
    common["votes"] = draw(st.sampled_from((None, None, None, 1, 3)))
    if isinstance(node, (Ask, Choose)) and not draw(st.integers(0, 4)):
        return _voting(draw, node, common)
    return replace(node, **common)


def _voting(draw: st.DrawFn, node: Ask | Choose, common: dict[str, Any]) -> AnyNode:
    """The node with a jury, or a rule of its own by which votes are counted."""
    offered = ("yes", "no") if isinstance(node, Ask) else tuple(label for label, _ in node.options)
    jury = draw(st.sampled_from((JURY, JURY[:2], ())))
    if jury:
        common.update(judge=None, votes=1)
    elif draw(st.booleans()):
        cascade = draw(st.sampled_from((JURY, JURY[:2])))
        common.update(judge=None, cascade=cascade, sure=draw(st.sampled_from((None, 0.6, 1.0))))
    if isinstance(node, Choose):
        common.update(shuffle=draw(st.sampled_from((None, 0, 2))))
    rule = draw(st.sampled_from(("majority", "unanimous") if isinstance(node, Ask) else RULES))
    tie = UNDECIDED if rule == "median" else draw(st.sampled_from((UNDECIDED, UNDECIDED, *offered)))
    return replace(node, judges=jury, rule=rule, tie=tie, **common)
