"""The tests of a `check` as a file writes them, checked against the table of tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from arbitree.core.kinds.base import Json
from arbitree.core.nearest import nearest
from arbitree.core.structural.table import ALL, fault
from arbitree.wire.forms import CheckForm
from arbitree.wire.setting_readers import plain
from arbitree.wire.tree import Listed, Mapped, Mark, Mistakes, Value, shown

_EXAMPLE = 'such as `contains: "refund"`'


@dataclass(frozen=True, kw_only=True)
class WrittenTests:
    """What a `check` says."""

    criteria: str
    """In words; empty when it says it with its tests alone."""
    tests: tuple[tuple[str, Json], ...]
    rest: Mapped
    """The node without its tests; `of` is among its keys wherever it was written."""


def written_tests(name: str, content: Mapped, mistakes: Mistakes, allow: Sequence[str]) -> WrittenTests:
    """The tests of a `check`, in the order of the file."""
    before = len(mistakes)
    criteria, groups = "", []
    value, at = content["check"], content.value_at["check"]
    if isinstance(value, str) and value.strip():
        criteria = value
    else:
        groups += _groups(name, "check", value, at, mistakes)
    if "tests" in content:
        groups += _groups(name, "tests", content["tests"], content.value_at["tests"], mistakes)
    beside = [key for key in content if key in ALL and key not in CheckForm.model_fields]
    groups.append(content.without([key for key in content if key not in beside]))
    rest = content.without(["tests", *beside])
    tests: list[tuple[str, Json]] = []
    for group in groups:
        for test, argument in group.items():
            if test == "of" and group is not content:
                _move_of(name, group, rest, mistakes)
            elif _usable(name, test, argument, group, mistakes, allow):
                tests.append((test, plain(argument)))
    if not tests and len(mistakes) == before and rest.keys() <= CheckForm.model_fields.keys():
        mistakes.add(
            at, "G215", f'`check` of "{name}" tests nothing', f"add a test, {_EXAMPLE}", node=name, key="check"
        )
    rest["check"] = criteria
    return WrittenTests(criteria=criteria, tests=tuple(tests), rest=rest)


def _groups(name: str, key: str, value: Value, at: Mark, mistakes: Mistakes) -> list[Mapped]:
    if isinstance(value, Mapped) and value:
        return [value]
    if isinstance(value, Listed) and value:
        groups = []
        for number, item in enumerate(value):
            if isinstance(item, Mapped):
                groups.append(item)
            else:
                what = f'item {number + 1} of `{key}` of "{name}" is {shown(item)} and not a test'
                mistakes.add(value.item_at[number], "G215", what, f"write a test, {_EXAMPLE}", node=name, key=key)
        return groups
    empty = value is None or value == ""
    what = f'`{key}` of "{name}" is {"empty" if empty else shown(value)}'
    mend = f"write its tests, {_EXAMPLE}, or say in words what it checks and put the tests beside it"
    mistakes.add(at, "G208" if empty else "G215", what, mend, node=name, key=key)
    return []


def _move_of(name: str, group: Mapped, rest: Mapped, mistakes: Mistakes) -> None:
    if "of" in rest:
        what = f'"{name}" says twice what it looks at; the other `of` is in line {rest.key_at["of"].line}'
        mistakes.add(group.key_at["of"], "G215", what, "keep one `of`", node=name, key="of")
    else:
        rest.put("of", group["of"], group.key_at["of"], group.value_at["of"])


def _usable(name: str, test: str, argument: Value, group: Mapped, mistakes: Mistakes, allow: Sequence[str]) -> bool:
    if test not in ALL:
        near = nearest(test, ALL)
        unknown = fault(test, None) or ""
        if "did you mean" in unknown:
            mend = unknown.partition("; ")[2].replace('"', "`")
        else:
            mend = f"did you mean `{near}`?" if near else f"the tests are {', '.join(ALL)}"
        what = f'"{name}" uses a test `{test}`, which there is not'
        mistakes.add(group.key_at[test], "G215", what, mend, node=name, key=test)
        return False
    at = group.value_at[test]
    example = json.dumps(ALL[test].examples[0], ensure_ascii=False)
    if argument is None:
        what = f'`{test}` of "{name}" is empty'
        mistakes.add(at, "G208", what, f"say what it tests, such as `{test}: {example}`", node=name, key=test)
        return False
    if (cut := _spoilt(test, argument, group)) is not None:
        what = f'`{test}` of "{name}" is cut: YAML reads `{cut[1]}` as a comment'
        mistakes.add(cut[0], "G209", what, CUT_MEND, node=name, key=test)
        return False
    if (wrong := fault(test, plain(argument))) is not None:
        mistakes.add(
            at, "G215", f'`{test}` of "{name}": {wrong}', f"for example `{test}: {example}`", node=name, key=test
        )
        return False
    if test == "call" and not _allowed(str(argument), allow):
        module = str(argument).partition(":")[0]
        what = f'"{name}" calls `{argument}`, and a file may call only modules that are allowed'
        mend = f'look at what the module does, then allow it: `--allow {module}`, or allow=("{module}",) in Python'
        mistakes.add(at, "G216", what, mend, node=name, key=test)
        return False
    return True


CUT_MEND = "put the whole text in double quotes; if the rest is a comment, put two spaces before the `#`"
"""How to mend a text that a comment may have cut."""


def _spoilt(test: str, argument: Value, group: Mapped) -> tuple[Mark, str] | None:
    if test in group.spoilt:
        return group.value_at[test], group.spoilt[test]
    if isinstance(argument, Listed) and argument.spoilt:
        number, cut = next(iter(argument.spoilt.items()))
        assert isinstance(number, int)
        return argument.item_at[number], cut
    return None


def refuse_unallowed(name: str, metric: str, at: Mark, mistakes: Mistakes, allow: Sequence[str]) -> None:
    """Notes that a file names a metric of a module that is not allowed, if it does."""
    if not _allowed(metric, allow):
        module = metric.partition(":")[0]
        what = f'"{name}" is the metric `{metric}`, and a file may name only metrics of modules that are allowed'
        mend = f'look at what the module does, then allow it: `--allow {module}`, or allow=("{module}",) in Python'
        mistakes.add(at, "G216", what, mend, node=name, key="metric")


def _allowed(call: str, allow: Sequence[str]) -> bool:
    module = call.partition(":")[0]
    return any(module == name or module.startswith(f"{name}.") for name in allow)
