"""The kinds of value that keys of a rubric file hold: how each is read, and how JSON Schema says it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, PlainValidator, WithJsonSchema

from arbitree.core.budgets import LEAST_TOKENS, TOO_LONG, TooLong
from arbitree.core.kinds.base import RULES, NotApplicable, Rule
from arbitree.core.kinds.each import EACH_BYS, MOST_ITEMS, EachBy
from arbitree.core.kinds.grade import AVERAGINGS, Averaging, Range
from arbitree.core.kinds.weigh import By
from arbitree.core.scale import Scale
from arbitree.core.turns import Shown
from arbitree.wire import each_readers, grade_readers, readers, setting_readers, shown

NODE_HERE: Final = {"x-arbitree": "node"}
"""Stands in a value's schema where a node may be written in place; `schema` puts the reference there."""
PARTS_HERE: Final = {"x-arbitree": "parts"}
"""Stands where the parts of a `weigh` go."""
TESTS_HERE: Final = {"x-arbitree": "tests"}
"""Stands where the tests of a `check` go."""

RUBRIC_PROMPTS_HERE: Final = {"x-arbitree": "rubric_prompts"}
"""Stands where the prompts of a rubric go."""
NODE_PROMPTS_HERE: Final = {"x-arbitree": "node_prompts"}
"""Stands where the prompts of a node go."""


def _number(low: float, high: float) -> dict[str, object]:
    return {"type": "number", "minimum": low, "maximum": high}


_TEXT: dict[str, object] = {"type": "string", "pattern": r"\S"}
_NAME: dict[str, object] = {"type": "string", "pattern": r"^(?!\s*[-+]?[0-9.,]+\s*$).*\S"}
_WHOLE: dict[str, object] = {"type": "integer", "minimum": 1}

Prose: TypeAlias = Annotated[str, PlainValidator(readers.read_prose), WithJsonSchema(_TEXT)]
Name: TypeAlias = Annotated[str, PlainValidator(readers.read_name), WithJsonSchema(_TEXT)]
Names: TypeAlias = Annotated[
    tuple[Name, ...], BeforeValidator(readers.read_names), WithJsonSchema({"type": "array", "items": _TEXT})
]
OwnName: TypeAlias = Annotated[str | None, PlainValidator(readers.read_name), WithJsonSchema(_TEXT)]
"""A name that may be absent; where its key is there, so is the name."""
One: TypeAlias = Annotated[Shown, PlainValidator(shown.read_shown), WithJsonSchema(shown.SCHEMA)]
"""One thing that a node shows: a field, or turns of a conversation."""
Shows: TypeAlias = Annotated[
    tuple[One, ...], BeforeValidator(readers.read_names), WithJsonSchema({"type": "array", "items": shown.SCHEMA})
]
OwnShows: TypeAlias = Annotated[
    tuple[One, ...] | None,
    BeforeValidator(readers.read_names),
    WithJsonSchema({"type": "array", "items": shown.SCHEMA}),
]
MetricPath: TypeAlias = Annotated[
    str, PlainValidator(setting_readers.read_metric), WithJsonSchema({**_TEXT, "pattern": "^[\\w.]+:[\\w.]+$"})
]
OwnProse: TypeAlias = Annotated[str | None, PlainValidator(readers.read_prose), WithJsonSchema(_TEXT)]
Score: TypeAlias = Annotated[float, PlainValidator(readers.read_score), WithJsonSchema(_number(0, 10))]
Then: TypeAlias = Annotated[
    str | None, PlainValidator(readers.read_then), WithJsonSchema({"anyOf": [_NAME, NODE_HERE]})
]
Branch: TypeAlias = Annotated[
    float | str | NotApplicable,
    PlainValidator(readers.read_target),
    WithJsonSchema({"anyOf": [_number(0, 10), _NAME, NODE_HERE]}),
]
AbsentRule: TypeAlias = Annotated[
    str | float | NotApplicable,
    PlainValidator(readers.read_absent),
    WithJsonSchema({"anyOf": [{"enum": ["undecided", "ask", "not_applicable"]}, _number(0, 10)]}),
]
OwnAbsentRule: TypeAlias = Annotated[
    str | float | NotApplicable | None,
    PlainValidator(readers.read_absent),
    WithJsonSchema({"anyOf": [{"enum": ["undecided", "ask", "not_applicable"]}, _number(0, 10)]}),
]
Jury: TypeAlias = Annotated[
    tuple[str, ...],
    PlainValidator(readers.read_jury),
    WithJsonSchema({"type": "array", "items": _TEXT, "minItems": 1}),
]
OwnJudge: TypeAlias = Annotated[
    str | tuple[str, ...] | None,
    PlainValidator(readers.read_judges),
    WithJsonSchema({"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}),
]
"""A judge, or the judges of a cascade; where the key is there, so are they."""
OneJudge: TypeAlias = Annotated[str | tuple[str, ...] | None, PlainValidator(readers.read_name), WithJsonSchema(_TEXT)]
"""A judge alone; where the key is there, so is it."""
OwnSure: TypeAlias = Annotated[float | None, PlainValidator(setting_readers.read_sure), WithJsonSchema(_number(0, 1))]
OwnShuffle: TypeAlias = Annotated[
    int | None, PlainValidator(setting_readers.read_shuffle), WithJsonSchema({"anyOf": [{"type": "boolean"}, _WHOLE]})
]
VotingRule: TypeAlias = Annotated[Rule, PlainValidator(readers.read_rule), WithJsonSchema({"enum": list(RULES)})]
OwnVotes: TypeAlias = Annotated[int | None, PlainValidator(readers.read_votes), WithJsonSchema(_WHOLE)]
OwnBudget: TypeAlias = Annotated[
    int | None,
    PlainValidator(setting_readers.read_budget),
    WithJsonSchema({"type": "integer", "minimum": LEAST_TOKENS}),
]
OwnTooLong: TypeAlias = Annotated[
    TooLong | None, PlainValidator(setting_readers.read_too_long), WithJsonSchema({"enum": list(TOO_LONG)})
]
Votes: TypeAlias = Annotated[int, PlainValidator(readers.read_votes), WithJsonSchema(_WHOLE)]
Threshold: TypeAlias = Annotated[float, PlainValidator(setting_readers.read_threshold), WithJsonSchema(_number(0, 1))]
Version: TypeAlias = Annotated[int, PlainValidator(setting_readers.read_version), WithJsonSchema({"const": 1})]
Gives: TypeAlias = Annotated[
    Literal["text", "list"], PlainValidator(setting_readers.read_gives), WithJsonSchema({"enum": ["text", "list"]})
]
Combining: TypeAlias = Annotated[
    tuple[By, int | None, float | None],
    PlainValidator(setting_readers.read_by),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": list(setting_readers.BYS)},
                {"type": "string", "pattern": r"^at_least:\s*[1-9][0-9]*$"},
                {
                    "type": "object",
                    "properties": {"at_least": _WHOLE, "met": _number(0, 10)},
                    "required": ["at_least"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Steps: TypeAlias = Annotated[
    tuple[str, ...] | None,
    PlainValidator(grade_readers.read_steps),
    WithJsonSchema({"type": "array", "items": _TEXT}),
]
OfScale: TypeAlias = Annotated[
    Scale,
    PlainValidator(grade_readers.read_scale),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
                {
                    "type": "object",
                    "properties": {
                        "low": {"type": "number"},
                        "high": {"type": "number"},
                        "whole": {"type": "boolean"},
                    },
                    "required": ["low", "high"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Ranges: TypeAlias = Annotated[
    tuple[Range, ...],
    PlainValidator(grade_readers.read_rubric),
    WithJsonSchema({"type": "object", "minProperties": 1, "additionalProperties": _TEXT}),
]
Strict: TypeAlias = Annotated[bool, PlainValidator(grade_readers.read_strict), WithJsonSchema({"type": "boolean"})]
AveragingRule: TypeAlias = Annotated[
    Averaging, PlainValidator(grade_readers.read_averaging), WithJsonSchema({"enum": list(AVERAGINGS)})
]
Count: TypeAlias = Annotated[int | None, PlainValidator(setting_readers.read_count), WithJsonSchema(_WHOLE)]
Meta: TypeAlias = Annotated[
    dict[str, Any], PlainValidator(setting_readers.read_json), WithJsonSchema({"type": "object"})
]
Options: TypeAlias = Annotated[
    dict[str, Branch],
    BeforeValidator(readers.read_options),
    WithJsonSchema(
        {"type": "object", "minProperties": 1, "additionalProperties": {"anyOf": [_number(0, 10), _NAME, NODE_HERE]}}
    ),
]
Do: TypeAlias = Annotated[str, PlainValidator(each_readers.read_do), WithJsonSchema({"anyOf": [_NAME, NODE_HERE]})]
EachRule: TypeAlias = Annotated[
    EachBy, PlainValidator(each_readers.read_each_by), WithJsonSchema({"enum": list(EACH_BYS)})
]
NoItemsRule: TypeAlias = Annotated[
    str | float | NotApplicable,
    PlainValidator(each_readers.read_no_items),
    WithJsonSchema({"anyOf": [{"enum": ["undecided", "not_applicable"]}, _number(0, 10)]}),
]
Limit: TypeAlias = Annotated[
    int,
    PlainValidator(each_readers.read_limit),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_ITEMS}),
]
Parts: TypeAlias = Annotated[Any, PlainValidator(readers.as_is), WithJsonSchema(PARTS_HERE)]
Checked: TypeAlias = Annotated[Any, PlainValidator(readers.as_is), WithJsonSchema({"anyOf": [_TEXT, TESTS_HERE]})]
Tests: TypeAlias = Annotated[Any, PlainValidator(readers.as_is), WithJsonSchema(TESTS_HERE)]
RubricPrompts: TypeAlias = Annotated[Any, PlainValidator(readers.as_is), WithJsonSchema(RUBRIC_PROMPTS_HERE)]
"""Read by `wire.prompts`."""
NodePrompts: TypeAlias = Annotated[Any, PlainValidator(readers.as_is), WithJsonSchema(NODE_PROMPTS_HERE)]
Of: TypeAlias = Annotated[
    tuple[str, ...],
    PlainValidator(readers.read_of),
    WithJsonSchema({"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}),
]
