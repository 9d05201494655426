"""What passes between the engine and the world: questions out, replies in, results at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from arbitree.core.images import Image
from arbitree.core.messages import Message as Message
from arbitree.core.scale import Scale
from arbitree.errors import Problem

ShapeKind: TypeAlias = Literal["yes_no", "one_of", "text", "list", "reason", "number"]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The form that a reply must have."""

    kind: ShapeKind
    """`yes_no`, `one_of` the options, a `text`, a `list` of texts, a `reason` (an explanation of a score), or a
    `number` on a scale."""
    options: tuple[str, ...] = ()
    """Under `one_of`: the labels offered, in declared order."""
    scale: Scale | None = None
    """Under `number`: the numbers that can be given."""


Style: TypeAlias = Literal["messages", "plain"]
"""How a prompt is laid out: for our own judges, or as one string for users' objects, callables and rules."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One thing to ask one judge. Equal keys are the same question and are asked once."""

    key: str
    """A tagged hash of role, messages, shape, sample and attempt."""
    node: str
    """The node that asks first; not part of the key."""
    role: str
    """Which judge answers."""
    messages: tuple[Message, ...]
    """The prompt. In the `plain` style it is one message."""
    shape: Shape
    """The form of the reply."""
    sample: int = 0
    """Which vote this is."""
    attempt: int = 0
    """How many replies before this one could not be read."""
    labels: tuple[str, ...] = ()
    """The headings of its sections, tasks first; not part of the key."""
    first: str = ""
    """The key of the first attempt at it, for a question that is asked again; not part of the key."""
    asks: str = ""
    """The question's own words, without evidence and the form of its reply; not part of the key."""
    again: str = ""
    """Why it is asked again; empty for the first time; not part of the key."""

    @property
    def prompt(self) -> str:
        """The messages as one text."""
        return "\n\n".join(message.content for message in self.messages)

    @property
    def images(self) -> tuple[Image, ...]:
        """The images that it shows, in order."""
        return tuple(anchored.image for message in self.messages for anchored in message.images)


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What was spent."""

    calls: int = 0
    """Questions that a judge answered, retries of the transport not counted."""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    """How many of the input tokens servers took from their caches of prefixes, where they say so."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What a judge replied, as it came."""

    text: str
    probabilities: Mapping[str, float] | None = None
    """The probability of each label, where the judge gives it."""
    input_tokens: int = 0
    output_tokens: int = 0
    model: str = ""
    cached_tokens: int = 0
    """How many of the input tokens the server took from its cache of prefixes, where it says so."""
    label_mass: float | None = None
    """How much of the probability lay on the labels at all, where `probabilities` were made from log-probabilities."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failed:
    """A question that the world left without a reply."""

    kind: str
    """One of `core.failures.FAILURES`: `judge_error`, `timeout`, `rate_limited`, ..."""
    message: str
    error: BaseException | None = None
    """The exception that a judge's own code raised."""
    transient: bool = False
    """Whether the same question may well succeed a little later: a busy server, a broken connection, a timeout."""
    retry_after: float | None = None
    """Seconds after which the server said that it will answer again; None where it said nothing."""
    input_tokens: int = 0
    output_tokens: int = 0
    """What the failure cost all the same, as a reply that was cut off does."""


Answer: TypeAlias = Reply | Failed


class Read(NamedTuple):
    """What was understood of a reply."""

    value: bool | str | float | tuple[str, ...]
    """True/False, the option as declared, the grade, the text, or the list of texts."""
    reason: str
    flags: tuple[str, ...]
    """How tolerant the reading was: `repaired`, `draft`, ...; empty for a clean reply."""


class Unread(NamedTuple):
    """Why a reply could not be understood."""

    kind: str
    """`unreadable`, `unknown_option`, `not_a_list`, `empty`."""
    message: str
    """The concrete error, as the judge is told it when it is asked again."""


Scoring: TypeAlias = Literal["probabilities", "verdict", "mixed"]
"""What a grade was made from: the probabilities of all grades, the one that was written, or of several votes both."""

EXPECTED: Final = "expected"
"""The flag of a grade that is the one expected by the probabilities, and not the one written."""
MIXED: Final = "mixed"
"""The flag of several votes' grade, where only some of them told probabilities."""

Status: TypeAlias = Literal["scored", "decided", "undecided", "not_applicable"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One reply in a trace."""

    key: str
    reply: str | None
    """The reply's text as it came; None when the question failed."""
    error: str = ""
    """Why it could not be read, or how it failed; empty for a reply that was used."""
    flags: tuple[str, ...] = ()
    sample: int = 0
    """Which vote this is; those of a cascade's later judges follow those of its earlier ones."""
    role: str = ""
    """The member of the jury or cascade that replied; empty where one judge answers alone."""
    probabilities: Mapping[str, float] | None = None
    label_mass: float | None = None
    """How much of the probability lay on the labels at all, where it was told token by token."""
    order: tuple[str, ...] = ()
    """The options in the order that this vote saw; empty where that is the declared one."""
    passed_on: str = ""
    """Why the question was left to the next judge of a cascade, on the last attempt of this one."""


class ItemSeen(NamedTuple):
    """The item of a list that a step is about."""

    each: str
    """The node of kind `each` that goes over the list."""
    number: int
    """Which item it is, from 1."""
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """What one node came to."""

    node: str
    kind: str
    """The node's kind: task, ask, choose, grade, check, weigh."""
    value: bool | str | float | tuple[str, ...] | None = None
    """The verdict of a judging node, the text or list of a task; None when there is none."""
    reason: str = ""
    to: str = ""
    """Where the branch led: `= 6` for a score, a node's name, `not_applicable`; empty for a task and a weigh."""
    score: float | None = None
    """The node's own score 0..1 where it is a point."""
    interval: tuple[float, float] | None = None
    """What it can still score where it is not a point."""
    attempts: tuple[Attempt, ...] = ()
    cause: Problem | None = None
    """Why it came to nothing."""
    flags: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """The tasks that control came through, where the node reads them on some paths only."""
    agreement: float | None = None
    """The share of the votes that are for the verdict, of those that were needed; None where only one is asked for."""
    items: tuple[ItemSeen, ...] = ()
    """The items that it is about, below a node of kind `each`; outermost first."""

    @property
    def scoring(self) -> Scoring | None:
        """What a grade was made from; None for every other kind, and where there is no grade."""
        if self.kind != "grade" or self.value is None:
            return None
        return "mixed" if MIXED in self.flags else "probabilities" if EXPECTED in self.flags else "verdict"

    @property
    def called(self) -> str:
        """The node's name, and the number of each item that it is about.

        >>> Step(node="supported", kind="ask", items=(ItemSeen("faithful", 2, "It rains."),)).called
        'supported[2]'
        """
        return self.node + "".join(f"[{item.number}]" for item in self.items)


Verdict: TypeAlias = bool | str | float
"""What a judging node can come to: yes or no, the label of an option, or a grade."""


class Hop(NamedTuple):
    """One judging node on the path, and its verdict (True/False, the option, or the grade)."""

    node: str
    verdict: Verdict


class Leaf(NamedTuple):
    """A branch that ended a path."""

    node: str
    verdict: Verdict
    score: float | None
    """0..10 as written in the rubric; None for not applicable."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What one case came to. Immutable; two runs over the same answers give equal results."""

    case: str
    """The case's id."""
    rubric: str
    status: Status
    score: float | None
    """0..1 when the status is `scored`, else None."""
    interval: tuple[float, float] | None
    """(low, high) of what the score can still be; None when not applicable."""
    passed: bool | None
    """Whether the score reaches the threshold, as far as that is settled."""
    threshold: float
    path: tuple[Hop, ...] = ()
    """Every judging node that was answered, in plan order."""
    leaves: tuple[Leaf, ...] = ()
    """Every branch that ended a path, in plan order."""
    reason: str = ""
    causes: tuple[Problem, ...] = ()
    """Why the case is undecided; each names its node."""
    warnings: tuple[Problem, ...] = ()
    """What went wrong and no longer matters."""
    trace: tuple[Step, ...] = ()
    """What each node came to, in plan order."""
    usage: Usage = Usage()
    exception: BaseException | None = field(default=None, compare=False, repr=False)
    """What the judge's own code raised, where that is why the case is undecided; the first in plan order."""

    @property
    def leaf(self) -> Leaf | None:
        """The branch that ended the path, where there is exactly one."""
        return self.leaves[0] if len(self.leaves) == 1 else None

    @property
    def error(self) -> str:
        """The causes as one text; empty when there is none."""
        return "\n".join(str(cause) for cause in self.causes)
