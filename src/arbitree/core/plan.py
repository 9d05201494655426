"""The plan: a graph compiled once into numbered places, so that the engine walks integers and formats no fixed text.

A place is a node together with the tasks that control came through, as far as the node or anything below it reads
them. Most nodes have one place. Places are numbered so that a task comes before its readers and a node before what
its branches lead to: plan order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from arbitree.core.budgets import Budget
from arbitree.core.graph import AnyNode, Graph
from arbitree.core.items import Roll
from arbitree.core.kinds.base import Absent, Rule
from arbitree.core.outlook import Outlook
from arbitree.core.prompts.english import ENGLISH
from arbitree.core.prompts.texts import Texts
from arbitree.core.prompts.wording import Frame, Wording
from arbitree.core.records import Shape, Style, Verdict
from arbitree.core.turns import Shown, Turns


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """Where one verdict leads."""

    verdict: Verdict
    to: str
    """As traces write it: `= 6`, a node's name, or `not_applicable`."""
    score: float | None = None
    """0..1 where the branch ends at a score."""
    points: float | None = None
    """The same score 0..10, as written."""
    place: int = -1
    """The place it leads to; -1 where it ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """One node under one set of tasks passed."""

    index: int
    node: AnyNode
    name: str
    """The node's name."""
    kind: str
    after: tuple[str, ...] = ()
    """The tasks passed that make this place differ from the node's others, in declared order."""
    role: str = ""
    votes: int = 1
    """How many votes there are, of all members of a jury together; of a cascade, those of one judge."""
    voters: tuple[Place, ...] = ()
    """This place as each vote is put: in the role of who casts it, with the prompt that this judge wants, and with the
    options in the order that the vote sees; empty where all votes are put alike."""
    is_signed: bool = False
    """Whether the trace says who cast a vote: a jury or a cascade answers."""
    stages: int = 1
    """How many judges a cascade has."""
    sure: float = 1.0
    """The probability from which a verdict of a cascade counts."""
    rule: Rule = "majority"
    tie: Verdict | None = None
    """The verdict when the votes come to none."""
    shape: Shape | None = None
    """The form of the reply; None for a `weigh` and for a check that needs no judge."""
    fields: tuple[Shown, ...] = ()
    """What of the case it shows, in declared order."""
    shown: tuple[Shown, ...] = ()
    """The same as its prompt shows them: in the rubric's order where nodes are to share a prefix."""
    reads: tuple[int, ...] = ()
    """The places of the tasks it reads, in declared order."""
    labels: tuple[str, ...] = ()
    """The headings that its evidence stands under: of tasks, then of fields."""
    absent_reads: tuple[str, ...] = ()
    """Tasks that it would read but that no way to this place came through."""
    on_missing: Absent = "undecided"
    on_empty: Absent = "undecided"
    budget: Budget | None = None
    """How long its evidence may be; None for as long as it is."""
    branches: Mapping[Verdict, Branch] = field(default_factory=dict)
    """Where each verdict leads; of a place whose score comes from its answer, the worst and the best that it may be."""
    graded: bool = False
    """Whether its score comes from its answer: the branch it takes is made when that is read."""
    steps: int = -1
    """The place of the task that writes the steps of a grade; -1 where there is none."""
    parts: tuple[int, ...] = ()
    """The places of a weigh's parts."""
    leads: tuple[int, ...] = ()
    """The places that it may lead to, each once: a weigh's parts, or where its branches end."""
    parents: tuple[int, ...] = ()
    """The places whose score may depend on this one's, or which read it."""
    same: int = 0
    """Places with the same number ask the same words of the same evidence, so they get the same answer."""
    evidence: tuple[Shown | int, ...] = ()
    """What its prompt shows, in its order: fields, turns, and places of tasks."""
    view: int = -1
    """Places with the same number show the same evidence in the same style and language, so one text serves them."""
    wording: Wording | None = None
    frame: Frame | None = None
    """What of its prompt no case changes; None for a place that puts no question to a judge."""
    stem: bytes = b""
    lead: bytes = b""
    """What of the key of its first question no case changes."""
    style: Style = "messages"
    items: tuple[int, ...] = ()
    """The places of the items, of the lists of `each` nodes, that it is there for; outermost first."""
    language: str = ""
    """The language of its prompt's fixed wording, as the rubric says it; empty when it says none."""

    def voter(self, number: int) -> Place:
        """This place as a vote is put: a jury's members take turns, a cascade's judges follow each other."""
        return self.voters[number] if self.voters else self

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that answer, in declared order."""
        return tuple(dict.fromkeys(voter.role for voter in self.voters)) or (self.role,)

    def leads_by(self, branches: Iterable[Branch]) -> tuple[int, ...]:
        """What it may lead to where it can take only these of its branches."""
        return self.parts or tuple(branch.place for branch in branches if branch.place >= 0)


@dataclass(frozen=True, kw_only=True)
class Lists:
    """What a plan knows of the lists of its `each` nodes."""

    known: Mapping[Hashable, Roll]
    """The lists that it is laid out by, by the identity of the place of each."""
    open: tuple[int, ...]
    """The places of those whose list it does not know."""
    identities: tuple[Hashable, ...]
    """Of every place what it is called in any plan of the graph."""
    unrolled: Callable[[Mapping[Hashable, Roll]], Plan]
    """The plan of the graph by what is known of lists."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A graph made ready to run."""

    graph: Graph
    places: tuple[Place, ...]
    """In plan order."""
    start: int
    fields: tuple[str, ...]
    """Every column that some node shows, in one order for the whole rubric: the defaults', then as declared."""
    headings: frozenset[str]
    """Every heading that evidence can stand under."""
    texts: Mapping[str, Texts] = field(default_factory=lambda: {"": ENGLISH})
    """The headings of fields, and what stands for those that are not there, by the language of places."""
    turns: tuple[Turns, ...] = ()
    """Every choice of turns that some node shows, in the same order."""
    tasks: tuple[int, ...] = ()
    """The places of tasks, in plan order."""
    alike: tuple[tuple[int, ...], ...] = ()
    """The places that ask the same, by their `same` number."""
    recurring: tuple[int, ...] = ()
    """The `same` numbers whose answer reaches the score by more than one way, so that bounds must be worked out over
    their answers together; ascending."""
    verdicts: Mapping[int, tuple[Verdict, ...]] = field(default_factory=dict)
    """The verdicts that each recurring number may have."""
    gathered: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """place -> the recurring numbers whose ways have come together there."""
    outlook: Outlook | None = None
    """What can be said before anything is known of a case; made by `compile_plan`."""

    lists: Lists | None = None
    """What it knows of lists, where the graph has an `each`."""

    @cached_property
    def whole(self) -> Plan:
        """The plan in which every node stands, as if each list had one item; itself where it goes over no lists."""
        plan = self
        while plan.lists is not None and plan.lists.open:
            one = {plan.lists.identities[index]: Roll((0,), None) for index in plan.lists.open}
            plan = plan.lists.unrolled({**plan.lists.known, **one})
        return plan

    def places_of(self, node: str) -> Sequence[Place]:
        """The places of a node, in plan order."""
        return [place for place in self.places if place.name == node]
