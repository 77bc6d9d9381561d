"""The end of an `attach`: the end of its connection, and its exit status."""
import os
import signal
import subprocess

import pytest

from attach_process import Attached
from processes import has_ended
from server import DEADLINE, PROGRAM
from socket_server import holder

OPEN = '{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"type":"counterA","view":"c"}}\n'
STEP = '{"jsonrpc":"2.0","id":%d,"method":"increment","params":{"view":"c"}}\n'


@pytest.fixture
def attach(listen):
    """Attaches to a server that continues, which the test may ask for."""
    server, attached = listen(), []

    def launch(**more):
        attached.append(Attached(server.path, **more))
        return attached[-1]

    launch.server = server
    yield launch
    for one in attached:
        one.reap()


def test_the_end_of_input_prints_every_answer(attach):
    attached = attach()
    attached.write(OPEN + "".join(STEP % number for number in range(2, 1002)))
    attached.end_input()
    lines = list(iter(attached.read_frame, None))
    assert b'{"jsonrpc":"2.0","id":1001,"result":{"commit":1000}}' == lines[-1]
    assert attached.wait() == 0 and attached.errors == ""


def test_a_call_under_way_is_answered_after_the_end_of_input(attach):
    attached = attach()
    view = attached.open("effects")
    call = attached.request("handle", {"view": view, "action": "buttonTap", "seconds": 0.2})
    attached.end_input()
    assert "commit" in attached.result(call)
    assert attached.read_rest() == [] and attached.wait() == 0


def test_requests_in_a_file_are_answered(attach, tmp_path):
    (tmp_path / "input").write_text(OPEN + STEP % 2)
    with open(tmp_path / "input") as source, open(tmp_path / "output", "wb") as output:
        command = [PROGRAM, "attach", attach.server.path]
        subprocess.run(command, stdin=source, stdout=output, timeout=DEADLINE, check=True)
    assert (tmp_path / "output").read_bytes().count(b"\n") == 3


@pytest.mark.parametrize("shuts_down, status", [(True, 0), (False, 1)])
def test_exit_ends_it_with_the_status_that_a_server_would_end_with(attach, shuts_down, status):
    attached = attach()
    if shuts_down:
        attached.call("shutdown")
    attached.notify("exit")
    assert attached.read_rest() == [] and attached.wait() == status and attached.errors == ""
    attach.server.connect().open("counterA")


def test_a_broken_header_ends_it_with_1(attach):
    attached = attach(framing="content-length")
    attached.write("Content-Length: x\r\n\r\n")
    assert attached.refusal()["data"]["kind"] == "ParseError"
    assert attached.read_rest() == [] and attached.wait() == 1


def test_one_connection_too_many_ends_it_with_1(listen):
    server = listen("--max-connections", "1")
    server.connect().open("counterA")
    attached = Attached(server.path)
    assert attached.refusal()["data"]["limit"] == "connections"
    assert attached.read_rest() == [] and attached.wait() == 1
    attached.reap()


def test_a_closed_output_ends_it_quietly(attach):
    attached = attach()
    view = attached.open("counterA")
    attached.close_output()
    assert attached.wait() == 0 and attached.errors == ""
    other = attach.server.connect()
    other.lists(lambda there: there["connections"] == 1)
    assert view


def test_a_reader_that_goes_in_the_middle_ends_it_quietly(attach):
    attached = attach()
    view = attached.open("mirror")
    attached.call("view/set", {"view": view, "properties": {"text": "x" * (1 << 20)}})
    attached.send(*[attached.message("view/get", {"view": view}) for _ in range(20)])
    os.read(attached.source, 1000)
    attached.close_output()
    assert attached.wait() == 0 and attached.errors == ""


def test_a_full_disk_in_place_of_the_output_is_said(attach):
    with open("/dev/full", "wb") as full:
        result = subprocess.run([PROGRAM, "attach", attach.server.path], input=OPEN.encode(), stdout=full,
                                stderr=subprocess.PIPE, timeout=DEADLINE)
    assert result.returncode == 1
    assert result.stderr == b"svvs: The output cannot be written: No space left on device.\n"
    attach.server.connect().open("counterA")


def test_each_attach_reports_a_killed_server_in_one_line(attach):
    """Ten are attached, some of them with a call in progress."""
    attached = [attach(framing="ndjson" if number % 2 else "content-length") for number in range(10)]
    for one in attached[:5]:
        view = one.open("effects")
        one.request("handle", {"view": view, "action": "buttonTap", "seconds": 60})
        one.until(view, tapsUnderWay=1)
    for one in attached[5:]:
        one.open("counterA")
    attach.server.send_signal(signal.SIGKILL)
    assert attach.server.wait() == -signal.SIGKILL
    for one in attached:
        assert one.read_rest() == [] and one.wait() == 1
        assert one.errors == f"svvs: The server at {attach.server.path} has ended, or has cut the connection.\n"


def test_the_last_line_of_the_log_is_shown_if_the_server_is_killed(folder):
    attached = Attached("work", "--log-level", "trace", environment=folder.environment)
    attached.transmit({"jsonrpc": "2.0", "method": "no/such"})
    attached.call("session/list")
    os.kill(holder(folder.names / "work.lock"), signal.SIGKILL)
    assert attached.read_rest() == [] and attached.wait() == 1
    end, _, line = attached.errors.partition(f" The last line of its log {folder.names}/work.log: ")
    assert end == "svvs: The server at work has ended, or has cut the connection."
    assert "session/list" in line and line.count("\n") == 1
    attached.reap()


def test_a_server_that_is_stopped_ends_it_with_0(attach):
    attached = attach()
    view = attached.open("effects")
    call = attached.request("handle", {"view": view, "action": "buttonTap", "seconds": 60})
    attached.until(view, tapsUnderWay=1)
    attach.server.send_signal(signal.SIGTERM)
    assert attached.error(call)["data"] == {"kind": "RequestCancelled", "reason": "shutdown"}
    assert attached.read_rest() == [] and attached.wait() == 0 and attached.errors == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_ends_it_and_not_the_server(attach, number):
    attached = attach()
    attached.open("counterA")
    attached.send_signal(number)
    assert attached.read_rest() == [] and attached.wait() != 0
    attach.server.connect().open("counterA")


def test_a_full_disk_under_the_log_ends_nothing(listen):
    server = listen("--log-level", "trace", command=["sh", "-c", 'exec "$0" "$@" 2>/dev/full', PROGRAM])
    attached = Attached(server.path)
    attached.write("{\n")
    assert attached.refusal()["data"]["kind"] == "ParseError"
    view = attached.open("counterA")
    for _ in range(100):
        attached.call("increment", {"view": view})
    assert attached.finish() == 0
    attached.reap()


def test_a_client_that_is_killed_ends_its_attach(attach):
    """The ends of its pipes close with it."""
    attached = attach()
    attached.open("counterA")
    other = attach.server.connect()
    attached.process.stdin.close()
    attached.process.stdout.close()
    assert has_ended(attached.pid)
    other.lists(lambda there: there["connections"] == 1)
