"""The parts of a `weigh` as a file writes them: names, `{node: NAME, weight: 2}`, nodes in place, or in short."""

from __future__ import annotations

from dataclasses import dataclass

from arbitree.core.nearest import nearest
from arbitree.wire.forms import FORMS
from arbitree.wire.readers import is_number, looks_numeric
from arbitree.wire.tree import Listed, Mapped, Mark, Mistakes, Value, shown

UNITS = ("points", "weight")
"""The keys that say what a part is worth."""
_EXAMPLES = "`- NAME`, `- {node: NAME, weight: 2}` or `- {ask: ..., weight: 2}`"


@dataclass(frozen=True, kw_only=True)
class RawPart:
    """One part, its form checked."""

    node: str
    """The part's node: named, or the name that a node written in place gets."""
    weight: float = 1.0
    number: int
    """Which part it is, from 1."""
    unit: str = ""
    """The key that its weight was written under; empty when it has none or was written in short."""
    at: Mark
    """Where the part is written."""
    inner: Mapped | None = None
    """The node written in place, without the key that says its weight."""


def raw_parts(name: str, content: Mapped, mistakes: Mistakes) -> tuple[RawPart, ...]:
    """The parts of a `weigh` node."""
    value, at = content["weigh"], content.value_at["weigh"]
    if isinstance(value, Listed) and value:
        found = (_item(name, number, item, value, mistakes) for number, item in enumerate(value, 1))
        return tuple(part for part in found if part is not None)
    if isinstance(value, Mapped) and value:
        written_in_place = [kind for kind in (*FORMS, "node") if kind in value and not is_number(value[kind])]
        if written_in_place and value[written_in_place[0]] is not None:
            what = f'`weigh` of "{name}" is one node and not a list of parts'
            mistakes.add(at, "G214", what, "begin each part with `- `", node=name, key="weigh")
            return ()
        return _short(name, value, mistakes)
    empty = value is None or isinstance(value, Listed | Mapped)
    what = f'`weigh` of "{name}" ' + ("is empty" if empty else f"is {shown(value)} and not a list of parts")
    mistakes.add(at, "G208" if empty else "G214", what, f"list its parts: {_EXAMPLES}", node=name, key="weigh")
    return ()


def _short(name: str, parts: Mapped, mistakes: Mistakes) -> tuple[RawPart, ...]:
    found = []
    for number, (node, value) in enumerate(parts.items(), 1):
        weight = _weight(name, f'part "{node}"', value, parts.value_at[node], mistakes)
        found.append(RawPart(node=node, weight=weight, number=number, at=parts.key_at[node]))
    return tuple(found)


def _item(name: str, number: int, item: Value, parts: Listed, mistakes: Mistakes) -> RawPart | None:
    at = parts.item_at[number - 1]
    if isinstance(item, str) and item.strip() and not looks_numeric(item):
        return RawPart(node=item, number=number, at=at)
    called = f"part {number}"
    if not isinstance(item, Mapped):
        what = f'{called} of "{name}" is ' + ("empty" if item is None else f"{shown(item)} and not a part")
        mistakes.add(at, "G208" if item is None else "G214", what, f"write {_EXAMPLES}", node=name, key="weigh")
        return None
    units = [unit for unit in UNITS if unit in item]
    if len(units) == 2:
        what = f'{called} of "{name}" has both `points` and `weight`'
        mistakes.add(item.key_at[units[1]], "G214", what, "keep one of them", node=name, key="weigh")
    weight = _weight(name, called, item[units[0]], item.value_at[units[0]], mistakes) if units else 1.0
    unit = units[0] if units else ""
    if "node" in item and not any(kind in item for kind in FORMS):
        return _named(name, number, item, weight, unit, mistakes)
    inner = item.without(UNITS)
    if "node" in item:
        mend = "keep `node` for a node that is declared elsewhere, or the rest for a node written in place"
        what = f'{called} of "{name}" both names a node and is one'
        mistakes.add(item.key_at["node"], "G214", what, mend, node=name, key="weigh")
        inner = inner.without(("node",))
    if len(inner) == 1 and not units and is_number(value := next(iter(inner.values()))) and not set(inner) & set(FORMS):
        node = next(iter(inner))
        mend = (
            f"write {{node: {node}, weight: {shown(value)}}}, or all parts in short as {{{node}: {shown(value)}, ...}}"
        )
        mistakes.add(at, "G214", f'{called} of "{name}" does not say which node it is', mend, node=name, key="weigh")
        return None
    return RawPart(node=f"{name}.{number}", weight=weight, number=number, unit=unit, at=at, inner=inner)


def _named(name: str, number: int, item: Mapped, weight: float, unit: str, mistakes: Mistakes) -> RawPart | None:
    called = f"part {number}"
    for key in item:
        if key not in ("node", *UNITS):
            near = nearest(key, ("node", *UNITS))
            hint = f"did you mean `{near}`? " if near else ""
            mend = f"{hint}A part that is named by `node` has only `weight` or `points`; other keys belong to that node"
            mistakes.add(
                item.key_at[key], "G203", f'{called} of "{name}" has no key `{key}`', mend, node=name, key="weigh"
            )
    node = item["node"]
    if isinstance(node, str) and node.strip():
        return RawPart(node=node, weight=weight, number=number, unit=unit, at=item.at)
    what = f'`node` in {called} of "{name}" is {"empty" if node is None else f"{shown(node)} and not a name"}'
    mistakes.add(item.value_at["node"], "G205", what, "write the name of a node", node=name, key="weigh")
    return None


def _weight(name: str, called: str, value: Value, at: Mark, mistakes: Mistakes) -> float:
    if isinstance(value, int | float) and is_number(value):
        return float(value)
    if isinstance(value, str) and looks_numeric(value) and "%" not in value and "/" not in value:
        what, mend = f"is the text {shown(value)}: a weight is a number", f"write it without quotes: {value.strip()}"
    elif value is None:
        what, mend = "is empty", "write a number"
    else:
        what, mend = f"is {shown(value)}: a weight is a number", "write a number, such as 2 or 0.5"
    code = "G208" if value is None else "G214"
    mistakes.add(at, code, f'the weight of {called} of "{name}" {what}', mend, node=name, key="weigh")
    return 1.0
