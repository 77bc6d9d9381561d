"""A server whose client does not read: it reads its input all the same, uses no CPU time to wait, and ends."""
import os
import signal

import pytest

from processes import has_ended, seconds_used, state

DRAIN = 1.0
# A server that waits takes a hundredth of that; a loop that spins takes the whole time, a quarter on a busy machine.
LITTLE = 0.1 * DRAIN


@pytest.fixture
def blocked(start, backend):
    """A server with more output than the pipe takes, which the client does not read, and a view to call."""
    server = start("--api", backend.url, "--drain-timeout", str(DRAIN))
    server.open("user", "page", params={"id": "A"})
    server.open("mirror", "big")
    server.call("view/set", {"view": "big", "properties": {"text": "x" * (1 << 18)}})
    server.request("view/get", {"view": "big"})
    server.request("view/get", {"view": "big"})
    server.drained()
    return server


def status(server):
    """The exit status of a process that has ended and was not waited for yet."""
    assert has_ended(server.pid)
    return server.wait()


def end_by_signal(server):
    server.send_signal(signal.SIGTERM)


def end_by_interrupt(server):
    server.send_signal(signal.SIGINT)


def end_by_input(server):
    server.end_input()


def end_by_exit(server):
    server.transmit({"jsonrpc": "2.0", "method": "exit"})


ENDINGS = pytest.mark.parametrize("ending, expected", [
    (end_by_signal, 0), (end_by_interrupt, 0), (end_by_input, 0), (end_by_exit, 1)])


@ENDINGS
def test_waiting_for_a_client_that_does_not_read_uses_no_cpu_time(blocked, ending, expected):
    before = seconds_used(blocked.pid)
    ending(blocked)
    assert has_ended(blocked.pid)
    assert seconds_used(blocked.pid) - before < LITTLE
    assert blocked.wait() == expected


@ENDINGS
def test_a_client_that_reads_again_while_the_server_ends_gets_all_output(blocked, ending, expected):
    ending(blocked)
    blocked.read_rest()
    assert not blocked.unanswered
    assert blocked.wait() == expected


def test_a_call_that_lasts_is_awaited_without_spending_time(start, backend):
    """The input has ended, the output is blocked, and a call is in progress."""
    server = start("--api", backend.url, "--drain-timeout", str(DRAIN))
    server.open("user", "page", params={"id": "A"})
    server.open("mirror", "big")
    server.call("view/set", {"view": "big", "properties": {"text": "x" * (1 << 18)}})
    backend.hold("GET", "/users/A")
    server.request("reload", {"view": "page"})
    server.request("view/get", {"view": "big"})
    backend.seen("GET", "/users/A", 1)
    before = seconds_used(server.pid)
    server.end_input()
    assert has_ended(server.pid)
    assert seconds_used(server.pid) - before < LITTLE
    assert server.wait() == 0


def test_an_output_that_is_closed_while_it_is_blocked_ends_the_process_quietly(blocked):
    blocked.close_output()
    assert status(blocked) == 0
    assert blocked.errors == ""


@pytest.mark.parametrize("ending", [end_by_signal, end_by_input])
def test_an_output_that_closes_while_the_server_ends_is_no_longer_waited_for(start, backend, ending):
    server = start("--api", backend.url, "--drain-timeout", "3600")
    server.open("mirror", "big")
    server.call("view/set", {"view": "big", "properties": {"text": "x" * (1 << 18)}})
    server.request("view/get", {"view": "big"})
    ending(server)
    server.close_output()
    assert status(server) == 0
    assert server.errors == ""


def test_an_output_that_is_closed_in_the_middle_of_a_frame_ends_the_process_quietly(blocked):
    os.read(blocked.process.stdout.fileno(), 1000)
    blocked.close_output()
    assert status(blocked) == 0
    assert blocked.errors == ""


def test_messages_written_meanwhile_are_read_and_have_their_effect(blocked, backend):
    before = backend.seen("GET", "/users/A")
    calls = [blocked.message("reload", {"view": "page"}) for _ in range(100)]
    blocked.send(*calls)
    # The request reaches the backend although the client does not read.
    backend.seen("GET", "/users/A", len(before) + 1)
    assert state(blocked.pid) != "Z"
    for call in calls:
        assert "commit" in blocked.result(call["id"])
    assert blocked.holds("page", displayName="User A", isReloadButtonDisabled=False)
