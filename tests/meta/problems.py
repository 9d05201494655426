"""Every problem written in the source, read from the syntax trees: `Problem(...)`, and calls of what becomes one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeGuard

from tests.meta.source import Module, modules

CODE = re.compile("[GCJRX][0-9]{3}")
UNKNOWN = "?"
"""The code of a problem whose code cannot be read from the source."""

Names = Mapping[str, list[ast.expr]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, kw_only=True)
class Written:
    """One problem as it is written; the parts that are filled in stand in braces."""

    code: str
    what: str
    mend: str
    file: str
    line: int

    @property
    def place(self) -> str:
        """Where it is written."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, kw_only=True)
class _Maker:
    """A function that makes a problem of a code that it is given."""

    file: str
    parameters: tuple[str, ...]
    """Those that can be given by position, without `self`."""

    def given(self, call: ast.Call) -> dict[str, ast.expr]:
        """The arguments of a call by parameter."""
        by_place: dict[str, ast.expr] = {}
        for place, parameter in enumerate(self.parameters):
            spread = next((i for i, value in enumerate(call.args) if isinstance(value, ast.Starred)), len(call.args))
            if place < len(call.args) or spread < len(call.args):
                by_place[parameter] = call.args[min(place, spread)]
        return by_place | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}


@cache
def problems() -> tuple[Written, ...]:
    """Every problem of the package, sorted by code."""
    makers = _makers()
    found = {problem for module in modules() for problem in _in(module, makers)}
    return tuple(sorted(found, key=lambda problem: ("GCJRX".find(problem.code[:1]), problem.code, problem.place)))


def _makers() -> dict[str, list[_Maker]]:
    """By name, the functions that hand a parameter called `code` on to `Problem`."""
    makers: dict[str, list[_Maker]] = {}
    for module in modules():
        for kind in (node for node in module.tree.body if isinstance(node, ast.ClassDef)):
            names = [argument.arg for inner in kind.body if _is_init(inner) for argument in inner.args.args[1:]]
            if {"code", "what", "mend"} <= set(names):
                makers.setdefault(kind.name, []).append(_Maker(file=module.path, parameters=tuple(names)))
        for function in ast.walk(module.tree):
            if isinstance(function, Function) and any(_hands_code_on(node) for node in _own(function)):
                names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
                if "code" in names:
                    maker = _Maker(file=module.path, parameters=tuple(name for name in names if name != "self"))
                    makers.setdefault(function.name, []).append(maker)
    return makers


def _is_init(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and node.name == "__init__"


def _hands_code_on(node: ast.AST) -> bool:
    return _is_problem(node) and any(
        keyword.arg == "code" and isinstance(keyword.value, ast.Name) and keyword.value.id == "code"
        for keyword in node.keywords
    )


def _is_problem(node: ast.AST) -> TypeGuard[ast.Call]:
    return _is_named(node, "Problem")


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _in(module: Module, makers: Mapping[str, list[_Maker]]) -> Iterator[Written]:
    outer = _assigned(module.tree)
    for scope in (module.tree, *(node for node in ast.walk(module.tree) if isinstance(node, Function))):
        inner, last = _assigned(scope), 0
        for call in sorted((node for node in _own(scope) if isinstance(node, ast.Call)), key=lambda node: node.lineno):
            given = _given(call, module, makers)
            if "code" in given:
                names = outer | {name: _between(values, last, call.lineno) for name, values in inner.items()}
                last = call.lineno
                for code in _codes(given["code"], names):
                    what, mend = (_text(given.get(key), names) for key in ("what", "mend"))
                    # A `Refused` says only what follows the name of a key.
                    what = what if not _is_named(call, "Refused") else f"`{{key}}` {what}"
                    yield Written(code=code, what=what, mend=mend, file=module.path, line=call.lineno)


def _between(values: list[ast.expr], last: int, line: int) -> list[ast.expr]:
    """What a name can stand for in a problem: what it was given since the last problem, or else the last before."""
    before = [value for value in values if value.lineno <= line]
    return [value for value in before if value.lineno > last] or before[-1:] or values


def _given(call: ast.Call, module: Module, makers: Mapping[str, list[_Maker]]) -> Mapping[str, ast.expr]:
    """The parts of the problem that a call makes; nothing when it makes none."""
    if _is_problem(call):
        given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        # `Problem(**row)` reads one back that was written elsewhere.
        read_back = not given and bool(call.keywords)
        return {} if read_back or _hands_code_on(call) else {"code": ast.Constant(UNKNOWN)} | given
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    own = [maker for maker in makers.get(name, ()) if maker.file == module.path]
    for maker in own or makers.get(name, ()):
        given = maker.given(call)
        code = given.get("code")
        if isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value)):
            return given
    return {}


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, Function):
            yield child
            yield from _own(child)


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The values that each plain name is given in a scope."""
    found: dict[str, list[ast.expr]] = {}
    for node in _own(scope):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = getattr(node, "value", None)
        if len(targets) == 1 and isinstance(targets[0], ast.Name) and value is not None:
            found.setdefault(targets[0].id, []).append(value)
    return found


def _codes(value: ast.expr, names: Names) -> list[str]:
    """Every code that an expression can give: those it holds, and those of the names in it."""
    held = [node for node in ast.walk(value) if isinstance(node, (ast.Constant, ast.Name))]
    inner = [given for node in held if isinstance(node, ast.Name) for given in names.get(node.id, ())]
    constants = [node for root in (value, *inner) for node in ast.walk(root) if isinstance(node, ast.Constant)]
    codes = [str(node.value) for node in constants if CODE.fullmatch(str(node.value))]
    return list(dict.fromkeys(codes)) or [UNKNOWN]


def _text(value: ast.expr | None, names: Names) -> str:
    """A text with `{...}` for each part that is filled in; of a name, every text that it is given."""
    match value:
        case None:
            return ""
        case ast.Constant():
            return str(value.value)
        case ast.JoinedStr():
            return "".join(_text(part, names) for part in value.values)
        case ast.FormattedValue():
            return "{" + _brief(value.value) + "}"
        case ast.IfExp():
            return f"{_text(value.body, names)} / {_text(value.orelse, names)}"
        case ast.BinOp():
            return _text(value.left, names) + _text(value.right, names)
        case ast.Name() if value.id in names:
            return " / ".join(dict.fromkeys(_text(given, {}) for given in names[value.id]))
        case _:
            return "{" + _brief(value) + "}"


def _brief(value: ast.expr) -> str:
    """One word for what is filled in."""
    match value:
        case ast.Name():
            return value.id
        case ast.Attribute():
            return value.attr
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Call(func=ast.Name(id="len"), args=[counted]):
            return f"number of {_brief(counted)}"
        case _:
            return "..."
