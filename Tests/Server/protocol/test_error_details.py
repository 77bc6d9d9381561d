"""The details of an error: the unknown name with similar and existing ones, or the expected and the actual type."""
import json

import pytest

from view_types import VIEW_TYPES


def details(error):
    """The members of `data` other than the kind and the path."""
    return {name: value for name, value in error["data"].items() if name not in ("kind", "path", "candidates")}


def unknown(name, available, suggestion=None):
    return {"name": name, "available": available} | ({"suggestion": suggestion} if suggestion else {})


@pytest.fixture
def app(server):
    """A server where a view of the type `login` is open as `l`."""
    server.open("login", view="l")
    return server


@pytest.mark.parametrize("method, params, known, message", [
    ("view/open", {"type": "logn"}, unknown("logn", list(VIEW_TYPES), "login"),
     '/type "logn" is not a view type of this app; did you mean "login"?'),
    ("view/open", {"type": "counterA", "session": "Default"}, unknown("Default", ["default"], "default"),
     '/session "Default" is not open; did you mean "default"?'),
    ("view/open", {"type": "user", "params": {"ids": "A"}}, unknown("ids", ["id"], "id"),
     '/params/ids is not a parameter of this view type; did you mean "id"?'),
    ("view/get", {"view": "v"}, unknown("v", ["l"]), '/view "v" is not open; there is "l".'),
    ("view/set", {"view": "L", "properties": {}}, unknown("L", ["l"], "l"),
     '/view "L" is not open; did you mean "l"?'),
    ("view/set", {"view": "l", "properties": {"userID": "x", "x": 1}},
     unknown("userID", ["userId", "password", "shouldNavigateHome"], "userId"),
     '/properties/userID is not a property of this view; did you mean "userId"?'),
    ("view/set", {"view": "l", "properties": {"loginstate": "x"}},
     unknown("loginstate", ["userId", "password", "shouldNavigateHome"], "loginState"),
     '/properties/loginstate is not a property of this view; did you mean "loginState"?'),
    ("login", {"view": "l", "pasword": "hunter2"}, unknown("pasword", ["userId", "password"], "password"),
     '/pasword is not an argument of this action; did you mean "password"?'),
    ("lgoin", {"view": "l"}, unknown("lgoin", ["login", "didAppear"], "login"),
     'The view has no action "lgoin"; did you mean "login"?'),
    ("view/opne", {}, None, 'There is no method or action "view/opne"; did you mean "view/open"?'),
    ("didApear", {}, None, 'There is no method or action "didApear"; did you mean "didAppear"?'),
    ("incremnt", {}, None, 'There is no method or action "incremnt"; did you mean "increment"?'),
    ("logn", {}, None, 'There is no method or action "logn"; did you mean "login"?'),
    ("nothing", {}, None, 'There is no method or action "nothing"; there are "didAppear", "login", "$/cancelRequest", '
     '"exit", "initialize", "initialized", "rpc.discover", "session/close", "session/join", "session/list" and others.'),
    ("increment", {}, {}, "No open view has the action increment, which is one of counterA, counterB, counterC."),
    ("session/close", {"session": "work"}, unknown("work", ["default"]),
     '/session "work" is not open; there is "default".'),
    ("session/join", {"session": "work"}, unknown("work", []), '/session "work" is not a shared session.'),
    ("view/open", {"type": "counterA", "delivery": "patches"},
     {"available": ["properties", "patch"], "suggestion": "patch"},
     '/delivery cannot have this value; did you mean "patch"?'),
    ("view/set", {"view": "l", "properties": {"password": 7}}, {"expected": ["string"], "found": "integer"},
     "/properties/password must be a string, not an integer."),
    ("login", {"view": "l", "password": ["hunter2"]}, {"expected": ["string"], "found": "array"},
     "/password must be a string, not an array."),
    ("login", {"view": 7}, {"expected": ["string"], "found": "integer"}, "/view must be a string, not an integer."),
    ("view/open", {"type": "login", "view": "l"}, {"name": "l"}, '/view "l" is in use.'),
    ("session/open", {"session": "default"}, {"name": "default"}, '/session "default" is in use.'),
    ("view/open", {"type": "login", "view": ""}, {},
     "/view must not be empty: omit it to let the server choose a name."),
    ("session/open", {"session": ""}, {}, "/session must not be empty: omit it to let the server choose a name."),
    ("initialize", {"protocolVersion": 0}, {"supported": [2]},
     "/protocolVersion is not a version of the protocol; supported: 2."),
])
def test_an_error_has_the_known_details(app, method, params, known, message):
    error = app.refused(method, params)
    assert error["message"] == message
    if known is not None:
        assert details(error) == known
    assert "hunter2" not in json.dumps(error) + app.errors


def test_the_error_for_a_mistyped_method_names_the_existing_ones(app):
    told = details(app.refused("view/opne"))
    assert (told["name"], told["suggestion"]) == ("view/opne", "view/open")
    assert {"view/open", "login", "didAppear"} <= set(told["available"]) and "increment" not in told["available"]


def test_of_two_similar_names_the_one_with_as_many_capitals_is_suggested(server):
    suggested = [server.refused(name)["data"]["suggestion"] for name in ("logn", "logI", "lgoin")]
    assert suggested == ["login", "logIn", "login"]


def test_the_error_for_an_unknown_view_names_a_hundred_views_at_most(app):
    opening = [app.message("view/open", {"type": "counterA", "view": f"view-{number:04}"}) for number in range(300)]
    app.send(*opening)
    app.result(opening[-1]["id"])
    told = details(app.refused("view/get", {"view": "view_0150"}))
    assert told["available"] == ["l"] + [f"view-{number:04}" for number in range(99)]
    assert told["suggestion"] == "view-0150"


def test_of_more_than_a_thousand_views_none_is_looked_for(app):
    opening = [app.message("view/open", {"type": "counterA"}) for _ in range(1000)]
    app.send(*opening)
    app.result(opening[-1]["id"])
    error = app.refused("view/get", {"view": "view"})
    assert (error["message"], error["data"]) == ("/view is not open.", {"kind": "InvalidParams", "path": "/view"})
    app.call("view/close", {"view": "l"})
    assert details(app.refused("view/get", {"view": "view"}))["suggestion"] == "view1"


@pytest.mark.parametrize("method, params, named", [
    ("view/open", lambda name: {"type": name}, "name"), ("view/get", lambda name: {"view": name}, "name"),
    ("session/close", lambda name: {"session": name}, "name"), ("{}", lambda name: {}, "name"),
    ("view/set", lambda name: {"view": "l", "properties": {name: 1}}, "path"),
    ("login", lambda name: {"view": "l", name: 1}, "path")])
def test_a_text_longer_than_any_name_is_not_repeated(app, method, params, named):
    """Except for the path, which has to point there, and has it only once."""
    long = "x" * 2000
    error = app.refused(method.format(long), params(long))
    assert "name" not in error["data"]
    assert json.dumps(error).count(long) == (1 if named == "path" else 0)


def test_an_error_in_a_batch_names_no_views_that_may_be_closed_before_its_answer(app):
    get, close = app.message("view/get", {"view": "ll"}), app.message("view/close", {"view": "l"})
    app.send([get, close])
    error = app.error(get["id"])
    assert (error["message"], error["data"]) == ("/view is not open.", {"kind": "InvalidParams", "path": "/view"})
