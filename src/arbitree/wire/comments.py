"""A rubric file written anew with the comments of the old one kept, by ruamel.yaml (the extra `yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from arbitree.core.graph import Graph
from arbitree.errors import Problem, RubricFileError, UsageError
from arbitree.wire.dump import dump_rubric, rubric_dict
from arbitree.wire.load import load_rubric


def update_rubric_text(old: str, graph: Graph) -> str:
    """The text of a YAML file changed as little as makes it stand for the graph; comments, order and quotes stay.

    The same text when it stands for the graph already; what `dump_rubric` writes when the old text is no rubric, or
    could not be changed into the graph (where aliases are in the way).

    Raises:
        UsageError: ruamel.yaml is not installed.
        RubricFileError: the graph holds something that a file cannot say.

    >>> old = "arbitree: 1\\ndefaults: {shows: [input]}\\nnodes:\\n  a:\\n    ask: Is it?  # the gate\\n"
    >>> graph = load_rubric(old.replace("Is it?", "Was it?")).graph
    >>> print(update_rubric_text(old, graph), end="")
    arbitree: 1
    defaults: {shows: [input]}
    nodes:
      a:
        ask: Was it? # the gate
    """
    fresh = dump_rubric(graph)
    with suppress(RubricFileError):
        before = load_rubric(old, also=None).graph
        if before == graph:
            return old
        for text in _attempts(old, rubric_dict(graph), rubric_dict(before)):
            if _stands_for(text, graph):
                return text
    return fresh


def keeper_of_comments() -> Any:
    """The class of ruamel.yaml that reads and writes YAML with its comments.

    Raises:
        UsageError: ruamel.yaml is not installed.
    """
    try:
        from ruamel.yaml import YAML
    except ImportError:
        what, mend = "keeping the comments of a file needs ruamel.yaml", "pip install 'arbitree[yaml]'"
        raise UsageError(Problem(code="X160", what=what, mend=mend)) from None
    return YAML


def _stands_for(text: str, graph: Graph) -> bool:
    try:
        return load_rubric(text, also=None).graph == graph
    except RubricFileError:
        return False


def _set_off(text: str) -> str:
    """The text with two spaces before each comment that one space alone would make part of a question."""
    try:
        load_rubric(text, also=None)
    except RubricFileError as error:
        lines = text.split("\n")
        for problem in error.problems:
            if problem.code == "G209":
                row, column = map(int, problem.where.split(":")[1:3])
                begin = lines[row - 1][: column - 1]
                lines[row - 1] = begin + re.sub(r"(?<=\S) #", "  #", lines[row - 1][column - 1 :], count=1)
        return "\n".join(lines)
    return text


class _Written:
    """What ruamel.yaml writes to."""

    encoding = None

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def write(self, piece: str) -> None:
        """Take one piece."""
        self.pieces.append(piece)


def _attempts(old: str, new: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[str]:
    """The old text with what differs put in: key by key, then whole nodes."""
    keeper = keeper_of_comments()
    for depth in (1_000, 2):
        yaml = keeper()
        yaml.preserve_quotes = True
        yaml.width = 100_000
        yaml.indent(mapping=2, sequence=4, offset=2)
        tree = yaml.load(old)
        _merge(tree, new, before, depth)
        out = _Written()
        yaml.dump(tree, out)
        yield _set_off("".join(out.pieces))


def _merge(tree: Any, new: Mapping[str, Any], before: Mapping[str, Any], depth: int) -> None:
    """Change a mapping of the old file where the new one says something else than the old one said.

    Recursive: files nest no deeper than `yaml_tree.MAX_DEPTH`.
    """
    for key in [key for key in tree if key in before and key not in new]:
        del tree[key]
    for place, (key, value) in enumerate(new.items()):
        if key in before and before[key] == value:
            continue
        if key not in tree:
            tree.insert(min(place, len(tree)), key, _styled(value))
        elif not _merged(tree[key], value, before.get(key), depth):
            tree[key] = _styled(value)


def _merged(old: Any, value: Any, before: Any, depth: int) -> bool:
    """Whether a value is of the same form as the old one and was merged into it."""
    if _is_mapping(old):
        value, before = _spelt_out(value, before), _spelt_out(before, value)
    if depth and all(map(_is_mapping, (old, value, before))):
        _merge(old, value, before, depth - 1)
        return True
    if not depth or not all(isinstance(one, list) for one in (old, value, before)):
        return False
    for index, item in enumerate(value):
        if index >= len(old):
            old.append(_styled(item))
        elif index < len(before) and before[index] == item:
            continue
        elif index >= len(before) or not _merged(old[index], item, before[index], depth - 1):
            old[index] = _styled(item)
    del old[len(value) :]
    return True


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _spelt_out(short: Any, long: Any) -> Any:
    """What one key says in short as the mapping that a file may have for it, as far as the other one tells.

    >>> _spelt_out("Is it kind?", {"criteria": "Is it kind?", "steps": ["Look."]})
    {'criteria': 'Is it kind?'}
    """
    if isinstance(short, str) and isinstance(long, Mapping):
        return {key: item for key, item in long.items() if item == short} or short
    return short


def _styled(value: Any) -> Any:
    """A value as ruamel.yaml writes it like we do: long texts as blocks, lists of names on one line."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import LiteralScalarString

    if isinstance(value, str):
        return LiteralScalarString(value) if "\n" in value else value
    if isinstance(value, Mapping):
        made = CommentedMap()
        for key, item in value.items():
            made[key] = _styled(item)
        return made
    if isinstance(value, Sequence):
        items = CommentedSeq(_styled(item) for item in value)
        if all(isinstance(item, str) for item in value):
            items.fa.set_flow_style()
        return items
    return value
