"""Invalid requests about shared sessions, at a socket: the error has a kind and a path, and nothing else changes."""
import pytest


@pytest.fixture
def owner(listen):
    """The connection that has opened the shared session `work`, with the view `a`."""
    server = listen("--max-keep", "100")
    owner = server.connect()
    owner.server, owner.token = server, owner.share("work", keep=60)
    owner.open("counterA", view="a", session="work")
    return owner


@pytest.fixture
def other(owner):
    return owner.server.connect()


def refused(connection, method, path, **params):
    error = connection.refused(method, params)
    assert (error["code"], error["data"]["kind"], error["data"]["path"]) == (-32602, "InvalidParams", path), error


def listed(connection):
    """The shared sessions, and the number of connections in each."""
    return {one["session"]: len(one["connections"]) for one in connection.call("session/list")["sessions"]}


@pytest.mark.parametrize("params, path", [
    ({"shared": True, "keep": -1}, "/keep"), ({"shared": True, "keep": 100.5}, "/keep"), ({"keep": 1}, "/keep"),
    ({"shared": False, "keep": 1}, "/keep"), ({"shared": True, "keep": "1"}, "/keep"), ({"shared": 1}, "/shared"),
    ({"session": "work", "shared": True}, "/session"), ({"session": "default", "shared": True}, "/session"),
    ({"session": "", "shared": 7}, "/shared")])
def test_a_session_is_not_opened(owner, other, params, path):
    refused(other, "session/open", path, **params)
    assert listed(other) == {"work": 1}


def test_a_session_is_kept_as_long_as_the_server_allows(owner, other):
    other.share("long", keep=100)
    assert listed(other) == {"work": 1, "long": 1}


@pytest.mark.parametrize("params, path", [
    ({"session": "nowhere"}, "/session"), ({"session": "own"}, "/session"), ({"session": "default"}, "/session"),
    ({}, "/session"), ({"session": "work", "token": "x"}, "/token"), ({"session": "work", "token": 7}, "/token"),
    ({"session": "work", "unanswered": [1]}, "/unanswered"), ({"session": "work", "unanswered": 1}, "/unanswered"),
    ({"session": "work", "unanswered": [{}]}, "/unanswered/0"), ({"session": "work", "delivery": "loud"}, "/delivery")])
def test_a_session_is_not_joined(owner, other, params, path):
    other.call("session/open", {"session": "own"})
    refused(other, "session/join", path, **params)
    assert listed(other) == {"work": 1}


def test_the_token_of_another_session_is_refused_and_ends_nobody(owner, other):
    token = other.share("other")
    third = owner.server.connect()
    for wrong in (token, owner.token + "0", owner.token[:-1], "", owner.token.upper()):
        refused(third, "session/join", "/token", session="work", token=wrong, unanswered=[1])
    owner.call("increment", {"view": "a"})
    assert listed(third) == {"work": 1, "other": 1}


def test_a_session_is_joined_once(owner, other):
    other.join("work")
    for connection in (owner, other):
        refused(connection, "session/join", "/session", session="work")
    refused(owner, "session/join", "/session", session="work", token=owner.token)
    assert listed(other) == {"work": 2}
    owner.call("increment", {"view": "a"})


def test_a_name_of_a_view_that_is_open_here_joins_nothing(owner, other):
    other.open("mirror", view="a")
    refused(other, "session/join", "/session", session="work")
    other.call("view/close", {"view": "a"})
    other.join("work")
    assert listed(other) == {"work": 2}


def test_a_name_that_another_has_in_use_is_taken(owner, other):
    other.join("work")
    other.open("mirror", view="mine")
    refused(owner, "view/open", "/view", type="counterA", view="mine", session="work")
    refused(other, "view/open", "/view", type="counterA", view="a")
    owner.open("counterA", view="b", session="work")


def test_an_own_session_of_the_same_name_is_in_the_way(owner, other):
    other.call("session/open", {"session": "mine"})
    owner.share("mine")
    refused(other, "session/join", "/session", session="mine")


def test_a_view_of_a_session_that_was_not_joined_is_unknown(owner, other):
    refused(other, "increment", "/view", view="a")
    refused(other, "view/open", "/session", type="counterA", session="work")
    refused(other, "session/close", "/session", session="work")
    owner.call("increment", {"view": "a"})


def test_an_id_that_is_under_way_here_is_not_taken_over(owner, other):
    other.open("effects", view="e")
    busy = other.request("handle", {"view": "e", "action": "buttonTap", "seconds": 60})
    refused(other, "session/join", "/unanswered/1", session="work", token=owner.token, unanswered=["free", busy])
    owner.call("increment", {"view": "a"})
    other.call("view/close", {"view": "e"})
    assert other.error(busy)["data"]["reason"] == "viewClosed"
