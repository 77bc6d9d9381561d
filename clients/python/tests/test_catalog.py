"""What the prompt offers to complete, from what a server tells of itself."""

from __future__ import annotations

from typing import Any

import pytest

from svvs.cli.catalog import Catalog

TEXT = {"type": "string"}
PROPERTIES = {
    "text": TEXT,
    "maybe": {"anyOf": [TEXT, {"type": "null"}]},
    "either": {"type": ["string", "null"]},
    "number": {"type": "number"},
    "list": {"type": "array", "items": TEXT},
    "flag": {"type": "boolean"},
    "mode": {"$ref": "#/components/schemas/Mode"},
    "maybeMode": {"anyOf": [{"$ref": "#/components/schemas/Mode"}, {"type": "null"}]},
    "endless": {"$ref": "#/components/schemas/Endless"},
    "anything": {},
    "fixed": {"type": "string", "readOnly": True},
}
DOCUMENT = {
    "x-viewTypes": {"t": {"params": {"properties": PROPERTIES}, "properties": PROPERTIES, "actions": {"act": {}}}},
    "components": {
        "schemas": {"Mode": {"enum": ["on", "two words", 3]}, "Endless": {"$ref": "#/components/schemas/Endless"}},
    },
}


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("text", ["text="]),
        ("maybe=", ["maybe="]),
        ("either", ["either="]),
        ("number", ["number:="]),
        ("list", ["list:="]),
        ("flag", ["flag:=false", "flag:=true"]),
        ("mode", ["mode:=3", "mode='two words'", "mode=on"]),
        ("mode=o", ["mode=on"]),
        ("maybeMode=o", ["maybeMode=on"]),
        ("endless", ["endless="]),
        ("anything", ["anything="]),
    ],
)
def test_a_value_is_offered_as_its_type_wants_it(name: str, offered: list[str]) -> None:
    catalog = Catalog(DOCUMENT)
    assert catalog.completions("open t ", name, {}) == offered
    assert catalog.completions("v.text=abc ", name, {"v": "t"}) == offered
    if "=" in name:
        assert catalog.completions("", f"v.{name}", {"v": "t"}) == [f"v.{each}" for each in offered]


def test_what_cannot_be_set_is_offered_by_its_name_alone() -> None:
    catalog = Catalog(DOCUMENT)
    assert catalog.completions("", "v.fi", {"v": "t"}) == ["v.fixed"]
    assert catalog.completions("v.text=abc ", "fi", {"v": "t"}) == []


@pytest.mark.parametrize("other", [None, 3, "x", [], [1], {"a": 1}])
def test_a_description_of_another_shape_offers_nothing(other: Any) -> None:
    for view, components in [
        (other, other),
        ({"params": other, "properties": other, "actions": other}, {"schemas": other}),
        ({"params": {"properties": other}, "actions": {"act": other}}, {}),
        ({"actions": {"act": {"arguments": other}}}, {}),
    ]:
        catalog = Catalog({"x-viewTypes": {"t": view}, "components": components})
        for before, word in [("", "v."), ("", "v.a="), ("v.act ", ""), ("v.a=1 ", ""), ("open t ", ""), ("open ", "")]:
            assert all(each.startswith(word) for each in catalog.completions(before, word, {"v": "t"}))
