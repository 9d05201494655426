"""A graph to a rubric file: readable, the same bytes every time, and read back as the same graph."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal, assert_never

from arbitree.core.graph import AnyNode, AskingNode, Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE, UNDECIDED, Absent, NotApplicable, Target, Voting
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.scale import TENS
from arbitree.errors import RubricFileError
from arbitree.wire.check_form import put_tests
from arbitree.wire.emit import Fields, Items, Plain, write_yaml
from arbitree.wire.grade_readers import written_rubric, written_scale, written_steps
from arbitree.wire.in_place import in_place, targets
from arbitree.wire.prompts_form import prompts_form
from arbitree.wire.readers import written
from arbitree.wire.shown import written_shown
from arbitree.wire.unsayable import not_unicode, unsayable


def dump_rubric(graph: Graph, *, format: Literal["yaml", "json"] = "yaml") -> str:
    """The text of the file that `load_rubric` reads back as this graph.

    Raises:
        RubricFileError: the graph holds something that a file cannot say; every such thing is named.

    >>> graph = Graph(nodes=(Ask(name="polite", criteria="Is it polite?", shows=("actual_output",)),))
    >>> print(dump_rubric(graph), end="")
    arbitree: 1
    name: rubric
    threshold: 0.5
    nodes:
      polite:
        ask: Is it polite?
        shows: [actual_output]
    """
    whole = rubric_dict(graph)
    text = json.dumps(whole, ensure_ascii=False, indent=2) + "\n" if format == "json" else write_yaml(whole)
    if (wrong := not_unicode(text)) is not None:
        raise RubricFileError(wrong)
    return text


def rubric_dict(graph: Graph) -> Fields:
    """The content of the file as plain values.

    Raises:
        RubricFileError: the graph holds something that a file cannot say.
    """
    problems = unsayable(graph)
    if problems:
        raise RubricFileError(problems)
    inner = in_place(graph)
    whole = Fields({"arbitree": 1, "name": graph.name, "threshold": plain_number(graph.threshold)}, open=True)
    if graph.start is not None:
        whole["start"] = graph.start
    if defaults := _defaults(graph.defaults):
        whole["defaults"] = defaults
    if graph.language is not None:
        whole["language"] = graph.language
    if graph.prompts:
        whole["prompts"] = prompts_form(graph.prompts)
    nodes: dict[str, Plain] = {}
    forms: dict[str, Fields] = {}
    for node in reversed(graph.nodes):
        forms[node.name] = _node(node, {name: forms[name] for name, _ in targets(node) if name in inner})
    for node in graph.nodes:
        if node.name not in inner:
            forms[node.name].open = True
            nodes[node.name] = forms[node.name]
    whole["nodes"] = Fields(nodes, open=True, named=True)
    if graph.meta:
        whole["meta"] = dict(graph.meta)
    return whole


def _node(node: AnyNode, inner: Mapping[str, Fields]) -> Fields:
    form = Fields()
    if isinstance(node, Weigh) and node.label and inner:
        # The label would be lost below a long list of parts.
        form["label"] = node.label
    match node:
        case Task():
            form["task"] = node.instructions
        case Ask():
            form["ask"] = node.criteria
        case Choose():
            form["choose"] = node.criteria
        case Grade():
            form["grade"] = _graded(node)
        case Metric():
            form["metric"] = node.metric
        case Check():
            put_tests(node, form)
        case Weigh():
            form["weigh"] = _parts(node, inner)
        case Each():
            form["each"] = _over(node, inner)
        case _:
            assert_never(node)
    if node.label:
        form["label"] = node.label
    if not isinstance(node, (Weigh, Each)):
        _asking(node, form)
    _branches(node, form, inner)
    if node.meta:
        form["meta"] = dict(node.meta)
    return form


def _asking(node: AskingNode, form: Fields) -> None:
    if node.shows is not None:
        form["shows"] = [written_shown(one) for one in node.shows]
    if node.reads:
        form["reads"] = list(node.reads)
    if node.judge is not None:
        form["judge"] = node.judge
    if isinstance(node, Voting) and node.judges:
        form["judges"] = list(node.judges)
    if isinstance(node, Voting) and node.cascade:
        form["judge"] = list(node.cascade)
    if isinstance(node, Voting) and node.sure is not None:
        form["sure"] = plain_number(node.sure)
    if node.votes is not None:
        form["votes"] = node.votes
    if isinstance(node, Voting) and node.rule != "majority":
        form["rule"] = node.rule
    if isinstance(node, Voting) and node.tie != UNDECIDED:
        form["tie"] = node.tie
    if isinstance(node, Choose) and node.shuffle is not None:
        form["shuffle"] = _shuffle(node.shuffle)
    if node.on_missing is not None:
        form["on_missing"] = _absent(node.on_missing)
    if node.on_empty is not None:
        form["on_empty"] = _absent(node.on_empty)
    if node.max_evidence_tokens is not None:
        form["max_evidence_tokens"] = node.max_evidence_tokens
    if node.too_long is not None:
        form["too_long"] = node.too_long
    if node.prompt is not None:
        form["prompt"] = node.prompt
    if node.prompts:
        form["prompts"] = prompts_form(node.prompts)
    if node.language is not None:
        form["language"] = node.language


def _graded(node: Grade) -> Plain:
    form = Fields({"criteria": node.criteria} if node.criteria else {}, open=True)
    if node.steps is not None:
        form["steps"] = written_steps(node.steps)
    if node.scale != TENS:
        form["scale"] = written_scale(node.scale)
    if node.rubric:
        form["rubric"] = written_rubric(node.rubric)
    if node.strict:
        form["strict"] = True
    return node.criteria if list(form) == ["criteria"] else form


def _branches(node: AnyNode, form: Fields, inner: Mapping[str, Fields]) -> None:
    def led(name: str, target: Target) -> Plain:
        return inner[name] if name in inner else _target(target)

    match node:
        case Task():
            if node.gives != "text":
                form["gives"] = node.gives
            if node.then is not None:
                form["then"] = led(f"{node.name}.then", node.then)
        case Ask() | Check():
            if (node.yes, node.no) != (10.0, 0.0):
                form["yes"], form["no"] = led(f"{node.name}.yes", node.yes), led(f"{node.name}.no", node.no)
        case Grade():
            if node.judges:
                form["judges"] = list(node.judges)
            if node.rule != "mean":
                form["rule"] = node.rule
        case Choose():
            numbered = enumerate(node.options, 1)
            form["options"] = {option: led(f"{node.name}.{number}", target) for number, (option, target) in numbered}
        case Metric():
            pass
        case Weigh():
            form["by"] = Fields({"at_least": node.k}) if node.by == "at_least" else node.by
            if node.met != 10.0:
                form["met"] = plain_number(node.met)
        case Each():
            pass
        case _:
            assert_never(node)


def _over(node: Each, inner: Mapping[str, Fields]) -> Fields:
    form = Fields({"over": node.over, "as": node.item})
    if node.by != "mean":
        form["by"] = node.by
    if node.met != 10.0:
        form["met"] = plain_number(node.met)
    if node.empty is not NOT_APPLICABLE:
        form["empty"] = _absent(node.empty)
    if node.limit != Each.limit:
        form["limit"] = node.limit
    if node.chunk is not None:
        form["chunk"] = node.chunk
    form["do"] = inner.get(f"{node.name}.do", node.do)
    return form


def _parts(node: Weigh, inner: Mapping[str, Fields]) -> Plain:
    names = [part.node for part in node.parts]
    unit = "points" if node.by == "points" else "weight"
    plain = all(part.weight == 1 for part in node.parts)
    if not inner and len(set(names)) == len(names):
        return names if plain else {part.node: plain_number(part.weight) for part in node.parts}
    items = Items()
    for number, part in enumerate(node.parts, 1):
        worth = {} if part.weight == 1 and (unit == "weight" or plain) else {unit: plain_number(part.weight)}
        if (name := f"{node.name}.{number}") in inner:
            form = inner[name]
            # What a weighing is worth would be lost below its parts.
            ahead = {"label": form["label"]} if next(iter(form)) == "label" else {}
            items.append(Fields({**ahead, **worth, **form} if "weigh" in form else {**form, **worth}))
        else:
            items.append(Fields({"node": part.node, **worth}) if worth else part.node)
    return items


def _defaults(defaults: Defaults) -> Fields:
    form = Fields()
    if defaults.shows:
        form["shows"] = [written_shown(one) for one in defaults.shows]
    plain = Defaults()
    if defaults.judge != plain.judge:
        form["judge"] = defaults.judge
    if defaults.cascade:
        form["judge"] = list(defaults.cascade)
    if defaults.sure != plain.sure:
        form["sure"] = plain_number(defaults.sure)
    if defaults.votes != plain.votes:
        form["votes"] = defaults.votes
    if defaults.shuffle != plain.shuffle:
        form["shuffle"] = _shuffle(defaults.shuffle)
    if defaults.on_missing != plain.on_missing:
        form["on_missing"] = _absent(defaults.on_missing)
    if defaults.on_empty != plain.on_empty:
        form["on_empty"] = _absent(defaults.on_empty)
    if defaults.max_evidence_tokens is not None:
        form["max_evidence_tokens"] = defaults.max_evidence_tokens
    if defaults.too_long != plain.too_long:
        form["too_long"] = defaults.too_long
    if defaults.prompt is not None:
        form["prompt"] = defaults.prompt
    if defaults.language is not None:
        form["language"] = defaults.language
    return form


def _shuffle(seed: int) -> Plain:
    return seed if seed > 1 else bool(seed)


def plain_number(value: float) -> int | float:
    """A number as a file writes it: 10, not 10.0."""
    return int(value) if written(value).lstrip("-").isdigit() else value


def _target(target: Target) -> Plain:
    if isinstance(target, NotApplicable):
        return "not_applicable"
    return target if isinstance(target, str) else plain_number(target)


def _absent(absent: Absent) -> Plain:
    if isinstance(absent, NotApplicable):
        return "not_applicable"
    return absent if isinstance(absent, str) else plain_number(absent)
