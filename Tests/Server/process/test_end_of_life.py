"""`shutdown`, `exit`, signals, and a front end that disconnects."""
import contextlib
import signal

import pytest

from conversation import is_change
from user_page_steps import busy


def test_exit_without_shutdown_ends_at_once_whatever_is_under_way(start, backend):
    server = start("--api", backend.url, "--drain-timeout", "3600", "--close-timeout", "3600")
    busy(server, backend)
    more = server.message("view/open", {"type": "counterA"})
    server.send(more, {"jsonrpc": "2.0", "method": "exit"}, server.message("view/open", {"type": "counterB"}))
    server.read_rest()
    # Earlier messages are answered, and later ones are not read.
    assert server.result(more["id"]) and not any(view.kind == "counterB" for view in server.views.values())
    assert server.wait() == 1 and server.errors == ""


@pytest.mark.parametrize("method", ["view/open", "initialize", "shutdown", "rpc.discover", "no/such"])
def test_after_shutdown_anything_but_exit_is_an_invalid_request(server, method):
    server.call("shutdown")
    assert server.refused(method, {"type": "counterA"})["code"] == -32600
    server.notify("exit")
    assert server.wait() == 0


def test_after_shutdown_a_notification_does_nothing(server):
    view = server.open("counterA")
    server.call("shutdown")
    server.notify("increment", {"view": view})
    server.notify("exit")
    assert not any(map(is_change, server.read_rest()))
    assert server.wait() == 0


def test_end_of_input_after_shutdown_ends_with_status_0(server):
    server.call("shutdown")
    assert server.finish() == 0


def test_shutdown_cancels_and_answers_every_call_before_its_own_reply(online, backend):
    _, first = busy(online, backend)
    other = online.open("login")
    backend.hold("POST", "/login")
    second = online.request("login", {"view": other, "userId": "12345", "password": "password"})
    backend.seen("POST", "/login", 1)
    assert online.call("shutdown") is None
    for call in (first, second):
        assert online.answered(call)
        assert online.error(call)["data"] == {"kind": "RequestCancelled", "reason": "shutdown"}
    online.notify("exit")
    assert online.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_server_that_does_nothing(start, number):
    for _ in range(20):
        server = start()
        server.open("counterA")
        server.send_signal(number)
        assert server.read_rest() == []
        assert server.wait() == 0


def test_a_signal_during_work_on_another_thread_cancels_and_answers(start):
    for number in (signal.SIGTERM, signal.SIGINT) * 10:
        server = start()
        server.open("login", "l")
        login = server.request("login", {"view": "l", "userId": "12345", "password": "password"})
        server.until("l", loginState="loggingIn")
        server.send_signal(number)
        server.reply(login)
        assert server.read_rest() == []
        assert server.wait() == 0, server.errors


def test_a_closed_stdout_ends_the_process_at_once_and_quietly(server):
    view = server.open("counterA")
    server.close_output()
    with contextlib.suppress(BrokenPipeError):  # The end may come first.
        server.transmit(server.message("increment", {"view": view}))
    assert server.wait() >= 0
    assert server.errors == ""


def test_a_closed_stdout_is_noticed_while_nothing_is_written(server):
    server.open("counterA")
    server.close_output()
    assert server.wait() >= 0
    assert server.errors == ""
