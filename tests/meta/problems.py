"""Every `Problem(...)` written in the source, read from the syntax tree, and the page that lists them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.meta.source import Module, modules

KINDS = {
    "G": "Graphs and rubric files",
    "C": "Cases",
    "J": "Judges and undecided cases",
    "R": "Records and replays",
    "X": "Use",
}
"""The areas of codes, in the order of the page."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """One `Problem(...)` as it is written; the parts that are filled in stand in braces."""

    code: str
    what: str
    mend: str
    file: str
    line: int

    @property
    def place(self) -> str:
        """Where it is written."""
        return f"{self.file}:{self.line}"


def problems() -> tuple[Written, ...]:
    """Every problem of the package, sorted by code."""
    found = [problem for module in modules() for problem in _in(module)]
    return tuple(sorted(found, key=lambda problem: ("GCJRX".find(problem.code[:1]), problem.code)))


def _in(module: Module) -> Iterator[Written]:
    for scope in _scopes(module.tree):
        names = _assigned(scope)
        for node in _own(scope):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                for code in _codes(given.get("code"), names):
                    yield Written(
                        code=code,
                        what=_text(given.get("what"), names),
                        mend=_text(given.get("mend"), names),
                        file=module.path,
                        line=node.lineno,
                    )


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child
            yield from _own(child)


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The values that each plain name is given in a scope."""
    found: dict[str, list[ast.expr]] = {}
    for node in _own(scope):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _codes(value: ast.expr | None, names: dict[str, list[ast.expr]]) -> list[str]:
    if isinstance(value, ast.Constant):
        return [str(value.value)]
    if isinstance(value, ast.Name) and value.id in names:
        return [code for given in names[value.id] for code in _codes(given, {})]
    if isinstance(value, ast.IfExp):
        return [*_codes(value.body, names), *_codes(value.orelse, names)]
    return [f"? {ast.unparse(value)}" if value else ""]


def _text(value: ast.expr | None, names: dict[str, list[ast.expr]]) -> str:
    """A text with `{...}` for each part that is filled in; of a name, the last text that it is given."""
    if value is None:
        return ""
    if isinstance(value, ast.Constant):
        return str(value.value)
    if isinstance(value, ast.JoinedStr):
        return "".join(_text(part, names) for part in value.values)
    if isinstance(value, ast.FormattedValue):
        return "{" + _brief(value.value) + "}"
    if isinstance(value, ast.IfExp):
        return f"{_text(value.body, names)} / {_text(value.orelse, names)}"
    if isinstance(value, ast.BinOp):
        return _text(value.left, names) + _text(value.right, names)
    if isinstance(value, ast.Name) and value.id in names:
        return " / ".join(dict.fromkeys(_text(given, {}) for given in names[value.id]))
    return "{" + _brief(value) + "}"


def _brief(value: ast.expr) -> str:
    """One word for what is filled in."""
    if isinstance(value, ast.Name):
        return value.id
    if isinstance(value, ast.Attribute):
        return value.attr
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
        return str(value.slice.value)
    return "..."


def page(found: tuple[Written, ...]) -> str:
    """docs/errors.md."""
    lines = [
        "# Errors",
        "",
        "Every error has a code, says what happened and where, and how to mend it. Parts in braces are filled in. This",
        "page is written from the source by `pytest --rewrite-golden tests/meta/test_errors.py`.",
    ]
    for letter, title in KINDS.items():
        own = [problem for problem in found if problem.code.startswith(letter)]
        if own:
            lines += ["", f"## {letter}: {title}", "", "| code | what | mend |", "|---|---|---|"]
            rows = [f"| {p.code} | {_cell(p.what)} | {_cell(p.mend)} |" for p in own]
            lines += dict.fromkeys(rows)
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
