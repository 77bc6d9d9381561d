"""Several windows of one front end: sessions with views of their own over shared stores."""
import pytest

from conversation import is_change


def test_a_session_has_a_name(server):
    assert server.call("session/open", {"session": "window"}) == {"session": "window"}
    assert server.call("session/open")["session"] not in ("", "window")


def test_views_of_two_sessions_share_the_stores(server):
    window = server.call("session/open")["session"]
    one, two = server.open("counterA"), server.open("counterA", session=window)
    mark = server.mark()
    server.call("increment", {"view": one})
    assert server.state(two) == {"count": 1}
    assert sum(map(is_change, server.messages[mark:])) == 1


def test_two_sessions_on_one_user_change_in_the_same_commit(online, backend):
    window = online.call("session/open")["session"]
    one = online.open("user", params={"id": "A"})
    two = online.open("user", params={"id": "A"}, session=window)
    online.call("reload", {"view": one})
    told = [{entry["view"] for entry in message["params"]["views"] if "user" in entry["changes"]}
            for message in online.messages if is_change(message)]
    assert {one, two} in told and {one} not in told and {two} not in told


def test_closing_a_session_closes_its_views(server):
    window = server.call("session/open")["session"]
    kept, lost = server.open("counterA"), server.open("counterA", session=window)
    server.call("session/close", {"session": window})
    assert server.refused("view/get", {"view": lost})["data"]["path"] == "/view"
    server.call("increment", {"view": kept})


def test_closing_a_session_cancels_and_answers_its_calls_first(online, backend):
    gate = backend.hold("GET", "/users/A")
    window = online.call("session/open")["session"]
    view = online.open("user", params={"id": "A"}, session=window)
    call = online.request("reload", {"view": view})
    request, = gate.arrived()
    close = online.request("session/close", {"session": window})
    online.result(close)
    assert online.answered(call)
    assert online.error(call)["data"] == {"kind": "RequestCancelled", "reason": "sessionClosed"}
    request.was_abandoned()


@pytest.mark.parametrize("method", ["view/open", "session/close"])
def test_a_closed_session_is_unknown(server, method):
    window = server.call("session/open")["session"]
    server.call("session/close", {"session": window})
    error = server.refused(method, {"session": window, **({"type": "counterA"} if method == "view/open" else {})})
    assert error["code"] == -32602 and error["data"]["path"] == "/session"


def test_an_open_session_is_not_opened_twice(server):
    server.call("session/open", {"session": "window"})
    assert server.refused("session/open", {"session": "window"})["data"]["path"] == "/session"
