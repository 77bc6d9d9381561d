"""The process that started a server is killed: the server ends as well, in time, and leaves no process."""
import os
import signal

import pytest

from processes import adopting, children, has_ended, start_below, stop
from user_page_steps import busy


@pytest.fixture
def below(start, backend, monkeypatch, tmp_path):
    """Starts a server below a parent that carries one stream; returns it and the process ID of the server itself."""
    def launch(carried, *arguments, serves_its_parent=False):
        start_below(monkeypatch, tmp_path, carried)
        parent = start("--api", backend.url, *arguments)
        parent.call("initialize", {"processId": parent.pid} if serves_its_parent else {})
        server, = children(parent.pid)
        return parent, server

    with adopting():
        yield launch


def kill(parent):
    parent.send_signal(signal.SIGKILL)
    parent.process.wait()


def status_of_the_orphan(server):
    """Waits for its end, after which only the earlier processes are left."""
    others = set(children(os.getpid())) - {server}
    assert has_ended(server)
    status = os.waitpid(server, 0)[1]
    assert set(children(os.getpid())) <= others
    return os.waitstatus_to_exitcode(status)


def test_a_server_for_a_parent_ends_with_it_although_its_streams_stay_open(below, backend):
    parent, server = below("nothing", serves_its_parent=True)
    _, call = busy(parent, backend)
    kill(parent)
    parent.read_rest()
    assert parent.error(call)["data"]["reason"] == "shutdown"
    assert status_of_the_orphan(server) == 0


def test_a_server_without_a_known_parent_serves_until_its_streams_close(below):
    parent, server = below("nothing")
    kill(parent)
    parent.call("increment", {"view": parent.open("counterA")})
    parent.end_input()
    assert parent.read_rest() == []
    assert status_of_the_orphan(server) == 0


@pytest.mark.parametrize("serves_its_parent", [False, True])
def test_a_parent_that_wrote_the_input_takes_the_server_with_it(below, backend, serves_its_parent):
    parent, server = below("stdin", "--drain-timeout", "0.5", serves_its_parent=serves_its_parent)
    _, call = busy(parent, backend)
    kill(parent)
    parent.read_rest()
    assert parent.error(call)["data"]["kind"] == "RequestCancelled"
    assert status_of_the_orphan(server) == 0


@pytest.mark.parametrize("serves_its_parent", [False, True])
def test_a_parent_that_read_the_output_takes_the_server_with_it(below, backend, serves_its_parent):
    parent, server = below("stdout", serves_its_parent=serves_its_parent)
    busy(parent, backend)
    kill(parent)
    assert status_of_the_orphan(server) == 0


def test_a_parent_that_was_killed_in_its_sleep_takes_the_server_with_it(below):
    """The output is blocked, and more of it is queued."""
    parent, server = below("stdout", serves_its_parent=True)
    view = parent.open("mirror")
    parent.call("view/set", {"view": view, "properties": {"text": "x" * (1 << 18)}})
    stop(parent.pid)
    parent.transmit(*[parent.message("view/get", {"view": view}) for _ in range(10)])
    parent.drained()
    kill(parent)
    assert status_of_the_orphan(server) == 0
