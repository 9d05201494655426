"""One pass of several metrics: whoever judges in them is asked each question once, and by all of them together no more
questions at once than the limit says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, Self, cast

from arbitree.core.records import Answer, Question, Result
from arbitree.errors import JudgeError, Problem
from arbitree.judges.base import Judge, is_inline
from arbitree.judges.budget import Budget
from arbitree.judges.identity import identity_of
from arbitree.judges.prices import table_name
from arbitree.judges.slots import Slots
from arbitree.judges.stack import Layers
from arbitree.judges.wrapped import Wrapped, innermost
from arbitree.metrics.judging import judges_of
from arbitree.reports.summary import Spent
from arbitree.runner.bench import Bench
from arbitree.runner.keeping import RECORDS, Keeping
from arbitree.runner.memory import Memory


class Asking(Protocol):
    """A metric of ours: it says who judges, and can be made to ask others in their place."""

    models: Mapping[str, object]
    """Who was given to judge, by role."""

    @property
    def keeping(self) -> Keeping | None:
        """How replies are remembered; None where they are not."""
        ...

    def asking(self, judges: Mapping[str, Judge]) -> Self:
        """A copy whose questions go to these judges."""
        ...

    def require_judges(self) -> None:
        """Raises a JudgeError where a question has nobody to answer it."""
        ...

    async def arun(self, test_case: Any) -> Result:
        """What a case comes to."""
        ...

    def keep(self, result: Result) -> None:
        """Sets the attributes to what a result says."""
        ...


def is_ours(metric: object) -> bool:
    """Whether a metric gives results, and can be made to share its judges."""
    names = ("arun", "asking", "keep", "require_judges")
    return all(callable(getattr(metric, name, None)) for name in names) and hasattr(metric, "models")


class Pass:
    """The judges of all metrics that are measured together. Those that are one judge are seated once."""

    def __init__(
        self,
        *,
        keeping: Keeping | None = None,
        budget: Budget | None = None,
        at_once: int = 20,
        run_async: bool = True,
    ) -> None:
        """Begins with nobody.

        Args:
            keeping: How replies are remembered; None: as each metric says.
            budget: What may be spent, by all judges together.
            at_once: How many questions are with all judges together, at most.
            run_async: Whether judges are awaited. Else there is one question at a time.
        """
        self._keeping, self._budget = keeping, budget or Budget()
        self._at_once, self._run_async = at_once if run_async else 1, run_async
        self._slots = Slots(self._at_once)
        self._given: list[object] = []
        """Held for as long as the pass, so that no other object comes to have the identity of one of these."""
        self._seats: dict[tuple[object, Keeping | None], Judge] = {}
        self._roles: dict[object, dict[str, None]] = {}
        self._marks: dict[str, list[object]] = {}
        """Who is seated under each name in the benches."""
        self._benches: list[tuple[Bench, Memory | None]] = []

    def ready(self, metrics: Sequence[Any]) -> list[Any]:
        """The metrics in their order: of ours, copies that ask the judges of the pass; the others as they are.

        Raises:
            JudgeError: questions have nobody to answer them; all are named.
            RecordError: the ledger cannot be used, or a judge does not tell what its replies depend on.
        """
        ours = [cast(Asking, metric) for metric in metrics if is_ours(metric)]
        wanted: dict[Keeping | None, dict[object, object]] = {}
        problems: dict[Problem, None] = {}
        for metric in ours:
            models = wanted.setdefault(self._keeping_of(metric), {})
            models |= {_mark(model): model for model in metric.models.values()}
            self._note_roles(metric)
            try:
                metric.require_judges()
            except JudgeError as error:
                problems |= dict.fromkeys(error.problems)
        if problems:
            raise JudgeError(problems)
        for keeping, models in wanted.items():
            self._seat({mark: model for mark, model in models.items() if (mark, keeping) not in self._seats}, keeping)
        return [metric.asking(self._judges_of(metric)) if is_ours(metric) else metric for metric in metrics]

    @property
    def stopped(self) -> Problem | None:
        """Why no more should be asked: the first questions to a judge all failed alike, or nothing can be kept."""
        return next((bench.stopped for bench, _ in self._benches if bench.stopped is not None), None)

    @property
    def spent(self) -> Spent:
        """What the judges of the pass were asked so far, and what that took."""
        benches = [bench for bench, _ in self._benches]
        took = self._budget.spent
        return Spent(
            calls=sum(bench.calls for bench in benches),
            shared=sum(bench.shared for bench in benches),
            recalled=sum(bench.recalled for bench in benches),
            tries=sum(bench.tries for bench in benches),
            cost=round(took.cost, 9) if all(bench.is_priced for bench in benches) else None,
            prices=table_name() if took.tokens else "",
            judges=tuple(replace(one, roles=self._roles_of(one.roles)) for bench in benches for one in bench.by_judge),
        )

    def close(self) -> tuple[Problem, ...]:
        """Writes what is left and lets go of the ledgers; says what a replay lacked, and what could not be kept."""
        problems: list[Problem] = []
        for _, memory in self._benches:
            if memory is not None:
                problems += memory.problems()
                problems += memory.close()
        return tuple(problems)

    def _roles_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """The roles that somebody answers for in any of the metrics."""
        found = (role for name in names for mark in self._marks[name] for role in self._roles[mark])
        return tuple(dict.fromkeys(found))

    def _note_roles(self, metric: Asking) -> None:
        for role, model in metric.models.items():
            self._roles.setdefault(_mark(model), {})[role] = None

    def _keeping_of(self, metric: Asking) -> Keeping | None:
        return metric.keeping if self._keeping is None else self._keeping

    def _judges_of(self, metric: Asking) -> dict[str, Judge]:
        keeping = self._keeping_of(metric)
        found = {role: self._seats.get((_mark(model), keeping)) for role, model in metric.models.items()}
        return {role: judge for role, judge in found.items() if judge is not None}

    def _seat(self, models: Mapping[object, object], keeping: Keeping | None) -> None:
        """Seats those who were not there yet. Recorded answers and persons stay with their metrics, case by case."""
        self._given += models.values()
        named = {str(place): model for place, model in enumerate(models.values())}
        made = judges_of(named, concurrency=self._at_once, async_mode=self._run_async)
        places: dict[object, str] = {}
        asked: dict[str, Judge] = {}
        for mark, judge in zip(models, made.values(), strict=True):
            who = _who(judge)
            if isinstance(innermost(judge), RECORDS):
                continue
            if (who, keeping) in self._seats:
                self._seats[mark, keeping] = self._seats[who, keeping]
            elif who in places:
                self._marks[places[who]].append(mark)
            else:
                places[who] = name = f"{len(self._marks)}"
                self._marks[name] = [mark]
                asked[name] = judge if is_inline(judge) else _Counted(judge, self._slots)
        if not asked:
            return
        memory = None if keeping is None else Memory(keeping, asked.values())
        layers = Layers(in_flight=self._at_once)
        bench = Bench(asked, layers=layers, budget=self._budget, memory=memory, free=frozenset())
        self._benches.append((bench, memory))
        for who, name in places.items():
            self._seats |= {(mark, keeping): bench.judges[name] for mark in (who, *self._marks[name])}


class _Counted(Wrapped):
    """A judge that counts toward the limit that all judges of a pass share."""

    def __init__(self, judge: Judge, slots: Slots) -> None:
        super().__init__(judge)
        self._slots = slots

    async def ask(self, question: Question) -> Answer:
        """The answer of the judge inside, once there is room for the call."""
        async with self._slots:
            return await self.judge.ask(question)


def _mark(model: object) -> object:
    """What tells one who judges from another: a text is its own name."""
    return model if isinstance(model, str) else id(model)


def _who(judge: Judge) -> object:
    """Who a judge is: what it tells of itself, so that two objects for one model are one judge; else the object."""
    identity = identity_of(judge)
    return id(judge) if identity is None else identity
