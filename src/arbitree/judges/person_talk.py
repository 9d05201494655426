"""The talk with a person at a terminal: shows a question and its evidence, and takes an answer or a wish."""

from __future__ import annotations

import sys
from typing import NamedTuple, Protocol

from arbitree.core.prompts.parts import parts_of
from arbitree.core.records import Question, Shape
from arbitree.core.visible import visible
from arbitree.judges.person_rows import Said
from arbitree.judges.person_words import Wish, keys_of, verdict_of, wish_of

_HELP = {
    "yes_no": "y or n, with a reason after it if you like: y it says 30 days",
    "one_of": "the key of an option, with a reason after it if you like: 1 both are there",
    "text": "a text of one or more lines; an empty line ends it",
    "list": "an item a line; an empty line ends the list; :none when there is nothing",
    "number": "a number on the scale, with a reason after it if you like: 4 one step is missing",
    "reason": "a text of one or more lines; an empty line ends it",
}
_PROMPTS = {"yes_no": "y/n> ", "number": "score> "}
_WISHES = ":u undo   :s skip   :e evidence again   :q quit, and go on another time   :? help"


class Terminal(Protocol):
    """Where a person reads and types."""

    def write(self, text: str) -> None:
        """Shows text."""
        ...

    def read(self, prompt: str) -> str | None:
        """A line that was typed, without its end; None when there is no more."""
        ...


class Console:
    """The terminal that the process has: typed on standard input, shown on standard error."""

    def write(self, text: str) -> None:
        """Shows text; a character that the terminal cannot show is written as an escape."""
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()

    def read(self, prompt: str) -> str | None:
        """A line of standard input."""
        self.write(prompt)
        line = sys.stdin.readline()
        if not line:
            self.write("\n")
        return line.rstrip("\r\n") if line else None


class Told(NamedTuple):
    """An answer."""

    said: Said
    reason: str


class Talk:
    """Puts questions to a person. What a case says is shown behind a bar at the left, with no control character."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._shown: set[tuple[str, tuple[str, str]]] = set()
        """The evidence that has been shown, by case."""
        self._is_new = True

    def say(self, text: str) -> None:
        """Says something of our own."""
        self._terminal.write(f"{text}\n")

    def ask(self, question: Question, *, title: str, case: str, before: str = "") -> Told | Wish:
        """The answer to a question, or a wish.

        Args:
            question: The question.
            title: Where one stands: the case, the node, how many there are.
            case: Evidence that was shown for it already is not shown again.
            before: What was answered before it was taken back.
        """
        self.say(f"\n── {visible(title)} ──")
        self._show(question, case)
        if before:
            self.say(f"   before: {visible(before)}")
        if self._is_new:
            self.say(f"   {_HELP[question.shape.kind]}\n   {_WISHES}")
            self._is_new = False
        while True:
            told = self._answer(question.shape)
            if told == "again":
                self._show(question, "", again=True)
            elif told == "help":
                self.say(f"   {_HELP[question.shape.kind]}\n   {_WISHES}")
            elif told is not None:
                return told

    def _show(self, question: Question, case: str, *, again: bool = False) -> None:
        parts = parts_of(question)
        seen = 0
        for label, text in parts.evidence:
            if not again and (case, (label, text)) in self._shown:
                seen += 1
                continue
            self._shown.add((case, (label, text)))
            self.say(f"{visible(label)}:")
            self.say("\n".join(f"  | {line}" for line in visible(text).split("\n")))
        if seen:
            self.say("  (the rest of the evidence is as above; :e shows it again)")
        self.say(f"\n{visible(parts.asks)}")
        options = question.shape.options
        for key, option in zip(keys_of(options), options, strict=True):
            self.say(f"   {visible(key)}" if key == option else f"   {key}  {visible(option)}")

    def _answer(self, shape: Shape) -> Told | Wish | None:
        """One answer or wish; None when nothing could be made of what was typed, which has been said."""
        if shape.kind not in {"yes_no", "one_of", "number"}:
            return self._lines(shape)
        line = self._terminal.read(_PROMPTS.get(shape.kind, "option> "))
        if line is None:
            return "quit"
        wish = wish_of(line, shape)
        if wish is not None:
            return wish
        verdict = verdict_of(line, shape)
        if verdict is None:
            self.say(f"   that is none of the answers. {_HELP[shape.kind]}")
            return None
        return Told(verdict.value, verdict.reason)

    def _lines(self, shape: Shape) -> Told | Wish | None:
        lines: list[str] = []
        while True:
            line = self._terminal.read("item> " if shape.kind == "list" else "text> ")
            if line is None:
                return "quit"
            wish = wish_of(line, shape)
            if wish is not None:
                return wish
            if line.strip() == ":none" and shape.kind == "list" and not lines:
                return Told((), "")
            if line.strip():
                lines.append(line.strip() if shape.kind == "list" else line.rstrip())
            elif lines:
                return Told(tuple(lines) if shape.kind == "list" else "\n".join(lines), "")
            else:
                self.say(f"   {_HELP[shape.kind]}; :s skips")
                return None
