"""View types and states that nobody would write."""
from __future__ import annotations

from fake_app import action, view_type

TEXT = {"type": "string"}


def hostile_app(text):
    """A view type whose names, titles, values and messages are all the same text, as far as names must not differ.

    Returns view types, states and definitions, beside a harmless view type `counter`.
    """
    def name(number):
        return f"{text}{number}"

    hints = {"title": text, "description": text}
    row = {"type": "object", "required": [], "propertyOrder": ["id", name(1), name(2), name(3)], **hints, "properties": {
        "id": TEXT, name(1): {**TEXT, **hints}, name(2): {**TEXT, "format": "uri", **hints},
        name(3): {"type": "boolean", "x-shown": "whenTrue", **hints}}}
    properties = {
        "plain": {**TEXT, **hints, "readOnly": True},
        name(1): {**TEXT, **hints, "x-submits": name(1)},
        name(2): {**TEXT, **hints, "enum": [text, "other"], "x-enumTitles": {text: text}},
        name(3): {**TEXT, **hints, "readOnly": True, "format": "uri"},
        name(4): {**TEXT, **hints, "readOnly": True, "x-format": "longText"},
        name(5): {**TEXT, **hints, "readOnly": True, "format": "date-time"},
        name(6): {**TEXT, **hints, "readOnly": True, "x-error": True},
        name(7): {"type": "boolean", "readOnly": True, **hints, "x-shown": "whenTrue"},
        name(8): {"$ref": f"#/components/schemas/{text}", **hints, "readOnly": True},
        name(9): {"type": "array", "items": row, "readOnly": True, **hints},
        name(10): {**hints},
        name(11): {**TEXT, **hints, "writeOnly": True},
        name(12): {"type": "array", "items": {**TEXT, "format": "uri"}, "readOnly": True, **hints},
        name(13): {"type": "integer", "readOnly": True, "x-format": {"money": text}, **hints},
    }
    values = {"id": text, name(1): text, name(2): text, name(3): True}
    state = {"plain": text, name(1): text, name(2): text, name(3): text, name(4): text, name(5): text, name(6): text,
             name(7): True, name(8): values, name(9): [values] * 3, name(10): {text: [text, {text: text}]},
             name(12): [text, "https://example.test/" + text[:100]], name(13): 5}
    actions = {name(1): action(**hints), name(2): action({name(1): {**TEXT, **hints}}, [name(1)], **hints),
               name(3): action({"id": {**TEXT, **hints, "x-source": {"property": name(9), "member": "id"}}}, ["id"], **hints)}
    types = {text: view_type(properties, actions, isStart=True, subtitle={"property": "plain"}, **hints),
             "counter": counter_type()}
    return {"types": types, "states": {text: state, "counter": {"count": 0}}, "definitions": {text: row}}


def counter_type():
    return view_type({"count": {"type": "integer", "readOnly": True}}, {"increment": action()}, title="Counter")


def every_schema():
    """A property of each form of JSON Schema, known or not, valid or not, each with a value that fits and one that does
    not."""
    schemas = {
        "none": {}, "true": True, "null": {"type": "null"}, "boolean": {"type": "boolean"},
        "integer": {"type": "integer", "minimum": -5, "maximum": 5}, "number": {"type": "number"},
        "string": {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^(a+)+$"},
        "enum": {"type": "string", "enum": ["a", "b"]}, "enumOfNumbers": {"enum": [1, 2.5, None, True, [], {}]},
        "emptyEnum": {"type": "string", "enum": []}, "const": {"const": {"a": 1}},
        "list": {"type": "array", "items": {"type": "string"}}, "anyList": {"type": "array"},
        "tuple": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
        "listOfLists": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {}}}},
        "object": {"type": "object"}, "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "record": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {
            "c": {"type": "array", "items": {"type": "object", "properties": {"d": {}}}}}}}, "required": ["a"]},
        "nullable": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "types": {"type": ["string", "integer", "null"]},
        "union": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"kind": {"const": "x"}}}]},
        "all": {"allOf": [{"type": "string"}, {"minLength": 2}]}, "not": {"not": {"type": "string"}},
        "dangling": {"$ref": "#/components/schemas/Nowhere"}, "loop": {"$ref": "#/components/schemas/Loop"},
        "recursive": {"$ref": "#/components/schemas/Tree"}, "remote": {"$ref": "https://example.test/schema.json"},
        "time": {"type": "string", "format": "date-time"}, "uri": {"type": "string", "format": "uri"},
        "money": {"type": "integer", "x-format": {"money": "JPY"}}, "longText": {"type": "string", "x-format": "longText"},
        "secret": {"type": "string", "writeOnly": True}, "unknownType": {"type": "bigint"}, "wrong": {"type": 5},
        "badHints": {"type": "string", "x-submits": 5, "x-opens": "x", "x-shown": [], "x-busyUnless": {}, "x-error": "yes",
                     "x-filters": {}, "x-format": 1, "x-cancelAction": [], "x-scrollTarget": 1, "title": 5, "description": []},
    }
    definitions = {"Loop": {"$ref": "#/components/schemas/Loop"},
                   "Tree": {"type": "object", "properties": {"children": {"type": "array", "items": {
                       "$ref": "#/components/schemas/Tree"}}, "name": {"type": "string"}}}}
    read_only = {f"{name}Shown": {**schema, "readOnly": True} for name, schema in schemas.items() if schema is not True}
    return {**schemas, **read_only}, definitions


# A value of each kind, which fits some of the schemas.
VALUES = [None, True, False, 0, -1, 1.5, 1e300, 12345678901234567890, "", "text", "2026-01-05T20:00:00Z", "2026-99-99",
          "https://example.test/", "https://", [], [1, "a", None], [[[]]], [{"a": 1}, 5, None, {"b": [1]}], {}, {"a": {"b": {"c": []}}},
          {"a": "x", "b": {"c": [{"d": 1}]}}, {"children": [{"children": [{"children": []}], "name": "x"}]}]
