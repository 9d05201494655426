"""The package's source as the meta tests read it: modules with their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "arbitree"


@dataclass(frozen=True, kw_only=True)
class Module:
    """One source file."""

    path: str
    """From the package's folder, such as `core/graph.py`."""
    name: str
    """As it is imported, such as `arbitree.core.graph`."""
    text: str
    tree: ast.Module

    @property
    def package(self) -> str:
        """The name that relative imports are taken from."""
        return self.name if self.path.endswith("__init__.py") else self.name.rpartition(".")[0]


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, sorted by path."""
    return tuple(_module(path) for path in sorted(PACKAGE.rglob("*.py")))


def _module(path: Path) -> Module:
    relative = path.relative_to(PACKAGE)
    parts = relative.with_suffix("").parts
    name = ".".join(("arbitree", *(parts[:-1] if parts[-1] == "__init__" else parts)))
    text = path.read_text(encoding="utf-8")
    return Module(path=relative.as_posix(), name=name, text=text, tree=ast.parse(text, str(path)))


@dataclass(frozen=True, kw_only=True)
class Import:
    """One import of one module."""

    target: str
    line: int
    inside: str | None
    """The function that it stands in, if any."""


def imports(module: Module) -> Iterator[Import]:
    """Every import of a module, those inside functions too."""
    yield from _imports(module, module.tree, None)


def _imports(module: Module, node: ast.AST, inside: str | None) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(target=alias.name, line=child.lineno, inside=inside)
        elif isinstance(child, ast.ImportFrom):
            for target in _from(module, child):
                yield Import(target=target, line=child.lineno, inside=inside)
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _imports(module, child, inside or child.name)
        else:
            yield from _imports(module, child, inside)


def _from(module: Module, node: ast.ImportFrom) -> Iterator[str]:
    base = node.module or ""
    if node.level:
        package = module.package.split(".")
        kept = package[: len(package) - node.level + 1]
        base = ".".join([*kept, base] if base else kept)
    for alias in node.names:
        full = f"{base}.{alias.name}"
        yield full if full in _names() else base


@cache
def _names() -> frozenset[str]:
    return frozenset(module.name for module in modules())
