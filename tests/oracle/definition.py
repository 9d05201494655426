"""The plain definition of what each node asks and comes to: read literally, recursive, slow, from scratch every time.

It knows nothing of plans and walks. Of the engine's code it uses what is tested by itself: the layout of prompts, the
recipe of keys, the reading of replies, and the tests of checks.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from arbitree.core.cases import Case, presence, text_of
from arbitree.core.graph import AnyNode
from arbitree.core.keys import key_of, stem
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import Absent, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.orders import order_of
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.overrides import worded
from arbitree.core.prompts.texts import Texts
from arbitree.core.prompts.wording import Wording, wording_of
from arbitree.core.reading import read
from arbitree.core.records import Answer, Failed, Message, Read, Reply, Shape, Style, Unread
from arbitree.core.structural.asked import messages_of
from arbitree.core.structural.table import needs_local, run_tests
from arbitree.core.turns import Shown
from tests.oracle.conversations import how_seen, lacking, value_of, written
from tests.oracle.juries import more_votes, verdict
from tests.oracle.remember import remembered
from tests.oracle.spots import Spot, Spots
from tests.oracle.voting import Sample, Voting, is_sure, spelt, voting_of


class Came(NamedTuple):
    """What a spot came to."""

    state: Literal["verdict", "text", "excused", "nothing", "open"]
    value: bool | str | tuple[str, ...] | None = None
    to: Target | None = None
    """Where an excused spot leads."""
    cause: str = ""
    """The kind of cause of one that came to nothing."""
    keys: tuple[str, ...] = ()
    """The questions to ask now, of one that is open."""
    attempts: tuple[tuple[str, str | None], ...] = ()
    """Key and reply, in the order in which one would ask."""
    stage: int = 0
    """How many judges of its cascade were not sure, of one that is open."""


@dataclass
class Definition(Spots):
    """What a graph, a case and the answers so far come to."""

    case: Case
    answers: Mapping[str, Answer]
    style: Style = "messages"
    _came: dict[Spot, Came] = field(default_factory=dict, repr=False)

    def role_and_shape(self, node: AnyNode) -> tuple[str, Shape]:
        assert not isinstance(node, Weigh)
        defaults = self.graph.defaults
        role = node.judge or (defaults.cascade or (defaults.judge,))[0]
        if isinstance(node, Task):
            return role, Shape(kind=node.gives)
        if isinstance(node, Choose):
            return role, Shape(kind="one_of", options=tuple(label for label, _ in node.options))
        return "local" if isinstance(node, Check) else role, Shape(kind="yes_no")

    def texts(self, node: AnyNode) -> Texts:
        """The fixed wording of a node's prompt."""
        assert not isinstance(node, Weigh)
        language = node.language or self.graph.defaults.language or self.graph.language or ""
        return worded(language, self.graph.prompts, node.prompts)

    def words(self, node: AnyNode) -> Hashable:
        """All that a node says by itself: nodes that differ in it may be answered otherwise."""
        if isinstance(node, Check):
            return messages_of(node.tests, "")[0].content
        wording = self.wording(node)
        labels = frozenset(wording.texts.heading(name) for name in self.shown(node))
        return fenced.frame(wording), plain.frame(wording), wording.texts.retry, labels

    def wording(self, node: AnyNode, shape: Shape | None = None) -> Wording:
        assert isinstance(node, (Task, Ask, Choose))
        criteria = node.instructions if isinstance(node, Task) else node.criteria
        texts = self.texts(node)
        shape = self.role_and_shape(node)[1] if shape is None else shape
        kind = {Task: "task", Ask: "ask", Choose: "choose"}[type(node)]
        prompt = texts.words.get(kind, self.graph.defaults.prompt) if node.prompt is None else node.prompt
        for tag, one in node.prompts.languages.items():
            if texts.language.startswith(tag):
                prompt = one.texts.get(kind, prompt)
        return wording_of(criteria, shape, prompt, texts)

    def messages(self, spot: Spot, again: str, shape: Shape) -> tuple[Message, ...]:
        """The prompt; the texts that it reads are known."""
        node = self.nodes[spot.name]
        if isinstance(node, Check):
            return messages_of(node.tests, self.looked_at(spot))
        layout = plain if self.style == "plain" else fenced
        fields = list(self.shown(node))
        if self.style == "messages":
            everything = [
                name for other in self.graph.nodes if not isinstance(other, Weigh) for name in self.shown(other)
            ]
            order = list(dict.fromkeys([*self.graph.defaults.shows, *everything]))
            fields.sort(key=order.index)
        texts = self.texts(node)
        pairs = [(texts.heading(one), self.field(one, texts)) for one in fields]
        tasks = [(self.nodes[read.name].title, text_of(self.came(read).value)) for read in self.reads(spot)]
        both = [*tasks, *pairs] if self.style == "plain" else [*pairs, *tasks]
        sections = [self.section(label, value, texts) for label, value in both]
        return layout.layout(self.wording(node, shape), sections, again)

    def field(self, one: Shown, texts: Texts) -> object:
        """What is shown, with what is said of it where it is not there."""
        if isinstance(one, str):
            return value_of(self.case, one)
        text, how = written(self.case, one), how_seen(self.case, one)
        absence = {**texts.absences}.get(how, texts.absences["missing"])
        if not text:
            return absence
        lack = lacking(self.case, one) if how in texts.absences else ""
        return f"{text}\n\n{texts.heading(lack)}: {absence}" if lack else text

    def section(self, label: str, value: object, texts: Texts) -> plain.Section:
        how = presence(value)
        text = text_of(value) if how == "present" else texts.absences[how]
        if self.style == "messages":
            return fenced.section(label, text)
        nodes = [node for node in self.graph.nodes if not isinstance(node, Weigh)]
        fields = {name for node in nodes for name in self.shown(node)} | set(self.graph.defaults.shows)
        labels = {self.texts(node).heading(name) for node in nodes for name in fields}
        return plain.section(label, text, frozenset(labels | {n.title for n in nodes if isinstance(n, Task)}))

    def looked_at(self, spot: Spot) -> str:
        shown = self.shown(self.nodes[spot.name])
        values = [value_of(self.case, one) if isinstance(one, str) else written(self.case, one) for one in shown]
        texts = ["" if value is None else text_of(value) for value in values]
        return "\n\n".join([*texts, *(text_of(self.came(read).value) for read in self.reads(spot))])

    def came(self, spot: Spot) -> Came:
        """What a spot comes to once the score needs it."""
        if spot not in self._came:
            self._came[spot] = self.absence(spot) or self.asked(spot)
        return self._came[spot]

    @remembered
    def absence(self, spot: Spot) -> Came | None:
        node = self.nodes[spot.name]
        assert not isinstance(node, Weigh)
        for name in self.shown(node):
            how = how_seen(self.case, name)
            policy = self.policy(node, how)
            if how == "present" or policy == "ask":
                continue
            cause = {"beyond": "beyond_turns", "odd": "no_conversation"}.get(how, f"{how}_field")
            return Came("nothing", cause=cause) if policy == "undecided" else Came("excused", to=policy)
        for other in self.reads(spot):
            absent = self.absence(other)
            if absent is not None:
                return absent if absent.state == "excused" else Came("nothing", cause="no_reading")
        return None

    def policy(self, node: AnyNode, how: str) -> Absent:
        assert not isinstance(node, Weigh)
        if how not in ("empty", "blank"):
            return self.graph.defaults.on_missing if node.on_missing is None else node.on_missing
        if node.on_empty is None:
            return "ask" if isinstance(node, Check) else self.graph.defaults.on_empty
        return node.on_empty

    def asked(self, spot: Spot) -> Came:
        node = self.nodes[spot.name]
        texts = [self.came(other) for other in self.reads(spot)]
        if any(text.state == "open" for text in texts):
            return Came("open", keys=tuple(key for text in texts for key in text.keys))
        if any(text.state == "nothing" for text in texts):
            return Came("nothing", cause="no_reading")
        if isinstance(node, Check) and not needs_local(node.tests):
            return Came("verdict", run_tests(node.tests, self.looked_at(spot)).holds)
        return self.polled(spot)

    def voting(self, node: AnyNode) -> Voting:
        return voting_of(node, self.graph.defaults, *self.role_and_shape(node))

    def polled(self, spot: Spot) -> Came:
        voting = self.voting(self.nodes[spot.name])
        before: tuple[tuple[str, str | None], ...] = ()
        for stage in range(len(voting.judges)):
            samples = self.samples(spot, voting, stage)
            waiting = tuple(sample.key for sample in samples if sample.got is None)
            if waiting:
                return Came("open", keys=waiting, stage=stage)
            came = self.counted(spot, samples)
            came = came._replace(attempts=before + came.attempts)
            if stage + 1 == len(voting.judges) or is_sure(self.branches(spot), voting, came.value, samples):
                return came
            before = came.attempts
        raise AssertionError("the last judge's verdict counts")

    def samples(self, spot: Spot, voting: Voting, stage: int) -> list[Sample]:
        """The votes of one judge, or of a jury, as far as they are needed."""
        _, votes, rule, options, tie, *_ = voting
        samples: list[Sample] = []
        while votes > 1 or not samples:
            cast = tuple(sample.vote for sample in samples)
            needed = more_votes(rule, options, cast, votes, tie) if votes > 1 else 1
            if not needed:
                break
            new = [self.sample(spot, number, voting, stage) for number in range(len(samples), len(samples) + needed)]
            samples += new
            if any(sample.got is None for sample in new):
                break
        return samples

    def counted(self, spot: Spot, samples: list[Sample]) -> Came:
        node = self.nodes[spot.name]
        _, votes, rule, options, tie, *_ = self.voting(node)
        attempts = tuple(attempt for sample in samples for attempt in sample.attempts)
        lost = [sample.got for sample in samples if isinstance(sample.got, (Failed, Unread))]
        cast = tuple(sample.vote for sample in samples)
        if isinstance(node, Task) and not lost:
            [only] = samples
            return Came("text", only.got.value if isinstance(only.got, Read) else None, attempts=attempts)
        missing: tuple[str | None, ...] = (None,) * (votes - len(cast))
        won = None if isinstance(node, Task) else verdict(rule, options, cast + missing, tie)
        if won is not None:
            values = {spelt(value): value for value in self.branches(spot)}
            return Came("verdict", values[won], attempts=attempts)
        is_split = rule == "unanimous" and len({vote for vote in cast if vote is not None}) > 1
        return Came("nothing", cause=lost[0].kind if lost and not is_split else "tie", attempts=attempts)

    def turned(self, shape: Shape, voting: Voting, stage: int, number: int) -> Shape:
        """The shape with its options in the order that a vote sees."""
        if voting.shuffle is None:
            return shape
        members = len(voting.judges[stage])
        turn = number // members + number % members + stage
        seed, words = voting.shuffle
        return replace(shape, options=order_of(shape.options, seed=seed, words=words, turn=turn))

    def sample(self, spot: Spot, number: int, voting: Voting, stage: int) -> Sample:
        roles, shape = voting.judges[stage], self.role_and_shape(self.nodes[spot.name])[1]
        role, shape = roles[number % len(roles)], self.turned(shape, voting, stage, number)
        attempts: list[tuple[str, str | None]] = []
        again, key = "", ""
        got: Read | Unread | Failed | None = None
        answer: Answer | None = None
        for attempt in range(3):
            key = key_of(stem(role, shape), self.messages(spot, again, shape), sample=number, attempt=attempt)
            answer = self.answers.get(key)
            if answer is None:
                return Sample(None, key, tuple(attempts))
            attempts.append((key, None if isinstance(answer, Failed) else answer.text))
            got = answer if isinstance(answer, Failed) else read(answer.text, shape)
            if not isinstance(got, Unread):
                break
            again = got.message
        told = answer.probabilities if isinstance(answer, Reply) else None
        return Sample(got, key, tuple(attempts), told)
