"""The schema of an app in what its server tells of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..typed import is_array, is_object
from .names import SchemaError

_THEIRS, _OURS = "#/components/schemas/", "#/$defs/"


def app_schema(document: Any) -> dict[str, Any]:
    """What `app.schema.json` has, as far as a module is made of it, from the answer to `rpc.discover`.

    That has the definitions of the protocol too: those of the app are the ones that its view types lead to.

    >>> from svvs.codegen import app_schema
    >>> count = {"$ref": "#/components/schemas/Count"}
    >>> views = {"counter": {"properties": {"count": count}}}
    >>> app_schema({"x-viewTypes": views, "components": {"schemas": {"Count": {"type": "integer"}, "Exit": {}}}})
    {'$defs': {'Count': {'type': 'integer'}}, 'viewTypes': {'counter': {'properties': {'count': {'$ref': '#/$defs/Count'}}}}}

    :raises SchemaError: if it is no such answer.
    """
    if not (is_object(document) and is_object(document.get("x-viewTypes"))):
        raise SchemaError("the server does not tell of its view types")
    components = document.get("components")
    schemas = components.get("schemas") if is_object(components) else None
    definitions: dict[str, Any] = schemas if is_object(schemas) else {}
    try:
        found = set(_references(document["x-viewTypes"]))
        rest = list(found)
        while rest:
            new = set(_references(definitions.get(rest.pop()))) - found
            found |= new
            rest += new
        used = {name: _renamed(schema) for name, schema in definitions.items() if name in found}
        return {"$defs": used, "viewTypes": _renamed(document["x-viewTypes"])}
    except RecursionError:
        raise SchemaError("it is nested too deeply") from None


def _references(value: Any) -> Iterator[str]:
    """The names of the definitions that a schema leads to directly."""
    if is_object(value):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_THEIRS)
    for each in value.values() if is_object(value) else value if is_array(value) else ():
        yield from _references(each)


def _renamed(value: Any) -> Any:
    """The schema, with the references that it has in a file of its own."""
    if is_array(value):
        return [_renamed(each) for each in value]
    if not is_object(value):
        return value
    renamed = {name: _renamed(each) for name, each in value.items()}
    reference = value.get("$ref")
    if isinstance(reference, str):
        renamed["$ref"] = reference.replace(_THEIRS, _OURS, 1)
    return renamed
