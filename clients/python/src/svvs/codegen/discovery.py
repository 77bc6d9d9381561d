"""Extracts the schema of an app from the reply to `rpc.discover`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..typed import is_array, is_object
from .names import SchemaError

_THEIRS, _OURS = "#/components/schemas/", "#/$defs/"


def app_schema(document: Any) -> dict[str, Any]:
    """The parts of `app.schema.json` from which a module is generated, extracted from the reply to `rpc.discover`.

    The reply also contains definitions of the protocol. Those of the app are the ones to which its view types refer.

    >>> from svvs.codegen import app_schema
    >>> count = {"$ref": "#/components/schemas/Count"}
    >>> views = {"counter": {"properties": {"count": count}}}
    >>> app_schema({"x-viewTypes": views, "components": {"schemas": {"Count": {"type": "integer"}, "Exit": {}}}})
    {'$defs': {'Count': {'type': 'integer'}}, 'viewTypes': {'counter': {'properties': {'count': {'$ref': '#/$defs/Count'}}}}}

    :raises SchemaError: if the document is not such a reply.
    """
    if not (is_object(document) and is_object(document.get("x-viewTypes"))):
        raise SchemaError("the reply to rpc.discover is not the document of an app: it has no x-viewTypes")
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
        raise SchemaError("the schema is nested too deeply") from None


def _references(value: Any) -> Iterator[str]:
    """The names of the definitions to which a schema refers directly."""
    if is_object(value):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_THEIRS)
    for each in value.values() if is_object(value) else value if is_array(value) else ():
        yield from _references(each)


def _renamed(value: Any) -> Any:
    """The schema with the references of `app.schema.json`."""
    if is_array(value):
        return [_renamed(each) for each in value]
    if not is_object(value):
        return value
    renamed = {name: _renamed(each) for name, each in value.items()}
    reference = value.get("$ref")
    if isinstance(reference, str):
        renamed["$ref"] = reference.replace(_THEIRS, _OURS, 1)
    return renamed
