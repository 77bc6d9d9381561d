"""Properties as the schema declares them: a bindable property can be set, a read-only one cannot."""
import pytest

from chat_steps import log_in
from database import wait
from view_types import PARAMETERS, VIEW_TYPES


def declared(kind, access):
    """The schemas of the properties of a view type with that access, by name."""
    properties = VIEW_TYPES[kind]["properties"].items()
    return {name: one for name, one in properties
            if access == ("ro" if one.get("readOnly") else "wo" if one.get("writeOnly") else "rw")}


def kinds(access):
    return pytest.mark.parametrize("kind", [kind for kind in VIEW_TYPES if declared(kind, access)])


def open_view(server, kind):
    """A view with data to show."""
    if kind in ("rooms", "room"):
        log_in(server, "12345")
    view = server.open(kind, params=PARAMETERS.get(kind, {}))
    wait(server, lambda: not server.state(view).get("isLoading"))
    return view


def another_value(schema, value):
    """Another value of a bindable property's type."""
    types = {one.get("type") for one in schema.get("anyOf", [schema])} - {"null"}
    return {"string": f"{value}!", "boolean": not value, "integer": 7, None: {"path": "/"}}[types.pop()]


@kinds("ro")
def test_setting_a_read_only_property_is_an_error_and_changes_nothing(server, kind):
    """R1"""
    view = open_view(server, kind)
    before, mark = server.state(view), server.mark()
    for name in declared(kind, "ro"):
        beside = {other: another_value(schema, before[other]) for other, schema in declared(kind, "rw").items()}
        error = server.refused("view/set", {"view": view, "properties": {**beside, name: before[name]}})
        assert error["data"] == {"kind": "InvalidParams", "path": f"/properties/{name}"}
    assert server.get(view) == before and server.changes(view, since=mark) == []


@kinds("rw")
def test_a_bindable_property_is_set_as_it_is_and_has_no_action_to_set_it(server, kind):
    """R2"""
    view = open_view(server, kind)
    for name, schema in declared(kind, "rw").items():
        value = another_value(schema, server.state(view)[name])
        server.call("view/set", {"view": view, "properties": {name: value}})
        assert server.holds(view, **{name: value}) and server.get(view)[name] == value
        assert f"set{name}".lower() not in map(str.lower, VIEW_TYPES[kind]["actions"])


@kinds("wo")
def test_a_write_only_property_is_set_and_never_shown(server, kind):
    view = open_view(server, kind)
    for name in declared(kind, "wo"):
        server.call("view/set", {"view": view, "properties": {name: "never shown"}})
        assert name not in server.get(view)
    assert b"never shown" not in server.everything
