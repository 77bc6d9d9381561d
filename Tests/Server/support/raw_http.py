"""A service on 127.0.0.1 that replies with bytes chosen by a test, HTTP or not.

The service closes a connection after its answer, unless the reply says that it stays open.
"""
from __future__ import annotations

import dataclasses
import json
import socket
import socketserver
import sys
import threading
import traceback
from urllib.parse import parse_qs, urlsplit

DEADLINE = 30.0
# The placeholder in an answer for the port of the service.
PORT = b"<PORT>"


@dataclasses.dataclass
class Request:
    """A received request; bytes that are not a request, such as a TLS greeting, have no method."""
    method: str = ""
    target: str = ""
    headers: dict = dataclasses.field(default_factory=dict)
    data: bytes = b""

    @property
    def path(self):
        return urlsplit(self.target).path

    @property
    def query(self):
        return parse_qs(urlsplit(self.target).query)

    @property
    def body(self):
        return json.loads(self.data) if self.data else None


@dataclasses.dataclass
class Reply:
    """Bytes, cut off at one of them, written in a number of pieces, before the request is read if it is `early`."""
    data: bytes = b""
    cut: int | None = None
    pieces: int = 1
    early: bool = False
    stays_open: bool = False

    def writes(self, port):
        data = self.data.replace(PORT, b"%d" % port)[:self.cut]
        size = max(1, -(-len(data) // self.pieces))
        return [data[start:start + size] for start in range(0, len(data), size)]


class RawServer:
    """Sends `reply`, or its result for a request if it is a function, and records the `requests`.

    A function is called with None when a client connects, and returns None if it does not reply yet.
    """

    def __init__(self, reply=b""):
        self.reply, self.requests = reply, []
        self._condition, self._busy = threading.Condition(), 0
        self._server = _TCPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"service": self}))
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def say(self, reply):
        """Sets the reply; waits until the client has finished with the previous one."""
        self.settled()
        self.reply = reply

    def settled(self):
        """Waits until no reply is in progress, and each client has closed the connections that the service closed."""
        with self._condition:
            is_settled = self._condition.wait_for(lambda: not self._busy, 2 * DEADLINE)
            assert is_settled, f"still answering {self.requests[-1:]}"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(DEADLINE)
        assert not self._server.faults, self._server.faults[0]

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.stop()

    # For the handlers

    def take(self, request):
        with self._condition:
            self.requests.append(request)

    def count(self, change):
        with self._condition:
            self._busy += change
            self._condition.notify_all()

    def reply_to(self, request):
        """The bytes to write now, if any; None asks for the bytes before any request."""
        reply = self.reply(request) if callable(self.reply) else self.reply
        reply = Reply(reply) if isinstance(reply, bytes) else reply
        return reply if request or reply and reply.early else None


class _TCPServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128
    block_on_close = False

    def __init__(self, *arguments):
        self.faults = []
        super().__init__(*arguments)

    def handle_error(self, request, client_address):
        """Ignores errors of a client that has disconnected; an error of the service itself is raised when it stops."""
        if not isinstance(sys.exc_info()[1], OSError):
            self.faults.append(traceback.format_exc())


class _Handler(socketserver.BaseRequestHandler):
    """Serves one connection, which is busy from a request, or an early reply, until the end of the reply."""

    is_busy = False

    def setup(self):
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def finish(self):
        self._mark(False)

    def handle(self):
        early = self.service.reply_to(None)
        if early:
            self._write(early)
        while (request := self._read()) is not None:
            self.service.take(request)
            reply = early or self.service.reply_to(request) or Reply()
            if not early:
                self._write(reply)
            if not reply.stays_open:
                return self._close()
            early = None
            self._mark(False)

    def _mark(self, is_busy):
        if is_busy != self.is_busy:
            self.is_busy = is_busy
            self.service.count(1 if is_busy else -1)

    def _write(self, reply):
        self._mark(True)
        self.request.settimeout(DEADLINE)
        try:
            for piece in reply.writes(self.service.port):
                self.request.sendall(piece)
        except OSError:
            # The client has disconnected.
            self.request.close()

    def _close(self):
        """Ends the reply, and waits until the client has read it: a close with unread data would discard the reply."""
        try:
            self.request.shutdown(socket.SHUT_WR)
            while self.request.recv(1 << 16):
                pass
        except OSError:
            pass

    def _receive(self):
        try:
            data = self.request.recv(1 << 16)
        except OSError:
            return b""
        self.request.settimeout(DEADLINE)
        self._mark(True)
        return data

    def _read(self):
        """The next request, or None if the client has disconnected; waits for its beginning without a timeout."""
        self.request.settimeout(None)
        data = b""
        while b"\r\n\r\n" not in data:
            more = self._receive()
            data += more
            if not more:
                return None
            if not data[:1].isupper():
                return Request(data=data)
        head, body = data.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
        while len(body) < int(headers.get("content-length", 0)):
            more = self._receive()
            body += more
            if not more:
                return None
        return Request(*first.split(" ")[:2], headers, body)
