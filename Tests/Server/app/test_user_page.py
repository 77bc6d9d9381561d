"""The user page: loading, reloading, the button, and the state after a failure."""
import pytest

from http_backend import (CLOSED, CUT_OFF, FORBIDDEN, NOT_FOUND, NOT_JSON, OTHER_JSON, SERVER_ERROR, TOO_MANY,
                          UNAUTHORIZED, user)


A = user("A", friends="BCD")


@pytest.fixture
def page(online):
    return online.open("user", params={"id": "A"})


def test_before_loading_there_is_a_placeholder(online, page):
    state = online.state(page)
    assert state["user"] is None and state["displayName"] == "User Name" and state["isPlaceholder"] is True
    assert state["isReloadButtonDisabled"] is False and state["errorMessage"] is None


def test_the_embedded_backend_has_the_users(server):
    view = server.open("user", params={"id": "A"})
    server.call("load", {"view": view})
    assert server.state(view)["displayName"] == "User A"


@pytest.mark.parametrize("action", ["load", "reload"])
def test_a_loaded_user_is_there_before_the_reply(online, page, action):
    online.call(action, {"view": page})
    state = online.state(page)
    assert state["user"]["id"] == "A" and state["user"]["name"] == "User A"
    assert state["user"]["friendIDs"] == ["B", "C", "D"]
    assert state["displayName"] == "User A" and state["isPlaceholder"] is False


def test_derived_values_change_with_their_source(online, page):
    online.call("load", {"view": page})
    change, = [change for change in online.changes(page) if "user" in change]
    assert change["displayName"] == "User A" and change["isPlaceholder"] is False


def test_the_button_is_disabled_before_the_backend_answers(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    call = online.request("reload", {"view": page})
    online.until(page, isReloadButtonDisabled=True)
    gate.arrived()
    assert not online.answered(call)
    gate.open()
    online.result(call)
    assert online.holds(page, isReloadButtonDisabled=False)


def test_the_button_is_disabled_before_the_effects_of_the_next_line(online, backend, page):
    backend.hold("GET", "/users/A")
    counter = online.open("counterA")
    mark = online.mark()
    online.send(online.message("reload", {"view": page}), online.message("increment", {"view": counter}))
    online.until(counter, count=1)
    first, second = online.messages[mark:mark + 2]
    assert first["params"]["views"] == [{**first["params"]["views"][0], "view": page,
                                         "changes": {"isReloadButtonDisabled": True}}]
    assert second["params"]["views"][0]["view"] == counter


def test_a_new_user_comes_not_later_than_the_button(online, page):
    online.call("reload", {"view": page})
    changes = online.changes(page)
    enabled = next(i for i, change in enumerate(changes) if change.get("isReloadButtonDisabled") is False)
    assert any("user" in change for change in changes[:enabled + 1])


def test_a_second_reload_joins_the_first(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    calls = [online.request("reload", {"view": page}) for _ in range(2)]
    gate.arrived()
    online.get(page)
    gate.open()
    assert all("commit" in online.result(call) for call in calls)
    assert len(backend.seen("GET", "/users/A")) == 1
    assert [change["isReloadButtonDisabled"] for change in online.changes(page)
            if "isReloadButtonDisabled" in change] == [True, False]


def test_a_reload_with_equal_data_sends_the_two_flips_and_no_user(online, page):
    online.call("load", {"view": page})
    mark = online.mark()
    online.call("reload", {"view": page})
    assert online.changes(page, since=mark) == [{"isReloadButtonDisabled": True}, {"isReloadButtonDisabled": False}]


def test_a_change_at_the_backend_shows_after_a_reload(online, backend, page):
    online.call("load", {"view": page})
    backend.users["A"]["name"] = "New Name"
    online.call("reload", {"view": page})
    assert online.holds(page, displayName="New Name")


def test_a_view_of_another_user_receives_no_changes(online, page):
    other = online.open("user", params={"id": "B"})
    mark = online.mark()
    online.call("reload", {"view": other})
    assert online.holds(other, displayName="User B")
    assert online.changes(page, since=mark) == []


def test_a_reopened_view_has_the_user_at_once_and_still_loads(online, backend, page):
    online.call("load", {"view": page})
    online.call("view/close", {"view": page})
    again = online.call("view/open", {"type": "user", "params": {"id": "A"}})
    assert again["state"]["displayName"] == "User A"
    online.call("load", {"view": again["view"]})
    assert len(backend.seen("GET", "/users/A")) == 2


def test_a_user_gone_at_the_backend_is_removed(online, backend, page):
    online.call("load", {"view": page})
    del backend.users["A"]
    online.call("reload", {"view": page})
    assert online.holds(page, user=None, isPlaceholder=True, displayName="User Name", isReloadButtonDisabled=False)
    other = online.open("user", params={"id": "A"})
    assert online.holds(other, user=None)


@pytest.mark.parametrize("action", ["load", "reload"])
def test_a_failure_is_state_and_the_reply_is_normal(online, backend, action):
    for failure in (SERVER_ERROR, NOT_JSON, OTHER_JSON, CUT_OFF, UNAUTHORIZED, FORBIDDEN, TOO_MANY, CLOSED):
        page = online.open("user", params={"id": "A"})
        backend.fail("GET", "/users/A", failure)
        assert "commit" in online.call(action, {"view": page})
        assert online.state(page)["errorMessage"]
        assert online.holds(page, user=None, isReloadButtonDisabled=False)


def test_a_failure_keeps_the_user_and_the_next_success_clears_the_message(online, backend, page):
    online.call("load", {"view": page})
    backend.fail("GET", "/users/A")
    online.call("reload", {"view": page})
    assert online.holds(page, displayName="User A") and online.state(page)["errorMessage"]
    backend.fail("GET", "/users/A", None)
    online.call("reload", {"view": page})
    assert online.holds(page, errorMessage=None)


def test_each_kind_of_failure_has_its_own_message(online, backend, page):
    said = []
    for failure in (NOT_JSON, UNAUTHORIZED, NOT_FOUND, TOO_MANY, CLOSED):
        backend.fail("GET", "/users/A", failure)
        online.call("reload", {"view": page})
        said.append(online.state(page)["errorMessage"])
    assert len(set(said)) == len(said), said


def test_a_held_request_that_fails_frees_the_button(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    call = online.request("reload", {"view": page})
    online.until(page, isReloadButtonDisabled=True)
    request, = gate.arrived()
    request.fail()
    online.result(call)
    assert online.holds(page, isReloadButtonDisabled=False) and online.state(page)["errorMessage"]


def test_while_two_calls_overlap_the_button_stays_disabled(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    calls = [online.request(action, {"view": page}) for action in ("load", "reload", "load")]
    gate.arrived()
    online.until(page, isReloadButtonDisabled=True)
    online.notify("$/cancelRequest", {"id": calls[1]})
    assert online.error(calls[1])["code"] == -32800
    backend.open_all()
    assert all("commit" in online.result(call) for call in (calls[0], calls[2]))
    assert online.holds(page, isReloadButtonDisabled=False, displayName="User A")
    flips = [c["isReloadButtonDisabled"] for c in online.changes(page) if "isReloadButtonDisabled" in c]
    assert flips == [True, False]
