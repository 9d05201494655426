"""Makes the places of a plan: each node where it stands, with all of its prompt that no case changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from arbitree.core.bounded import budget_of
from arbitree.core.budgets import Budget
from arbitree.core.flow import fields_of, kind_of, language_of, targets, tasks_of
from arbitree.core.grading import ends_of
from arbitree.core.graph import AnyNode, AskingNode, Graph
from arbitree.core.keys import lead, stem
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.base import NOT_APPLICABLE, Absent, Target
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.each import Each, Item
from arbitree.core.kinds.grade import Grade
from arbitree.core.kinds.metric import Metric
from arbitree.core.kinds.task import Task
from arbitree.core.kinds.weigh import Weigh
from arbitree.core.layout import Spot
from arbitree.core.measured import role_of
from arbitree.core.plan import Branch, Place
from arbitree.core.polling import graders, polled, roles_of
from arbitree.core.prompts import fenced, plain
from arbitree.core.prompts.grades import grade_words, steps_words
from arbitree.core.prompts.overrides import worded, words_of
from arbitree.core.prompts.texts import Texts
from arbitree.core.prompts.wording import Wording, wording_of
from arbitree.core.records import Message, Shape, Style, Verdict
from arbitree.core.rolls import COUNTING, place_of_list
from arbitree.core.steps import Steps
from arbitree.core.structural.asked import LOCAL_ROLE, messages_of
from arbitree.core.structural.table import needs_local
from arbitree.core.sums import tenth
from arbitree.core.turns import Shown, Turns, column_of


class Maker:
    """Makes each place from its spot."""

    def __init__(
        self,
        graph: Graph,
        spots: list[Spot],
        number: Mapping[int, int],
        styles: Mapping[str, Style],
        style: Style,
    ) -> None:
        """Get ready.

        Args:
            graph: the rubric's graph.
            spots: where its nodes stand.
            number: the number of each spot in plan order.
            styles: the style of each role that differs from `style`.
            style: the style of every other role.
        """
        self._graph, self._spots, self._number = graph, spots, number
        self._styles = styles
        self._style: Style = style
        self._tasks = tasks_of(graph)
        self._several = self._standing_apart()
        self._parents: dict[int, list[int]] = {}
        for index, spot in enumerate(spots):
            for tied in (*spot.leads, *spot.reads):
                self._parents.setdefault(tied, []).append(index)
        shown = (name for node in graph.nodes for name in fields_of(node, graph, self._tasks))
        everything = tuple(dict.fromkeys((*graph.defaults.shows, *shown)))
        self.fields = tuple(dict.fromkeys(map(column_of, everything)))
        """Every column that some node shows, the defaults' first."""
        self.turns = tuple(one for one in everything if isinstance(one, Turns))
        """Every choice of turns that some node shows, in the same order."""
        self._rank = {name: rank for rank, name in enumerate(everything)}
        self.texts: Mapping[str, Texts] = {
            language: worded(language, graph.prompts) for language in dict.fromkeys(map(self._language, graph.nodes))
        }
        """The wording in each language that some node has, as the rubric words it."""
        labels = {task.title for task in self._tasks.values()}
        shown_under = {texts.heading(one) for texts in self.texts.values() for one in everything}
        self.headings = frozenset(shown_under | labels)
        """Every heading that evidence can stand under."""
        self._views: dict[tuple[Style, str, Budget | None, tuple[Shown | int, ...]], int] = {}
        self._leads: dict[tuple[str, Shape, tuple[Message, ...]], bytes] = {}

    def _language(self, node: AnyNode) -> str:
        """The language of a node's fixed wording; empty when the rubric says none."""
        return "" if isinstance(node, (Weigh, Each)) else language_of(node, self._graph)

    def _wording(self, node: AskingNode, shape: Shape) -> Wording:
        """What a node asks."""
        if isinstance(node, Check):
            return Wording(asks=messages_of(node.tests, "")[0].content, shape=shape)
        if isinstance(node, Metric):
            return Wording(asks=node.metric, shape=shape)
        language = self._language(node)
        texts = worded(language, self._graph.prompts, node.prompts) if node.prompts else self.texts[language]
        if isinstance(node, Steps):
            return Wording(asks=steps_words(node, texts), shape=shape, texts=texts)
        prompt = words_of(kind_of(node), language, node.prompt, node.prompts, texts, self._graph.defaults.prompt)
        if isinstance(node, Grade):
            return wording_of(grade_words(node, texts), shape, prompt, texts)
        return wording_of(node.instructions if isinstance(node, Task) else node.criteria, shape, prompt, texts)

    def _standing_apart(self) -> set[str]:
        """The names of nodes that stand in several places, for other reasons than the items of a list."""
        ways = Counter(spot.node.name for spot in self._spots)
        if self._graph.eaches:
            ways = Counter(name for name, _ in {(spot.node.name, self._after(spot)) for spot in self._spots})
        return {name for name, count in ways.items() if count > 1}

    def place(self, old: int) -> Place:
        """The place that a spot becomes."""
        spot = self._spots[old]
        node, index = spot.node, self._number[old]
        parents = tuple(sorted({self._number[parent] for parent in self._parents.get(old, ())}))
        after = self._after(spot) if node.name in self._several else ()
        weighs = node if isinstance(node, Weigh) else spot.weighs
        if weighs is not None:
            parts = tuple(self._number[lead] for lead in spot.leads)
            place = Place(
                index=index,
                node=weighs,
                name=node.name,
                kind=COUNTING if spot.counts else kind_of(node),
                after=after,
                parts=parts,
                leads=tuple(dict.fromkeys(parts)),
                parents=parents,
                reads=tuple(self._number[read] for read in spot.reads),
            )
        elif isinstance(node, (Each, Item)):
            place = place_of_list(
                node,
                self._graph,
                index=index,
                after=after,
                fields=fields_of(node, self._graph, self._tasks),
                reads=tuple(self._number[read] for read in spot.reads),
                absent=tuple(spot.absent),
                parents=parents,
            )
        else:
            assert not isinstance(node, Weigh)
            place = self._asking(node, spot, index, parents, after)
        return replace(place, items=tuple(sorted(self._number[item] for item in spot.items))) if spot.items else place

    def _after(self, spot: Spot) -> tuple[str, ...]:
        """The tasks passed before a spot, without the items of lists."""
        return tuple(name for name, index in spot.passed if index not in spot.items)

    def _asking(
        self, node: AskingNode, spot: Spot, index: int, parents: tuple[int, ...], after: tuple[str, ...]
    ) -> Place:
        defaults = self._graph.defaults
        role, shape = self._asked(node)
        fields = fields_of(node, self._graph, self._tasks)
        votes = node.votes if node.votes is not None else defaults.votes
        branches = self._branches(spot)
        place = Place(
            index=index,
            node=node,
            name=node.name,
            kind=kind_of(node),
            after=after,
            votes=1 if isinstance(node, (Task, Check, Metric)) else votes,
            shape=shape,
            fields=fields,
            reads=tuple(self._number[read] for read in spot.reads),
            absent_reads=tuple(spot.absent),
            on_missing=defaults.on_missing if node.on_missing is None else node.on_missing,
            on_empty=self._on_empty(node),
            budget=budget_of(node, defaults),
            branches=branches,
            leads=tuple(dict.fromkeys(branch.place for branch in branches.values() if branch.place >= 0)),
            parents=parents,
            graded=isinstance(node, (Grade, Metric)),
            steps=self._number[spot.reads[0]] if isinstance(node, Grade) and node.writes_steps else -1,
            wording=self._wording(node, shape or Shape(kind="yes_no")),
            language=self._language(node),
        )
        titles = tuple(self._spots[read].node.title for read in spot.reads[place.steps >= 0 :])
        laid = self._laid_out(place, role, titles)
        return self._polled(node, place, laid, titles) if isinstance(node, (Ask, Choose, Grade)) else laid

    def _polled(self, node: Ask | Choose | Grade, place: Place, laid: Place, titles: tuple[str, ...]) -> Place:
        """The place with its voters: laid out anew for each role and each order of options."""
        defaults = self._graph.defaults

        def lay(role: str, shape: Shape) -> Place:
            if shape is place.shape:
                return self._laid_out(place, role, titles)
            changed = replace(place, shape=shape, wording=self._wording(node, shape))
            return self._laid_out(changed, role, titles)

        return graders(laid, node, lay) if isinstance(node, Grade) else polled(laid, node, defaults, lay)

    def _laid_out(self, place: Place, role: str, titles: tuple[str, ...]) -> Place:
        """The place with its prompt, as the judge of a role wants it.

        Args:
            place: the place.
            role: the role.
            titles: the headings that the texts of its tasks stand under.
        """
        assert place.wording is not None
        style = self._styles.get(role, self._style)
        shown = place.fields if style == "plain" else tuple(sorted(place.fields, key=self._rank.__getitem__))
        read = [index for index in place.reads if index != place.steps]
        tasks, fields = list[Shown | int](read), list[Shown | int](shown)
        evidence = tuple(tasks + fields if style == "plain" else fields + tasks)
        start = b"" if place.shape is None else stem(role, place.shape)
        frame, begun = None, b""
        if place.shape is not None and not isinstance(place.node, (Check, Metric)):
            frame = (plain if style == "plain" else fenced).frame(place.wording)
            begun = self._leads.setdefault((role, place.shape, frame.before), lead(start, frame.before))
        return replace(
            place,
            role=role,
            style=style,
            shown=shown,
            labels=(*titles, *map(self.texts[place.language].heading, shown)),
            evidence=evidence,
            view=self._views.setdefault((style, place.language, place.budget, evidence), len(self._views)),
            frame=frame,
            stem=start,
            lead=begun,
        )

    def _on_empty(self, node: AskingNode) -> Absent:
        """The policy of a node for an empty field; checks and metrics see empty text unless they say otherwise."""
        usual: Absent = "ask" if isinstance(node, (Check, Metric)) else self._graph.defaults.on_empty
        return usual if node.on_empty is None else node.on_empty

    def _asked(self, node: AskingNode) -> tuple[str, Shape | None]:
        match node:
            case Task():
                return roles_of(node, self._graph.defaults)[0], Shape(kind=node.gives)
            case Ask():
                return roles_of(node, self._graph.defaults)[0], Shape(kind="yes_no")
            case Choose():
                options = tuple(label for label, _ in node.options)
                return roles_of(node, self._graph.defaults)[0], Shape(kind="one_of", options=options)
            case Grade():
                return roles_of(node, self._graph.defaults)[0], Shape(kind="number", scale=node.asked_scale)
            case Metric():
                return role_of(node.metric), Shape(kind="number", scale=node.asked_scale)
            case Check():
                return LOCAL_ROLE, Shape(kind="yes_no") if needs_local(node.tests) else None
            case _:
                assert_never(node)

    def _branches(self, spot: Spot) -> dict[Verdict, Branch]:
        node = spot.node
        if isinstance(node, (Task, Weigh)):
            return {}
        if isinstance(node, (Grade, Metric)):
            return {branch.verdict: branch for branch in ends_of(node.asked_scale)}
        labels: list[Verdict] = [label for label, _ in node.options] if isinstance(node, Choose) else [True, False]
        ends = zip(labels, targets(node), spot.leads, strict=True)
        return {label: self._branch(label, target, lead) for label, (_, target), lead in ends}

    def _branch(self, verdict: Verdict, target: Target, lead: int) -> Branch:
        if target is NOT_APPLICABLE:
            return Branch(verdict=verdict, to="not_applicable")
        if isinstance(target, str):
            return Branch(verdict=verdict, to=target, place=self._number[lead])
        return Branch(verdict=verdict, to=f"= {target:g}", score=tenth(target), points=target)
