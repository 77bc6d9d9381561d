"""Both interfaces with the real server."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue

import pytest

import svvs
from interfaces import StartServer
from support import asynchronous, real_server


@pytest.fixture(autouse=True)
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets `SVVS` to the executable."""
    monkeypatch.setenv("SVVS", real_server())


def test_the_server_describes_itself(start_server: StartServer) -> None:
    with start_server(real_server()) as server:
        assert server.info["serverInfo"]["name"] == "svvs"
        assert "login" in server.info["viewTypes"]


def test_invalid_options_are_reported_with_the_message_of_the_server(start_server: StartServer) -> None:
    with pytest.raises(svvs.ServerDied, match="with status 64(.|\n)*--nonsense"):
        with start_server([real_server(), "serve", "--nonsense"]):
            pass


def test_a_large_text_arrives_whole_in_both_directions() -> None:
    text = "é" * 2_000_000
    with svvs.Server(timeout=50) as server:
        mirror = server.open("mirror")
        mirror.set(text=text)
        assert mirror.state["text"] == mirror.get()["text"] == text


def test_the_state_contains_a_login_when_the_call_returns() -> None:
    with svvs.Server("--language", "en", timeout=20) as server:
        login, home = server.open("login"), server.open("home")
        assert "password" not in login.state
        login.call("login", userId="12345", password="password")
        assert login.state["loginState"] == "loggedIn"
        assert login.state["shouldNavigateHome"]
        assert home.state["user"]["name"] == "太郎"
        home.call("logout")
        assert home.state["user"] is None
        login.close()
        assert not login.is_open


def test_a_failed_login_raises_no_exception() -> None:
    with svvs.Server(timeout=20) as server:
        login = server.open("login")
        login.call("login", userId="12345", password="wrong")
        assert login.state["loginState"] == "notLoggedIn"
        assert login.state["errorMessage"]


def test_closing_the_default_session_closes_its_views() -> None:
    with svvs.Server(timeout=20) as server:
        window = server.open_session()
        counter, other = server.open("counterA"), window.open("counterA")
        server.request("session/close", {"session": "default"})
        assert not counter.is_open
        assert other.is_open


def test_setting_and_waiting() -> None:
    with svvs.Server(timeout=20) as server:
        login = server.open("login")
        login.set(userId="12345", password="password")
        assert (login.state["userId"], login.state["canLogin"]) == ("12345", True)
        login.notify("login")
        login.wait(lambda state: state["shouldNavigateHome"])
        assert login.get() == login.state


def test_a_subscriber_receives_the_changes_of_another_view() -> None:
    received: SimpleQueue[svvs.Change] = SimpleQueue()
    with svvs.Server(timeout=20) as server:
        first, second = server.open("counterA"), server.open("counterA", "mine")
        second.subscribe(received.put)
        first.call("increment", by=5)
        change = received.get(timeout=20)
        assert (change.view, change.changes, change.state) == ("mine", {"count": 5}, {"count": 5})


def test_sessions_end_with_their_views() -> None:
    with svvs.Server(timeout=20) as server:
        outside = server.open("player")
        with server.open_session() as session:
            inside = session.open("player")
            inside.call("togglePlaying")
            assert inside.state == {"isPlaying": True}
        assert not inside.is_open
        assert outside.get() == {"isPlaying": False}


@pytest.mark.parametrize(
    ("type", "action", "arguments", "kind"),
    [
        ("none", "increment", {}, "InvalidParams"),
        ("counterA", "none", {}, "MethodNotFound"),
        ("counterA", "increment", {"by": "much"}, "InvalidParams"),
        ("counterA", "increment", {"times": 2}, "InvalidParams"),
    ],
)
def test_a_refusal_has_a_kind(type: str, action: str, arguments: dict[str, object], kind: str) -> None:
    with svvs.Server(timeout=20) as server:
        with pytest.raises(svvs.ResponseError) as caught:
            server.open(type).call(action, **arguments)
        assert caught.value.kind == kind


def test_a_call_may_require_a_commit() -> None:
    with svvs.Server(timeout=20) as server:
        counter = server.open("counterA")
        seen = counter.commit
        counter.call("increment", ifCommit=seen)
        with pytest.raises(svvs.ResponseError) as caught:
            counter.call("increment", ifCommit=seen)
        assert caught.value.kind == "ContentModified"
        assert caught.value.data["commit"] == counter.commit


def test_a_server_may_be_shut_down_by_request() -> None:
    with svvs.Server(timeout=20) as server:
        assert server.request("shutdown") is None
        server.notify("exit")
    with pytest.raises(svvs.ServerDied) as caught:
        server.open("counterA")
    assert caught.value.status == 0


def test_closing_lets_notified_calls_finish() -> None:
    server = svvs.Server(timeout=20)
    server.open("counterA").notify("increment")
    server.close()
    with pytest.raises(svvs.ServerDied, match="with status 0"):
        server.request("initialize")


@asynchronous
async def test_the_interface_for_asyncio() -> None:
    async with svvs.AsyncServer(timeout=20) as server:
        login, counter = await asyncio.gather(server.open("login"), server.open("counterA"))
        changes = login.changes()
        await login.set(userId="12345", password="password")
        await asyncio.gather(login.call("login"), *(counter.call("increment") for _ in range(100)))
        assert counter.state == await counter.get() == {"count": 100}
        await login.wait(lambda state: state["shouldNavigateHome"])
        await login.close()
        received = [change.changes.get("loginState") async for change in changes]
        assert [state for state in received if state] == ["loggingIn", "loggedIn"]


@asynchronous
async def test_a_refusal_with_asyncio() -> None:
    async with svvs.AsyncServer(timeout=20) as server:
        with pytest.raises(svvs.ResponseError) as caught:
            await server.open("none")
        assert caught.value.kind == "InvalidParams"
