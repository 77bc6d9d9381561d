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
    row = {"type": "object", "required": [], **hints, "properties": {
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


def every_part():
    """Parts of each kind, format and role, known or not, that people only read, and that they set."""
    column = {"name": "a", "title": "A", "kind": "text"}
    shapes = {
        "integer": {}, "number": {}, "switch": {}, "json": {}, "newKind": {"columns": [column], "of": {"kind": "newKind"}},
        "text": {"newMember": {"a": 1}}, "longText": {"kind": "text", "format": "longText"}, "time": {"kind": "text", "format": "time"},
        "url": {"kind": "text", "format": "url"}, "newFormat": {"kind": "text", "format": "newFormat"},
        "money": {"kind": "integer", "money": {"currency": "CHF", "digits": 2}},
        "choice": {"choices": [{"value": each, "title": str(each)} for each in ("a", 2.5, None, True, [], {})]},
        "record": {"members": [column, {**column, "name": "b", "kind": "newKind", "role": "newRole"}]},
        "rows": {"columns": [column, {**column, "name": "b", "kind": "newKind", "format": "newFormat", "role": "newRole"}],
                 "key": "a", "scroll": {"from": "newEnd", "target": "integer", "member": "a", "resets": True}},
        "list": {"of": {"kind": "url"}}, "listOfLists": {"kind": "list", "of": {"kind": "json"}},
        "flag": {"kind": "switch", "role": "flag"}, "error": {"kind": "text", "role": "error"},
        "hidden": {"kind": "text", "role": "hidden"}, "newRole": {"kind": "text", "role": "newRole"},
        "opening": {"kind": "text", "opens": {"on": "newEvent", "view": "nowhere"}},
        "busy": {"kind": "switch", "busyUnless": [False], "cancel": "nothing"},
    }
    return [{"name": f"{name}{suffix}", "title": name, "kind": name, **shape, **others}
            for suffix, others in (("", {"editable": True}), ("Nullable", {"editable": True, "nullable": True}), ("Shown", {}))
            for name, shape in shapes.items()]


# A value of each kind, which fits some of the parts.
VALUES = [None, True, False, 0, -1, 1.5, 1e300, 12345678901234567890, "", "text", "2026-01-05T20:00:00Z", "2026-99-99",
          "https://example.test/", "https://", [], [1, "a", None], [[[]]], [{"a": 1}, 5, None, {"b": [1]}], {}, {"a": {"b": {"c": []}}},
          {"a": "x", "b": {"c": [{"d": 1}]}}, {"children": [{"children": [{"children": []}], "name": "x"}]}]
