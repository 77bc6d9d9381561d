"""Many connections to one server."""
from __future__ import annotations

import array
import fcntl
import resource
import socket
import termios
from contextlib import ExitStack
from pathlib import Path

from .exchange import ServerError
from .listener import Listener, SocketConnection
from .progress import doing
from .server import TIMEOUT, line

ACTION = ("increment", {"view": "v"})
# Calls before each check whether the socket of the sleeping connection is full; and the most checks, many times as
# many as fill it.
BATCH, LIMIT = 100, 1000
# Descriptors beside those of the connections.
SPARE = 64


class FrontEnds:
    """Connections to one new server, which all show one value; one of them may never read."""

    def __init__(self, stack: ExitStack, svvs: Path, count: int, is_one_asleep: bool) -> None:
        server = stack.enter_context(Listener(svvs))
        self.acting, *self.awake = [stack.enter_context(server.connect()) for _ in range(count)]
        for connection in (self.acting, *self.awake):
            connection.call("view/open", type="counterA", view="v")
        if is_one_asleep:
            self.fall_asleep(self.awake.pop())

    def fall_asleep(self, connection: SocketConnection) -> None:
        """Makes changes until the server can write nothing more to a connection."""
        before = 0
        for _ in range(LIMIT):
            for _ in range(BATCH):
                self.act()
            if (now := unread(connection)) == before:
                return
            before = now
        raise ServerError(f"a socket takes more than {before:,} bytes")

    def act(self) -> float:
        """Seconds until the change and the reply have arrived; then the connections that are awake read the change."""
        seconds = self.acting.ask(ACTION).seconds
        for connection in self.awake:
            connection.read_lines()
        return seconds


def unread(connection: SocketConnection) -> int:
    """The bytes that wait in the socket."""
    count = array.array("i", [0])
    fcntl.ioctl(connection.output, termios.FIONREAD, count)
    return count[0]


def connect_others(stack: ExitStack, server: Listener, count: int) -> None:
    """Opens connections that each show a view of their own, and then stay idle."""
    allow_descriptors(count + SPARE)
    for number in range(count):
        doing(f"{number:,} of {count:,} connected")
        one = stack.enter_context(socket.socket(socket.AF_UNIX))
        one.settimeout(TIMEOUT)
        one.connect(server.path)
        one.sendall(line("view/open", {"type": "mirror", "view": "v"}, 1))
        if b'"state"' not in (answer := one.recv(1 << 16)):
            raise ServerError(f"one of {count} connections was answered {answer!r}")
    doing()


def allow_descriptors(count: int) -> None:
    """Raises the limit of open descriptors of this process to `count`, if it is lower."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
