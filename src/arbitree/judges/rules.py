"""A judge that answers by a user's Python file of rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbitree.core.records import Answer, Failed, Question, Reply, ShapeKind, Style
from arbitree.judges.failure import failed_by
from arbitree.judges.replies import answer_text, reply_of
from arbitree.judges.schemas import KEYS
from arbitree.rules import Answers, Prompt

WORDS: Mapping[ShapeKind, str] = {
    "yes_no": "ask",
    "one_of": "choose",
    "text": "task",
    "list": "task",
    "reason": "reason",
    "number": "grade",
}
"""Our own word for each form of reply, beside its schema's key."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One function of a rules file, and what it answers."""

    function: Callable[..., Any]
    answers: Answers
    place: str
    """`file:line` where it is defined."""
    extras: tuple[str, ...]
    """What it takes after the prompt: `judge`, `question`."""

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "rule")


class RulesJudge:
    """Answers each question by the rule for its node and form of reply; the most particular rule first."""

    style: Style = "plain"
    sees_images = True
    """Rules are given the markers of images in the text, and the images themselves in `question.images`."""

    def __init__(self, rules: Sequence[Rule], *, name: str, fingerprint: Mapping[str, object] | None = None) -> None:
        self.name = name
        self.fingerprint = fingerprint
        """What its answers depend on; None when that is more than can be told."""
        self.inline = not any(inspect.iscoroutinefunction(rule.function) for rule in rules)
        self._rules = {(rule.answers.node, rule.answers.key): rule for rule in rules}
        self._found: dict[tuple[str, ShapeKind], Rule | None] = {}

    def __repr__(self) -> str:
        return f"<judge {self.name}>"

    async def ask(self, question: Question) -> Answer:
        """What the rule gives back."""
        asked = question.node, question.shape.kind
        rule = self._found.get(asked)
        if rule is None:
            rule = self._found[asked] = self._rule_for(*asked)
            if rule is None:
                return self._no_rule(question)
        prompt = Prompt(question.messages[-1].content, question.labels)
        try:
            value = self._call(rule, prompt, question)
            if not isinstance(value, (dict, str, bool)) and inspect.isawaitable(value):
                value = await value
        except Exception as error:
            return failed_by(error)
        if isinstance(value, str) and not value.lstrip().startswith("{"):
            return Reply(text=answer_text(value, question.shape))
        if value is None:
            message = f'the rule "{rule.name}" ({rule.place}) gave nothing back for node "{question.node}"'
            return Failed(kind="judge_error", message=message)
        return reply_of(value, question.shape)

    def _call(self, rule: Rule, prompt: Prompt, question: Question) -> Any:
        if not rule.extras:
            return rule.function(prompt)
        given = {"judge": self, "question": question}
        return rule.function(prompt, *(given[extra] for extra in rule.extras))

    def _rule_for(self, node: str, kind: ShapeKind) -> Rule | None:
        keys = (WORDS[kind], KEYS[kind], KEYS[kind].partition(".")[2])
        places = [*((node, key) for key in keys), (node, None), *((None, key) for key in keys)]
        return next((self._rules[place] for place in places if place in self._rules), None)

    def _no_rule(self, question: Question) -> Failed:
        listed = ", ".join(said_of(rule.answers) for rule in self._rules.values())
        wanted = f'@answers(node="{question.node}") or @answers("{WORDS[question.shape.kind]}")'
        return Failed(
            kind="no_rule",
            message=f'{self.name} has no rule for node "{question.node}", which needs {wanted}; it has {listed}',
        )


def said_of(mark: Answers) -> str:
    """What a mark says, as it is written in the file."""
    parts = [f'"{mark.key}"'] if mark.key else []
    return ", ".join([*parts, f'node="{mark.node}"'] if mark.node else parts)
