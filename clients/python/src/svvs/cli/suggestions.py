"""The values that a schema lets one write."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from ..typed import is_array, is_object

_PREFIX = "#/components/schemas/"


def suggestions(name: str, schema: Any, definitions: Mapping[str, Any]) -> list[str]:
    """The words that give a name its value, or their beginnings, if the values are too many.

    >>> from svvs.cli.suggestions import suggestions
    >>> suggestions("by", {"type": "integer"}, {}), suggestions("name", {"type": "string"}, {})
    (['by:='], ['name='])
    >>> suggestions("mode", {"$ref": "#/components/schemas/Mode"}, {"Mode": {"enum": ["on", "off", 3]}})
    ['mode=on', 'mode=off', 'mode:=3']
    """
    return list(dict.fromkeys(f"{name}{value}" for value in _values(schema, definitions, 0)))


def _values(schema: Any, definitions: Mapping[str, Any], depth: int) -> list[str]:
    if not is_object(schema) or depth > 8:  # some definition leads back to itself
        return ["="]
    reference, enumeration, kind = schema.get("$ref"), schema.get("enum"), schema.get("type")
    if isinstance(reference, str):
        return _values(definitions.get(reference.removeprefix(_PREFIX)), definitions, depth + 1)
    if is_array(enumeration):
        return [_word(value) for value in enumeration]
    choices = schema.get("anyOf", schema.get("oneOf"))
    if is_array(choices):
        others = [choice for choice in choices if choice != {"type": "null"}]
        return [value for choice in others for value in _values(choice, definitions, depth + 1)]
    if kind == "boolean":
        return [":=false", ":=true"]
    is_text = "string" in kind if is_array(kind) else kind in ("string", None)
    return ["="] if is_text else [":="]


def _word(value: Any) -> str:
    return f"={shlex.quote(value)}" if isinstance(value, str) else f":={shlex.quote(json.dumps(value))}"
