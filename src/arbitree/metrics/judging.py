"""Who judges for a metric: the judge of each role, made ready for a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbitree.core.cases import Case
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.measured import has_metrics, is_metric_role
from arbitree.core.plan import Plan
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.errors import JudgeError, Problem
from arbitree.judges.adapt import adapt
from arbitree.judges.base import Judge
from arbitree.judges.callee import Prefer
from arbitree.judges.layers import limited
from arbitree.judges.local import LocalJudge
from arbitree.judges.local_checks import problems_of_checks
from arbitree.judges.named import judge_from
from arbitree.judges.recorded import RecordedJudge


def by_role(
    model: object, judges: Mapping[str, object] | None, *, own: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Who was given for each role: `model` for all that nobody else is named for.

    Args:
        model: who judges in general.
        judges: who judges in single roles.
        own: who judges in the roles of nodes that brought a judge of their own.
    """
    return {**(own or {}), **({} if model is None else {DEFAULT_ROLE: model}), **(judges or {})}


def judges_of(given: Mapping[str, object], *, concurrency: int, async_mode: bool) -> dict[str, Judge]:
    """The judge of each role, from what was given for it.

    Without `async_mode`, `generate` is preferred to `a_generate`, and one question is out at a time.

    Raises:
        JudgeError: something is no judge and cannot be made one.
        UsageError: a text names no judge.
    """
    at_once = concurrency if async_mode else 1
    prefer: Prefer = "async" if async_mode else "threads"
    made: dict[int, Judge] = {}
    for one in given.values():
        if id(one) not in made:
            named = judge_from(one, concurrency=at_once) if isinstance(one, str) else None
            judge = named or adapt(one, concurrency=at_once, prefer=prefer)
            made[id(one)] = limited(judge, in_flight=at_once)
    return {role: made[id(one)] for role, one in given.items()}


def needs_local(plan: Plan) -> bool:
    """Whether a check has tests that only the `local` judge can run."""
    return any(place.shape is not None and place.role == LOCAL_ROLE for place in plan.whole.places)


def local_judge(plan: Plan, allow: Sequence[str]) -> LocalJudge:
    """Who runs the tests of the plan's checks.

    Raises:
        JudgeError: with every test that it cannot run.
    """
    local = LocalJudge(allow=allow)
    problems = tuple(problems_of_checks(plan.graph, local))
    if problems:
        raise JudgeError(problems)
    return local


def others_of(
    plan: Plan, judges: Mapping[str, Judge], objects: Mapping[str, object], allow: Sequence[str], concurrency: int
) -> dict[str, Judge]:
    """Who answers what no judge is asked: the tests of checks, and the metrics that are leaves.

    Args:
        plan: the plan.
        judges: who judges.
        objects: metrics by what the graph calls them.
        allow: the modules whose functions and metrics may be used.
        concurrency: how many cases one metric may measure at once; 0: one, and none is awaited.

    Raises:
        JudgeError: a test cannot be run, or a metric is none.
    """
    made: dict[str, Judge] = {}
    if LOCAL_ROLE not in judges and needs_local(plan):
        made[LOCAL_ROLE] = local_judge(plan, allow)
    if has_metrics(plan.graph):
        from arbitree.runner.metric_judge import metric_judges  # most graphs have no metric as a leaf

        is_async, at_once = concurrency > 0, max(concurrency, 1)
        made |= metric_judges(plan.graph, objects, allow=tuple(allow), run_async=is_async, concurrency=at_once)
    return made


def check_judges(plan: Plan, judges: Mapping[str, Judge]) -> None:
    """Raises a JudgeError when there is a question that nobody could be asked; before the first is."""
    if DEFAULT_ROLE in judges:
        return
    lacking = [place for place in plan.whole.places if not judges.keys() >= set(place.roles)]
    asking = [place for place in lacking if place.shape is not None]
    nodes = list(dict.fromkeys(place.name for place in asking if not is_metric_role(place.role)))
    if not nodes:
        return
    named = ", ".join(f'"{node}"' for node in nodes[:5]) + (f" and {len(nodes) - 5} more" if len(nodes) > 5 else "")
    roles = dict.fromkeys(role for place in asking for role in place.roles if role not in judges)
    whom = "one" if list(roles) == [DEFAULT_ROLE] else ", ".join(f'"{role}"' for role in roles)
    raise JudgeError(
        Problem(
            code="J104",
            what=f'"{plan.graph.name}" has no judge, and {named} must ask {whom}',
            where="DAGMetric(model=..., judges=...)" if whom != "one" else "DAGMetric(model=...)",
            mend="pass model=: an object with `generate` or `a_generate`, or a function from prompt to reply",
        )
    )


def ready_for(case: Case, plan: Plan, judges: Mapping[str, Judge]) -> Mapping[str, Judge]:
    """The judges, ready for a case: recorded answers are kept by case and node, and asked for by question.

    Raises:
        RecordError: the recorded answers are not about this rubric, or contradict each other.
    """
    if not any(isinstance(judge, RecordedJudge) for judge in judges.values()):
        return judges
    local = judges.get(LOCAL_ROLE)
    return {
        role: judge.bind(plan, (case,), local=local) if isinstance(judge, RecordedJudge) else judge
        for role, judge in judges.items()
    }
