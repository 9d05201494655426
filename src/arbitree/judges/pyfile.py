"""Runs a user's Python file and makes objects of its classes, and says what is wrong without a traceback."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

from arbitree.core.nearest import nearest
from arbitree.errors import JudgeError, Problem
from arbitree.judges.failure import place_of


def load_file(path: str, *, at_hand: Mapping[str, object] | None = None) -> ModuleType:
    """The module that a Python file makes. Modules beside the file can be imported from it.

    Args:
        path: The file.
        at_hand: Names that the file finds defined.

    Raises:
        JudgeError: There is no such file, it is not Python, or it raises when it is run.
    """
    file = Path(path)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise JudgeError(_unreadable(file, error)) from None
    try:
        # Our own `from __future__` lines must not hold for a user's file.
        code = compile(source, str(file), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise JudgeError(_not_python(file, error)) from None
    resolved = str(file.resolve())
    module = ModuleType(f"arbitree_file_{file.stem}_{hashlib.sha256(resolved.encode()).hexdigest()[:8]}")
    module.__file__ = resolved
    module.__dict__.update(at_hand or {})
    beside = str(file.resolve().parent)
    if beside not in sys.path:
        sys.path.insert(0, beside)
    # Dataclasses and pickle look a class's module up by its name.
    sys.modules[module.__name__] = module
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise JudgeError(raised_by(path, error)) from error
    return module


def raised_by(path: str, error: BaseException) -> Problem:
    """The problem of a file or module that raises when it is run or imported."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Problem(
        code="J112",
        what=f"{path} raised {said}",
        where=place_of(error.__traceback__),
        mend="mend it; nothing has been asked yet",
    )


def made(judge: Callable[[], object], name: str) -> object:
    """An object of a class that needs no arguments.

    Raises:
        JudgeError: It needs some, or raises.
    """
    try:
        needed = [
            parameter.name
            for parameter in inspect.signature(judge).parameters.values()
            if parameter.default is parameter.empty
            and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
    except (TypeError, ValueError):
        needed = []
    if needed:
        raise JudgeError(
            Problem(
                code="J119",
                what=f'"{name}" is a class that needs {", ".join(needed)}',
                mend="name an object that you have made of it, or give its arguments defaults",
            )
        )
    try:
        return judge()
    except (Exception, SystemExit) as error:
        raise JudgeError(raised_by(name, error)) from error


def _unreadable(file: Path, error: OSError) -> Problem:
    beside = file.parent if str(file.parent) else Path()
    names = sorted(each.name for each in beside.glob("*.py")) if beside.is_dir() else []
    like = nearest(file.name, names)
    if isinstance(error, FileNotFoundError):
        mend = f'did you mean "{beside / like}"?' if like else f"paths are taken from {Path.cwd()}"
        return Problem(code="J110", what=f'there is no file "{file}"', mend=mend)
    return Problem(code="J110", what=f'"{file}" cannot be read: {error.strerror}', mend="give a file that can be read")


def _not_python(file: Path, error: SyntaxError | ValueError) -> Problem:
    line = f":{error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    text = (error.text or "").strip() if isinstance(error, SyntaxError) else ""
    return Problem(
        code="J111",
        what=f'"{file}" is not Python: {said}',
        where=f"{file}{line}" + (f"  {text}" if text else ""),
        mend="mend the line",
    )
