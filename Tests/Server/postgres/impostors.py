"""Servers at a port that are not PostgreSQL, or not a supported version: each connection is answered in one way."""
from __future__ import annotations

import contextlib
import socket
import struct
import threading

# Requests that come before the start of a session: whether it may be encrypted.
ENCRYPTIONS = 80877103, 80877104


class Impostor:
    def __init__(self, answer):
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def url(self):
        return f"postgres://somebody@127.0.0.1:{self.port}/app"

    def close(self):
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=[self._listener.accept()[0]], daemon=True).start()

    def _serve(self, connection):
        with connection, contextlib.suppress(OSError):
            self._answer(connection)


def says_nothing(connection):
    """Reads what is sent until the client goes away."""
    while connection.recv(1 << 16):
        pass


def speaks_http(connection):
    connection.recv(1 << 16)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    says_nothing(connection)


def breaks_off(connection):
    connection.recv(1 << 16)


def of_version(version):
    """Lets anybody in, says its version, and refuses whatever is then asked."""
    def answer(connection):
        while struct.unpack("!ii", connection.recv(8, socket.MSG_PEEK | socket.MSG_WAITALL))[1] in ENCRYPTIONS:
            connection.recv(8)
            connection.sendall(b"N")
        connection.recv(1 << 16)
        settings = {"server_version": version, "server_encoding": "UTF8", "client_encoding": "UTF8",
                    "standard_conforming_strings": "on", "integer_datetimes": "on"}
        said = b"".join(message(b"S", f"{name}\0{value}\0".encode()) for name, value in settings.items())
        ready = message(b"Z", b"I")
        connection.sendall(message(b"R", struct.pack("!i", 0)) + said + message(b"K", struct.pack("!ii", 1, 1)) + ready)
        while connection.recv(1 << 16):
            connection.sendall(message(b"E", b"SERROR\0C42601\0Mno such thing\0\0") + ready)
    return answer


def message(kind, body):
    return kind + struct.pack("!i", len(body) + 4) + body
