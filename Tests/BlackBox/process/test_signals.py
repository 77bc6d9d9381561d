"""Signals: to a server with much under way, those that ask for no orderly end, and more than one of them."""
import contextlib
import signal

import pytest

from conversation import is_change
from processes import stop
from user_page_steps import busy

MANY = 500
ORDERLY = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


def load(server, backend):
    """Calls that the backend holds, and as many that are answered at once, in one write; returns the former."""
    backend.hold("GET", "/users/A")
    page, counter = server.open("user", params={"id": "A"}), server.open("counterA")
    slow = [server.message("reload", {"view": page}) for _ in range(MANY)]
    quick = [server.message("increment", {"view": counter}) for _ in range(MANY)]
    server.send(*[call for pair in zip(slow, quick) for call in pair])
    backend.seen("GET", "/users/A", 1)
    return slow


def cancelled(server, calls):
    return all(server.error(call["id"])["data"]["reason"] == "shutdown" for call in calls)


@ORDERLY
def test_a_signal_under_load_answers_every_call_once_and_ends(online, backend, number):
    slow = load(online, backend)
    online.drained()
    online.send_signal(number)
    online.read_rest()
    assert not online.unanswered and cancelled(online, slow)
    assert online.wait() == 0 and online.errors == ""


@ORDERLY
def test_a_signal_amid_pipelined_calls_answers_each_that_was_taken(online, backend, number):
    """It may come before any message: a call is cancelled, refused or, behind the last that was read, not seen."""
    slow = load(online, backend)
    online.send_signal(number)
    with contextlib.suppress(BrokenPipeError):
        online.send(*[online.message("view/get", {"view": view}) for view in online.views])
    online.read_rest()
    assert online.wait() == 0 and online.errors == ""
    kinds = [online.error(call["id"])["data"]["kind"] for call in slow if online.answered(call["id"])]
    assert kinds[0] == "RequestCancelled" and set(kinds) <= {"RequestCancelled", "InvalidRequest"}


@ORDERLY
def test_a_signal_while_nobody_reads_keeps_the_answers_for_who_reads_then(online, backend, number):
    online.open("mirror", "big")
    online.call("view/set", {"view": "big", "properties": {"text": "x" * (1 << 18)}})
    online.request("view/get", {"view": "big"})
    slow = load(online, backend)
    online.drained()
    online.send_signal(number)
    online.read_rest()
    assert not online.unanswered and cancelled(online, slow)
    assert online.wait() == 0


@ORDERLY
def test_many_signals_are_as_good_as_one(online, backend, number):
    _, call = busy(online, backend)
    for _ in range(100):
        online.send_signal(number)
    online.read_rest()
    assert online.error(call)["data"]["reason"] == "shutdown"
    assert online.wait() == 0


@ORDERLY
def test_a_signal_ends_a_drain_early(start, backend, number):
    server = start("--api", backend.url, "--drain-timeout", "3600")
    _, call = busy(server, backend)
    server.end_input()
    server.send_signal(number)
    server.read_rest()
    assert server.error(call)["data"]["reason"] == "shutdown"
    assert server.wait() == 0


@ORDERLY
def test_a_signal_after_shutdown_ends_with_status_0(server, number):
    server.call("shutdown")
    server.send_signal(number)
    assert server.read_rest() == []
    assert server.wait() == 0


def test_a_broken_pipe_elsewhere_is_nothing_to_the_server(server):
    server.open("counterA", "c")
    server.send_signal(signal.SIGPIPE)
    server.call("increment", {"view": "c"})


def test_a_terminal_that_goes_away_ends_the_server(online, backend):
    """SIGHUP asks for nothing and waits for nothing; what is said is said in whole frames."""
    busy(online, backend)
    online.send_signal(signal.SIGHUP)
    assert all(map(is_change, online.read_rest()))
    assert online.wait() == -signal.SIGHUP


def test_a_server_that_was_stopped_goes_on_where_it_was(online, backend):
    _, call = busy(online, backend)
    stop(online.pid)
    backend.open_all()
    more = online.request("view/open", {"type": "counterA"})
    online.send_signal(signal.SIGCONT)
    assert online.result(call) and online.result(more)
