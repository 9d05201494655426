"""The JSON Schema accepts what the loader accepts, and refuses what an editor can see to be wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from arbitree.core.graph import Graph
from arbitree.wire.dump import rubric_dict
from arbitree.wire.schema import schema, schema_text
from arbitree.wire.setting_readers import plain
from arbitree.wire.tree import Mapped, Mistakes
from arbitree.wire.yaml_tree import read_yaml
from tests.plugins.examples import examples
from tests.plugins.golden import Golden
from tests.strategies_wire import graphs
from tests.wire.test_load import RETURN

VALIDATOR = Draft202012Validator(schema())
EXAMPLES = sorted(Path(__file__).parents[2].glob("**/examples/*/rubric.yaml"))
HEAD = "arbitree: 1\ndefaults: {shows: [actual_output]}\nnodes:\n  a: "


def _content(text: str) -> object:
    mistakes = Mistakes("rubric.yaml")
    root = read_yaml(text, mistakes)
    assert not mistakes and isinstance(root, Mapped)
    return plain(root)


def test_whatever_the_schema_refers_to_is_in_it() -> None:
    named = {f"#/$defs/{name}" for name in schema()["$defs"]}

    assert set(re.findall(r'"\$ref": "([^"]+)"', schema_text())) <= named


def test_the_schema_that_ships_is_the_one_that_the_forms_make(golden: Golden) -> None:
    golden("src/arbitree/wire/rubric.schema.json", schema_text())


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_the_example_rubrics_are_as_the_schema_says(path: Path) -> None:
    assert list(VALIDATOR.iter_errors(_content(path.read_text(encoding="utf-8")))) == []


def test_the_rubric_of_the_format_is_as_the_schema_says() -> None:
    assert VALIDATOR.is_valid(_content(RETURN))


@given(graph=graphs())
@examples(40, 2_000)
def test_whatever_is_written_is_as_the_schema_says(graph: Graph) -> None:
    assert list(VALIDATOR.iter_errors(plain(rubric_dict(graph)))) == []


@pytest.mark.parametrize(
    "node",
    [
        "{ask: Is it?, yes: 15, no: 0}",
        "{ask: Is it?, yes: 10}",
        '{ask: Is it?, yes: "7", no: 0}',
        "{ask: Is it?, yes: true, no: 0}",
        "{ask: Is it?, no: , yes: 10}",
        "{ask: }",
        "{ask: 10}",
        "{ask: Is it?, show: [x]}",
        "{ask: Is it?, shows: actual_output}",
        "{ask: Is it?, votes: 0}",
        "{ask: Is it?, on_missing: skip}",
        "{ask: Is it?, choose: Which?, options: {A: 1}}",
        "{choose: Which?}",
        "{choose: Which?, options: {A: 10, B}}",
        "{choose: Which?, options: {A: {ask: Is it?, yse: 3}}}",
        "{task: Extract it., gives: items}",
        "{task: Extract it., then: 5}",
        "{check: {contain: refund}}",
        "{check: {contains: }}",
        "{weigh: []}",
        "{weigh: {b: heavy}}",
        "{weigh: [{node: b, weight: heavy}]}",
        "{weigh: [{ask: Is it?, point: 3}]}",
        "{weigh: [b], by: median}",
        "{weigh: [b], by: {at_least: 0}}",
        "{each: {over: claims}}",
        "{}",
    ],
)
def test_a_node_that_is_wrong_by_itself_is_refused(node: str) -> None:
    assert not VALIDATOR.is_valid(_content(HEAD + node))


@pytest.mark.parametrize("text", ["nodes: {a: {ask: x}}", "arbitree: 1", "arbitree: 2\nnodes: {a: {ask: x}}"])
def test_a_head_that_is_wrong_is_refused(text: str) -> None:
    assert not VALIDATOR.is_valid(_content(text))


@pytest.mark.parametrize("threshold", ["5", "80%", '"0.5"', "-1"])
def test_a_threshold_off_the_scale_is_refused(threshold: str) -> None:
    assert not VALIDATOR.is_valid(_content(f"threshold: {threshold}\n{HEAD}{{ask: Is it?}}"))
