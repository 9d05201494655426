"""Validating one mapping with its form; what the form refuses becomes mistakes with a place and a mend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from arbitree.core.nearest import nearest
from arbitree.core.structural.table import ALL
from arbitree.wire.forms import FORMS, CheckForm, Form, GradedForm, OverForm
from arbitree.wire.readers import Refused
from arbitree.wire.tree import Listed, Mapped, Mark, Mistakes

OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    "true": ("yes",),
    "false": ("no",),
    "choices": ("options",),
    "verdicts": ("options", "yes"),
    "answers": ("options",),
    "fields": ("shows",),
    "show": ("shows",),
    "evaluation_params": ("shows",),
    "read": ("reads",),
    "uses": ("reads",),
    "needs": ("reads",),
    "model": ("judge",),
    "role": ("judge",),
    "title": ("label",),
    "description": ("label",),
    "output_label": ("label",),
    "samples": ("votes",),
    "missing": ("on_missing",),
    "empty": ("on_empty",),
    "template": ("prompt",),
    "metadata": ("meta",),
    "next": ("then",),
    "goto": ("then",),
    "else": ("no",),
    "fail": ("no",),
    "pass": ("yes",),
    "aggregate": ("by",),
    "combine": ("by",),
    "k": ("at_least",),
    "version": ("arbitree",),
    "title_": ("name",),
    "root": ("start",),
    "graph": ("nodes",),
    "questions": ("nodes",),
    "pass_at": ("threshold",),
}
"""Keys that people try, and ours for them; used where the form has that key."""

_INSIDE: Mapping[str, type[Form]] = {"grade": GradedForm, "each": OverForm}
"""Kinds whose own keys stand in a mapping under the kind, and not beside it."""

FormT = TypeVar("FormT", bound=Form)


def validated(
    form: type[FormT], content: Mapped, mistakes: Mistakes, *, node: str = "", kind: str = ""
) -> tuple[FormT | None, frozenset[str]]:
    """The mapping as its form, or None, and the keys that are at fault."""
    try:
        return form.model_validate(content), frozenset()
    except ValidationError as error:
        details = error.errors(include_url=False)
    for detail in details:
        _note(detail, form, content, mistakes, node, kind)
    return None, frozenset(str(detail["loc"][0]) for detail in details if detail["loc"])


def _note(detail: ErrorDetails, form: type[Form], content: Mapped, mistakes: Mistakes, node: str, kind: str) -> None:
    loc = detail["loc"]
    last = str(loc[-1]) if loc else ""
    key = ".".join(str(step) for step in loc)
    at, holder = _place(content, loc)
    called = _called(loc, node)
    if detail["type"] == "extra_forbidden":
        what, mend = _unknown(last, holder, _inner(form, loc), kind)
        of_node = f' of "{node}"' if node else ""
        within = f"`{'.'.join(map(str, loc[:-1]))}`{of_node}"
        where = within if len(loc) > 1 else f'"{node}"' if node else "a rubric"
        mistakes.add(holder.key_at[last], "G203", f"{where} has no key {what}", mend, node=node, key=key)
    elif detail["type"] == "missing":
        what = f"{called} is missing"
        mend = _MISSING.get(last, f"add `{last}:`")
        mistakes.add(content.at, "G213" if loc == ("arbitree",) else "G204", what, mend, node=node, key=key)
    elif isinstance(refused := detail.get("ctx", {}).get("error"), Refused):
        mistakes.add(at, refused.code, f"{called} {refused.what}", refused.mend, node=node, key=key)
    else:
        mend = "write a mapping: keys with values"
        mistakes.add(at, "G205", f"{called} cannot be used as it is", mend, node=node, key=key)


_MISSING = {
    "arbitree": "begin the file with `arbitree: 1`, the version of its format",
    "nodes": "add `nodes:` and below it the nodes by name",
    "options": "add the options and where each leads, as `options: {Both: 10, Neither: 3}`",
}


def _place(content: Mapped, loc: tuple[int | str, ...]) -> tuple[Mark, Mapped]:
    """Where the value at a path is written, and the last mapping on the way to it."""
    at, holder = content.at, content
    inner: Any = content
    for step in loc:
        if isinstance(inner, Mapped) and step in inner:
            holder = inner
            at, inner = inner.value_at[str(step)], inner[str(step)]
        elif isinstance(inner, Listed) and isinstance(step, int) and step < len(inner):
            at, inner = inner.item_at[step], inner[step]
    return at, holder


def _called(loc: tuple[int | str, ...], node: str) -> str:
    of_node = f' of "{node}"' if node else ""
    match loc:
        case ("options", str(option)):
            return f'the option "{option}"{of_node}'
        case (key, int(index)):
            return f"item {index + 1} of `{key}`{of_node}"
        case ("defaults", str(key)):
            return f"`{key}` under `defaults`"
        case ("defaults", str(key), int(index)):
            return f"item {index + 1} of `{key}` under `defaults`"
        case _:
            return f"`{'.'.join(str(step) for step in loc)}`{of_node}"


def _inner(form: type[Form], loc: Sequence[int | str]) -> type[Form]:
    """The form of the mapping that holds the last key of a path; of one by name, the form of what it holds."""
    inner: Any = form
    for step in loc[:-1]:
        if isinstance(inner, type) and issubclass(inner, Form):
            inner = inner.model_fields[str(step)].annotation if step in inner.model_fields else None
        else:
            inner = get_args(inner)[-1] if get_args(inner) else None
    return inner if isinstance(inner, type) and issubclass(inner, Form) else form


def _keys(form: type[Form]) -> list[str]:
    """The keys of a form as a file writes them."""
    return [field.alias or name for name, field in form.model_fields.items()]


def _unknown(key: str, holder: Mapped, form: type[Form], kind: str) -> tuple[str, str]:
    """The key as quoted, with what it has to do here, and how to mend it."""
    choices = [*_keys(form), *(ALL if form is CheckForm else ())]
    if key in ("points", "weight") and kind:
        return f"`{key}`", f"`{key}` belongs to a part of a `weigh`: put it beside the part that names this node"
    inside = _INSIDE.get(kind)
    if inside is not None and form in FORMS.values() and key in _keys(inside):
        return f"`{key}`: it stands inside `{kind}`", f"write `{kind}: {{..., {key}: ...}}`"
    elsewhere = [name for name, other in FORMS.items() if key in other.model_fields] if form in FORMS.values() else []
    if kind and not elsewhere and kind != "check" and key in ALL:
        elsewhere = ["check"]
    if kind and elsewhere and len(elsewhere) < 4:
        kinds = " or ".join(f"`{name}`" for name in elsewhere)
        return f"`{key}`: it belongs to {kinds}, and this is of the kind `{kind}`", "remove it, or change the kind"
    meant = next((word for word in OTHER_WORDS.get(key.lower(), ()) if word in choices), None) or nearest(key, choices)
    comma = holder.flow and holder[key] is None
    if meant and not comma:
        return f"`{key}`", f"did you mean `{meant}`?"
    mend = f"the keys here are {', '.join(_keys(form))}"
    if "meta" in form.model_fields:
        mend += "; what is your own goes under `meta:`"
    if comma:
        mend = f"if this belongs to the text before it, put that text in quotes: a comma within braces ends it; {mend}"
    return f"`{key}`", mend
