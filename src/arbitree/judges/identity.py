"""Who a judge is, as far as its replies may be remembered from one run to the next.

A reply that is remembered under too little would be given in another judge's name. So a judge is remembered only where
it tells what its replies depend on, as `fingerprint`; and a file of rules where the file is all that they depend on.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path

from arbitree.errors import Problem
from arbitree.judges.base import Judge
from arbitree.ledger.fingerprint import Fingerprint, fingerprint

_OWN = frozenset({"arbitree", "deepeval"})
_READS = frozenset({"open", "exec", "eval", "__import__"})


def identity_of(judge: Judge) -> Fingerprint | None:
    """What a judge tells of itself, through the layers that wrap it; None when it tells nothing.

    A judge tells it as `fingerprint`: a `Fingerprint`; a mapping of everything that its replies depend on; or a text,
    which counts together with the judge's name.

    Raises:
        UsageError: It tells what cannot be stored.
    """
    inner: object = judge
    while inner is not None:
        told = getattr(inner, "fingerprint", None)
        if callable(told):
            told = told()
        if isinstance(told, Fingerprint):
            return told
        if isinstance(told, Mapping) and told:
            return fingerprint(told)
        if isinstance(told, str) and told:
            return named(str(getattr(inner, "name", "")), told)
        inner = getattr(inner, "judge", None)
    return None


def named(judge: str, told: str) -> Fingerprint:
    """The identity of a judge by its name, and a text that changes whenever the judge changes.

    >>> named("my_judge", "second version").form
    '{"fingerprint":"second version","judge":"my_judge"}'
    """
    return fingerprint({"judge": judge, "fingerprint": told})


def unidentified(name: str) -> Problem:
    """That a judge cannot be remembered."""
    return Problem(
        code="R150",
        what=f'the replies of "{name}" cannot be remembered: it does not tell what they depend on',
        mend="give the object or function a `fingerprint`, a text that changes with it; or --remember-as TEXT",
    )


def told_by_file(path: str, told: object = None) -> Mapping[str, object] | None:
    """What a file of rules tells: its `fingerprint`, else its own digest; None when it is not all that counts.

    It is not when it imports anything but the standard library and the names of rules, or opens files, or runs code
    that is made of text.
    """
    if isinstance(told, str) and told:
        return {"rules": path, "fingerprint": told}
    try:
        data = Path(path).read_bytes()
        tree = ast.parse(data)
    except (OSError, SyntaxError, ValueError):
        return None
    if not _stands_alone(tree):
        return None
    return {"rules": hashlib.sha256(data).hexdigest()}


def _stands_alone(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = ["." if node.level else node.module or "."]
        else:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _READS:
                return False
            continue
        if not all(_is_known(module) for module in modules):
            return False
    return True


def _is_known(module: str) -> bool:
    first = module.partition(".")[0]
    return first in _OWN or (first in sys.stdlib_module_names and first not in _BEYOND)


_BEYOND = frozenset(
    {"http", "importlib", "os", "pathlib", "random", "secrets", "shelve", "socket", "sqlite3", "subprocess", "time"}
    | {"datetime", "runpy", "urllib", "uuid"}
)
"""What of the standard library lets an answer depend on more than the file: files, servers, chance, the clock."""
