"""The view types read from an app's schema: with all hints, with none, and with invalid ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_tui_text import JSON
from tui_app import NUMBER, TEXT, record

from svvs_terminal.tui.keys import keys, matches
from svvs_terminal.tui.hints import start, view_types
from svvs_terminal.tui.hints import Destination, Kind, Source, ViewType
from svvs_terminal.tui.keys import RESERVED, targets

ROWS = {"type": "array", "readOnly": True, "items": {"$ref": "#/components/schemas/Row"}}


def read(schema: Any, **definitions: Any) -> ViewType:
    return view_types({"x-viewTypes": {"v": schema, "row": {}}, "components": {"schemas": definitions}})["v"]


def action(**arguments: Any) -> Any:
    return {"arguments": {**record(**arguments), "required": list(arguments)}}


def test_the_order_is_that_of_the_declarations() -> None:
    properties = {"b": TEXT, "a": TEXT, "c": TEXT}
    assert [each.name for each in read({"properties": properties}).properties] == ["b", "a", "c"]
    sorted_by_the_parser = {"properties": properties, "propertyOrder": ["c", "gone", "a"]}
    assert [each.name for each in read(sorted_by_the_parser).properties] == ["c", "a", "b"]


def test_titles_are_given_or_made_from_the_names() -> None:
    type = read({"title": "Users", "properties": {"isFavorite": TEXT, "id": {**TEXT, "title": "Number\x1b"}}})
    assert (type.title, [each.title for each in type.properties]) == ("Users", ["Is favorite", "Number␛"])


def test_a_property_is_read_with_its_hints() -> None:
    type = read({
        "properties": {
            "text": {**TEXT, "x-filters": "rows"},
            "error": {"anyOf": [TEXT, {"type": "null"}], "readOnly": True, "x-error": True},
            "isWorking": {"type": "boolean", "readOnly": True, "x-busyUnless": [False]},
            "rows": {**ROWS, "x-opens": {"type": "row", "params": {"id": "name"}}},
            "password": {**TEXT, "writeOnly": True},
        },
    }, Row=record(name=TEXT, id=NUMBER))
    text, error, working, rows, password = type.properties
    assert (text.kind, text.filters, text.is_settable) == (Kind.TEXT, "rows", True)
    assert (error.is_error, error.is_nullable, error.is_settable) == (True, True, False)
    assert (working.kind, working.choices, working.idle_values) == (Kind.CHOICE, (False, True), (False,))
    assert ([each.name for each in rows.members], rows.opens) == (["name", "id"], Destination("row", {"id": "name"}))
    assert rows.value_opens is None
    assert password.is_secret


@pytest.mark.parametrize(
    ("hint", "source"),
    [
        ({"x-source": {"property": "rows", "member": "id"}}, Source("rows", "id")),
        ({"x-source": {"property": "rows"}}, Source("rows", None)),
        ({"x-source": {"property": "nothing", "member": "id"}}, None),
        ({}, None),
    ],
)
def test_an_action_on_rows_is_found_by_its_hint(hint: Any, source: Source | None) -> None:
    schema = {"properties": {"rows": ROWS}, "actions": {"select": action(name={**TEXT, **hint})}}
    type = read(schema, Row=record(id=TEXT))
    assert type.row_source(type.actions[0]) == source
    assert [each.name for each in type.row_actions("rows")] == (["select"] if source else [])


def test_without_a_hint_an_action_is_on_the_only_array_whose_rows_have_an_id() -> None:
    schema = {"properties": {"rows": ROWS}, "actions": {"delete": action(id=TEXT), "add": action(title=TEXT)}}
    type = read(schema, Row=record(id=TEXT, title=TEXT))
    assert [type.row_source(each) for each in type.actions] == [Source("rows", "id"), None]
    two = read({**schema, "properties": {"rows": ROWS, "others": ROWS}}, Row=record(id=TEXT))
    assert [two.row_source(each) for each in two.actions] == [None, None]


@pytest.mark.parametrize(
    ("actions", "on_appear", "expected"),
    [
        ({"login": action(), "reset": action()}, None, None),
        ({"login": action(), "didAppear": action()}, "didAppear", "login"),
        ({"reset": action(), "login": {"arguments": record(name=TEXT)}}, None, "login"),
        ({"login": action(code=TEXT)}, None, None),
    ],
)
def test_enter_calls_the_only_matching_action(actions: Any, on_appear: Any, expected: str | None) -> None:
    type = read({"properties": {"name": TEXT}, "actions": actions, "onAppear": on_appear})
    assert (type.submission.name if type.submission else None) == expected


def test_the_start_is_the_marked_view_type_or_one_without_parameters() -> None:
    asking = {"params": record(id=TEXT)}
    assert start(view_types({"x-viewTypes": {"a": {}, "b": {"isStart": True}}})) == read_one("b", is_start=True)
    assert start(view_types({"x-viewTypes": {"a": asking, "b": {}}})) == read_one("b")
    assert start(view_types({"x-viewTypes": {"a": asking}})) is None


def read_one(name: str, **more: Any) -> ViewType:
    return ViewType(name, name.upper(), "", **more)


@given(JSON, JSON, JSON)
def test_invalid_hints_are_ignored(types: Any, schema: Any, hint: Any) -> None:
    assert isinstance(view_types(types), dict)
    document = {"x-viewTypes": types, "components": {"schemas": types}}
    for type in view_types(document).values():
        targets(type)
    names = ("title", "params", "properties", "actions", "propertyOrder", "actionOrder", "isStart", "onAppear")
    for name in names:
        type = read({"properties": {"p": {"type": schema, "enum": hint}}, name: hint})
        assert type.submission is None or type.actions
    hints = ("$ref", "anyOf", "items", "x-filters", "x-busyUnless", "x-error", "x-opens", "readOnly", "type", "title")
    read({"properties": {name: {name: hint} for name in hints}, "actions": {name: {name: hint} for name in names}})


def test_a_recursive_definition_ends() -> None:
    loop = {"$ref": "#/components/schemas/Row"}
    assert read({"properties": {"p": loop}}, Row=loop).properties[0].kind is Kind.JSON
    tree = {"type": "array", "items": record(children={"type": "array", "items": loop})}
    assert read({"properties": {"p": tree}}, Row=tree).properties[0].kind is Kind.ROWS


@given(st.lists(st.text(max_size=8), max_size=60))
def test_keys_are_unique(titles: list[str]) -> None:
    found = [key for key in keys(titles, RESERVED) if key]
    assert len(set(found)) == len(found) and not set(found) & set(RESERVED)


def test_a_prefix_is_the_best_match() -> None:
    names = [["Favourites", "favorites"], ["Friends", "friends"], ["My page", "myPage"]]
    assert [matches("fr", each) for each in names] == [3, 0, None]
    assert [matches("page", each) for each in names] == [None, None, 1]
