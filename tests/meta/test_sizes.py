"""A file has one subject, said in its first line, and is short; so is a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.meta.source import ROOT, Module, modules

LINES_OF_FILE = 300
LINES_OF_FUNCTION = 40

LONG_FUNCTIONS: dict[tuple[str, str], str] = {}
"""Functions that are longer for a reason, by file and name."""

PACKAGE = modules()


def test_every_file_is_short() -> None:
    places = [path for folder in ("src", "tests", "scripts", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_bytes().splitlines()) for path in places}

    assert {path: length for path, length in lengths.items() if length >= LINES_OF_FILE} == {}


@pytest.mark.parametrize("module", PACKAGE, ids=lambda module: module.path)
def test_every_file_says_its_subject_first(module: Module) -> None:
    docstring = ast.get_docstring(module.tree)

    assert docstring, f"{module.path} has no docstring"
    assert docstring.split("\n\n")[0].rstrip().endswith((".", "`", ":")), f"{module.path}: {docstring.splitlines()[0]}"


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Its lines without the docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None and first.end_lineno is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


@pytest.mark.parametrize("module", PACKAGE, ids=lambda module: module.path)
def test_every_function_is_short(module: Module) -> None:
    found = {(module.path, node.name): length(node) for node in functions(module)}

    assert {name: lines for name, lines in found.items() if lines >= LINES_OF_FUNCTION} == {
        name: lines for name, lines in found.items() if name in LONG_FUNCTIONS
    }
