"""Closing a view is a scope: its work is cancelled, its calls are answered, and it is never mentioned again."""
import pytest



def test_closing_cancels_the_work_and_answers_every_call_first(online, backend):
    gate = backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    calls = [online.request("reload", {"view": page}), online.request("reload", {"view": page})]
    request, = gate.arrived()
    close = online.request("view/close", {"view": page})
    assert "commit" in online.result(close)
    for call in calls:
        assert online.answered(call)
        assert online.error(call)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    assert request.was_abandoned()


def test_a_backend_that_answers_after_the_close_changes_nothing(online, backend):
    gate = backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    online.notify("load", {"view": page})
    gate.arrived()
    online.call("view/close", {"view": page})
    gate.open()
    mark = online.mark()
    online.get(online.open("user", params={"id": "A"}))
    assert len(online.messages) == mark + 2


def test_the_work_of_other_views_goes_on(online, backend):
    gate = backend.hold("GET", "/users/A")
    one, two = (online.open("user", params={"id": "A"}) for _ in range(2))
    lost, kept = (online.request("reload", {"view": view}) for view in (one, two))
    gate.arrived()
    online.call("view/close", {"view": one})
    assert online.error(lost)["data"]["reason"] == "viewClosed"
    gate.open()
    assert "commit" in online.result(kept)
    assert online.holds(two, displayName="User A", isReloadButtonDisabled=False)


def test_a_closed_view_receives_no_later_change_of_shared_state(server):
    one, two = server.open("counterA"), server.open("counterA")
    server.call("view/close", {"view": one})
    server.call("increment", {"view": two})
    assert server.changes(one) == []


def test_a_call_right_after_the_close_is_refused(online):
    page = online.open("user", params={"id": "A"})
    close, call = online.message("view/close", {"view": page}), online.message("reload", {"view": page})
    online.send(close, call)
    assert online.error(call["id"])["data"]["path"] == "/view"
    assert online.result(close["id"])


def test_a_view_reopened_under_its_name_starts_anew(online, backend):
    gate = backend.hold("GET", "/users/A")
    online.open("user", view="page", params={"id": "A"})
    call = online.request("reload", {"view": "page"})
    gate.arrived()
    online.call("view/close", {"view": "page"})
    assert online.error(call)["data"]["reason"] == "viewClosed"
    state = online.call("view/open", {"type": "user", "view": "page", "params": {"id": "A"}})["state"]
    assert state["isReloadButtonDisabled"] is False
    gate.open()
    online.call("reload", {"view": "page"})
    assert online.holds("page", displayName="User A")


def test_two_closes_in_a_row_close_it_once(online, backend):
    backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    call = online.request("reload", {"view": page})
    backend.seen("GET", "/users/A", 1)
    first, second = online.message("view/close", {"view": page}), online.message("view/close", {"view": page})
    online.send(first, second)
    assert online.result(first["id"]) and online.error(call)
    online.reply(second["id"])
