"""Logging in: the main conversation, and the state after a failure."""
import pytest

from conversation import is_change
from http_backend import CLOSED, NOT_JSON, SERVER_ERROR

GOOD = {"userId": "12345", "password": "password"}


@pytest.fixture
def login(online):
    return online.open("login", view="login")


def test_at_first_nobody_is_logged_in(online, login):
    state = online.state(login)
    assert state["loginState"] == "notLoggedIn" and state["shouldNavigateHome"] is False
    assert state["errorMessage"] is None and "password" not in state


def test_logging_in_shows_before_the_backend_answers_and_the_reply_comes_last(online, backend, login):
    gate = backend.hold("POST", "/login")
    mark = online.mark()
    call = online.request("login", {"view": login, **GOOD})
    online.until(login, loginState="loggingIn")
    request, = gate.arrived()
    assert request.body == {"id": "12345", "password": "password"}
    assert not online.answered(call)
    gate.open()
    online.result(call)
    *changes, reply = online.messages[mark:]
    assert all(map(is_change, changes)) and reply["id"] == call
    success, = [change for change in online.changes(login, since=mark) if change.get("loginState") == "loggedIn"]
    assert success["shouldNavigateHome"] is True


def test_login_then_read_needs_no_waiting(online, login):
    read = online.message("view/get", {"view": login})
    online.result(online.request("login", {"view": login, **GOOD}))
    online.send(read)
    assert online.result(read["id"])["state"]["loginState"] == "loggedIn"


def test_properties_set_before_are_the_arguments(online, backend, login):
    online.call("view/set", {"view": login, "properties": GOOD})
    online.call("login", {"view": login})
    assert online.holds(login, loginState="loggedIn", userId="12345")
    assert backend.seen("POST", "/login")[0].body == {"id": "12345", "password": "password"}


def test_arguments_are_set_first(online, login):
    online.call("login", {"view": login, **GOOD})
    assert online.holds(login, userId="12345")


def test_whether_one_can_log_in_follows_the_fields(online, login):
    assert online.holds(login, canLogin=False)
    online.call("view/set", {"view": login, "properties": {"userId": "12345"}})
    assert online.holds(login, canLogin=False)
    mark = online.mark()
    online.call("view/set", {"view": login, "properties": {"password": "password"}})
    assert online.changes(login, since=mark) == [{"canLogin": True}]


@pytest.mark.parametrize("user, password", [("12345", "wrong"), ("nobody", "password"), ("error", "password")])
def test_a_refused_login_leaves_nobody_and_a_message(online, login, user, password):
    online.call("login", {"view": login, "userId": user, "password": password})
    assert online.holds(login, loginState="notLoggedIn", shouldNavigateHome=False)
    assert online.state(login)["errorMessage"]
    home = online.open("home")
    assert online.holds(home, user=None, userGreeting="名前が取得できません")


@pytest.mark.parametrize("failure", [SERVER_ERROR, NOT_JSON, CLOSED])
def test_a_broken_backend_leaves_nobody_and_a_message(online, backend, login, failure):
    backend.fail("POST", "/login", failure)
    assert "commit" in online.call("login", {"view": login, **GOOD})
    assert online.holds(login, loginState="notLoggedIn", shouldNavigateHome=False)
    assert online.state(login)["errorMessage"]


def test_the_next_success_clears_the_message(online, login):
    online.call("login", {"view": login, "userId": "12345", "password": "wrong"})
    online.call("login", {"view": login, **GOOD})
    assert online.holds(login, loginState="loggedIn", errorMessage=None)


def test_a_failed_second_login_leaves_nobody_a_message_and_no_navigation(online, login):
    online.call("login", {"view": login, **GOOD})
    online.call("view/set", {"view": login, "properties": {"shouldNavigateHome": False}})
    mark = online.mark()
    online.call("login", {"view": login, "userId": "test", "password": "wrong"})
    assert online.holds(login, loginState="notLoggedIn", shouldNavigateHome=False)
    assert online.state(login)["errorMessage"]
    assert not any("shouldNavigateHome" in change for change in online.changes(login, since=mark))
    assert online.holds(online.open("home"), user=None)


def test_each_login_navigates_and_home_opened_then_greets(online, login):
    """R34: also the second time, although the user is the same."""
    for _ in range(2):
        online.call("login", {"view": login, **GOOD})
        assert online.holds(login, shouldNavigateHome=True)
        assert online.call("view/open", {"type": "home"})["state"]["userGreeting"] == "こんにちは 太郎さん"
        online.call("view/set", {"view": login, "properties": {"shouldNavigateHome": False}})
    assert [change["shouldNavigateHome"] for change in online.changes(login)
            if "shouldNavigateHome" in change] == [True, False, True, False]


def test_a_login_navigates_its_own_page_alone_though_the_user_is_shared(online, login):
    """R34: navigation follows the action's result, not the user."""
    other, home = online.open("login"), online.open("home")
    before = online.state(other)
    online.call("login", {"view": login, **GOOD})
    assert online.holds(login, shouldNavigateHome=True) and online.state(home)["user"]["id"] == "12345"
    assert online.get(other) == before


def test_a_login_while_logging_in_is_ignored(online, backend, login):
    gate = backend.hold("POST", "/login")
    first = online.request("login", {"view": login, **GOOD})
    gate.arrived()
    second = online.request("login", {"view": login, "userId": "test", "password": "password"})
    assert "commit" in online.result(second)
    assert not online.answered(first)
    gate.open()
    online.result(first)
    assert online.holds(login, loginState="loggedIn")
    assert len(backend.seen("POST", "/login")) == 1


def test_appearing_again_resets_state_and_navigation(online, login):
    online.call("login", {"view": login, **GOOD})
    online.call("didAppear", {"view": login})
    assert online.holds(login, loginState="notLoggedIn", shouldNavigateHome=False)


def test_a_cancelled_login_leaves_nobody_logging_in(online, backend, login):
    gate = backend.hold("POST", "/login")
    call = online.request("login", {"view": login, **GOOD})
    request, = gate.arrived()
    online.notify("$/cancelRequest", {"id": call})
    assert online.error(call)["data"]["reason"] == "requested"
    assert online.holds(login, loginState="notLoggedIn", shouldNavigateHome=False)
    request.was_abandoned()


def test_the_embedded_backend_knows_the_same_accounts(server):
    view = server.open("login")
    server.call("login", {"view": view, "userId": "test", "password": "password"})
    assert server.holds(view, loginState="loggedIn", shouldNavigateHome=True)
    server.call("login", {"view": view, "userId": "test", "password": "wrong"})
    assert server.holds(view, loginState="notLoggedIn", shouldNavigateHome=True) is False
