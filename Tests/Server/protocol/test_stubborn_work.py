"""Work that cannot be cancelled: a write that waits for another program, and the computation of password hashes.

The server abandons it after the timeout: its callers get a reply, no effect of it is sent, and the process can end.
"""
import contextlib
import signal
import time

import pytest

from database import raw
from processes import has_ended, seconds_used

TIMEOUT = 0.2
# A write waits for other programs for two seconds; the reply to a caller that waits for the write takes longer.
AT_ONCE = 1.5
HASHES = 30


@pytest.fixture
def stubborn(start, tmp_path):
    """A server with a call in progress that takes two seconds and cannot be cancelled."""
    path = str(tmp_path / "app.sqlite")
    with contextlib.ExitStack() as locks:
        def launch(*arguments):
            server = start("--database", path, "--close-timeout", str(TIMEOUT), *arguments)
            view = server.open("counterSettings")
            server.call("setStartCount", {"view": view, "count": 1})
            locks.enter_context(raw(path)).execute("BEGIN IMMEDIATE")
            return server, view, server.request("setStartCount", {"view": view, "count": 2})
        yield launch


@pytest.fixture
def hashing(start):
    """A server that computes more password hashes than it has threads."""
    def launch(*arguments):
        server = start("--close-timeout", str(TIMEOUT), *arguments)
        views = [server.open("login") for _ in range(HASHES)]
        calls = [server.message("login", {"view": view, "userId": "12345", "password": "password"}) for view in views]
        server.send(*calls)
        server.until(views[-1], loginState="loggingIn")
        return server, views, [call["id"] for call in calls]
    return launch


@contextlib.contextmanager
def at_once():
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < AT_ONCE


def test_a_view_closes_without_it(stubborn):
    server, view, call = stubborn()
    before = seconds_used(server.pid)
    with at_once():
        close = server.request("view/close", {"view": view})
        assert server.error(call)["data"]["reason"] == "viewClosed"
        server.result(close)
    assert seconds_used(server.pid) - before < TIMEOUT / 2
    # The work is still waiting, but the server is not.
    server.call("increment", {"view": server.open("counterA")})


def test_a_session_closes_without_it(start, stubborn):
    server, view, _ = stubborn()
    session = server.call("session/open", {"session": "second"})["session"]
    other = server.open("counterSettings", session=session)
    call = server.request("setStartCount", {"view": other, "count": 3})
    with at_once():
        server.call("session/close", {"session": session})
        assert server.error(call)["data"]["reason"] == "sessionClosed"


def test_shutdown_is_answered_without_it(stubborn):
    server, _, call = stubborn()
    with at_once():
        assert server.call("shutdown") is None
        assert server.error(call)["data"]["reason"] == "shutdown"
        server.notify("exit")
        assert server.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_without_it(stubborn, number):
    server, _, call = stubborn()
    with at_once():
        server.send_signal(number)
        server.read_rest()
        assert server.wait() == 0
    assert server.error(call)["data"]["reason"] == "shutdown" and server.errors == ""


def test_the_end_of_input_ends_the_process_without_it(stubborn):
    server, _, call = stubborn("--drain-timeout", str(TIMEOUT))
    before = seconds_used(server.pid)
    with at_once():
        server.end_input()
        assert has_ended(server.pid)
    assert seconds_used(server.pid) - before < TIMEOUT / 2
    server.read_rest()
    assert server.error(call)["data"]["reason"] == "shutdown"
    assert server.wait() == 0


def test_exit_ends_the_process_without_it(stubborn):
    server, _, _ = stubborn()
    with at_once():
        server.notify("exit")
        server.read_rest()
        assert server.wait() == 1


def test_a_closed_output_ends_the_process_without_it(stubborn):
    server, _, _ = stubborn()
    with at_once():
        server.close_output()
        assert server.wait() == 0


def test_views_close_while_passwords_are_hashed_and_nothing_of_them_follows(hashing):
    server, views, calls = hashing()
    closes = [server.message("view/close", {"view": view}) for view in views]
    server.send(*closes)
    for call in calls:
        reply = server.reply(call)
        assert "result" in reply or reply["error"]["data"]["reason"] == "viewClosed"
    for close in closes:
        server.result(close["id"])


@pytest.mark.parametrize("ending", ["shutdown", "signal", "end of input", "exit"])
def test_the_process_ends_while_passwords_are_hashed(hashing, ending):
    server, _, calls = hashing("--drain-timeout", "0")
    if ending == "shutdown":
        server.call("shutdown")
    if ending == "signal":
        server.send_signal(signal.SIGTERM)
    elif ending == "end of input":
        server.end_input()
    else:
        server.notify("exit")
    server.read_rest()
    assert server.wait() == (ending == "exit") and server.errors == ""
    assert ending == "exit" or all(map(server.answered, calls))
