"""A server that listens at a socket, and connections to it."""
from __future__ import annotations

import contextlib
import socket
import subprocess
import tempfile
from pathlib import Path

from .exchange import ServerError
from .server import TIMEOUT, Connection


class Listener:
    """A server at a socket in a temporary folder, killed at the end of the `with` block."""

    def __init__(self, svvs: Path, *options: str) -> None:
        # Not below .build: the path of a socket may have 107 bytes at most.
        self.folder = tempfile.TemporaryDirectory(prefix="svvs-")
        self.path = f"{self.folder.name}/s"
        self.process = subprocess.Popen([svvs, "serve", "--listen", self.path, *options], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE)

    def __enter__(self) -> Listener:
        assert self.process.stdout
        if not self.process.stdout.readline():
            self.__exit__()
            raise ServerError("the server does not listen")
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdout
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def address(self) -> str:
        """The server, as an argument of the driver."""
        return f"@{self.path}"

    def connect(self) -> SocketConnection:
        return SocketConnection(self.path)


class SocketConnection(Connection):
    """A connection to a server at a socket, closed at the end of the `with` block."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(path)
        self.copy = self.socket.dup()
        super().__init__(self.socket.fileno(), self.copy.fileno())

    def __enter__(self) -> SocketConnection:
        return self

    def finish(self) -> None:
        """Closes the connection for writing, and waits until the server has ended it."""
        self.socket.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ServerError):
            while True:
                self.wait(self.reading)
                self.read()

    def __exit__(self, *_: object) -> None:
        self.socket.close()
        self.copy.close()
