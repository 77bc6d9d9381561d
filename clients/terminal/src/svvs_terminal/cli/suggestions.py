"""The values that a schema lets one write."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from svvs.typed import is_array, is_object

_PREFIX = "#/components/schemas/"


def suggestions(name: str, schema: Any, definitions: Mapping[str, Any], known: Iterable[Any] = ()) -> list[str]:
    """The words that give a name its value, or their beginnings, if the values are too many.

    `known` are values that there are now. What is secret is offered none.

    >>> from svvs_terminal.cli.suggestions import suggestions
    >>> suggestions("by", {"type": "integer"}, {}), suggestions("name", {"type": "string"}, {})
    (['by:='], ['name='])
    >>> suggestions("mode", {"$ref": "#/components/schemas/Mode"}, {"Mode": {"enum": ["on", "off", 3]}})
    ['mode=on', 'mode=off', 'mode:=3']
    >>> suggestions("id", {"type": "string"}, {}, known=["A", "B C"])
    ['id=A', "id='B C'"]
    """
    if is_object(schema) and schema.get("writeOnly") is True:
        return [f"{name}="]
    values = [_word(value) for value in known] or _values(schema, definitions, 0)
    return list(dict.fromkeys(f"{name}{value}" for value in values))


def form(name: str, schema: Any, definitions: Mapping[str, Any]) -> str:
    """How a name is given a value, for people.

    >>> from svvs_terminal.cli.suggestions import form
    >>> form("by", {"type": "integer"}, {}), form("password", {"type": "string", "writeOnly": True}, {})
    ('by:=JSON', 'password=SECRET')
    >>> form("mode", {"enum": ["on", "off"]}, {})
    'mode=on|off'
    """
    if is_object(schema) and schema.get("writeOnly") is True:
        return f"{name}=SECRET"
    values = _values(schema, definitions, 0)
    if values in (["="], [":="]):
        return f"{name}=TEXT" if values == ["="] else f"{name}:=JSON"
    return name + "|".join([values[0], *(value.lstrip(":=") for value in values[1:])])


def _values(schema: Any, definitions: Mapping[str, Any], depth: int) -> list[str]:
    if not is_object(schema) or depth > 8:  # some definition leads back to itself
        return ["="]
    reference, enumeration, kind = schema.get("$ref"), schema.get("enum"), schema.get("type")
    if isinstance(reference, str):
        return _values(definitions.get(reference.removeprefix(_PREFIX)), definitions, depth + 1)
    if is_array(enumeration) and enumeration:
        return [_word(value) for value in enumeration]
    choices = schema.get("anyOf", schema.get("oneOf"))
    if is_array(choices):
        others = [choice for choice in choices if choice != {"type": "null"}]
        return [value for choice in others for value in _values(choice, definitions, depth + 1)] or ["="]
    if kind == "boolean":
        return [":=false", ":=true"]
    is_text = "string" in kind if is_array(kind) else kind in ("string", None)
    return ["="] if is_text else [":="]


def _word(value: Any) -> str:
    return f"={shlex.quote(value)}" if isinstance(value, str) else f":={shlex.quote(json.dumps(value))}"
