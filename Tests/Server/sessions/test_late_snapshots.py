"""A snapshot that is sent late has the state as of its commit, or its request is cancelled."""
import pytest

from conversation import is_change

# More than a socket takes.
FILLING = "x" * 500_000


@pytest.fixture
def server(listen):
    return listen()


def tap(view):
    return {"view": view, "action": "buttonTap", "seconds": 3600}


def test_a_view_that_a_batch_closes_after_its_snapshot_was_asked_for_has_none(server):
    """The batch is answered after its slow call; the view has changed since it was closed, and does not show it."""
    first, second = server.connect(), server.connect()
    for view, kind in (("a", "counterA"), ("e", "effects")):
        first.open(kind, view)
    second.open("counterA", "b")
    slow, get, close = (first.message(method, params) for method, params in (
        ("handle", tap("e")), ("view/get", {"view": "a"}), ("view/close", {"view": "a"})))
    first.send([slow, get, close])
    first.until("e", tapsUnderWay=1)
    for _ in range(100):
        second.call("increment", {"view": "b"})
    first.notify("$/cancelRequest", {"id": slow["id"]})
    assert first.error(slow["id"])["data"]["reason"] == "requested"
    assert "commit" in first.result(close["id"])
    assert first.error(get["id"])["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}


def test_a_batch_that_closes_the_view_of_its_slow_call_has_no_snapshot_of_it(server):
    first = server.connect()
    first.open("effects", "e")
    slow, get, close = (first.message(method, params) for method, params in (
        ("handle", tap("e")), ("view/get", {"view": "e"}), ("view/close", {"view": "e"})))
    first.send([slow, get, close])
    assert "commit" in first.result(close["id"])
    for call in (slow, get):
        assert first.error(call["id"])["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}


def fall_behind(connection):
    """Stops reading: from here on messages wait in the server."""
    connection.open("mirror", "filling")
    connection.call("view/set", {"view": "filling", "properties": {"text": FILLING}})
    for _ in range(3):
        connection.request("view/get", {"view": "filling"})


def incremented(connection, view):
    """Adds 1 a hundred times; returns the commits."""
    mark = connection.mark()
    for _ in range(100):
        connection.call("increment", {"view": view})
    return [message["params"]["commit"] for message in connection.messages[mark:] if is_change(message)]


def check(reply, commits):
    """Checks a reply to `view/get` of a counter: the state as of its commit, or cancelled."""
    if "error" in reply:
        assert reply["error"]["data"]["kind"] == "RequestCancelled"
    else:
        snapshot = reply["result"]
        assert snapshot["state"] == {"count": sum(commit <= snapshot["commit"] for commit in commits)}


def test_a_client_that_ends_its_input_while_it_is_behind_is_sent_no_earlier_state_with_a_later_commit(server):
    first, second = server.connect(), server.connect()
    first.open("counterA", "a")
    second.open("counterA", "b")
    fall_behind(first)
    get = first.request("view/get", {"view": "a"})
    first.end_input()
    second.lists(lambda there: there["connections"] == 1)
    commits = incremented(second, "b")
    first.read_rest()
    check(first.reply(get), commits)
    first.close()


def test_a_client_that_closes_a_view_while_it_is_behind_is_sent_no_earlier_state_with_a_later_commit(server):
    first, second = server.connect(), server.connect()
    first.open("counterA", "a")
    second.open("counterA", "b")
    fall_behind(first)
    get, close = first.request("view/get", {"view": "a"}), first.request("view/close", {"view": "a"})
    first.drained()
    commits = incremented(second, "b")
    check(first.reply(get), commits)
    first.result(close)


def test_a_view_that_another_closes_while_a_client_is_behind_has_no_snapshot(server):
    first, second = server.connect(), server.connect()
    first.share("work")
    first.open("counterA", "a", session="work")
    second.join("work")
    second.open("counterA", "b")
    fall_behind(first)
    get = first.request("view/get", {"view": "a"})
    # Handled after the other request, so that its change shows that both were handled.
    first.notify("increment", {"view": "a"})
    second.until("b", count=1)
    second.call("view/close", {"view": "a"})
    incremented(second, "b")
    assert first.error(get)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
