"""A fault in the parameters is named by a JSON Pointer into them, and changes nothing."""
import pytest


def path(error):
    assert error["code"] == -32602, error
    return error["data"]["path"]


@pytest.mark.parametrize("params, pointer", [
    ({"type": "nothing"}, {"/type"}),
    ({"type": 1}, {"/type"}),
    ({}, {"/type", ""}),
    ({"type": "counterA", "view": 1}, {"/view"}),
    ({"type": "counterA", "view": "taken"}, {"/view"}),
    ({"type": "counterA", "session": "nowhere"}, {"/session"}),
    ({"type": "counterA", "delivery": "pigeon"}, {"/delivery"}),
    ({"type": "counterA", "params": {"surplus": 1}}, {"/params/surplus"}),
    ({"type": "counterA", "params": []}, {"/params"}),
    ({"type": "user"}, {"/params/id", "/params", ""}),
    ({"type": "user", "params": {}}, {"/params/id", "/params"}),
    ({"type": "user", "params": {"id": 1}}, {"/params/id"}),
])
def test_opening_a_view_in_a_wrong_way(server, params, pointer):
    server.open("counterA", view="taken")
    assert path(server.refused("view/open", params)) in pointer
    server.call("increment", {"view": "taken"})


@pytest.mark.parametrize("method", ["view/get", "view/close", "view/set", "increment"])
def test_an_unknown_view(server, method):
    server.open("counterA")
    params = {"view": "nowhere", **({"properties": {}} if method == "view/set" else {})}
    assert path(server.refused(method, params)) == "/view"


@pytest.mark.parametrize("method", ["view/get", "view/close"])
@pytest.mark.parametrize("params", [{}, {"view": 1}, {"view": None}])
def test_no_view_or_no_name_of_one(server, method, params):
    server.open("counterA")
    assert path(server.refused(method, params)) in ("/view", "")


def test_a_closed_view_is_unknown(server):
    view = server.open("counterA")
    server.call("view/close", {"view": view})
    assert path(server.refused("view/get", {"view": view})) == "/view"
    assert path(server.refused("increment", {"view": view})) == "/view"


@pytest.mark.parametrize("properties, pointer", [
    ({"nothing": 1}, "/properties/nothing"),
    ({"a/b~c": 1}, "/properties/a~1b~0c"),
    ({"label": "x"}, "/properties/label"),
    ({"text": 1}, "/properties/text"),
    ({"text": None}, "/properties/text"),
    ({"text": ["x"]}, "/properties/text"),
])
@pytest.mark.parametrize("beside", [{}, {"text": "changed"}])
def test_setting_is_all_or_nothing(server, properties, pointer, beside):
    view = server.open("mirror")
    before = server.get(view)
    error = server.refused("view/set", {"view": view, "properties": {**beside, **properties}})
    assert path(error) == pointer
    assert server.get(view) == before
    assert server.changes(view) == []
    server.call("view/set", {"view": view, "properties": {"text": "good"}})
    assert server.state(view)["text"] == "good"


def test_properties_are_an_object(server):
    view = server.open("mirror")
    assert path(server.refused("view/set", {"view": view})) in ("/properties", "")
    assert path(server.refused("view/set", {"view": view, "properties": ["text"]})) == "/properties"


@pytest.mark.parametrize("view, name, value", [
    ("counterA", "count", 5), ("home", "userGreeting", "x"), ("login", "loginState", "loggedIn"),
    ("login", "canLogin", True), ("player", "isPlaying", None),
])
def test_setting_a_read_only_or_ill_typed_property_changes_nothing(server, view, name, value):
    server.open(view, view="v")
    before = server.get("v")
    assert path(server.refused("view/set", {"view": "v", "properties": {name: value}})) == f"/properties/{name}"
    assert server.get("v") == before


@pytest.mark.parametrize("arguments, pointer", [
    ({"surplus": 1}, "/surplus"), ({"by": "two"}, "/by"), ({"by": 1.5}, "/by"), ({"by": True}, "/by"),
    ({"ifCommit": "x"}, "/ifCommit"),
])
def test_a_wrong_argument_of_an_action(server, arguments, pointer):
    view = server.open("counterA")
    assert path(server.refused("increment", {"view": view, **arguments})) == pointer
    assert server.get(view) == {"count": 0}


def test_an_unknown_method_names_those_there_are(server):
    available = server.refused("no/such")["data"]["available"]
    assert {"view/open", "view/set", "view/get", "view/close", "initialize", "shutdown"} <= set(available)


def test_an_action_the_view_lacks_names_those_it_has(server):
    view = server.open("counterA")
    error = server.refused("reload", {"view": view})
    assert error["code"] == -32601
    assert "increment" in error["data"]["available"]


def test_closing_an_unknown_session(server):
    server.open("counterA")
    assert path(server.refused("session/close", {"session": "nowhere"})) == "/session"
