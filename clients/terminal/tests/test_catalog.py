"""The completions at the prompt, from the description of a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from svvs_terminal.cli.catalog import Catalog
from svvs_terminal.cli.completion import completions

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
ROWS = {"type": "array", "readOnly": True}
ARGUMENTS = {
    "text": TEXT,
    "id": {"x-source": {"property": "rows", "member": "id"}},
    "tag": {"x-source": {"property": "tags"}},
    "lost": {"x-source": {"property": "none", "member": "id"}},
    "password": {"type": "string", "writeOnly": True, "x-source": {"property": "tags"}},
}
DOCUMENT = {
    "x-viewTypes": {
        "t": {
            "params": {"properties": PROPERTIES},
            "properties": {**PROPERTIES, "rows": ROWS, "tags": ROWS},
            "actions": {"act": {"arguments": {"properties": ARGUMENTS}}},
        },
    },
    "components": {
        "schemas": {"Mode": {"enum": ["on", "two words", 3]}, "Endless": {"$ref": "#/components/schemas/Endless"}},
    },
}


@dataclass
class View:
    """An open view."""

    type: str = "t"
    state: Mapping[str, Any] = field(
        default_factory=lambda: {"rows": [{"id": "A"}, {"id": "B C"}, {"id": 7}, {}, None], "tags": ["x"]}
    )


VIEWS = {"v": View()}


def words(offered: list[str]) -> list[str]:
    """What is offered, without the space that says that more follows."""
    return [each.rstrip() for each in offered]


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
    assert words(completions(catalog, "open t ", name, {})) == offered
    assert words(completions(catalog, "v.other=abc ", name, VIEWS)) == offered
    assert completions(catalog, "", f"v.{name}", VIEWS) == [f"v.{each}" for each in offered]


def test_what_cannot_be_set_is_not_offered() -> None:
    catalog = Catalog(DOCUMENT)
    assert completions(catalog, "", "v.fi", VIEWS) == completions(catalog, "v.text=abc ", "fi", VIEWS) == []


@pytest.mark.parametrize("before", ["open t text=a ", "v.text=a ", "v.other=b text:=3 ", "v.act text=a "])
def test_what_has_a_value_is_not_offered_again(before: str) -> None:
    offered = words(completions(Catalog(DOCUMENT), before, "", VIEWS))
    assert "text=" not in offered and ("mode=on" in offered or before.startswith("v.act"))


def test_an_argument_is_offered_what_the_view_shows() -> None:
    catalog = Catalog(DOCUMENT)
    assert completions(catalog, "", "v.a", VIEWS)[0] == "v.act "  # for there is more to say
    assert completions(catalog, "v.act ", "id", VIEWS) == ["id:=7 ", "id='B C' ", "id=A "]
    assert completions(catalog, ".act ", "id=A", VIEWS, current="v") == ["id=A "]
    assert completions(catalog, ".act text= lost= password= tag= ", "id=A", VIEWS, current="v") == ["id=A"]  # nothing is missing
    assert completions(catalog, "v.act ", "tag", VIEWS) == ["tag=x "]
    assert completions(catalog, "v.act ", "lost", VIEWS) == ["lost="]


def test_what_cannot_be_printed_is_not_offered() -> None:
    view = View(state={"tags": ["x", "\x1b[2J", "two\nlines", "\u202e", "\ud800"]})
    assert completions(Catalog(DOCUMENT), "v.act ", "tag", {"v": view}) == ["tag=x "]


def test_a_secret_is_offered_no_value() -> None:
    catalog = Catalog(DOCUMENT)
    assert completions(catalog, "v.act ", "pass", VIEWS) == ["password="]
    assert catalog.secrets == {"password"}


def test_what_is_left_out_is_the_current_view() -> None:
    assert completions(Catalog(DOCUMENT), "", ".te", VIEWS, current="v") == [".text="]
    assert completions(Catalog(DOCUMENT), "", ".te", VIEWS) == []


@pytest.mark.parametrize("other", [None, 3, "x", [], [1], {"a": 1}])
def test_a_description_of_another_shape_offers_nothing(other: Any) -> None:
    hints = {"x-opens": other, "x-source": other, "x-error": other, "writeOnly": other, "title": other}
    for view, components in [
        ({"onAppear": other, "isStart": other, "properties": {"p": hints, "q": {"x-opens": {"type": other}}}}, {}),
        ({"actions": {"act": {"arguments": {"properties": {"a": hints}}}}}, {}),
        (other, other),
        ({"params": other, "properties": other, "actions": other}, {"schemas": other}),
        ({"params": {"properties": other}, "actions": {"act": other}}, {}),
        ({"actions": {"act": {"arguments": other}}}, {}),
    ]:
        catalog = Catalog({"x-viewTypes": {"t": view}, "components": components})
        for before, word in [("", "v."), ("", "v.a="), ("v.act ", ""), (".act ", ""), ("v.a=1 ", ""), ("open t ", ""), ("open ", "")]:
            assert catalog.start is None and catalog.leads("t") == {}
            assert all(each.startswith(word) for each in completions(catalog, before, word, VIEWS, "v"))
