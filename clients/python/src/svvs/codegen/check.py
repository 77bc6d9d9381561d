"""Checks the shape of a schema, so that the rest of the code generator can rely on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..typed import is_array, is_object
from .names import SchemaError


def check(schema: Any) -> None:
    """Checks the parts of an app's schema from which a module is generated.

    >>> from svvs.codegen.check import check
    >>> check({"viewTypes": {"counter": {"actions": [1]}}})
    Traceback (most recent call last):
    svvs.codegen.names.SchemaError: counter.actions is not an object

    :raises SchemaError: if a part has another shape.
    """
    if not (is_object(schema) and is_object(schema.get("viewTypes"))):
        raise SchemaError("not the schema of an app: expected an object with the member viewTypes")
    _each(schema, "$defs", "", _schema)
    _each(schema, "viewTypes", "", _view)


def _view(view: Any, where: str) -> None:
    _described(view, where)
    _object_schema(view.get("params", {}), f"{where}.params")
    _each(view, "properties", where, _property)
    _each(view, "actions", where, _action)


def _action(action: Any, where: str) -> None:
    _described(action, where)
    _object_schema(action.get("arguments", {}), f"{where}.arguments")


def _property(schema: Any, where: str) -> None:
    _require(is_object(schema), where, "an object")
    _schema(schema, where)


def _object_schema(schema: Any, where: str) -> None:
    _property(schema, where)
    _each(schema, "properties", where, _schema)


def _schema(schema: Any, where: str) -> None:
    if isinstance(schema, bool):  # allows any value, or none
        return
    _described(schema, where)
    _require(isinstance(schema.get("$ref", ""), str), f"{where}.$ref", "a string")
    _require(_is_texts(schema.get("required", [])), f"{where}.required", "an array of strings")
    kind = schema.get("type", "")
    _require(isinstance(kind, str) or _is_texts(kind), f"{where}.type", "a string or an array of strings")
    for name in ("anyOf", "enum", "oneOf"):
        array = schema.get(name, [True])
        _require(is_array(array) and array != [], f"{where}.{name}", "a non-empty array")
    for each in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
        _schema(each, where)
    for name in ("additionalProperties", "items"):
        _schema(schema.get(name, True), f"{where}.{name}")
    if "properties" in schema:
        _each(schema, "properties", where, _schema)


def _described(value: Any, where: str) -> None:
    _require(is_object(value), where, "an object")
    _require(isinstance(value.get("description", ""), str), f"{where}.description", "a string")


def _each(container: dict[str, Any], name: str, where: str, visit: Callable[[Any, str], None]) -> None:
    members = container.get(name, {})
    _require(is_object(members), f"{where}.{name}".lstrip("."), "an object")
    for each, value in members.items():
        visit(value, f"{where}.{each}".lstrip("."))


def _is_texts(value: Any) -> bool:
    return is_array(value) and all(isinstance(each, str) for each in value)


def _require(holds: bool, where: str, what: str) -> None:
    if not holds:
        raise SchemaError(f"{where} is not {what}")
