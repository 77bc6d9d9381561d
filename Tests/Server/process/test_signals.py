"""Signals: to a busy server, signals that do not ask for an orderly end, and repeated ones."""
import contextlib
import os
import signal
import subprocess

import pytest

from conversation import is_change
from processes import stop
from server import DEADLINE, PROGRAM
from user_page_steps import busy

MANY = 500
ORDERLY = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


def load(server, backend):
    """Sends calls that the backend holds, and as many synchronous ones, in one write; returns the former."""
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
    """The signal may precede any message: a call is cancelled, refused or, after the last read message, ignored."""
    slow = load(online, backend)
    online.send_signal(number)
    with contextlib.suppress(BrokenPipeError):
        online.send(*[online.message("view/get", {"view": view}) for view in online.views])
    online.read_rest()
    assert online.wait() == 0 and online.errors == ""
    kinds = [online.error(call["id"])["data"]["kind"] for call in slow if online.answered(call["id"])]
    assert kinds[0] == "RequestCancelled" and set(kinds) <= {"RequestCancelled", "InvalidRequest"}


@ORDERLY
def test_replies_to_calls_cancelled_by_a_signal_are_kept_until_the_client_reads(online, backend, number):
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
def test_many_signals_have_the_effect_of_one(online, backend, number):
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


def test_a_broken_pipe_elsewhere_does_not_affect_the_server(server):
    server.open("counterA", "c")
    server.send_signal(signal.SIGPIPE)
    server.call("increment", {"view": "c"})


def test_a_terminal_that_goes_away_ends_the_server(online, backend):
    """SIGHUP ends the process without cancellation or a drain; its output consists of whole frames."""
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("arguments", [(), ("--listen", "work"), ("attach", "work")])
def test_signals_that_a_parent_blocks_still_end_the_process(folder, arguments, number):
    """Foundation, the JVM and .NET block signals in their threads, and a child inherits the mask."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={**os.environ, **folder.environment})
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if "--listen" not in arguments:
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')
        process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(number)
    process.communicate(timeout=DEADLINE)
    # The server ends in order; the process that is attached, and SIGHUP, end at once.
    assert process.returncode == (0 if number != signal.SIGHUP and "attach" not in arguments else -number)
