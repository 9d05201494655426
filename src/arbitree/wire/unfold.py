"""Nodes written in place become named nodes: `dose.1`, `window.yes`, `details.2`, `facts.then`.

The names count places, so they are the same on every load. After this step every branch is a number, a name or
`not_applicable`, and no node holds another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbitree.core.nearest import nearest
from arbitree.wire.forms import FORMS, Kind
from arbitree.wire.parts import RawPart, raw_parts
from arbitree.wire.tree import Mapped, Mark, Mistakes, Value, shown

KIND_WORDS: Mapping[str, str] = {
    "question": "ask",
    "criteria": "ask",
    "criterion": "ask",
    "binary": "ask",
    "judge_yes_no": "ask",
    "choice": "choose",
    "select": "choose",
    "pick": "choose",
    "extract": "task",
    "instructions": "task",
    "instruction": "task",
    "test": "check",
    "assert": "check",
    "sum": "weigh",
    "parts": "weigh",
    "mean": "weigh",
    "average": "weigh",
    "combine": "weigh",
    "foreach": "each",
    "for_each": "each",
    "map": "each",
}
"""Words that people try for a kind, and ours for them."""


@dataclass(frozen=True, kw_only=True)
class Flat:
    """One node as the file has it, nothing in it written in place."""

    name: str
    kind: Kind | None
    """None when it cannot be told; the mistake is noted."""
    content: Mapped
    at: Mark
    parts: tuple[RawPart, ...] = ()
    """The parts of a `weigh`."""


@dataclass(frozen=True, kw_only=True)
class Child:
    """A node written in place."""

    name: str
    value: Value
    at: Mark


def unfold(nodes: Mapped, mistakes: Mistakes) -> list[Flat]:
    """The nodes of a file with those written in place after the node that holds them, in the order of the file."""
    todo = [Child(name=name, value=value, at=nodes.key_at[name]) for name, value in reversed(nodes.items())]
    flat: list[Flat] = []
    while todo:
        child = todo.pop()
        value = child.value
        if not isinstance(value, Mapped):
            _not_a_node(child, mistakes)
            flat.append(Flat(name=child.name, kind=None, content=Mapped(child.at), at=child.at))
            continue
        kind = kind_of(child.name, value, child.at, mistakes)
        content, children, parts = _open(child.name, kind, value, mistakes)
        flat.append(Flat(name=child.name, kind=kind, content=content, at=child.at, parts=parts))
        for inner in children:
            if inner.name in nodes:
                mistakes.add(
                    inner.at,
                    "G218",
                    f'the node written in place here is named "{inner.name}", and so is the node in line '
                    f"{nodes.key_at[inner.name].line}",
                    "rename the node that is declared, or lead to it by its name",
                    node=child.name,
                )
        todo.extend(reversed([inner for inner in children if inner.name not in nodes]))
    return flat


def kind_of(name: str, content: Mapped, at: Mark, mistakes: Mistakes) -> Kind | None:
    """The kind of a node; when it says none or several, that is a mistake."""
    kinds: list[Kind] = [kind for kind in FORMS if kind in content]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        mistakes.add(
            content.key_at[kinds[1]],
            "G210",
            f'"{name}" is of several kinds: it has {" and ".join(f"`{kind}`" for kind in kinds)}',
            "make a node of each",
            node=name,
            key=kinds[1],
        )
    else:
        _no_kind(name, content, at, mistakes)
    return None


def _no_kind(name: str, content: Mapped, at: Mark, mistakes: Mistakes) -> None:
    mend = f"give it one of the keys {', '.join(FORMS)}"
    for key in content:
        meant = KIND_WORDS.get(key.lower()) or nearest(key, FORMS)
        if meant is not None:
            at = content.key_at[key]
            mend = f"did you mean `{meant}` in place of `{key}`? A node has one of the keys {', '.join(FORMS)}"
            break
    what = f'"{name}" does not say what it does' if content else f'"{name}" is empty'
    mistakes.add(at, "G210", what, mend, node=name)


def _not_a_node(child: Child, mistakes: Mistakes) -> None:
    value = child.value
    if value is None:
        what, code = f'"{child.name}" is empty', "G208"
    else:
        what, code = f'"{child.name}" is {shown(value)} and not a node', "G205"
    words = f'"{value}"' if isinstance(value, str) and value.strip() else "..."
    mistakes.add(child.at, code, what, f"say what it does, for example {{ask: {words}}}", node=child.name)


def _open(
    name: str, kind: Kind | None, content: Mapped, mistakes: Mistakes
) -> tuple[Mapped, list[Child], tuple[RawPart, ...]]:
    """The content with names for the nodes written in place, those nodes, and the parts of a `weigh`."""
    match kind:
        case "ask" | "check":
            content, children = _branches(content, {"yes": f"{name}.yes", "no": f"{name}.no"})
            return content, children, ()
        case "task":
            content, children = _branches(content, {"then": f"{name}.then"})
            return content, children, ()
        case "choose":
            options = content.get("options")
            if not isinstance(options, Mapped):
                return content, [], ()
            names = {option: f"{name}.{number}" for number, option in enumerate(options, 1)}
            replaced, children = _branches(options, names)
            if children:
                content = content.without(())
                content["options"] = replaced
            return content, children, ()
        case "each":
            over = content["each"]
            if not isinstance(over, Mapped):
                return content, [], ()
            replaced, children = _branches(over, {"do": f"{name}.do"})
            if children:
                content = content.without(())
                content["each"] = replaced
            return content, children, ()
        case "weigh":
            parts = raw_parts(name, content, mistakes)
            inner = [Child(name=part.node, value=part.inner, at=part.at) for part in parts if part.inner is not None]
            return content, inner, parts
        case "grade" | "metric" | None:
            return content, [], ()


def _branches(content: Mapped, names: Mapping[str, str]) -> tuple[Mapped, list[Child]]:
    children = [
        Child(name=name, value=content[key], at=content.value_at[key])
        for key, name in names.items()
        if isinstance(content.get(key), Mapped)
    ]
    if not children:
        return content, children
    replaced = content.without(())
    for key, name in names.items():
        if isinstance(content.get(key), Mapped):
            replaced[key] = name
    return replaced, children
