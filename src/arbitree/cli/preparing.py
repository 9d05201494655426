"""Everything that a run needs, looked at before the first call; all that is wrong is reported together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from arbitree.cli.appointing import configured, is_lacking
from arbitree.cli.choosing import chosen, group_by
from arbitree.cli.config import Config, load_config
from arbitree.cli.flags import Flags, contradictions
from arbitree.cli.gathering import Trials
from arbitree.cli.judging import AUTO, Named, judges_of, models_of, unasked
from arbitree.cli.options import renamed
from arbitree.core.cases import Case, Cases
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.data import ScannedCases, scan_cases
from arbitree.errors import Problem
from arbitree.judges.budget import Budget
from arbitree.judges.rates import Rates
from arbitree.judges.retry import Patience
from arbitree.judges.stack import Layers
from arbitree.rubric import Rubric
from arbitree.runner.earlier import differences, run_summary
from arbitree.runner.folder import find_folder, named_folder, refuse_taken
from arbitree.runner.keeping import Keeping
from arbitree.runner.lacks import nowhere
from arbitree.runner.memory import Memory
from arbitree.runner.record import RubricCopy, Start
from arbitree.runner.seats import Seats, bound, roles_of, seated
from arbitree.runner.settings import Settings
from arbitree.stats.gate import DEFAULT_GATE, Gate, parse_gate


@dataclass(frozen=True, kw_only=True)
class Ready:
    """Everything that a run needs, checked."""

    rubric: Rubric
    cases: Cases
    warnings: tuple[Problem, ...]
    """What is seldom meant: in the rubric, rows that were left out, fields that no case has."""
    seats: Seats
    settings: Settings
    budget: Budget
    gate: Gate
    group: Callable[[Case], str] | None
    start: Start
    memory: Memory | None
    """The ledger of the run, opened; None when nothing is remembered."""
    earlier: Path | None
    """The run that is gone on with."""
    named: Mapping[str, Named]
    """The judges as they were named, by role."""


def made_ready(flags: Flags) -> Ready:
    """Everything that the run needs.

    Raises:
        ArbitreeError: with everything that is wrong.
    """
    trials = Trials()
    trials.note(*contradictions(flags))
    settings = _settings(flags, trials)
    budget = trials.get(lambda: Budget(calls=flags.max_calls, tokens=flags.max_tokens, cost=flags.max_cost))
    gate = trials.get(lambda: DEFAULT_GATE if flags.gate is None else parse_gate(flags.gate))
    rubric = trials.get(lambda: Rubric.load(flags.rubric, allow=flags.allow))
    file = trials.get(lambda: _read(flags))
    config = trials.get(load_config)
    named = trials.get(lambda: judges_of(flags.judges, concurrency=flags.concurrency))
    cases, group = _selection(flags, file, trials)
    judges = _judges(flags, rubric, named, config, settings, cases, trials)
    seats = _seats(flags, rubric, judges, settings, cases, trials)
    earlier = _folder(flags, trials)
    memory = _memory(flags, seats, earlier, trials)
    _settle(trials, memory)
    assert settings is not None and budget is not None and gate is not None and rubric is not None
    assert file is not None and cases is not None and seats is not None
    assert judges is not None and config is not None
    start = _start(flags, rubric, file, judges, seats, settings, config, memory)
    if earlier is not None:
        trials.note(*differences(earlier, start))
        _settle(trials, memory)
    return Ready(
        rubric=rubric,
        cases=cases,
        warnings=(*rubric.warnings, *file.problems, *nowhere(seats.plan, cases)),
        seats=seats,
        settings=settings,
        budget=budget,
        gate=gate,
        group=group,
        start=start,
        memory=memory,
        earlier=earlier,
        named=judges,
    )


def _judges(
    flags: Flags,
    rubric: Rubric | None,
    named: dict[str, Named] | None,
    config: Config | None,
    settings: Settings | None,
    cases: Cases | None,
    trials: Trials,
) -> dict[str, Named] | None:
    """The judges that are named, here or in the configuration; where that leaves questions open, whoever is found."""
    if rubric is None or named is None or config is None:
        return named
    graph = rubric.graph
    explains = flags.explain == "judge"
    judges = trials.get(lambda: configured(config, named, graph, concurrency=flags.concurrency, explains=explains))
    if judges is None or flags.replay or not is_lacking(judges, graph, explains=explains):
        return judges
    if trials.problems or settings is None or cases is None:
        # Nobody is looked for, and nobody asked, as long as something else is to be mended.
        return {**judges, DEFAULT_ROLE: AUTO}
    from arbitree.cli.finding import found_judge

    found = trials.get(lambda: found_judge(graph, cases, settings, flags))
    return judges if found is None else {**judges, DEFAULT_ROLE: found}


def _settle(trials: Trials, memory: Memory | None) -> None:
    """Raises what is wrong, and leaves no ledger open behind it."""
    if trials.problems and memory is not None:
        memory.close()
    trials.settle()


def _memory(flags: Flags, seats: Seats | None, earlier: Path | None, trials: Trials) -> Memory | None:
    """The ledger of the run, opened: what is wrong with it is said before anything is asked."""
    keeping = trials.get(
        lambda: Keeping(
            path=flags.ledger,
            replay=flags.replay,
            fresh=flags.fresh,
            keep_undecided=flags.keep_undecided,
            store_prompts=flags.store_prompts,
            remember_as=flags.remember_as,
        )
    )
    if keeping is None or seats is None or flags.no_ledger:
        return None
    noted = None if earlier is None else trials.get(lambda: run_summary(earlier).get("ledger"))
    began = noted if isinstance(noted, dict) else None
    return trials.get(lambda: Memory(keeping, seats.paid, earlier=began, looks=flags.dry_run))


def _settings(flags: Flags, trials: Trials) -> Settings | None:
    rates = trials.get(lambda: Rates(rpm=flags.rpm, tpm=flags.tpm))
    patience = trials.get(lambda: Patience(retries=flags.retries))
    if rates is None or patience is None:
        rates, patience = Rates(), Patience()
    layers = trials.get(
        lambda: Layers(in_flight=flags.concurrency, timeout=flags.timeout, rates=rates, patience=patience)
    )
    return trials.get(
        lambda: Settings(
            mode=flags.mode,
            schedule=flags.schedule,
            threshold=flags.threshold,
            tolerance=flags.tolerance,
            concurrency=flags.concurrency,
            deadline=flags.deadline,
            explain=flags.explain,
            layers=layers,
        )
    )


def _read(flags: Flags) -> ScannedCases:
    return scan_cases(
        flags.cases,
        id_column=flags.id_column,
        rename=renamed(flags.renames),
        csv_empty=flags.csv_empty,
        skip_bad=flags.skip_bad,
    )


def _selection(
    flags: Flags, file: ScannedCases | None, trials: Trials
) -> tuple[Cases | None, Callable[[Case], str] | None]:
    if file is None:
        return None, None
    pick = {"only": flags.only, "count": flags.count, "seed": flags.seed, "limit": flags.limit}
    cases = trials.get(lambda: chosen(file, **pick))  # type: ignore[arg-type]
    by = flags.by
    group = None if by is None else trials.get(lambda: group_by(by, file))
    return cases, group


def _seats(
    flags: Flags,
    rubric: Rubric | None,
    judges: dict[str, Named] | None,
    settings: Settings | None,
    cases: Cases | None,
    trials: Trials,
) -> Seats | None:
    if rubric is None or judges is None or settings is None:
        return None
    seats = trials.get(
        lambda: seated(rubric.graph, models_of(judges), allow=flags.allow, concurrency=settings.concurrency)
    )
    if seats is not None:
        trials.note(*unasked(judges, roles_of(seats.plan)))
    if seats is None or cases is None:
        return None
    return trials.get(lambda: bound(seats, cases))


def _folder(flags: Flags, trials: Trials) -> Path | None:
    """The earlier run, where one is gone on with; a new one's place is only looked at."""
    name, out, resume = flags.name, flags.out, flags.resume
    if name is not None:
        trials.get(lambda: refuse_taken(named_folder(name)))
    if out is not None:
        trials.get(lambda: refuse_taken(Path(out)))
    return None if resume is None else trials.get(lambda: find_folder(resume))


def _start(
    flags: Flags,
    rubric: Rubric,
    file: ScannedCases,
    judges: Mapping[str, Named],
    seats: Seats,
    settings: Settings,
    config: Config,
    memory: Memory | None,
) -> Start:
    suffix = Path(flags.rubric).suffix.lower()
    copy = RubricCopy(
        name=rubric.name,
        text=rubric.text,
        suffix=suffix if suffix in {".yaml", ".yml", ".json"} else ".yaml",
        digest=rubric.digest,
    )
    return Start(
        rubric=copy,
        judges={role: named.name for role, named in judges.items()},
        styles=seats.styles,
        allow=flags.allow,
        settings=settings.compared(rubric.threshold),
        about={
            "cases": {"source": file.source},
            "command": ["arbitree", *flags.arguments],
            **({} if config.path is None else {"config": str(config.path)}),
            **({} if memory is None or not memory.noted else {"ledger": memory.noted}),
        },
    )
