"""From the nodes of a file to nodes of the graph. What is at fault is left out, so that the rest can be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

from arbitree.core.graph import AnyNode, Defaults
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import DEFAULT_ROLE, SURE, Absent, Asking
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each, NoItems
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.prompts.overrides import Prompts
from arbitree.wire.check_tests import refuse_unallowed, written_tests
from arbitree.wire.forms import (
    FORMS,
    AskForm,
    AskingForm,
    CheckForm,
    ChooseForm,
    EachForm,
    GradeForm,
    Kind,
    MetricForm,
    NodeForm,
    TaskForm,
    VotingForm,
    WeighForm,
)
from arbitree.wire.head_forms import DefaultsForm
from arbitree.wire.rules import between_keys
from arbitree.wire.translate import validated
from arbitree.wire.tree import Mapped, Mistakes, Value
from arbitree.wire.unfold import Flat

_WORDS: Final[dict[str, Value]] = dict.fromkeys(("task", "ask", "choose", "grade", "check"), "?")
_IN_PLACE: Final[dict[str, Value]] = {**_WORDS, "metric": "module:name", "weigh": None, "each": None}


def lower_node(flat: Flat, mistakes: Mistakes, allow: Sequence[str]) -> AnyNode:
    """The node of the graph. Where the file is at fault, its mistakes are noted and the node stands in for it."""
    kind = flat.kind
    if kind is None:
        return Ask(name=flat.name, criteria="?")
    content = flat.content
    tests: tuple[tuple[str, Any], ...] = ()
    criteria = ""
    between_keys(flat, mistakes)
    if kind == "check":
        found = written_tests(flat.name, content, mistakes, allow)
        content, tests, criteria = found.rest, found.tests, found.criteria
    form, wrong = validated(FORMS[kind], content, mistakes, node=flat.name, kind=kind)
    if form is None:
        form, _ = validated(FORMS[kind], _mended(kind, content, wrong), Mistakes(""), node=flat.name, kind=kind)
    if form is None:
        return Ask(name=flat.name, criteria="?")
    if isinstance(form, MetricForm) and "metric" not in wrong:
        refuse_unallowed(flat.name, form.metric, content.value_at["metric"], mistakes, allow)
    match form:
        case CheckForm():
            own = {"criteria": criteria, "tests": tests, "of": form.of, "yes": form.yes, "no": form.no}
            node: AnyNode = Check(**_asking(flat.name, form), **cast("dict[str, Any]", own))
        case _:
            node = _node(flat, form)
    if "prompts" in content and isinstance(node, Asking):
        return replace(node, prompts=lower_prompts(content, mistakes, node=flat.name))
    return node


def lower_prompts(content: Mapped, mistakes: Mistakes, *, node: str = "") -> Prompts:
    """The prompts that a node words itself, or the file's head."""
    from arbitree.wire.prompts import read_prompts

    return read_prompts(content, mistakes, node=node)


def _node(flat: Flat, form: NodeForm) -> AnyNode:
    match form:
        case TaskForm():
            return Task(**_asking(flat.name, form), instructions=form.task, gives=form.gives, then=form.then)
        case AskForm():
            return Ask(**_voting(flat.name, form), criteria=form.ask, yes=form.yes, no=form.no)
        case ChooseForm():
            options = tuple(form.options.items())
            return Choose(**_voting(flat.name, form), criteria=form.choose, options=options, shuffle=form.shuffle)
        case GradeForm():
            return _grade(flat.name, form)
        case MetricForm():
            return _metric(flat.name, form)
        case WeighForm():
            by, k, met = form.by
            if form.at_least is not None:
                by, k = "at_least", form.at_least
            parts = tuple(Part(node=part.node, weight=part.weight) for part in flat.parts)
            return Weigh(
                name=flat.name,
                label=form.label,
                meta=form.meta,
                parts=parts,
                by=by,
                k=k,
                met=form.met if met is None else met,
            )
        case EachForm():
            return _each(flat.name, form)
        case _:
            raise TypeError(f"no node for {type(form).__name__}")


def _each(name: str, form: EachForm) -> Each:
    over = form.each
    return Each(
        name=name,
        label=form.label,
        meta=form.meta,
        over=over.over,
        item=over.item,
        do=over.do,
        by=over.by,
        met=over.met,
        empty=cast("NoItems", over.empty),
        limit=over.limit,
        chunk=over.chunk,
    )


def _grade(name: str, form: GradeForm) -> Grade:
    own = form.grade
    return Grade(
        **_asking(name, form),
        criteria=own.criteria,
        steps=own.steps,
        scale=own.scale,
        rubric=own.rubric,
        strict=own.strict,
        judges=form.judges,
        rule=form.rule,
    )


def _metric(name: str, form: MetricForm) -> Metric:
    return Metric(
        name=name,
        label=form.label,
        meta=form.meta,
        metric=form.metric,
        shows=form.shows,
        on_missing=cast("Absent | None", form.on_missing),
        on_empty=cast("Absent | None", form.on_empty),
    )


def _asking(name: str, form: AskingForm) -> dict[str, Any]:
    return {
        "name": name,
        "label": form.label,
        "meta": form.meta,
        "shows": form.shows,
        "reads": form.reads,
        "judge": form.judge if isinstance(form.judge, str) else None,
        "votes": form.votes,
        "on_missing": form.on_missing,
        "on_empty": form.on_empty,
        "max_evidence_tokens": form.max_evidence_tokens,
        "too_long": form.too_long,
        "prompt": form.prompt,
        "language": form.language,
    }


def _voting(name: str, form: VotingForm) -> dict[str, Any]:
    own = {"judges": form.judges, "rule": form.rule, "tie": form.tie, "cascade": _cascade(form.judge)}
    return {**_asking(name, form), **own, "sure": form.sure}


def _cascade(judge: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return judge if isinstance(judge, tuple) else ()


def _mended(kind: Kind, content: Mapped, wrong: frozenset[str]) -> Mapped:
    """The content without the keys at fault; an option at fault is worth 0 instead, so that it is still there."""
    mended = content.without(wrong)
    options = content.get("options")
    if "options" in wrong and isinstance(options, Mapped) and options:
        kept = options.without(())
        for option, target in options.items():
            if not isinstance(target, str) or not target.strip():
                kept[option] = 0
        mended.put("options", kept, content.key_at["options"], content.value_at["options"])
    elif kind == "choose" and "options" not in mended:
        mended.put("options", _two(content), content.at, content.at)
    if kind not in mended:
        mended.put(kind, _IN_PLACE[kind], content.at, content.at)
    return mended


def _two(content: Mapped) -> Mapped:
    options = Mapped(content.at)
    options.put("one", 10, content.at, content.at)
    options.put("other", 0, content.at, content.at)
    return options


def lower_defaults(form: DefaultsForm) -> Defaults:
    """The defaults of the graph."""
    return Defaults(
        shows=form.shows,
        judge=form.judge if isinstance(form.judge, str) else DEFAULT_ROLE,
        cascade=_cascade(form.judge),
        sure=SURE if form.sure is None else form.sure,
        votes=form.votes,
        shuffle=form.shuffle or 0,
        on_missing=cast("Absent", form.on_missing),
        on_empty=cast("Absent", form.on_empty),
        max_evidence_tokens=form.max_evidence_tokens,
        too_long=form.too_long or "refuse",
        prompt=form.prompt,
        language=form.language,
    )
