"""Input and room for output, noticed in one poll: in either order, the process goes on."""
import fcntl
import os
import signal
import struct
import termios
import time

import pytest

from processes import state, stop
from readiness import readable
from server import DEADLINE

# A snapshot has the text twice: a pipe holds one and a part of another, and the rest of that after it is emptied.
LENGTH = 25_000


def is_full(server):
    """Waits until the output has one snapshot and a part of another, and the server sleeps until there is room."""
    end = time.monotonic() + DEADLINE
    while state(server.pid) != "S" or unread(server.source) <= 2 * LENGTH + 1000:
        assert time.monotonic() < end
        os.sched_yield()


def unread(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


@pytest.mark.parametrize("is_input_first", [True, False])
def test_a_client_that_writes_and_reads_at_the_same_time_is_served(server, is_input_first):
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "x" * LENGTH}})
    gets = [server.request("view/get", {"view": view}) for _ in range(2)]
    is_full(server)
    stop(server.pid)
    if is_input_first:
        last = server.request("session/list")
    while readable(server.source, seconds=0):
        server.output += os.read(server.source, 1 << 20)
    if not is_input_first:
        last = server.request("session/list")
    server.send_signal(signal.SIGCONT)
    for call in gets:
        assert len(server.result(call)["state"]["text"]) == LENGTH
    assert server.result(last) == server.call("session/list")
