"""Calls at once: a slow one delays no other, and messages take effect in the order of their arrival."""
import pytest

from conversation import is_change
from database import log_in, open_notes, put



def test_with_a_backend_held_every_other_call_is_answered(online, backend):
    for method, path in (("GET", "/users/A"), ("POST", "/login")):
        backend.hold(method, path)
    page, login = online.open("user", params={"id": "A"}), online.open("login")
    slow = [online.request("reload", {"view": page}),
            online.request("login", {"view": login, "userId": "12345", "password": "password"})]
    backend.seen("GET", "/users/A", 1)
    backend.seen("POST", "/login", 1)
    counter, mirror = online.open("counterA"), online.open("mirror")
    other = online.open("user", params={"id": "B"})
    online.call("increment", {"view": counter})
    online.call("view/set", {"view": mirror, "properties": {"text": "x"}})
    online.call("reload", {"view": other})
    online.call("view/get", {"view": page})
    online.call("session/open")
    assert online.holds(other, displayName="User B") and online.state(counter) == {"count": 1}
    assert not any(online.answered(call) for call in slow)
    backend.open_all()
    assert all("commit" in online.result(call) for call in slow)


def test_while_all_backend_requests_are_held_other_calls_are_answered(online, backend):
    """R47"""
    log_in(online)
    page, friends, notes = online.open("user", params={"id": "A"}), online.open("friends", params={"id": "A"}), \
        open_notes(online)
    online.call("onAppear", {"view": friends})
    put(online, notes, draft="New")
    home, login, menu = (online.open(kind) for kind in ("home", "login", "smoothies"))
    held = {
        ("GET", "/users/A"): ("reload", page, {}), ("GET", "/users/12345/notes"): ("refresh", notes, {}),
        ("POST", "/users/12345/notes"): ("add", notes, {}), ("GET", "/smoothies"): ("fetch", menu, {}),
        ("PATCH", "/users/B"): ("toggleFriendBookmark", friends, {"id": "B"}),
        ("POST", "/logout"): ("logout", home, {}),
        ("POST", "/login"): ("login", login, {"userId": "test", "password": "password"}),
    }
    gates = [backend.hold(*request) for request in held]
    slow = [online.request(action, {"view": view, **more}) for action, view, more in held.values()]
    for gate in gates:
        gate.arrived()
    for view in (page, friends, notes, home, login, menu):
        online.get(view)
    put(online, friends, showsOnlyBookmarkedFriends=True)
    put(online, menu, filterKeyword="Apple")
    online.call("delete", {"view": notes, "id": online.state(notes)["notes"][0]["id"]})
    online.call("openNotes", {"view": home})
    online.call("load", {"view": online.open("user", params={"id": "D"})})
    online.call("setStartCount", {"view": online.open("counterSettings"), "count": 3})
    online.call("view/close", {"view": online.open("mirror")})
    online.call("session/close", online.call("session/open"))
    assert not any(online.answered(call) for call in slow)
    backend.open_all()
    assert all("commit" in online.result(call) for call in slow)


def test_a_message_sees_what_the_one_before_it_did(server):
    counter = server.open("counterA")
    calls = []
    for _ in range(20):
        calls += [server.message("increment", {"view": counter}), server.message("view/get", {"view": counter})]
    server.send(*calls)
    seen = [server.result(call["id"])["state"]["count"] for call in calls[1::2]]
    assert seen == list(range(1, 21))


def test_replies_of_synchronous_calls_come_in_order(server):
    counter = server.open("counterA")
    calls = [server.message("increment", {"view": counter}) for _ in range(100)]
    server.send(*calls)
    server.result(calls[-1]["id"])
    answered = [message["id"] for message in server.messages if not is_change(message)]
    assert answered[1:] == [call["id"] for call in calls]


def test_an_action_sent_as_a_notification_is_done_all_the_same(server):
    counter = server.open("counterA")
    server.notify("increment", {"view": counter})
    assert server.get(counter) == {"count": 1}
    assert not any("id" not in message and not is_change(message) for message in server.messages)
