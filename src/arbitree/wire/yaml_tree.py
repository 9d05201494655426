"""YAML text to a tree of values with places, by the YAML 1.2 core schema.

Decided here: keys are text as written; a key written twice is refused; anchors and aliases are followed (the places are
those of the anchor), but merge keys (`<<`), tags and several documents are not part of the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import yaml

from arbitree.wire import yaml_events
from arbitree.wire.old_breaks import without_old_breaks
from arbitree.wire.scalars import resolve
from arbitree.wire.syntax import syntax_mistake, unprintable
from arbitree.wire.tree import Listed, Mapped, Mark, Mistakes, Value
from arbitree.wire.yaml_events import Event, mark_of

MAX_DEPTH = 200
"""How deep a file may nest."""
MAX_VALUES = 1_000_000
"""How many values a file may hold once every alias is written out."""

_STR_TAG = "tag:yaml.org,2002:str"
_COMMENT = re.compile(r"([ \t]+)#(.?)")
_LINE_BELOW = re.compile(r"\r?\n( +)(#[^\s#!][^\r\n]*)")
_SENTENCE_END = re.compile(r"""[.?!…。？！]["'”’»)\]]*\Z""")


class _Stop(Exception):
    """Reading further makes no sense; the mistake is noted."""


class _Frame:
    """A mapping or list that is being read."""

    __slots__ = ("anchor", "container", "is_key", "key", "key_at", "merged", "merges", "wants_key")

    def __init__(self, container: Mapped | Listed, anchor: str | None, *, is_key: bool) -> None:
        self.container = container
        self.anchor = anchor
        self.is_key = is_key
        self.wants_key = isinstance(container, Mapped)
        self.key: str | None = None
        self.key_at = container.at
        self.merges = False
        """Whether the next value belongs to a `<<`."""
        self.merged: list[Value] = []


class _Builder:
    """Puts events together; iterative, so depth costs no stack."""

    def __init__(self, text: str, mistakes: Mistakes, letters: Mapping[int, int]) -> None:
        self.text = text
        self.mistakes = mistakes
        self.letters = letters
        """What stands in the text for characters that YAML 1.1 alone takes for line breaks, and those characters."""
        self.frames: list[_Frame] = []
        self.anchors: dict[str, Value] = {}
        self.open: set[str] = set()
        self.unused: dict[str, Mark] = {}
        self.root: Value = None
        self.root_at = Mark(1, 1)

    def take(self, event: Event) -> None:
        """Add what one event says."""
        mark = mark_of(event)
        match event:
            case yaml.ScalarEvent():
                self._scalar(event, mark)
            case yaml.MappingStartEvent():
                self._open(event, Mapped(mark, flow=bool(event.flow_style)), mark)
            case yaml.SequenceStartEvent():
                self._open(event, Listed(mark, flow=bool(event.flow_style)), mark)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close()
            case yaml.AliasEvent():
                self._alias(event.anchor or "", mark)
            case _:
                pass

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> None:
        frame = self.frames[-1] if self.frames else None
        if self.letters:
            event.value = event.value.translate(self.letters)
        if event.tag is not None and event.tag != _STR_TAG:
            self.mistakes.add(
                mark,
                "G209",
                f"`{_tag(event.tag)}` at the beginning of this value is a YAML tag, which rubric files do not have",
                "put the whole text in double quotes if the `!` belongs to it, else remove the tag",
            )
        if event.anchor is not None:
            self.unused.setdefault(event.anchor, mark)
        if frame is not None and frame.wants_key:
            self._key(frame, event.value, mark, plain=not event.style)
            if event.anchor is not None:
                self.anchors[event.anchor] = event.value
            return
        plain = not event.style and event.tag is None
        value = resolve(event.value) if plain else event.value
        if event.anchor is not None:
            self.anchors[event.anchor] = value
        spoilt = self._cut(event) if plain and isinstance(value, str) else ""
        self._place(value, mark, 1, spoilt)

    def _cut(self, event: yaml.ScalarEvent) -> str:
        """What a `#` took away from an unquoted text on its line, or nothing when it plainly begins a comment."""
        end = event.end_mark.index if event.end_mark is not None else len(self.text)
        if self.text[end : end + 1] not in (" ", "\t"):
            return self._line_lost(end)
        comment = _COMMENT.match(self.text, end)
        if comment is None or comment[1] != " ":
            return ""
        if comment[2] in ("", " ") and _SENTENCE_END.search(event.value):
            return ""
        return self.text[end:].partition("\n")[0].strip()

    def _line_lost(self, end: int) -> str:
        """A line right below a text, deeper than its key, that reads as a comment: `#12 and no more`.

        What plainly is a comment has a space after its `#`, or stands where the next key would.
        """
        below = _LINE_BELOW.match(self.text, end)
        frame = self.frames[-1] if self.frames else None
        if below is None or frame is None or frame.container.flow or len(below[1]) < frame.key_at.column:
            return ""
        return below[2].strip()

    def _key(self, frame: _Frame, key: str, mark: Mark, *, plain: bool) -> None:
        frame.wants_key = False
        frame.key, frame.key_at = key, mark
        mapping = frame.container
        assert isinstance(mapping, Mapped)
        if key == "<<" and plain:
            self.mistakes.add(
                mark,
                "G209",
                "`<<` (a merge of mappings) is not part of YAML 1.2",
                "write the keys out, or put what every node shares under `defaults:`",
            )
            frame.key, frame.merges = None, True
        elif key in mapping:
            self.mistakes.add(
                mark,
                "G202",
                f"`{key}` is written twice here; the first is in line {mapping.key_at[key].line}",
                "keep one of them, or give one another name",
                key=key,
            )
            frame.key = None

    def _open(self, event: yaml.CollectionStartEvent, container: Mapped | Listed, mark: Mark) -> None:
        frame = self.frames[-1] if self.frames else None
        is_key = frame is not None and frame.wants_key
        if is_key:
            self.mistakes.add(
                mark,
                "G205",
                "a key is text, and this is a list or mapping",
                'put the whole text in double quotes if it begins with a bracket, for example "{name}"',
            )
        if event.tag is not None:
            self.mistakes.add(
                mark, "G209", f"`{_tag(event.tag)}` is a YAML tag, which rubric files do not have", "remove the tag"
            )
        if len(self.frames) >= MAX_DEPTH:
            self.mistakes.add(
                mark, "G219", f"this nests deeper than {MAX_DEPTH} levels", "give inner nodes names of their own"
            )
            raise _Stop
        if event.anchor is not None:
            self.anchors[event.anchor] = container
            self.open.add(event.anchor)
        self.frames.append(_Frame(container, event.anchor, is_key=is_key))

    def _close(self) -> None:
        frame = self.frames.pop()
        if isinstance(frame.container, Mapped):
            frame.container.take_in(frame.merged)
        if frame.anchor is not None:
            self.open.discard(frame.anchor)
        if frame.is_key:
            parent = self.frames[-1]
            parent.wants_key, parent.key = False, None
        else:
            self._place(frame.container, frame.container.at, frame.container.size, "")

    def _alias(self, anchor: str, mark: Mark) -> None:
        frame = self.frames[-1] if self.frames else None
        self.unused.pop(anchor, None)
        value: Value = None
        if anchor not in self.anchors:
            self.mistakes.add(
                mark,
                "G209",
                f"`*{anchor}` refers to an anchor `&{anchor}` that is not above it",
                "put the whole text in double quotes if the `*` belongs to it, else define the anchor first",
            )
            value = f"*{anchor}"
        elif anchor in self.open:
            self.mistakes.add(mark, "G209", f"`*{anchor}` stands inside its own anchor", "write the values out")
            raise _Stop
        else:
            value = self.anchors[anchor]
        if frame is not None and frame.wants_key:
            if isinstance(value, str):
                self._key(frame, value, mark, plain=False)
            else:
                self.mistakes.add(mark, "G205", f"a key is text, and `*{anchor}` is not", "write the key out")
                frame.wants_key, frame.key = False, None
        else:
            self._place(value, mark, value.size if isinstance(value, Mapped | Listed) else 1, "")

    def _place(self, value: Value, mark: Mark, size: int, spoilt: str) -> None:
        if not self.frames:
            self.root, self.root_at = value, mark
            return
        frame = self.frames[-1]
        container = frame.container
        container.size += size
        if container.size > MAX_VALUES:
            self.mistakes.add(
                mark,
                "G219",
                f"written out, the aliases up to here make more than {MAX_VALUES:,} values",
                "write the values out instead of nesting aliases",
            )
            raise _Stop
        if isinstance(container, Listed):
            if spoilt:
                container.spoilt[len(container)] = spoilt
            container.put(value, mark)
            return
        frame.wants_key = True
        if frame.key is not None:
            container.put(frame.key, value, frame.key_at, mark)
            if spoilt:
                container.spoilt[frame.key] = spoilt
        elif frame.merges:
            frame.merged += value if isinstance(value, Listed) else [value]
            frame.merges = False


def _tag(tag: str) -> str:
    return "!!" + tag.rpartition(":")[2] if tag.startswith("tag:yaml.org,2002:") else tag


def read_yaml(text: str, mistakes: Mistakes) -> Value:
    """The tree of a YAML text; what is wrong with its syntax is added to the mistakes.

    >>> found = Mistakes("x.yaml")
    >>> read_yaml("{yes: 10, No: 1.0}", found), list(found)
    ({'yes': 10, 'No': 1.0}, [])
    """
    text = text.removeprefix("\ufeff")
    if (bad := unprintable(text)) is not None:
        mark, what = bad
        mistakes.add(mark, "G201", what, "remove it, or write it as an escape in double quotes")
        return None
    text, letters = without_old_breaks(text)
    builder = _Builder(text, mistakes, letters)
    documents = 0
    try:
        parser = yaml_events.Parser(text)
        while parser.check_event():
            event = parser.get_event()
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    mistakes.add(mark_of(event), "G201", "a second document begins here", "keep one rubric to a file")
                    break
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        syntax_mistake(error, text, mistakes)
        return None
    except _Stop:
        return None
    for anchor, mark in builder.unused.items():
        mistakes.add(
            mark,
            "G209",
            f"`&{anchor}` was read as a YAML anchor, not as text, and nothing refers to it",
            "put the whole text in double quotes if the `&` belongs to it, else remove the anchor",
        )
    return builder.root
