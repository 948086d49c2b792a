"""Plain data held against the JSON Schema of Bankcraps, with no key that the schema does not know."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from bankcraps.analysis.results.reading import RESULTS
from bankcraps.game.records.codec import json_schema
from bankcraps.support.results import wire


def fits(value, name):
    """Whether plain data is what the schema says of that name."""
    return _validator(name).is_valid(value)


@cache
def _validator(name):
    strict: Any = _closed(json_schema(map(wire, RESULTS)))
    return Draft202012Validator({"$defs": strict["$defs"], "$ref": f"#/$defs/{name}"})


def _closed(schema):
    """The same schema, with every object of known keys closed to others."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _closed(part) for key, part in schema.items()}
    known = isinstance(schema.get("properties"), dict) and schema.get("type") == "object"
    return parts | {"additionalProperties": False} if known else parts
