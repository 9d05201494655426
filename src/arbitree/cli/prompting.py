"""What cases would be asked: rendered, or heard while they are scored; and by whom, as `run` would have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbitree.cli.appointing import configured
from arbitree.cli.config import Config
from arbitree.cli.judging import Named, judges_of, models_of
from arbitree.core.cases import Cases
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.records import Style
from arbitree.errors import JudgeError, Problem
from arbitree.executors.score import score_case
from arbitree.judges.base import is_inline
from arbitree.judges.loop import run_sync
from arbitree.judges.recorded import RecordedJudge
from arbitree.rubric import Rubric
from arbitree.runner.listening import Listening
from arbitree.runner.preview import Preview, previews
from arbitree.runner.seats import bound, seated


def rendered(rubric: Rubric, cases: Cases, config: Config, *, style: Style | None) -> Iterator[Preview]:
    """What each case would be asked, without asking.

    Args:
        rubric: the rubric.
        cases: the cases.
        config: says who answers for which role, and so in which style.
        style: that of all roles, in place of what the configuration says.

    Raises:
        JudgeError: a judge of the configuration cannot be used.
    """
    styles: dict[str, Style] = {}
    if style is None:
        judges = configured(config, {}, rubric.graph, concurrency=1)
        styles = {role: named.judge.style for role, named in judges.items()}
    plan = rubric.plan(styles=styles, style=style or styles.get(DEFAULT_ROLE, "messages"))
    for case in cases:
        yield from previews(plan, case)


def heard(rubric: Rubric, cases: Cases, config: Config, texts: Sequence[str]) -> Iterator[Preview]:
    """What is asked when the cases are really scored, by the judges that are named, and those of the configuration.

    Raises:
        JudgeError: a judge cannot be used; or one of the configuration's would be asked, and may cost.
    """
    named = judges_of(texts, concurrency=1)
    judges = configured(config, named, rubric.graph, concurrency=1)
    problems = list(_costly(judges, named, config))
    if problems:
        raise JudgeError(problems)
    seats = bound(seated(rubric.graph, models_of(judges), allow=rubric.allow), cases)
    kinds = {place.name: place.kind for place in seats.plan.whole.places}
    for case in cases:
        listening = {role: Listening(judge) for role, judge in seats.judges.items()}
        run_sync(score_case(seats.plan, case, listening))
        for question in (question for one in listening.values() for question in one.heard):
            yield Preview(
                case=case.id,
                node=question.node,
                kind=kinds.get(question.node, ""),
                after=(),
                role=question.role,
                messages=question.messages,
                key=question.key,
                waits_for=(),
            )


def _costly(judges: dict[str, Named], named: Iterable[str], config: Config) -> Iterator[Problem]:
    """A problem for each judge of the configuration that would be asked though nobody named it for this."""
    own = set(named)
    for role, one in judges.items():
        if role not in own and not is_inline(one.judge) and not isinstance(one.judge, RecordedJudge):
            of_role = "" if role == DEFAULT_ROLE else f"{role}="
            yield Problem(
                code="X328",
                what=f'{one.name} would be asked for the role "{role}", and may cost',
                where=f"{config.path}, [judges] {role}",
                mend=f"name it here too, or one that costs nothing: --judge {of_role}rules:FILE",
            )
