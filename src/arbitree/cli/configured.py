"""A command whose options have the values of `arbitree.toml` where the command line gives none."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from arbitree.cli.config import NAME, Config, load_config
from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError

_NOT_OF_A_PROJECT = frozenset({"judge", "name", "out", "resume", "only", "dry-run", "yes", "help"})
"""Options that belong to one run alone, or say yes to spending."""

_OF_CASES = frozenset({"renames", "id_column", "csv_empty", "skip_bad", "allow"})
"""Parameters that say how cases are read, and what their checks may call."""

_FILES = frozenset({"ledger"})
"""Options whose files are found from the folder of the configuration."""


class Configured(click.Command):
    """A command that the table `[run]` gives values to."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context, with what the file says as defaults.

        Raises:
            UsageError: The file is wrong; everything about it is named.
        """
        if not {"-h", "--help"} & set(args):
            extra["default_map"] = self.defaults(load_config())
        return super().make_context(info_name, args, parent, **extra)

    def defaults(self, config: Config) -> dict[str, Any]:
        """What a configuration says, by parameter.

        Raises:
            UsageError: It names options that there are not, or values that they cannot have.
        """
        return defaults_of(config, self)


class AsRun(Configured):
    """A command that reads cases as `arbitree run` does: of the options of runs only those of cases are its own."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context; the file is read only where there are cases to be read.

        Raises:
            UsageError: The file is wrong; everything about it is named.
        """
        bare = click.Command.make_context(self, info_name, list(args), parent, **extra)
        return super().make_context(info_name, args, parent, **extra) if bare.params.get("cases") else bare

    def defaults(self, config: Config) -> dict[str, Any]:
        """What the file says of cases; the rest of it is looked at too."""
        run = importlib.import_module("arbitree.cli.run").command if config.run else self
        assert isinstance(run, click.Command)
        return {name: value for name, value in defaults_of(config, run).items() if name in _OF_CASES}


def defaults_of(config: Config, command: click.Command) -> dict[str, Any]:
    """The value of each parameter of the command that a configuration gives.

    Raises:
        UsageError: It names options that there are not, or values that they cannot have.
    """
    known = {flag.removeprefix("--"): param for param in command.params for flag in param.opts if flag.startswith("--")}
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in config.run.items():
        option = known.get(name.replace("_", "-"))
        where = f"{config.path}, [run] {name}"
        if not isinstance(option, click.Option) or name.replace("_", "-") in _NOT_OF_A_PROJECT:
            problems.append(_stranger(name, known, where))
            continue
        wrong = list(_faults(option, value))
        problems += (
            Problem(code="X346", what=f'the value of "{name}" cannot be used: {what}', where=where, mend=mend)
            for what, mend in wrong
        )
        if option.name is not None:
            found[option.name] = _placed(name, value, config.path)
    if problems:
        raise UsageError(problems)
    return found


def _stranger(name: str, known: Mapping[str, object], where: str) -> Problem:
    allowed = [one for one in known if one not in _NOT_OF_A_PROJECT]
    if name.replace("_", "-") in _NOT_OF_A_PROJECT and name.replace("_", "-") in known:
        hint = " and judges stand in [judges]" if name == "judge" else ""
        return Problem(code="X345", what=f'"{name}" is for one run alone', where=where, mend=f"give it as a flag{hint}")
    like = nearest(name, allowed)
    mend = f"did you mean {like}?" if like else f"the options are {', '.join(allowed)}"
    return Problem(code="X345", what=f'`arbitree run` has no option "{name}"', where=where, mend=mend)


def _faults(option: click.Option, value: object) -> Iterator[tuple[str, str]]:
    """What is wrong with a value, and how to mend it."""
    if option.is_flag:
        if not isinstance(value, bool):
            yield f"{value!r} is neither true nor false", "write true or false"
        return
    values = value if option.multiple and isinstance(value, list) else [value]
    for one in values:
        is_whole = isinstance(option.type, click.types.IntParamType)
        if isinstance(one, (bool, list, dict)) or (is_whole and not isinstance(one, int)):
            yield f"{one!r} is no value of {option.opts[-1]}", f"write {'a whole number' if is_whole else 'one value'}"
            continue
        try:
            option.type.convert(str(one), option, None)
        except click.BadParameter as error:
            yield error.message, f"see `arbitree run --help` on {option.opts[-1]}"


def _placed(name: str, value: Any, path: Path | None) -> Any:
    is_file = name in _FILES and isinstance(value, str) and path is not None
    return str((path or Path(NAME)).parent / value) if is_file else value
