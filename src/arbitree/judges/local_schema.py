"""Whether a text is JSON that a schema allows, by jsonschema: the extra `jsonschema`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from arbitree.core.kinds.base import Json
from arbitree.core.structural.base import Finding, quote
from arbitree.core.structural.strict_json import NotJson, inside_fence, read_json
from arbitree.judges.unusable import Unusable

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_FORMATS = ("date", "email", "ipv4", "ipv6", "regex", "uuid")
"""The formats that jsonschema checks without further packages, so that a verdict is the same on every machine."""


def load(argument: Json) -> None:
    """Builds the validator.

    Raises:
        Unusable: the extra is not installed, or the schema is none.
    """
    _validator(json.dumps(_parts(argument)[0], sort_keys=True))


def run(argument: Json, text: str) -> Finding:
    """Whether the text is JSON and the schema allows it."""
    schema, fenced = _parts(argument)
    try:
        value = read_json(inside_fence(text) if fenced else text, integer=_whole)
    except NotJson as error:
        return Finding(False, f"the text is not JSON: {error}")
    errors = _validator(json.dumps(schema, sort_keys=True)).iter_errors(value)
    found = min(errors, key=lambda error: (list(map(str, error.absolute_path)), error.message), default=None)
    if found is None:
        return Finding(True, "the text is JSON that the schema allows")
    place = "".join(f"/{part}" for part in found.absolute_path)
    return Finding(False, f"the schema does not allow {place or 'the whole'}: {quote(found.message, 120)[1:-1]}")


def _whole(digits: str) -> Json:
    """A whole number; one too long for Python's limit as the nearest float, which may be infinite."""
    return int(digits) if len(digits) <= 4_000 else float(digits)


def _parts(argument: Json) -> tuple[Json, bool]:
    if isinstance(argument, dict) and argument.keys() == {"schema", "fenced"}:
        return argument["schema"], argument["fenced"] is True
    return argument, False


@lru_cache(maxsize=256)
def _validator(written: str) -> Validator:
    try:
        import jsonschema
        import jsonschema.validators
        import referencing
    except ModuleNotFoundError as error:
        message = f'the test `json_schema` needs {error.name}: pip install "arbitree[jsonschema]"'
        raise Unusable(message) from None
    schema = json.loads(written)
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError as error:
        place = "".join(f"/{part}" for part in error.absolute_path)
        raise Unusable(f"the schema is none, at {place or 'its top'}: {error.message}") from None
    # An empty registry retrieves nothing, where the default one would fetch what a reference leads to.
    registry: referencing.Registry[bool | Mapping[str, Any]] = referencing.Registry()
    checker = jsonschema.FormatChecker(formats=_FORMATS)
    validator: Validator = kind(schema, registry=registry, format_checker=checker)
    return validator
