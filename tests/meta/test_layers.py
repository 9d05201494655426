"""Imports point down the layers, the core is pure, and nothing is imported late without a reason."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.meta.source import Import, Module, imports, modules

LAYERS = (
    ("errors", "version"),
    ("core",),
    ("checks",),
    ("wire",),
    ("providers",),
    ("ledger",),
    ("judges",),
    ("executors",),
    ("runner", "data", "stats", "reports", "test_case"),
    ("rubric", "rubric_streams", "results", "metrics", "models", "evaluate", "dataset", "rules"),
    ("cli", "pytest_plugin", "integrations", "testing", "__main__"),
)
"""The first part of a module's name under `arbitree`, lowest layer first."""

LEAVES = {"arbitree.metrics.dag.schema": "judges", "arbitree.rules": "judges"}
"""Modules that import nothing of ours, and from which layer up they may be imported."""

PURE = ("core", "checks", "wire", "providers")
"""No IO, no clock, no randomness, no logging."""

IMPURE = frozenset(
    {"asyncio", "io", "logging", "os", "pathlib", "random", "secrets", "shutil"}
    | {"socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "uuid"}
)

CLOCKS = frozenset({"now", "utcnow", "today"})

LATE: dict[tuple[str, str], str] = {
    ("data/images.py", "arbitree.judges.slugs"): "only rows with images need it",
    ("judges/any_llm.py", "any_llm"): "the extra `any-llm`",
    ("metrics/remembering.py", "arbitree.runner.keeping"): "loads judges that only a metric with a ledger asks after",
    ("metrics/remembering.py", "arbitree.runner.memory"): "loads a database, which only a metric with a ledger needs",
    ("metrics/judging.py", "arbitree.runner.metric_judge"): "only a graph with a metric as a leaf needs it",
    ("runner/seats.py", "arbitree.runner.metric_judge"): "only a rubric with a metric as a leaf needs it",
    ("metrics/dag_metric.py", "arbitree.executors.eager"): "loads a database, and only an eager metric needs it",
    ("runner/bench.py", "arbitree.executors.eager"): "only an eager run asks ahead",
    ("runner/workers/worker.py", "arbitree.executors.eager"): "only an eager run asks ahead",
    ("metrics/dag/graph.py", "arbitree.metrics.dag.interchange"): "the readers of files cost more than all the rest",
    ("integrations/deepeval/__init__.py", "arbitree.integrations.deepeval.adapters"): "needs the extra `deepeval`",
    ("integrations/deepeval/__init__.py", "deepeval"): "the extra `deepeval`",
    ("wire/lower.py", "arbitree.wire.prompts"): "only rubrics that word prompts need their forms",
    ("core/prompts/languages.py", "arbitree.core.prompts.chinese"): "only rubrics in Chinese need it",
    ("core/prompts/languages.py", "arbitree.core.prompts.tags"): "only rubrics that name a language need it",
    ("data/parquet.py", "pyarrow"): "the extra `parquet`",
    ("runner/table_file.py", "pyarrow"): "the extra `parquet`",
    ("judges/local_language.py", "py3langid"): "the extra `language`",
    ("judges/prices.py", "genai_prices"): "the extra `prices`",
    ("judges/prices.py", "importlib"): "loads much, and only a run that tells prices needs it",
    ("judges/local_schema.py", "jsonschema"): "the extra `jsonschema`",
    ("judges/local_schema.py", "referencing"): "comes with the extra `jsonschema`",
    ("reports/printing.py", "arbitree.reports.coloured"): "loads rich, which only a terminal needs",
    ("reports/progress.py", "arbitree.reports.bar"): "loads rich, which only a terminal needs",
    ("judges/signature.py", "dis"): "takes longer than the rest of the file, and is seldom needed",
    ("wire/comments.py", "ruamel"): "the extra `yaml`",
    ("rubric.py", "arbitree.metrics.dag.graph"): "the reference's nodes, which a run of a file does not need",
    ("rubric.py", "arbitree.wire.comments"): "only `update` writes into a file",
    ("rubric.py", "arbitree.runner.checking"): "only `check` explores",
    ("rubric.py", "arbitree.checks.draw"): "only `draw` draws",
    ("cli/running.py", "arbitree.checks.explore"): "only the mode `decide` tells of calls that were spared",
    ("cli/running.py", "arbitree.cli.estimating"): "only `--dry-run` estimates",
    ("cli/running.py", "arbitree.cli.staffing"): "only a run with workers has any",
    ("cli/running.py", "arbitree.runner.workers.shift"): "only a run with workers has any",
    ("cli/preparing.py", "arbitree.cli.finding"): "only where nobody is named a judge is looked for",
    ("cli/config.py", "arbitree.cli.config_judges"): "loads every provider, which only a file with judges needs",
    ("judges/named.py", "arbitree.judges.named_providers"): "loads every provider, a sixth of what a run loads",
    ("judges/named.py", "arbitree.providers.table"): "only an unknown name lists the providers",
    ("pytest_plugin/__init__.py", "arbitree.pytest_plugin.asserting"): "only a test that judges needs it",
    ("pytest_plugin/__init__.py", "arbitree.pytest_plugin.collecting"): "only a marked test has cases",
    ("pytest_plugin/__init__.py", "arbitree.pytest_plugin.current"): "each pytest run loads the plugin, used or not",
    ("pytest_plugin/__init__.py", "arbitree.pytest_plugin.session"): "only a test that judges needs it",
    ("pytest_plugin/__init__.py", "arbitree.pytest_plugin.summary"): "only a run that judged something has one",
}
"""Imports inside functions that are right, by file and first part of what is imported, and why."""

PACKAGE = modules()


def layer(name: str) -> int:
    """The place of a module's layer; -1 for `arbitree` itself, which loads lazily what it names."""
    first = name.split(".")[1] if "." in name else ""
    if not first:
        return -1
    return next(place for place, names in enumerate(LAYERS) if first in names)


def own(module: Module) -> Iterator[Import]:
    return (found for found in imports(module) if found.target.partition(".")[0] == "arbitree")


@pytest.mark.parametrize("module", PACKAGE, ids=lambda module: module.path)
def test_imports_point_down_the_layers(module: Module) -> None:
    for found in own(module):
        if found.target in LEAVES:
            lowest = next(place for place, names in enumerate(LAYERS) if LEAVES[found.target] in names)
            assert layer(module.name) >= lowest, f"{module.path}:{found.line} imports {found.target} from below"
        elif module.name != "arbitree":
            assert found.target != "arbitree", f"{module.path}:{found.line} imports the package that imports it"
            assert layer(found.target) <= layer(module.name), f"{module.path}:{found.line} imports {found.target}"


@pytest.mark.parametrize("module", PACKAGE, ids=lambda module: module.path)
def test_every_module_has_a_layer(module: Module) -> None:
    assert module.name == "arbitree" or any(module.name.split(".")[1] in names for names in LAYERS)


@pytest.mark.parametrize("module", [m for m in PACKAGE if m.path.startswith(("core/", "errors"))], ids=lambda m: m.path)
def test_the_core_needs_the_standard_library_only(module: Module) -> None:
    for found in imports(module):
        first = found.target.partition(".")[0]
        assert first in sys.stdlib_module_names or first == "arbitree", f"{module.path}:{found.line}"


@pytest.mark.parametrize("module", [m for m in PACKAGE if m.path.split("/")[0] in PURE], ids=lambda m: m.path)
def test_pure_layers_do_no_io_and_ask_no_clock(module: Module) -> None:
    for found in imports(module):
        assert found.target.partition(".")[0] not in IMPURE, f"{module.path}:{found.line} imports {found.target}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCKS, f"{module.path}:{node.lineno} reads the clock"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "input", "hash", "id", "eval", "exec"}, (
                f"{module.path}:{node.lineno} calls {node.func.id}()"
            )


@pytest.mark.parametrize("module", PACKAGE, ids=lambda module: module.path)
def test_nothing_is_imported_inside_a_function_without_a_reason(module: Module) -> None:
    for found in imports(module):
        if found.inside is not None:
            reason = LATE.get((module.path, found.target.partition(".")[0])) or LATE.get((module.path, found.target))
            assert reason, f"{module.path}:{found.line}: {found.inside}() imports {found.target}; see LATE"


def test_every_reason_for_a_late_import_is_still_needed() -> None:
    late = {(m.path, f.target) for m in PACKAGE for f in imports(m) if f.inside is not None}
    used = late | {(path, target.partition(".")[0]) for path, target in late}

    assert set(LATE) <= used


@pytest.mark.parametrize("leaf", [m for m in PACKAGE if m.name in LEAVES], ids=lambda m: m.path)
def test_a_leaf_imports_pydantic_alone(leaf: Module) -> None:
    first_parts = {found.target.partition(".")[0] for found in imports(leaf)}

    assert first_parts - set(sys.stdlib_module_names) <= {"pydantic"}


def test_no_modules_import_each_other_in_a_circle() -> None:
    needs = {m.name: {f.target for f in own(m) if f.inside is None and f.target != m.name} for m in PACKAGE}
    left = dict(needs)
    while ready := [name for name, targets in left.items() if not targets & set(left)]:
        for name in ready:
            del left[name]

    assert not left, f"in a circle, or above one: {sorted(left)}"
