"""Many connections at one socket: each begins and ends independently, and the process continues."""
import json
import os
import resource
import signal
import subprocess
import sys

import pytest

from command_line import refusal, run
from processes import resident
from server import DEADLINE, PROGRAM
from socket_server import Connection

MANY = 1000


def ended(connection):
    """Reads to the end of the connection, which the server has ended."""
    rest = connection.read_rest()
    connection.close()
    return rest


@pytest.fixture
def other(listen):
    """A connection that must not be affected, to a server that the test may ask for."""
    server = listen()
    other = server.connect()
    other.server = server
    other.open("counterA", "other")
    return other


def test_the_process_has_an_id_that_changes_at_a_restart(listen, folder):
    server = listen(place="work")
    first, second = (server.connect().call("initialize")["process"] for _ in range(2))
    assert first == second and first["pid"] == server.pid
    assert server.stop() == 0
    third = listen(place="work").connect().call("initialize")["process"]
    assert third["id"] != first["id"]


def test_shutdown_and_exit_end_one_connection(other):
    connection = other.server.connect()
    view = connection.open("counterA")
    connection.call("shutdown")
    assert connection.refused("increment", {"view": view})["code"] == -32600
    connection.notify("exit")
    assert ended(connection) == []
    other.call("increment", {"view": "other"})


def test_exit_alone_ends_one_connection(other):
    connection = other.server.connect()
    connection.notify("exit")
    assert ended(connection) == []
    other.call("increment", {"view": "other"})


def test_the_end_of_input_answers_and_ends_one_connection(listen, backend):
    server = listen("--api", backend.url)
    gate = backend.hold("GET", "/users/A")
    connection, other = server.connect(), server.connect()
    view = connection.open("user", params={"id": "A"})
    call = connection.request("reload", {"view": view})
    connection.end_input()
    request, = gate.arrived()
    other.open("counterA")
    request.release()
    assert "commit" in connection.result(call)
    assert ended(connection) == []


def test_a_blocked_connection_delays_no_other(listen, backend):
    server = listen("--api", backend.url)
    gate = backend.hold("GET", "/users/A")
    waiting, other = server.connect(), server.connect()
    view = waiting.open("user", params={"id": "A"})
    call = waiting.request("reload", {"view": view})
    gate.arrived()
    counter = other.open("counterA")
    for _ in range(10):
        other.call("increment", {"view": counter})
    assert not waiting.answered(call)
    gate.open()
    waiting.result(call)


@pytest.mark.parametrize("head", [b"Content-Length: 9\r", b"Content-Length: 100\r\n\r\n{", b'{"jsonrpc":', b"C", b" "])
def test_a_connection_that_is_cut_within_a_message_ends_alone(other, head):
    connection = other.server.connect()
    connection.write(head)
    connection.close()
    other.call("increment", {"view": "other"})
    other.lists(lambda there: there["connections"] == 1)


def test_a_broken_header_ends_one_connection_with_an_error(other):
    connection = other.server.connect("content-length")
    connection.write(b"Content-Length: x\r\n\r\n")
    assert connection.refusal()["data"]["kind"] == "ParseError"
    assert ended(connection) == []
    other.call("increment", {"view": "other"})


def test_a_connection_ends_with_the_process_it_names(other):
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    connection = other.server.connect()
    try:
        connection.call("initialize", {"processId": parent.pid})
    finally:
        parent.kill()
        parent.wait()
        parent.stdin.close()
    assert ended(connection) == []
    other.call("increment", {"view": "other"})


def test_one_connection_too_many_gets_an_error_and_is_closed(listen):
    server = listen("--max-connections", "2")
    first, second, third = (server.connect() for _ in range(3))
    assert first.call("initialize")["limits"]["connections"] == 2
    second.open("counterA")
    error = third.refusal()
    assert (error["code"], error["data"]) == (-32001, {"kind": "Overloaded", "limit": "connections", "retryable": True})
    assert ended(third) == []
    second.finish()
    second.close()
    first.lists(lambda there: there["connections"] == 1)
    server.connect().open("counterA")


def test_a_framing_that_is_chosen_is_the_one_of_a_connection_too_many(listen):
    server = listen("--max-connections", "1", "--framing", "content-length")
    server.connect("content-length").open("counterA")
    third = server.connect("content-length")
    assert third.refusal()["data"]["limit"] == "connections"
    ended(third)


@pytest.mark.parametrize("count", [0, -1, "many"])
def test_a_number_of_connections_is_a_positive_number(folder, count):
    result = run("serve", "--listen", str(folder.path / "s.sock"), f"--max-connections={count}")
    assert "--max-connections" in refusal(result) and result.returncode == 64


def test_more_connections_than_there_are_descriptors_for_are_warned_of(listen):
    server = listen("--max-connections", str(1 << 40))
    server.connect().open("counterA")
    assert server.stop() == 0 and "There are descriptors for no more than" in server.errors


@pytest.mark.parametrize("limit", [64, 256])
def test_connections_up_to_the_limit_work_and_the_next_gets_an_error(listen, tmp_path, limit):
    """Each watches a process of its own, which takes another descriptor, and data are still written to files."""
    server = listen("--database", str(tmp_path / "app.sqlite"), "--log-level", "error",
                    command=["sh", "-c", f'ulimit -n {limit}; exec "$0" "$@"', PROGRAM])
    first = server.connect()
    promised = first.call("initialize")["limits"]["connections"]
    watched = [os.posix_spawn("/bin/sleep", ["sleep", str(3 * DEADLINE)], {}) for _ in range(promised - 1)]
    try:
        connections = [server.connect() for _ in watched]
        for connection, process in zip(connections, watched):
            connection.call("initialize", {"processId": process})
        refused = [Connection(server.path) for _ in range(100)]
        assert {one.refusal()["data"]["limit"] for one in refused} == {"connections"}
        assert [ended(one) for one in refused] == [[]] * 100
        for number, connection in enumerate((first, connections[-1])):
            settings = connection.open("counterSettings")
            connection.call("setStartCount", {"view": settings, "count": number})
            assert connection.get(settings) == {"startCount": number, "errorMessage": None}
        assert first.call("session/list")["connections"] == promised
    finally:
        for process in watched:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    assert [ended(one) for one in connections] == [[]] * len(connections)
    first.lists(lambda there: there["connections"] == 1)
    assert promised >= (limit - 96) // 2
    assert server.errors == ""


@pytest.fixture
def descriptors():
    """Raises the limit of descriptors for the test's own ends of many connections."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], min(2 * MANY + 100, before[1])), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_thousand_silent_connections_delay_no_other(listen, descriptors):
    server = listen()
    silent = [Connection(server.path) for _ in range(MANY)]
    try:
        connection = server.connect()
        counter = connection.open("counterA")
        before = resident(server.pid)
        for _ in range(200):
            connection.call("increment", {"view": counter})
        assert connection.call("session/list")["connections"] == MANY + 1
        assert resident(server.pid) - before < 10_000
    finally:
        for one in silent:
            one.close()
    connection.lists(lambda there: there["connections"] == 1)


def test_everything_said_at_once_on_many_connections_is_answered(listen):
    server = listen()
    connections = [server.connect("ndjson" if number % 2 else "content-length") for number in range(50)]
    views = [connection.open("counterA") for connection in connections]
    calls = []
    for _ in range(20):
        for connection, view in zip(connections, views):
            calls.append((connection, connection.request("increment", {"view": view})))
    for connection, call in calls:
        connection.result(call)
    assert [one.get(view) for one, view in zip(connections, views)] == [{"count": 1000}] * 50


def test_a_message_of_a_connection_that_closes_at_once_is_not_lost(other):
    """Like a message that is sent by `printf … | socat - UNIX:…`."""
    for _ in range(20):
        connection = other.server.connect()
        params = {"type": "counterA", "view": "v"}
        view = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": params})
        step = json.dumps({"jsonrpc": "2.0", "method": "increment", "params": {"view": "v"}})
        connection.write(f"{view}\n{step}\n")
        connection.close()
    other.until("other", count=20)
