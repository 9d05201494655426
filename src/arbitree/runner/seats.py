"""Gives every role of a rubric its judge, and the plan the prompts that these judges want."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from arbitree.core.cases import Case, Cases
from arbitree.core.compile import compile_plan
from arbitree.core.engine import NO_LIMITS, Limits
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.measured import has_metrics, is_metric_role
from arbitree.core.plan import Plan
from arbitree.core.records import Style
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import JudgeError, Problem
from arbitree.judges.adapt import adapt
from arbitree.judges.base import Judge
from arbitree.judges.local import LocalJudge
from arbitree.judges.local_checks import problems_of_checks


@runtime_checkable
class Binding(Protocol):
    """A judge that has to see the plan and the cases before it is asked, as one that replays answers does."""

    def bind(self, plan: Plan, cases: Iterable[Case], *, local: Judge | None = None) -> Judge:
        """The same judge, made ready."""
        ...


@runtime_checkable
class Sitting(Protocol):
    """A judge that answers all questions before the run, case after case, where it answers alone."""

    def sit(self, cases: Sequence[Case], *, limits: Limits = NO_LIMITS) -> None:
        """Answers them."""
        ...


@dataclass(frozen=True, kw_only=True)
class Seats:
    """A plan, and the judge of each role in it."""

    plan: Plan
    judges: Mapping[str, Judge]

    @property
    def paid(self) -> tuple[Judge, ...]:
        """Everyone who answers but the local judge."""
        return tuple(judge for role, judge in self.judges.items() if role != LOCAL_ROLE)

    @property
    def sitting(self) -> Sitting | None:
        """The judge that has to answer before the run; None where there is none, or where it does not answer alone."""
        asked = self._asked
        return asked[0] if len(asked) == 1 and isinstance(asked[0], Sitting) else None

    @property
    def wants_cases(self) -> bool:
        """Whether a judge has to see all cases first."""
        return any(isinstance(judge, (Binding, Sitting)) for judge in self.judges.values())

    @property
    def is_talking(self) -> bool:
        """Whether a person is asked while the run goes on, beside other judges."""
        return len(self._asked) > 1 and any(isinstance(judge, Sitting) for judge in self._asked)

    @property
    def _asked(self) -> tuple[Judge, ...]:
        """Each judge that has something to answer, once."""
        default = self.judges.get(DEFAULT_ROLE)
        found = (self.judges.get(role, default) for role in roles_of(self.plan))
        return tuple({id(judge): judge for judge in found if judge is not None}.values())

    @property
    def styles(self) -> dict[str, Style]:
        """The style of prompt that the judge of each role wants."""
        return {role: judge.style for role, judge in self.judges.items()}


def seated(graph: Graph, models: Mapping[str, object], *, allow: Sequence[str] = (), concurrency: int = 20) -> Seats:
    """The plan of a graph, and who answers in it.

    Args:
        graph: the rubric.
        models: for each role a judge, or what can be made one; the role `judge` answers for all that are not named.
        allow: modules whose functions checks may call, and whose metrics the rubric may name.
        concurrency: how many threads blocking calls may take.

    Raises:
        GraphError: with every mistake of the graph.
        JudgeError: with every role that nobody answers for, all that is no judge, and every check that cannot be run.
    """
    judges: dict[str, Judge] = {}
    problems: list[Problem] = []
    for role, model in models.items():
        try:
            judges[role] = adapt(model, concurrency=concurrency)
        except JudgeError as error:
            problems += error.problems
    default = judges[DEFAULT_ROLE].style if DEFAULT_ROLE in judges else "messages"
    plan = compile_plan(graph, styles={role: judge.style for role, judge in judges.items()}, style=default)
    problems += [] if problems else [*_unseated(plan, judges), *_unfit(plan, judges)]
    if LOCAL_ROLE not in judges and any(place.shape and place.role == LOCAL_ROLE for place in plan.whole.places):
        local = judges[LOCAL_ROLE] = LocalJudge(allow=allow)
        problems += problems_of_checks(graph, local)
    if has_metrics(graph):
        from arbitree.runner.metric_judge import metric_judges  # loads test cases, which only metrics need

        try:
            judges = {**metric_judges(graph, {}, allow=tuple(allow), concurrency=concurrency), **judges}
        except JudgeError as error:
            problems += error.problems
    if problems:
        raise JudgeError(problems)
    return Seats(plan=plan, judges=judges)


def bound(seats: Seats, cases: Cases) -> Seats:
    """The same, every judge that has to see the cases first having seen them.

    Raises:
        RecordError: recorded answers contradict each other, or are another rubric's.
    """
    local = seats.judges.get(LOCAL_ROLE)
    made: dict[int, Judge] = {}
    for judge in seats.judges.values():
        if isinstance(judge, Binding) and id(judge) not in made:
            made[id(judge)] = judge.bind(seats.plan, cases, local=local)
    judges = {role: made.get(id(judge), judge) for role, judge in seats.judges.items()}
    return Seats(plan=seats.plan, judges=judges)


def roles_of(plan: Plan) -> dict[str, str]:
    """The roles that a judge has to answer for, each with the first node that asks it."""
    roles: dict[str, str] = {}
    for place in plan.whole.places:
        if place.shape is not None and place.role != LOCAL_ROLE and not is_metric_role(place.role):
            for role in place.roles:
                roles.setdefault(role, place.name)
    return roles


def _unfit(plan: Plan, judges: Mapping[str, Judge]) -> Iterator[Problem]:
    """The nodes that ask a judge for what it can never answer, as a judge of decisions for a text."""
    default = judges.get(DEFAULT_ROLE)
    for place in plan.whole.places:
        roles = place.roles if place.shape is not None and place.role != LOCAL_ROLE else ()
        for role in roles:
            judge = judges.get(role, default)
            shapes = getattr(judge, "shapes", None)
            if judge is None or place.shape is None or not isinstance(shapes, frozenset) or place.shape.kind in shapes:
                continue
            yield Problem(
                code="J153",
                what=f'"{place.name}" asks {judge.name} for a {place.shape.kind}, which it never gives',
                where=f'node "{place.name}", role "{role}"; that judge answers {" and ".join(sorted(shapes))} only',
                mend="give such nodes a role of their own (`judge: chat`), and a chat judge to it: --judge chat=...",
                node=place.name,
            )


def _unseated(plan: Plan, judges: Mapping[str, Judge]) -> list[Problem]:
    if DEFAULT_ROLE in judges:
        return []
    return [
        Problem(
            code="J151",
            what=f'nobody answers for the role "{role}", which "{node}" asks',
            where=f"roles with a judge: {', '.join(role for role in judges if role != LOCAL_ROLE) or 'none'}",
            mend="name a judge: --judge openai:MODEL, rules:FILE, recorded:FILE or module:name; in Python, judge=...",
            node=node,
        )
        for role, node in roles_of(plan).items()
        if role not in judges
    ]
