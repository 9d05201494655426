"""What several keys of one node say together, and what YAML took away from a text."""

from __future__ import annotations

from arbitree.wire.check_tests import CUT_MEND
from arbitree.wire.forms import Kind
from arbitree.wire.readers import Refused
from arbitree.wire.setting_readers import read_by
from arbitree.wire.tree import Mapped, Mistakes, Value
from arbitree.wire.unfold import Flat

_PROSE = ("task", "ask", "choose", "grade", "criteria", "check", "label", "prompt", "name")


def uncut(content: Mapped, mistakes: Mistakes, *, node: str = "") -> None:
    """Refuse the texts of a node, or of the file's head, that a `#` may have cut."""
    for key in _PROSE:
        if key in content.spoilt:
            _note_cut(content, key, mistakes, node, key)


def uncut_below(path: str, content: Value, mistakes: Mistakes, *, node: str = "") -> None:
    """Refuse every text below a mapping, in any mapping in it, that a `#` may have cut."""
    if not isinstance(content, Mapped):
        return
    for key, value in content.items():
        if key in content.spoilt:
            _note_cut(content, key, mistakes, node, f"{path}.{key}")
        uncut_below(f"{path}.{key}", value, mistakes, node=node)


def _note_cut(content: Mapped, key: str, mistakes: Mistakes, node: str, path: str) -> None:
    of_node = f' of "{node}"' if node else ""
    what = f"`{path}`{of_node} is cut: YAML reads `{content.spoilt[key]}` as a comment"
    mistakes.add(content.value_at[key], "G209", what, CUT_MEND, node=node, key=path)


def between_keys(flat: Flat, mistakes: Mistakes) -> None:
    """Refuse what the keys of one node say together and cannot mean."""
    uncut(flat.content, mistakes, node=flat.name)
    graded = flat.content.get("grade")
    if isinstance(graded, Mapped):
        uncut(graded, mistakes, node=flat.name)
    match flat.kind:
        case "ask" | "check":
            _both_branches(flat, flat.kind, mistakes)
        case "weigh":
            _combining(flat, mistakes)
        case _:
            pass


def _both_branches(flat: Flat, kind: Kind, mistakes: Mistakes) -> None:
    there = [key for key in ("yes", "no") if key in flat.content]
    if len(there) != 1:
        return
    absent = "no" if there == ["yes"] else "yes"
    mistakes.add(
        flat.content.key_at[there[0]],
        "G212",
        f'"{flat.name}" says where `{there[0]}` leads and not where `{absent}` does',
        f"add `{absent}:` (a number from 0 to 10, a node, or not_applicable); with neither, yes is 10 and no is 0",
        node=flat.name,
        key=there[0],
    )


def _combining(flat: Flat, mistakes: Mistakes) -> None:
    content, name = flat.content, flat.name

    def note(key: str, what: str, mend: str) -> None:
        mistakes.add(content.key_at[key], "G214", what, mend, node=name, key=key)

    by, count, met = _by_of(content)
    sibling = "at_least" in content
    if by is None:
        return
    if sibling and "by" in content and by != "at_least":
        note("at_least", f'"{name}" has `at_least`, and `by: {by}` has no use for it', "remove one of the two")
    if sibling and count is not None and count != content["at_least"]:
        note("at_least", f'"{name}" says twice how many parts must be met', "keep one of the two")
    if by == "at_least" and count is None and not sibling:
        note("by", f'`by: at_least` of "{name}" does not say how many', "write `by: {at_least: 2}`")
    if "met" in content and met is not None and met != content["met"]:
        note("met", f'"{name}" says twice from which score on a part is met', "keep one of the two")
    if "met" in content and by != "at_least":
        note("met", f'"{name}" has `met`, which means something only under `at_least`', "remove it, or count parts")
    parts = [part for part in flat.parts if part.unit == "points"]
    if by == "points" or not parts:
        return
    numbers = ", ".join(str(part.number) for part in parts)
    which, has = (f"part {numbers}", "has") if len(parts) == 1 else (f"parts {numbers}", "have")
    if "by" in content or sibling:
        what = f'{which} of "{name}" {has} `points`, and `by: {by}` does not add points up'
        mend = "write `by: points` to add up points, or `weight` in place of `points`"
    else:
        what = f'{which} of "{name}" {has} `points`, and nothing says that points are added up'
        mend = "add `by: points`, or write `weight` in place of `points` for a weighted mean"
    mistakes.add(parts[0].at, "G214", what, mend, node=name, key="weigh")


def _by_of(content: Mapped) -> tuple[str | None, int | None, float | None]:
    """How parts are combined, and under `at_least` how many and from which score on; nothing where that is a mistake
    of its own.
    """
    if "by" not in content:
        return ("at_least" if "at_least" in content else "mean"), None, None
    try:
        return read_by(content["by"])
    except Refused:
        return None, None, None
