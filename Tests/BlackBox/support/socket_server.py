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
# Of the bytes of a lock file, that of the server.
SERVER = 0


class Connection(Streams):
    """A connection to a server's socket; whoever ends it closes it. Its ids are used by no other, so that it can go on
    from another."""
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
            # What the server had sent before is read by then.
            return False

    def drained(self):
        """Waits until the server has taken every byte written so far."""
        self._within(lambda: not struct.unpack("i", fcntl.ioctl(self.socket, termios.TIOCOUTQ, bytes(4)))[0])

    def lists(self, condition):
        """Asks which sessions and connections there are until it is this: of the ends of others nobody tells."""
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
        """What is open yet, and has not ended its input, is as it is held; and all is answered."""
        if self.socket.fileno() < 0:
            return
        for view in list(self.views):
            reply = self.reply(self.request("view/get", {"view": view}))
            # That another has closed it may have been told just now.
            assert "result" in reply or view not in self.views
        self.finish()
        self.close()
        assert not self.unanswered, f"never answered: {self.unanswered}"


class Listening(Server):
    """A server at a socket, whose path its first line says; it is connected to, and itself not spoken to."""

    def __init__(self, place, *arguments, **options):
        super().__init__("serve", "--listen", *([str(place)] if place else []), *arguments, **options)
        self.end_input()
        self.connections = []
        # It has none if it could not listen.
        line = self.read_frame()
        self.path = line and line.decode()

    def connect(self, framing="ndjson"):
        self.connections.append(Connection(self.path, framing))
        return self.connections[-1]

    def stop(self):
        """Ends it as `stop` does, and returns the status."""
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
    """A folder of names, and of sockets at paths: short enough for a socket, and for this test alone."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="svvs-", dir="/tmp"))
        self.names = self.path / "svvs"
        self.environment = {"XDG_RUNTIME_DIR": str(self.path)}

    def remove(self):
        """Kills the servers that are left."""
        for lock in self.path.rglob("*.lock"):
            if lock.is_file() and (pid := holder(lock)):
                os.kill(pid, signal.SIGKILL)
                has_ended(pid)
        shutil.rmtree(self.path)


def holder(lock):
    """The process that is the server by this lock file; none if there is no server."""
    with open(lock) as file:
        found = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(FLOCK, fcntl.F_RDLCK, os.SEEK_SET, SERVER, 1, 0))
    kind, _, _, _, pid = struct.unpack(FLOCK, found)
    return None if kind == fcntl.F_UNLCK else pid
