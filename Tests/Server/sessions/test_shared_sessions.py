"""Several connections in one session, at a socket: the others receive the changes that one makes."""
import pytest

from conversation import is_change
from folded_views import is_session_change


@pytest.fixture
def server(listen):
    return listen()


@pytest.fixture
def both(server):
    """Two connections in the session `work`, in which the first has opened the counter `a`."""
    first, second = server.connect(), server.connect("content-length")
    first.share("work")
    first.open("counterA", view="a", session="work")
    second.join("work")
    while not session_changes(first):
        first.read()
    return first, second


def session_changes(connection, since=0):
    return [message["params"] for message in connection.messages[since:] if is_session_change(message)]


def commits(connection):
    """The commits with changes, each with its views."""
    return {message["params"]["commit"]: message["params"]["views"] for message in connection.messages
            if is_change(message)}


def test_only_a_shared_session_has_a_token(server):
    connection = server.connect()
    assert connection.call("session/open", {"session": "own"}) == {"session": "own"}
    opened = connection.call("session/open", {"shared": True})
    assert opened.keys() == {"session", "token"} and opened["session"]


def test_a_joining_connection_receives_every_view_and_may_use_each(both, server):
    first, second = both
    third = server.connect()
    second.call("increment", {"view": "a"})
    third_joined = third.join("work")
    assert [(one["view"], one["type"], one["state"]) for one in third_joined["views"]] == [
        ("a", "counterA", {"count": 1})]
    third.call("increment", {"view": "a"})
    for connection in both:
        connection.until("a", count=2)


def test_a_change_has_one_number_on_every_connection(both):
    first, second = both
    for count, connection in enumerate([first, second, first], 1):
        connection.call("increment", {"view": "a"})
        for one in both:
            one.until("a", count=count)
    assert list(commits(first)) == list(commits(second))


def test_others_are_sent_what_one_opens_and_closes(both):
    first, second = both
    mark = first.mark()
    second.open("user", view="u", params={"id": "A"}, session="work")
    second.call("view/close", {"view": "a"})
    while len(session_changes(first, mark)) < 2:
        first.read()
    opened, closed = session_changes(first, mark)
    one, = opened["opened"]
    assert (one["view"], one["type"], one["params"], opened["closed"]) == ("u", "user", {"id": "A"}, [])
    assert (closed["opened"], closed["closed"], closed["connections"]) == ([], ["a"], 2)
    assert first.refused("increment", {"view": "a"})["data"]["path"] == "/view"
    assert not session_changes(second)


def test_a_name_that_is_free_again_is_another_view(both):
    first, second = both
    first.call("increment", {"view": "a"})
    second.call("view/close", {"view": "a"})
    second.open("mirror", view="a", session="work")
    second.call("view/set", {"view": "a", "properties": {"text": "new"}})
    while "a" not in first.views or not first.holds("a", text="new"):
        first.read()
    counts = [(len(one["closed"]), len(one["opened"])) for one in session_changes(first)[1:]]
    assert counts in ([(1, 0), (0, 1)], [(1, 1)])


def test_a_view_that_one_closes_answers_the_calls_of_all(listen, backend):
    server = listen("--api", backend.url)
    first, second = server.connect(), server.connect()
    first.share("work")
    first.open("user", view="u", params={"id": "A"}, session="work")
    second.join("work")
    gate = backend.hold("GET", "/users/A")
    calls = [(one, one.request("reload", {"view": "u"})) for one in (first, second)]
    gate.arrived()
    first.call("session/list")
    second.call("view/close", {"view": "u"})
    for connection, call in calls:
        assert connection.error(call)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    while not session_changes(first) or session_changes(first)[-1]["closed"] != ["u"]:
        first.read()


def test_a_session_that_one_closes_is_closed_for_all(both):
    first, second = both
    second.call("session/close", {"session": "work"})
    while "work" in first.shared:
        first.read()
    assert session_changes(first)[-1] == {"session": "work", "opened": [], "closed": ["a"], "connections": 0}
    assert first.refused("session/close", {"session": "work"})["data"]["path"] == "/session"
    assert first.share("work")


def test_a_sleeping_connection_receives_one_change_for_a_closed_session(both):
    """It receives no earlier changes of the session."""
    first, second = both
    second.open("mirror", view="m")
    second.call("view/set", {"view": "m", "properties": {"text": "x" * 500_000}})
    mark = second.mark()
    gets = [second.request("view/get", {"view": "m"}) for _ in range(3)]
    first.lists(lambda there: there["sessions"][0]["connections"][1]["isBehind"])
    first.open("counterA", view="v", session="work")
    gets.append(second.request("session/list"))
    second.drained()
    first.call("session/close", {"session": "work"})
    while "work" in second.shared:
        second.read()
    for call in gets:
        second.result(call)
    assert [one["connections"] for one in session_changes(second, mark)].count(0) == 1
    assert second.call("session/list")["sessions"] == []


def test_each_has_a_delivery_and_a_pace_of_its_own(both, server):
    sleeper = server.connect()
    sleeper.join("work", delivery="patch")
    first, second = both
    for count in range(1, 51):
        first.call("increment", {"view": "a"})
    second.until("a", count=50)
    assert sleeper.get("a") == {"count": 50}
    assert {frozenset(entry) for views in commits(sleeper).values() for entry in views} == {
        frozenset({"view", "from", "patch"})}


def test_the_list_names_the_connected_clients(both, server):
    watcher = server.connect()
    watcher.call("initialize", {"clientInfo": {"name": "watcher", "version": "1"}})
    watcher.join("work")
    listed = watcher.call("session/list")
    session, = listed["sessions"]
    assert listed["connections"] == 3
    assert (session["session"], session["keep"], session["views"]) == ("work", 60, [{"view": "a", "type": "counterA"}])
    assert [one.get("clientInfo", {}).get("name") for one in session["connections"]] == [None, None, "watcher"]
    assert not any(one["isBehind"] for one in session["connections"])
    both[1].close()
    while not session_changes(watcher):
        watcher.read()
    assert session_changes(watcher) == [{"session": "work", "opened": [], "closed": [], "connections": 2}]


def test_an_own_session_is_nobody_elses(server):
    first, second = server.connect(), server.connect()
    for connection in (first, second):
        connection.call("session/open", {"session": "window"})
        connection.open("mirror", view="m", session="window")
    first.call("view/set", {"view": "m", "properties": {"text": "mine"}})
    assert second.get("m")["text"] == ""
    assert first.call("session/list")["sessions"] == []
