"""Requests that a service has received, the gates that hold them, and the failures of replies."""
from __future__ import annotations

import socket
import threading
import time
from urllib.parse import parse_qs, urlsplit

from readiness import readable

DEADLINE = 30.0


class Failure:
    """A failure of a reply."""

    def __init__(self, status=200, body=b'{"message": "no"}', headers=(), cut=False, silent=False):
        self.status, self.body, self.headers, self.cut, self.silent = status, body, headers, cut, silent


SERVER_ERROR = Failure(500)
NOT_JSON = Failure(body=b'{"id": ')
OTHER_JSON = Failure(body=b'{"something": "else"}')
CUT_OFF = Failure(body=b'{"id": "A", "name": "Us', cut=True)
CLOSED = Failure(silent=True)


class Request:
    """A received request; if a gate holds it, the test decides when and how it is answered."""

    def __init__(self, method, target, headers, body):
        parts = urlsplit(target)
        # The path stays percent-encoded: a slash within a name is not a separator.
        self.method, self.path, self.query, self.body = method, parts.path, parse_qs(parts.query), body
        self.headers, self.time = headers, time.monotonic()
        self.failure = None
        self.abandoned, self.answered, self.over = (threading.Event() for _ in range(3))
        self._near, self._far = socket.socketpair()

    def release(self):
        """Replies without a failure, with the present data."""
        self._near.send(b"!")

    def fail(self, failure=SERVER_ERROR):
        self.failure = failure
        self.release()

    def was_abandoned(self):
        """Waits until the client has closed the connection before the reply."""
        assert self.abandoned.wait(DEADLINE), f"{self} is still being waited for"
        return True

    def is_over(self):
        """Waits until the reply was sent, or the client has disconnected."""
        assert self.over.wait(DEADLINE), f"{self} is not answered"
        return True

    def end(self, event):
        event.set()
        self.over.set()

    def hold(self, connection):
        """Waits until the test releases the request; False if the client disconnected before."""
        ready = readable(self._far, connection, seconds=3 * DEADLINE)
        if self._far in ready:
            return True
        self.end(self.abandoned)
        return False

    def __repr__(self):
        return f"{self.method} {self.path} {self.query or ''} {self.body or ''}"


class Gate:
    """Holds every request that matches until it is released or failed, or the gate is opened."""

    def __init__(self, service, method, path):
        self.service, self.method, self.path, self.held, self.closed = service, method, path, [], True

    def matches(self, request):
        return self.closed and request.method == self.method and request.path == self.path

    def arrived(self, count=1):
        """Waits until a number of requests have arrived at the gate; returns all that have."""
        self.service.wait(lambda: len(self.held) >= count, f"{count} × {self.method} {self.path} at the gate")
        return list(self.held)

    def open(self):
        """Releases the held requests and lets all later ones pass."""
        with self.service.condition:
            self.closed = False
            held = list(self.held)
        for request in held:
            request.release()
