"""Random rubrics as a file could hold them: every kind, every key, awkward texts, nodes named by their place."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from arbitree.core.graph import AnyNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.prompts.overrides import OF_NONE, Prompts
from arbitree.core.turns import Turns

AWKWARD = (
    "No", "yes", "on", "~", "null", "1.0", "007", "1e3", "12:30", "2020-01-01", "0x1F", "#12", "order #12", "a: b",
    "- a", "? a", "*a*", "&a", "!a", "%a", "@a", "`a`", "[a]", "{a}", "a, b", "'a'", '"a"', "|", ">", "...", "---",
    "=", "<<", "a:", " a", "a ", "\ta", "a\n", "a\n\n", "\na", "a\n b", "a\n\nb\n", "a\n \nb", "退款在30天内?",
    "a\u2028b", "a\x85b", "\ufeffa", "a\x00b", "\uffff", "😀", "a\r\nb", ".5", "+1", "a" * 130, "true", "key? value",
    "a?",
)  # fmt: skip
"""Texts that a careless writer of YAML gets wrong."""

texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).filter(lambda text: bool(text.strip())),
)
"""A text with something in it."""
turns = st.builds(
    Turns,
    field=st.sampled_from(("turns", "messages", "No", "a: b")),
    window=st.sampled_from((None, (0, 3), (2, 2), (-4, -1), (1, -2))),
    params=st.sampled_from(((), ("role", "content"), ("tools_called", "No"))),
)
columns = st.sampled_from(("input", "actual_output", "order total", "No"))
fields = st.one_of(columns, columns, turns)
scores = st.one_of(st.integers(0, 10).map(float), st.floats(0, 10, allow_nan=False))
absent = st.one_of(st.none(), st.sampled_from(("undecided", "ask", NOT_APPLICABLE)), scores)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
metas = st.one_of(st.just({}), st.dictionaries(texts, json_values, max_size=3))
arguments = st.one_of(texts.filter(lambda text: text.isalpha()), st.just(["30 days", "#12"]))


@st.composite
def prompts(draw: st.DrawFn, names: tuple[str, ...], *, whole: bool = False) -> Prompts:
    """Prompts of a node, or of a whole rubric."""
    if draw(st.booleans()):
        return OF_NONE
    some = st.dictionaries(st.sampled_from(names), texts, min_size=1, max_size=2)
    titled = st.sampled_from(("input", "order total", "No"))
    headings = draw(st.dictionaries(titled, texts, max_size=2)) if whole else {}
    languages = draw(st.dictionaries(st.sampled_from(("zh", "no", "pt-BR")), some, max_size=2))
    return Prompts(
        texts=draw(some), headings=headings, languages={tag: Prompts(texts=own) for tag, own in languages.items()}
    )


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A graph with up to eight nodes; it may hold cycles and unreachable nodes, which a file can say as well."""
    plain = ["a", "b.1", "两", "is it", "No", "x: y", "a#", "yes"]
    names = draw(st.lists(st.sampled_from(plain), min_size=1, max_size=4, unique=True))
    places = [f"{name}.{place}" for name in names for place in ("1", "2", "yes", "no", "then", "1.1", "yes.no")]
    names = names + [
        name for name in draw(st.lists(st.sampled_from(places), max_size=4, unique=True)) if name not in names
    ]
    names = draw(st.permutations(names)) if draw(st.booleans()) else names
    nodes = tuple(_node(draw, name, names) for name in names)
    return Graph(
        name=draw(texts),
        nodes=nodes,
        threshold=draw(st.floats(0, 1)),
        start=draw(st.one_of(st.none(), st.sampled_from(names))),
        defaults=Defaults(
            shows=tuple(draw(st.lists(fields, min_size=1, max_size=2))),
            **draw(st.sampled_from(({}, {"judge": "strict"}, {"cascade": ("cheap", "strong")}))),
            sure=draw(st.sampled_from((0.9, 0.5, 1.0))),
            votes=draw(st.sampled_from((1, 3))),
            shuffle=draw(st.sampled_from((0, 1, 2))),
            on_missing=draw(absent.filter(lambda value: value is not None)),
            prompt=draw(st.one_of(st.none(), texts)),
            language=draw(st.sampled_from((None, "fr"))),
        ),
        language=draw(st.sampled_from((None, "no"))),
        prompts=draw(prompts(("system", "ask", "retry", "yes_no", "list"), whole=True)),
        meta=draw(metas),
    )


def _node(draw: st.DrawFn, name: str, names: list[str]) -> AnyNode:
    def target(place: str) -> Any:
        inner = f"{name}.{place}"
        if inner in names and draw(st.integers(0, 3)):
            return inner
        return draw(st.one_of(scores, st.sampled_from(names), st.just(NOT_APPLICABLE)))

    kind = draw(st.sampled_from(("task", "ask", "choose", "check", "weigh")))
    label, meta = draw(st.one_of(st.just(""), texts)), draw(metas)
    if kind == "weigh":
        count = draw(st.integers(1, 3))
        parts = []
        for number in range(1, count + 1):
            inner = f"{name}.{number}"
            node = inner if inner in names and draw(st.booleans()) else draw(st.sampled_from(names))
            weights = st.one_of(st.just(1.0), st.integers(-5, 9).map(float), st.floats(-5, 5))
            parts.append(Part(node=node, weight=draw(weights)))
        by = draw(st.sampled_from(("mean", "min", "max", "product", "points", "at_least")))
        counts = by == "at_least"
        k, met = (draw(st.integers(1, 3)), draw(scores)) if counts else (None, 10.0)
        return Weigh(name=name, label=label, meta=meta, parts=tuple(parts), by=by, k=k, met=met)
    common: dict[str, Any] = {
        "name": name,
        "label": label,
        "meta": meta,
        "shows": draw(st.one_of(st.none(), st.lists(fields, min_size=1, max_size=2).map(tuple))),
        "reads": tuple(draw(st.lists(st.sampled_from(names), max_size=2, unique=True))),
        "judge": draw(st.sampled_from((None, "strict"))),
        "votes": draw(st.sampled_from((None, 1, 5))),
        "on_missing": draw(absent),
        "on_empty": draw(absent),
        "max_evidence_tokens": draw(st.sampled_from((None, None, 100, 4000))),
        "too_long": draw(st.sampled_from((None, "refuse", "head_and_tail"))),
        "prompt": draw(st.one_of(st.none(), texts)),
        "prompts": draw(prompts(("task", "retry", "one_of"))),
        "language": draw(st.sampled_from((None, None, "zh-Hant"))),
    }
    voting = {
        "judges": draw(st.sampled_from(((), (), ("a", "b")))),
        "tie": draw(st.sampled_from(("undecided", "no"))),
        "rule": draw(st.sampled_from(("majority", "unanimous"))),
        "cascade": draw(st.sampled_from(((), (), ("cheap", "strong")))),
        "sure": draw(st.one_of(st.none(), st.floats(0, 1))),
    }
    voting["judges"] = () if voting["cascade"] else voting["judges"]
    shuffle = draw(st.sampled_from((None, 0, 1, 7)))
    if kind in ("ask", "choose") and voting["cascade"]:
        common["judge"] = None
    if kind == "task":
        then = draw(st.sampled_from((None, f"{name}.then" if f"{name}.then" in names else names[0])))
        return Task(**common, instructions=draw(texts), gives=draw(st.sampled_from(("text", "list"))), then=then)
    if kind == "ask":
        branches = {} if draw(st.booleans()) else {"yes": target("yes"), "no": target("no")}
        return Ask(**common, **voting, criteria=draw(texts), **branches)
    if kind == "choose":
        options = draw(st.lists(texts, min_size=1, max_size=4, unique=True))
        return Choose(
            **common,
            **voting,
            shuffle=shuffle,
            criteria=draw(texts),
            options=tuple((option, target(str(number))) for number, option in enumerate(options, 1)),
        )
    tests = st.tuples(st.sampled_from(("contains", "lacks")), arguments)
    return Check(
        **common,
        criteria=draw(st.one_of(st.just(""), texts)),
        tests=tuple(draw(st.lists(tests, min_size=1, max_size=3))),
        of=tuple(draw(st.lists(columns, max_size=2))),
        yes=target("yes"),
        no=target("no"),
    )
