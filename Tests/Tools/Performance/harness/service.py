"""An HTTP service in this process that answers at once: its answers are bytes that exist before any request."""
from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit


class Answer(NamedTuple):
    """The bytes of a response, and the number of list entries in it."""

    data: bytes
    entries: int

    @classmethod
    def of(cls, body: bytes, entries: int = 0) -> Answer:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        return cls(head % len(body) + body, entries)


Query = dict[str, list[str]]
Answers = dict[str, Callable[[Query], Answer]]


class Service:
    """Serves the answers by their paths; `requests` and `entries` count the requests and the entries sent."""

    def __init__(self) -> None:
        self.answers: Answers = {}
        self.requests, self.entries = 0, 0
        handler = type("Handler", (_Handler,), {"service": self})
        self.server = _Server(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, target: str) -> bytes:
        """The response for a path and its query."""
        parts = urlsplit(target)
        found = self.answers[parts.path](parse_qs(parts.query))
        self.requests, self.entries = self.requests + 1, self.entries + found.entries
        return found.data


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores the error: a server may be killed while it receives a response."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    service: Service

    def handle_one_request(self) -> None:
        """Accepts a request line of any length; the library's own handler refuses one longer than 64 KiB."""
        self.raw_requestline = self.rfile.readline()
        if self.raw_requestline and self.parse_request():
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.connection.sendall(self.service.answer(self.path))
        else:
            self.close_connection = True
