"""A server that listens at a socket, and connections to it."""
from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import signal
import socket
import struct
import tempfile
import termios
import time
from pathlib import Path

from processes import has_ended
from server import Server
from streams import DEADLINE, Streams

FLOCK = "hhqqi4x"
# The byte of a lock file that the server locks.
SERVER = 0


class Connection(Streams):
    """A connection to a server's socket; its user ends and closes it. Its ids are unique in the process, so that it can
    go on from another connection."""
    numbers = itertools.count(1)

    def __init__(self, path, framing="ndjson"):
        super().__init__(framing)
        self.prefix = f"connection-{next(Connection.numbers)}"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(str(path))
        self.socket.setblocking(False)

    @property
    def sink(self):
        return self.socket.fileno()

    source = sink

    def _fill(self, deadline):
        try:
            return super()._fill(deadline)
        except ConnectionResetError:
            # All earlier output of the server was read by then.
            return False

    def drained(self):
        """Waits until the server has read every byte written so far."""
        self._within(lambda: not struct.unpack("i", fcntl.ioctl(self.socket, termios.TIOCOUTQ, bytes(4)))[0])

    def lists(self, condition):
        """Asks for the sessions and connections until the condition holds; the end of a connection sends nothing."""
        self._within(lambda: condition(self.call("session/list")))

    @staticmethod
    def _within(condition):
        end = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < end, f"not so within {DEADLINE:.0f} s"
            os.sched_yield()

    def end_input(self):
        self.socket.shutdown(socket.SHUT_WR)

    def close(self):
        """Cuts the connection."""
        self.socket.close()

    def finish(self):
        """Ends the input, and reads what is left."""
        self.end_input()
        self.read_rest()

    def check_at_the_end(self):
        """Checks the open views and that every request was answered, unless the input was ended."""
        if self.socket.fileno() < 0:
            return
        for view in list(self.views):
            reply = self.reply(self.request("view/get", {"view": view}))
            # Another connection may have closed it, in a notification that was received with the reply.
            assert "result" in reply or view not in self.views
        self.finish()
        self.close()
        assert not self.unanswered, f"never answered: {self.unanswered}"


class Listening(Server):
    """A server at a socket, whose path is in its first line; tests talk to it only through connections."""

    def __init__(self, place, *arguments, **options):
        super().__init__("serve", "--listen", *([str(place)] if place else []), *arguments, **options)
        self.end_input()
        self.connections = []
        # It has no path if it could not listen.
        line = self.read_frame()
        self.path = line and line.decode()

    def connect(self, framing="ndjson"):
        self.connections.append(Connection(self.path, framing))
        return self.connections[-1]

    def stop(self):
        """Ends it with `stop`, and returns the exit status."""
        self.send_signal(signal.SIGTERM)
        return self.wait()

    def check_at_the_end(self):
        if not self.running:
            return
        for connection in self.connections:
            connection.check_at_the_end()
        assert self.stop() == 0, self.errors

    def reap(self):
        super().reap()
        for connection in self.connections:
            connection.close()


class Folder:
    """A directory of names, and of sockets at paths: short enough for a socket, and for this test alone."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="svvs-", dir="/tmp"))
        self.names = self.path / "svvs"
        self.environment = {"XDG_RUNTIME_DIR": str(self.path)}

    def remove(self):
        """Kills the remaining servers."""
        for lock in self.path.rglob("*.lock"):
            if lock.is_file() and (pid := holder(lock)):
                os.kill(pid, signal.SIGKILL)
                has_ended(pid)
        shutil.rmtree(self.path)


def holder(lock):
    """The process ID of the server that holds a lock file; None if there is no server."""
    with open(lock) as file:
        found = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(FLOCK, fcntl.F_RDLCK, os.SEEK_SET, SERVER, 1, 0))
    kind, _, _, _, pid = struct.unpack(FLOCK, found)
    return None if kind == fcntl.F_UNLCK else pid
