"""The judges that `arbitree.toml` names: a text, or a table with its options. No key stands in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, UsageError
from arbitree.judges.named_providers import OPTIONS

_ROLE = re.compile(r"[\w-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FILES = ("rules:", "recorded:", "person:")
_OWN = {"key_env": "key", "key_command": "key_command"}
"""Keys of the table that say where the key of a server comes from, and the options they stand for."""
_KEYS = ("judge", *_OWN, *(name for name in OPTIONS if name not in {"key", "key_command"}))


class Wanted(NamedTuple):
    """A judge that a file names."""

    name: str
    """What reports call it."""
    text: str
    """What `judge_from` takes."""


def wanted_of(said: object, role: str, path: Path) -> Wanted:
    """The judge of a role.

    Args:
        said: What the file says of it.
        role: Whose judge it is.
        path: The file. Files that it names are found from its folder.

    Raises:
        UsageError: With all that is wrong. What stands where a key could be is never in it.
    """
    where = f"{path}, [judges] {role}"
    problems = (
        [] if _ROLE.fullmatch(role) else [_wrong(f'"{role}" is no role', where, "a role is letters, digits, - or _")]
    )
    table = {"judge": said} if isinstance(said, str) else said
    if not isinstance(table, dict):
        problems.append(_wrong("it is no judge", where, 'write "openai:MODEL", or { judge = "openai:MODEL", ... }'))
        raise UsageError(problems)
    problems += _faults(table, where)
    if problems:
        raise UsageError(problems)
    base = _from_folder(table["judge"], path.parent)
    options: dict[str, str] = {_OWN.get(name) or name: _text(value) for name, value in table.items() if name != "judge"}
    shown = {name: value for name, value in options.items() if name not in _OWN.values()}
    return Wanted(_with(base, shown), _with(base, options))


def _faults(table: Mapping[str, Any], where: str) -> Iterator[Problem]:
    if not isinstance(table.get("judge"), str) or not table["judge"]:
        yield _wrong("it names no judge", where, 'add judge = "openai:MODEL", or another name of a judge')
    for name, value in table.items():
        if name in {"key", "api_key", "apikey", "token", "secret", "password"}:
            mend = 'keys stand in no file: key_env = "VARIABLE", or key_command = "command that prints it"'
            yield _wrong(f'there is no "{name}"', where, mend)
        elif name not in _KEYS:
            like = nearest(name, _KEYS)
            mend = f"did you mean {like}?" if like else f"it may have {', '.join(_KEYS)}"
            yield _wrong(f'there is no "{name}"', where, mend)
        elif not isinstance(value, (str, int, float)):
            yield _wrong(f'"{name}" is neither a text nor a number', where, "write one value")
        elif name == "key_env" and not _VARIABLE.fullmatch(str(value)):
            yield _wrong('"key_env" is no name of a variable', where, "write the name of the variable, and not the key")


def _from_folder(judge: str, folder: Path) -> str:
    """The judge with files found from the folder of the configuration."""
    form = next((form for form in _FILES if judge.startswith(form)), "")
    source, colon, name = judge.rpartition(":")
    if form:
        return f"{form}{_relative(judge.removeprefix(form), folder)}"
    return f"{_relative(source, folder)}{colon}{name}" if source.endswith(".py") else judge


def _relative(file: str, folder: Path) -> str:
    return file if Path(file).is_absolute() else os.path.relpath(folder / file)


def _text(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _with(base: str, options: Mapping[str, str]) -> str:
    if not options:
        return base
    return f"{base}{'&' if '?' in base else '?'}{urlencode(options)}"


def _wrong(what: str, where: str, mend: str) -> Problem:
    return Problem(code="X344", what=f"a judge is named wrongly: {what}", where=where, mend=mend)
