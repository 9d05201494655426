"""What an evaluation is told of how to go about it, looked at before the first call: nothing paid for is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from arbitree.errors import Problem, UsageError
from arbitree.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig, TestRunResultDisplay
from arbitree.judges.budget import Budget

_OPTIONS = tuple(option.value for option in TestRunResultDisplay)


def check_configs(
    *configs: AsyncConfig | DisplayConfig | CacheConfig | ErrorConfig,
    budget: object = None,
    identifier: object = None,
    hyperparameters: object = None,
) -> None:
    """Refuses settings that make no sense, and makes the folder that results go to.

    Args:
        configs: the four configurations, in the order of their classes here: async, display, cache, error.
        budget: what may be spent.
        identifier: what the evaluation is called.
        hyperparameters: what the evaluated system was made with.

    Raises:
        UsageError: with every setting that makes no sense.
    """
    problems = [
        problem
        for config, kind in zip(configs, (AsyncConfig, DisplayConfig, CacheConfig, ErrorConfig), strict=False)
        for problem in _config_problems(config, kind)
    ]
    if budget is not None and not isinstance(budget, Budget):
        problems.append(_problem(f"{budget!r:.60} is no budget", "budget", "pass arbitree.judges.Budget(calls=100)"))
    if identifier is not None and not isinstance(identifier, str):
        problems.append(_problem(f"{identifier!r:.60} is no text", "identifier", "pass a text"))
    if hyperparameters is not None and not isinstance(hyperparameters, Mapping):
        problems.append(_problem(f"{hyperparameters!r:.60} is no mapping", "hyperparameters", "pass a dict"))
    if problems:
        raise UsageError(problems)


def _config_problems(config: Any, kind: type[Any]) -> Iterator[Problem]:
    names = [field.name for field in fields(kind)]
    argument = f"{kind.__name__.removesuffix('Config').lower()}_config"
    # DeepEval's own configurations have the same settings.
    if not isinstance(config, kind) and not all(hasattr(config, name) for name in names):
        yield _problem(f"{config!r:.60} is no {kind.__name__}", argument, f"pass {kind.__name__}(...)")
        return
    for field in fields(kind):
        value = getattr(config, field.name)
        if field.type == "bool" and not isinstance(value, bool):
            what = f"'{field.name}' is {value!r:.60}, which is neither True nor False"
            yield _problem(what, f"{kind.__name__}({field.name}=...)", "write True or False")
    if kind is DisplayConfig:
        yield from _display_problems(config)


def _display_problems(config: DisplayConfig) -> Iterator[Problem]:
    option: Any = getattr(config.display_option, "value", config.display_option)
    if option not in _OPTIONS:
        what = f"'display_option' is {option!r:.60}"
        yield _problem(what, "DisplayConfig(display_option=...)", f"write one of {', '.join(_OPTIONS)}")
    folder: Any = config.results_folder
    if folder is None:
        return
    where = "DisplayConfig(results_folder=...)"
    if not isinstance(folder, (str, os.PathLike)):
        yield _problem(f"'results_folder' is {folder!r:.60} and no path", where, "name a folder")
        return
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        yield _problem(f"the folder {str(folder)!r:.80} cannot be used: {error}", where, "name a folder to write to")


def _problem(what: str, where: str, mend: str) -> Problem:
    return Problem(code="X141", what=what, where=where, mend=mend)
