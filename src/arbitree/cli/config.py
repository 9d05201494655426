"""`arbitree.toml`: the judges of a project, and what its runs are made with."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError

if TYPE_CHECKING:
    from arbitree.cli.config_judges import Wanted

NAME = "arbitree.toml"
VARIABLE = "ARBITREE_CONFIG"
"""Names another file; set to nothing, no file is looked for."""

_TABLES = ("judges", "run")


@dataclass(frozen=True, kw_only=True)
class Config:
    """What a file says; nothing where there is none."""

    path: Path | None = None
    judges: Mapping[str, Wanted] = field(default_factory=dict)
    """The judge of each role."""
    run: Mapping[str, Any] = field(default_factory=dict)
    """Options of `arbitree run`, by their long names without the dashes."""


def find_config(environment: Mapping[str, str], start: Path) -> Path | None:
    """The file that counts in a folder: there, or in the nearest folder above it.

    Raises:
        UsageError: it belongs to another user of this machine, who would have our commands run.
    """
    if VARIABLE in environment:
        return Path(environment[VARIABLE]) if environment[VARIABLE] else None
    for folder in (start, *start.parents):
        path = folder / NAME
        if path.is_file():
            if hasattr(os, "getuid") and path.stat().st_uid not in {os.getuid(), 0}:
                what = f"{path} belongs to another user"
                mend = f"{VARIABLE}={path} uses it all the same; {VARIABLE}= uses none"
                raise UsageError(Problem(code="X340", what=what, where=NAME, mend=mend))
            return path
    return None


def load_config(environment: Mapping[str, str] | None = None, start: Path | None = None) -> Config:
    """What the file that counts says.

    Raises:
        UsageError: with everything that is wrong with it. What keys could be is never in the message.
    """
    path = find_config(os.environ if environment is None else environment, start or Path.cwd())
    if path is None:
        return Config()
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        what = f"{path} cannot be read: {error.strerror}"
        raise UsageError(Problem(code="X341", what=what, where=NAME, mend="mend the path or its permissions")) from None
    except ValueError as error:
        what = f"{path} is not TOML: {error}"
        raise UsageError(Problem(code="X342", what=what, where=str(path), mend="mend it there")) from None
    from arbitree.cli.config_judges import wanted_of

    problems = list(_strangers(told, path))
    judges: dict[str, Wanted] = {}
    for role, said in _table(told, "judges").items():
        try:
            judges[role] = wanted_of(said, role, path)
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
    return Config(path=path, judges=judges, run=_table(told, "run"))


def _table(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = told.get(name, {})
    return found if isinstance(found, dict) else {}


def _strangers(told: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    for name, said in told.items():
        if name not in _TABLES:
            like = nearest(name, _TABLES)
            mend = f"did you mean [{like}]?" if like else f"the tables are {', '.join(f'[{one}]' for one in _TABLES)}"
            yield Problem(code="X343", what=f'there is no table or key "{name}"', where=str(path), mend=mend)
        elif not isinstance(said, dict):
            yield Problem(code="X343", what=f'"{name}" is no table', where=str(path), mend=f"write it as [{name}]")
