"""The blocking face against a scripted server."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

import pytest

import svvs
from support import fake


def test_a_call_returns_once_the_state_is_folded() -> None:
    script = """
        opened(loginState="notLoggedIn")
        call = receive("login")
        assert call["params"] == {"view": "v", "userId": "12345", "self": 1}
        changed(1, 2, loginState="loggingIn")
        changed(2, 3, loginState="loggedIn")
        reply(call, commit=3)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        login = server.open("login")
        assert (login.id, login.type, login.commit, login.state) == ("v", "login", 1, {"loginState": "notLoggedIn"})
        login.call("login", userId="12345", self=1)
        assert (login.commit, login.state) == (3, {"loginState": "loggedIn"})


def test_open_passes_what_it_is_given() -> None:
    script = """
        assert opened("v")["params"] == {"type": "user", "params": {"id": "A", "type": "B"}}
        assert opened("w")["params"] == {"type": "user", "view": "w", "params": {}}
        request = receive("session/open")
        assert request["params"] == {}
        reply(request, session="s")
        assert opened("x")["params"] == {"type": "user", "session": "s", "params": {}}
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        server.open("user", id="A", type="B")
        server.open("user", "w")
        session = server.open_session()
        assert session.id == "s"
        session.open("user")


def test_the_server_gets_its_further_arguments() -> None:
    script = "reply(receive(), arguments=sys.argv[2:]); end_of_input()"
    with svvs.Server("--database", "notes.sqlite", command=fake(script)) as server:
        assert server.request("m") == {"arguments": ["serve", "--database", "notes.sqlite"]}


def test_set_and_get() -> None:
    script = """
        opened(userId="")
        request = receive("view/set")
        assert request["params"] == {"view": "v", "properties": {"userId": "x"}}
        changed(1, 2, userId="x")
        reply(request, commit=2)
        request = receive("view/get")
        assert request["params"] == {"view": "v"}
        reply(request, view="v", commit=2, state={"userId": "x"})
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        login = server.open("login")
        login.set(userId="x")
        assert login.state == {"userId": "x"}
        assert login.get() == {"userId": "x"}


def test_a_refused_call_tells_why_and_the_next_one_works() -> None:
    script = """
        opened()
        refuse(receive(), -32602, "InvalidParams", "unknown argument")
        reply(receive(), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        with pytest.raises(svvs.ResponseError, match="^InvalidParams: unknown argument$") as caught:
            view.call("act", password="secret")
        assert (caught.value.code, caught.value.kind) == (-32602, "InvalidParams")
        assert "secret" not in repr(caught.value)
        view.call("act")


def test_notify_sends_and_does_not_wait() -> None:
    script = """
        opened(n=0)
        assert "id" not in receive("act")
        changed(1, 2, n=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.notify("act")
        assert view.wait(lambda state: state["n"] == 1) == {"n": 1}


def test_a_started_call_can_be_cancelled() -> None:
    script = """
        opened()
        call = receive("act")
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        call = server.open("t").start("act", password="secret")
        assert repr(call) == "<svvs.Call 'act', under way>"
        assert not call.done()
        call.cancel()
        with pytest.raises(svvs.ResponseError) as caught:
            call.result()
        assert caught.value.kind == "RequestCancelled"
        assert call.done()
        call.cancel()


def test_calls_overlap_and_any_thread_may_call() -> None:
    script = """
        opened()
        calls = [receive("act") for _ in range(8)]
        for call in reversed(calls):
            reply(call, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        threads = [threading.Thread(target=view.call, args=["act"]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


# Waiting


def test_wait_tries_every_state_however_short() -> None:
    script = """
        opened(n=0)
        receive("act")
        for commit in range(1, 1001):
            changed(commit, commit + 1, n=commit)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.notify("act")
        tried: list[int] = []

        def is_last(state: Mapping[str, Any]) -> bool:
            tried.append(state["n"])
            return bool(state["n"] == 1000)

        view.wait(is_last)
        assert sorted(set(tried)) == list(range(tried[0], 1001))
        assert server._dispatcher._listeners == {"v": []}


def test_wait_returns_at_once_if_the_state_is_there() -> None:
    with svvs.Server(command=fake("opened(n=0); end_of_input()")) as server:
        assert server.open("t").wait(lambda state: state["n"] == 0, timeout=0) == {"n": 0}


def test_wait_times_out_and_the_view_goes_on() -> None:
    script = """
        opened(n=0)
        changed(1, 2, n=1)
        call = receive("act")
        reply(call, commit=2)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        started = time.monotonic()
        with pytest.raises(svvs.TimedOut) as caught:
            view.wait(lambda state: state["n"] == 2, timeout=0.05)
        assert isinstance(caught.value, TimeoutError)
        assert 0.05 <= time.monotonic() - started < 5
        view.call("act")


def test_wait_ends_when_the_view_is_closed() -> None:
    script = """
        opened(n=0)
        receive("act")
        request = receive("view/close")
        reply(request, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")

        def close_once_it_waits(state: object) -> bool:
            view.notify("act")
            closer.start()
            return False

        closer = threading.Thread(target=view.close)
        with pytest.raises(svvs.ViewClosed):
            view.wait(close_once_it_waits)
        closer.join()


def test_a_predicate_that_raises_ends_the_wait() -> None:
    with svvs.Server(command=fake("opened(n=0); end_of_input()")) as server, pytest.raises(KeyError):
        server.open("t").wait(lambda state: state["m"])


# Time-outs


def test_a_call_that_times_out_is_cancelled() -> None:
    script = """
        opened()
        call = receive("act")
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.TimedOut, match="'act'"):
            view.call("act", password="secret")
        server.timeout = None
        view.call("next")


def test_waiting_for_a_started_call_may_time_out_and_begin_again() -> None:
    script = """
        opened()
        call = receive("act")
        receive("go on")
        reply(call, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        call = server.open("t").start("act")
        with pytest.raises(svvs.TimedOut):
            call.result(timeout=0.05)
        server.notify("go on")
        assert call.result() == {"commit": 1}


# Subscribing


def test_subscribers_get_every_change_until_they_stop() -> None:
    script = """
        opened(n=0)
        for commit in (1, 2):
            call = receive("act")
            changed(commit, commit + 1, n=commit)
            reply(call, commit=commit + 1)
        end_of_input()
    """
    heard: SimpleQueue[svvs.Change] = SimpleQueue()
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        stop = view.subscribe(heard.put)
        view.call("act")
        assert heard.get() == svvs.Change("v", 2, {"n": 1}, {"n": 1})
        stop()
        stop()
        view.call("act")
    assert heard.empty()


def test_who_stops_hears_nothing_more_even_if_it_has_happened() -> None:
    script = """
        opened(n=0)
        call = receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        reply(call, commit=3)
        end_of_input()
    """
    heard: SimpleQueue[int] = SimpleQueue()
    stopped = threading.Event()

    def hear(change: svvs.Change) -> None:
        heard.put(change.commit)
        stopped.wait()

    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        stop = view.subscribe(hear)
        view.call("act")
        assert heard.get() == 2
        stop()
        stopped.set()
    assert heard.empty()


def test_closing_the_server_lets_callbacks_catch_up() -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        receive("never answered")
        end_of_input()
    """
    heard: list[int] = []
    behind = threading.Event()

    def hear(change: svvs.Change) -> None:
        if change.commit == 2:
            call = server.start("never answered")
            behind.set()
            with pytest.raises(svvs.ServerExited):
                call.result()
            time.sleep(0.2)  # No event can be waited for: what matters is that closing has nothing else to wait for.
        heard.append(change.commit)

    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.subscribe(hear)
        view.notify("act")
        behind.wait()
    assert heard == [2, 3]


def test_a_callback_may_call_the_server() -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        reply(receive("react"), commit=2)
        end_of_input()
    """
    reacted = threading.Event()
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")

        def react(change: svvs.Change) -> None:
            view.call("react")
            reacted.set()

        view.subscribe(react)
        view.notify("act")
        reacted.wait()


def test_a_callback_that_fails_is_logged_and_holds_nothing_up(caplog: pytest.LogCaptureFixture) -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        end_of_input()
    """
    heard: SimpleQueue[int] = SimpleQueue()

    def fail_at_first(change: svvs.Change) -> None:
        heard.put(change.commit)
        if change.commit == 2:
            raise RuntimeError("a bug in the callback")

    with svvs.Server(command=fake(script)) as server, caplog.at_level(logging.ERROR, "svvs"):
        view = server.open("t")
        view.subscribe(fail_at_first)
        view.notify("act")
        assert [heard.get(), heard.get()] == [2, 3]
    assert "a bug in the callback" in caplog.text


# Closing views and sessions


def test_a_closed_view_cannot_be_used_but_read() -> None:
    script = """
        opened(n=0)
        request = receive("view/close")
        assert request["params"] == {"view": "v"}
        reply(request, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        with server.open("t") as view:
            assert view.is_open
        assert not view.is_open
        assert view.state == {"n": 0}
        view.close()
        for use in [lambda: view.call("act"), lambda: view.set(n=1), lambda: view.wait(lambda state: state["n"])]:
            with pytest.raises(svvs.ViewClosed, match="'v'"):
                use()


def test_closing_a_session_closes_its_views() -> None:
    script = """
        reply(receive("session/open"), session="s")
        opened()
        opened("w")
        request = receive("session/close")
        assert request["params"] == {"session": "s"}
        send(id=request["id"], result=None)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        with server.open_session() as session:
            inside, outside = session.open("t"), server.open("t")
        assert (inside.is_open, outside.is_open) == (False, True)


def test_a_view_that_opens_too_late_is_closed_again() -> None:
    script = """
        request = receive("view/open")
        receive("$/cancelRequest")
        reply(request, view="v", commit=1, state={})
        close = receive("view/close")
        reply(close, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script), timeout=0.05) as server:
        with pytest.raises(svvs.TimedOut):
            server.open("t")


# Resynchronising, and much data


def test_a_gap_in_the_changes_is_closed_before_the_call_returns() -> None:
    script = """
        opened(n=0)
        call = receive("act")
        changed(5, 6, n=6)
        reply(call, commit=6)
        reply(receive("view/get"), view="v", commit=7, state={"n": 7})
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.call("act")
        assert (view.commit, view.state) == (7, {"n": 7})


def test_both_sides_may_write_much_at_once() -> None:
    script = """
        opened(text="")
        changed(1, 2, text="x" * 10_000_000)
        call = receive("act")
        assert len(call["params"]["text"]) == 10_000_000
        reply(call, commit=2)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.call("act", text="y" * 10_000_000)
        assert len(view.state["text"]) == 10_000_000


def test_representations_hold_no_state() -> None:
    with svvs.Server(command=fake("opened(note='private'); end_of_input()")) as server:
        assert repr(server.open("notes")) == "<svvs.View 'v' of type 'notes'>"
