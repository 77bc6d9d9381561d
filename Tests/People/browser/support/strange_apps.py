"""View types and states that nobody would write."""
from __future__ import annotations

from written_screens import action, part, view_type


def hostile_app(text):
    """A view type whose names, titles, values and messages are all the same text, as far as names must not differ.

    Returns screens and states, beside a harmless view type `counter`.
    """
    def name(number):
        return f"{text}{number}"

    titles = {"title": text, "description": text}
    row = [part("id"), part(name(1), **titles), part(name(2), format="url", **titles),
           part(name(3), "switch", role="flag", **titles)]
    parts = [
        part("plain", **titles),
        part(name(1), editable=True, submits=name(1), **titles),
        part(name(2), "choice", editable=True, choices=[{"value": each, "title": each} for each in (text, "other")], **titles),
        part(name(3), format="url", **titles),
        part(name(4), format="longText", **titles),
        part(name(5), format="time", **titles),
        part(name(6), role="error", **titles),
        part(name(7), "switch", role="flag", **titles),
        part(name(8), "record", members=row, **titles),
        part(name(9), "rows", columns=row, key="id", label=name(1), **titles),
        part(name(10), "json", editable=True, **titles),
        part(name(11), editable=True, secret=True, **titles),
        part(name(12), "list", of={"kind": "text", "format": "url"}, **titles),
        part(name(13), "integer", money={"currency": text, "digits": 2}, **titles),
    ]
    values = {"id": text, name(1): text, name(2): text, name(3): True}
    state = {"plain": text, name(1): text, name(2): text, name(3): text, name(4): text, name(5): text, name(6): text,
             name(7): True, name(8): values, name(9): [values] * 3, name(10): {text: [text, {text: text}]},
             name(12): [text, "https://example.test/" + text[:100]], name(13): 5}
    actions = [action(name(1), **titles), action(name(2), asks=[part(name(1), **titles)], **titles),
               action(name(3), rows=name(9), asks=[part("id", source=(name(9), "id"), **titles)], **titles)]
    screen = view_type(text, *parts, actions=actions, start=True, subtitle={"property": "plain", "kind": "text"},
                       form={"fields": [name(11)], "calls": name(1)}, **titles)
    return {"screens": [screen, counter_type()], "states": {text: state, "counter": {"count": 0}}}


def counter_type(**members):
    return view_type("counter", part("count", "integer"), actions=[action("increment")], **members)


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
