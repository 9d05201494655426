"""The JSON Schema of rubric files, made from the forms and the table of tests; `rubric.schema.json` is its copy."""

from __future__ import annotations

import json
from typing import Any, Final

from arbitree.core.structural.table import ALL
from arbitree.wire import prompts
from arbitree.wire.fields import NODE_HERE, NODE_PROMPTS_HERE, PARTS_HERE, RUBRIC_PROMPTS_HERE, TESTS_HERE
from arbitree.wire.forms import FORMS, Form, GradedForm, Kind, OverForm
from arbitree.wire.head_forms import DefaultsForm, FileForm

Schema = dict[str, Any]

_NAME: Final[Schema] = {"type": "string", "pattern": r"\S"}
_NODE_NAMES: Final[Schema] = {"pattern": r"\S", "not": {"pattern": r"^(not_applicable|\s*[-+]?[0-9.,]+\s*)$"}}
_TEST_OF: Final = {name: {"$ref": f"#/$defs/test_{name}"} for name in ALL}
_REFERENCES: Final = (
    (NODE_HERE, {"$ref": "#/$defs/node"}),
    (PARTS_HERE, {"$ref": "#/$defs/parts"}),
    (TESTS_HERE, {"$ref": "#/$defs/tests"}),
    (RUBRIC_PROMPTS_HERE, {"$ref": "#/$defs/rubric_prompts"}),
    (NODE_PROMPTS_HERE, {"$ref": "#/$defs/node_prompts"}),
)


def schema() -> Schema:
    """The schema (draft 2020-12) by which an editor checks and completes rubric files.

    It says what one key may hold; what several keys mean together, and the graph, are checked by `arbitree check`.

    >>> schema()["properties"]["threshold"]["maximum"]
    1
    """
    whole = _of_form(FileForm)
    whole["properties"]["nodes"] |= {
        "type": "object",
        "minProperties": 1,
        "propertyNames": _NODE_NAMES,
        "additionalProperties": {"$ref": "#/$defs/node"},
    }
    whole["properties"]["defaults"] = {"$ref": "#/$defs/defaults"}
    nodes = {kind: _node(kind) for kind in FORMS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "arbitree rubric, format 1",
        **whole,
        "$defs": {
            "node": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in nodes]},
            **nodes,
            **{f"{kind}_part": _part(node) for kind, node in nodes.items()},
            "parts": _parts(),
            "tests": _tests(),
            **{f"test_{name}": _test(name) for name in ALL},
            "defaults": _of_form(DefaultsForm),
            "rubric_prompts": _of_form(prompts.RUBRIC),
            "node_prompts": _of_form(prompts.NODE),
            **{form.__name__: _of_form(form) for form in (prompts.LANGUAGE, prompts.NODE_LANGUAGE)},
        },
    }


def schema_text() -> str:
    """The schema as the file that ships with the package."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _of_form(form: type[Form]) -> Schema:
    made = form.model_json_schema()
    made.pop("$defs", None)
    made.pop("title")
    for field in made["properties"].values():
        field.pop("title", None)
    return {"type": "object", **_walked(made)}


def _walked(value: Any) -> Any:
    """The schema with its markers replaced by references, and `default: null` (which nobody may write) taken out."""
    if isinstance(value, dict):
        for marker, reference in _REFERENCES:
            if marker.items() <= value.items():
                return {**reference, **{key: item for key, item in value.items() if key not in marker}}
        if value.get("default", 0) is None and "anyOf" in value:
            rest = {key: item for key, item in value.items() if key not in ("anyOf", "default")}
            choices = [choice for choice in value["anyOf"] if choice != {"type": "null"}]
            return _walked({**choices[0], **rest} if len(choices) == 1 else {"anyOf": choices, **rest})
        return {
            key: _walked(item) for key, item in value.items() if not (key == "default" and item in (None, [], {}, ""))
        }
    return [_walked(item) for item in value] if isinstance(value, list) else value


def _node(kind: Kind) -> Schema:
    node = _of_form(FORMS[kind])
    if kind in ("ask", "check"):
        node["dependentRequired"] = {"yes": ["no"], "no": ["yes"]}
    if kind == "grade":
        about = node["properties"]["grade"]["description"]
        node["properties"]["grade"] = {"anyOf": [_NAME, _of_form(GradedForm)], "description": about}
    if kind == "each":
        node["properties"]["each"] = _of_form(OverForm)
    if kind == "check":
        node["properties"] |= {name: _TEST_OF[name] for name in ALL if name not in node["properties"]}
    return node


def _part(node: Schema) -> Schema:
    """The node as a part written in place: its weight or points stand beside its keys."""
    worth = {
        "weight": {"type": "number", "description": "The part's weight."},
        "points": {"type": "number", "description": "The points it earns, under `by: points`; may be negative."},
    }
    return {**node, "properties": {**node["properties"], **worth}}


def _parts() -> Schema:
    named = {
        "type": "object",
        "properties": {"node": _NAME, "weight": {"type": "number"}, "points": {"type": "number"}},
        "required": ["node"],
        "additionalProperties": False,
    }
    in_place = [{"$ref": f"#/$defs/{kind}_part"} for kind in FORMS]
    return {
        "anyOf": [
            {"type": "array", "minItems": 1, "items": {"anyOf": [_NAME, named, *in_place]}},
            {"type": "object", "minProperties": 1, "additionalProperties": {"type": "number"}},
        ]
    }


def _tests() -> Schema:
    group: Schema = {
        "type": "object",
        "minProperties": 1,
        "properties": {**_TEST_OF, "of": _of_form(FORMS["check"])["properties"]["of"]},
        "additionalProperties": False,
    }
    return {"anyOf": [group, {"type": "array", "minItems": 1, "items": group}]}


def _test(name: str) -> Schema:
    test = ALL[name]
    return {"description": test.about, "examples": list(test.examples), "not": {"type": "null"}}
