"""The judge that a text names, as the command line and rubric files write it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from arbitree.core.nearest import nearest
from arbitree.errors import JudgeError, Problem, UsageError
from arbitree.judges.adapt import adapt
from arbitree.judges.base import Judge
from arbitree.judges.person import DEFAULT_FILE, PersonJudge
from arbitree.judges.pyfile import load_file, made, raised_by
from arbitree.judges.recorded import RecordedJudge
from arbitree.judges.rule_files import load_rules

FORMS = (
    ("PROVIDER:MODEL", "a model"),
    ("any-llm:PROVIDER:MODEL", "a model through the library any-llm, the extra `any-llm`"),
    ("http://HOST/v1#MODEL", "a model of a server that speaks OpenAI's protocol"),
    ("rules:FILE", "a Python file of rules"),
    ("recorded:FILE", "recorded answers, JSON lines, gzipped or not"),
    ("person", "you, at the terminal; person:FILE keeps the answers there, and not in labels.jsonl"),
    ("module:name", "a function, object or class of a module; the current directory is looked in"),
    ("FILE.py:name", "the same, of a Python file"),
)
"""The ways to name a judge, and what each means."""


def judge_from(text: str, *, allow: Sequence[str] | None = None, concurrency: int = 20) -> Judge:
    """The judge that `text` names, in one of `FORMS`.

    Args:
        text: The name.
        allow: The modules (with those inside them) and files whose code may be run. None allows all: for what the user
            types, and not for what a file says.
        concurrency: How many threads its blocking calls may take.

    Raises:
        UsageError: The text has none of the forms, or names code that is not allowed.
        JudgeError: What it names is not there, cannot be run, or is not a judge.
        RecordError: The recorded answers cannot be used.
    """
    form, colon, rest = text.partition(":")
    if form == "recorded" and rest:
        return RecordedJudge.load(rest)
    if form == "person" and bool(colon) == bool(rest):
        return PersonJudge(rest or DEFAULT_FILE)
    if form == "rules" and rest:
        _require_allowed(rest, text, allow)
        return load_rules(rest, concurrency=concurrency)
    # The providers are a sixth of what a run has to load.
    from arbitree.judges.named_providers import provider_judge_from

    asked = provider_judge_from(text, trusted=allow is None)
    if asked is not None:
        return asked
    source, colon, name = text.rpartition(":")
    if not colon or not source or not _is_dotted(name) or name.endswith(".py"):
        raise UsageError(_unknown_form(text))
    if not source.endswith(".py") and not _is_dotted(source):
        raise UsageError(_unknown_form(text))
    return adapt(object_of(text, allow=allow), concurrency=concurrency)


def object_of(text: str, *, allow: Sequence[str] | None = None) -> object:
    """The object that `module:name` or `FILE.py:name` names; of a class one that is made without arguments.

    Args:
        text: The name.
        allow: The modules whose code may be run; None: any.

    Raises:
        JudgeError: There is no such thing, or it raises when it is made.
        UsageError: It is not allowed.
    """
    source, _, name = text.rpartition(":")
    _require_allowed(source, text, allow)
    module = load_file(source) if source.endswith(".py") else _import(source)
    found = _named(module, source, name)
    return made(found, text) if isinstance(found, type) else found


def _is_dotted(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))


def _require_allowed(source: str, text: str, allow: Sequence[str] | None) -> None:
    if allow is None or any(source == entry or source.startswith(f"{entry}.") for entry in allow):
        return
    listed = ", ".join(allow) or "none"
    raise UsageError(
        Problem(
            code="X131",
            what=f'"{text}" would run the code of "{source}", which is not allowed',
            where=f"allowed: {listed}",
            mend=f'allow "{source}" if you trust it',
        )
    )


def _unknown_form(text: str) -> Problem:
    from arbitree.judges.named_providers import meant_model
    from arbitree.providers.table import PROVIDERS

    forms = "; ".join(f"{form} ({meaning})" for form, meaning in FORMS)
    forms += f"; providers are {', '.join(name for name in PROVIDERS if name != 'server')}"
    if text.endswith(".py"):
        form, _, file = text.partition(":")
        mend = f"did you mean rules:{file if form.isidentifier() and len(form) > 1 else text}? The forms are {forms}"
    elif text.removesuffix(".gz").endswith((".jsonl", ".json")):
        mend = f"did you mean recorded:{text}? The forms are {forms}"
    elif meant := meant_model(text):
        mend = f'did you mean "{meant}"? The forms are {forms}'
    else:
        mend = f"give one of {forms}"
    return Problem(code="X130", what=f'"{text}" does not name a judge', mend=mend)


def _import(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise JudgeError(raised_by(name, error)) from error
        raise JudgeError(_no_module(name, error.name, here)) from None
    except (Exception, SystemExit) as error:
        raise JudgeError(raised_by(name, error)) from error


def _no_module(name: str, missing: str, here: str) -> Problem:
    like = nearest(missing.rpartition(".")[2], sorted(file.stem for file in Path(here).glob("*.py")))
    inside = f' (no "{missing}")' if missing != name else ""
    return Problem(
        code="J117",
        what=f'there is no module "{name}"{inside}',
        where=f"looked in {here} and in what is installed",
        mend=f'did you mean "{like}"?' if like else "run it from the folder that holds the module, or install it",
    )


def _named(module: ModuleType, source: str, name: str) -> object:
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            names = [each for each in vars(found) if not each.startswith("_")] if hasattr(found, "__dict__") else []
            like = nearest(part, names)
            own = ", ".join(
                each for each in names if getattr(getattr(found, each), "__module__", "") == module.__name__
            )
            mend = f'did you mean "{like}"?' if like else f"it defines {own or 'nothing that could be a judge'}"
            raise JudgeError(Problem(code="J118", what=f'"{source}" has no "{name}"', mend=mend))
        found = getattr(found, part)
    return found
