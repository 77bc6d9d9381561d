"""A real HTTP backend on 127.0.0.1 whose replies a test can hold, let go and break."""
from __future__ import annotations

import copy
import json
import select
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

DEADLINE = 10.0


def user(identifier, name=None, friends=()):
    return {"id": identifier, "name": name or f"User {identifier}", "friendIDs": list(friends),
            "bookmarkedFriendIDs": []}


USERS = [user("A", friends="BCD"), user("B", friends="AC"), user("C", friends="AB"), user("D", friends="A"),
         user("12345", "太郎"), user("test", "Test User")]
ACCOUNTS = {"12345": "password", "test": "password"}


class Failure:
    """A way for a reply to go wrong."""

    def __init__(self, status=200, body=b'{"message": "no"}', headers=(), cut=False, silent=False):
        self.status, self.body, self.headers, self.cut, self.silent = status, body, headers, cut, silent


SERVER_ERROR = Failure(500)
NOT_JSON = Failure(body=b'{"id": ')
OTHER_JSON = Failure(body=b'{"something": "else"}')
CUT_OFF = Failure(body=b'{"id": "A", "name": "Us', cut=True)
UNAUTHORIZED = Failure(401)
NOT_FOUND = Failure(404)
FORBIDDEN = Failure(403, headers=[("Retry-After", "60")])
TOO_MANY = Failure(429, headers=[("Retry-After", "60")])
CLOSED = Failure(silent=True)


class Request:
    """One request that has arrived; the test decides when and how it is answered, if its gate holds it."""

    def __init__(self, method, target, body):
        parts = urlsplit(target)
        self.method, self.path, self.query, self.body = method, parts.path, parse_qs(parts.query), body
        self.failure = None
        self.abandoned = threading.Event()
        self.answered = threading.Event()
        self._near, self._far = socket.socketpair()

    def release(self):
        """Answers as an untroubled backend does, with the data of this moment."""
        self._near.send(b"!")

    def fail(self, failure=SERVER_ERROR):
        self.failure = failure
        self.release()

    def was_abandoned(self):
        """Waits until the client has given up on the reply by closing the connection."""
        assert self.abandoned.wait(DEADLINE), f"{self} is still being waited for"
        return True

    def hold(self, connection):
        """Waits for the test's word; False when the client went away first."""
        readable = select.select([self._far, connection], [], [], 3 * DEADLINE)[0]
        if self._far in readable:
            return True
        self.abandoned.set()
        return False

    def __repr__(self):
        return f"{self.method} {self.path} {self.query or ''} {self.body or ''}"


class Gate:
    """Holds every request that matches until it is released, failed, or the gate is opened."""

    def __init__(self, backend, method, path):
        self.backend, self.method, self.path, self.held, self.closed = backend, method, path, [], True

    def matches(self, request):
        return self.closed and request.method == self.method and request.path == self.path

    def arrived(self, count=1):
        """Waits until so many requests have come to the gate; returns all that have."""
        self.backend.wait(lambda: len(self.held) >= count, f"{count} × {self.method} {self.path} at the gate")
        return list(self.held)

    def open(self):
        """Lets go of what is held and of all that follows."""
        with self.backend.condition:
            self.closed = False
            held = list(self.held)
        for request in held:
            request.release()


class Backend:
    def __init__(self):
        self.condition = threading.Condition()
        self.requests, self.gates, self.failures = [], [], {}
        self.users = {one["id"]: copy.deepcopy(one) for one in USERS}
        handler = type("Handler", (_Handler,), {"backend": self})
        self._server = _HTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    # What a test says

    def hold(self, method, path):
        """Closes a gate: from now on such requests wait."""
        gate = Gate(self, method, path)
        with self.condition:
            self.gates.append(gate)
        return gate

    def fail(self, method, path, failure=SERVER_ERROR):
        """Breaks every such reply from now on; `None` mends it."""
        self.failures[method, path] = failure

    def seen(self, method, path, count=None):
        """The requests that have come; with a count, waits for so many."""
        def matching():
            return [one for one in self.requests if (one.method, one.path) == (method, path)]
        if count is not None:
            self.wait(lambda: len(matching()) >= count, f"{count} × {method} {path}")
        with self.condition:
            return matching()

    def wait(self, condition, what):
        with self.condition:
            assert self.condition.wait_for(condition, DEADLINE), f"waited for {what}; came: {self.requests}"

    def open_all(self):
        for gate in self.gates:
            gate.open()

    def stop(self):
        self.open_all()
        self._server.shutdown()
        self._server.server_close()

    # What the server sees

    def take(self, request):
        """Records a request and finds the gate that holds it, in one step."""
        with self.condition:
            self.requests.append(request)
            gate = next((one for one in reversed(self.gates) if one.matches(request)), None)
            if gate:
                gate.held.append(request)
            self.condition.notify_all()
        return gate

    def answer(self, request):
        """Status and JSON value of an untroubled reply."""
        name = request.path[len("/users/"):] if request.path.startswith("/users/") else None
        if request.method == "POST" and request.path == "/login":
            identifier = request.body.get("id")
            if identifier == "error":
                return 400, {"message": "invalid request"}
            if ACCOUNTS.get(identifier, ()) != request.body.get("password"):
                return 401, {"message": "wrong"}
            return 200, self.users[identifier]
        if request.method == "POST" and request.path == "/logout":
            return 200, {}
        if request.method == "GET" and request.path == "/users":
            return 200, [self.users[one] for one in request.query.get("id", []) if one in self.users]
        if name in self.users and request.method == "PATCH":
            self.users[name].update(request.body)
        if name in self.users and request.method in ("GET", "PATCH"):
            return 200, self.users[name]
        return 404, {"message": "no such thing"}


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """A client that went away is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, json.loads(text) if text else None)
        gate = self.backend.take(request)
        if gate and not request.hold(self.connection):
            self.close_connection = True
            return
        failure = request.failure or self.backend.failures.get((request.method, request.path))
        if failure:
            self._break(failure)
        else:
            status, value = self.backend.answer(request)
            self._reply(status, json.dumps(value, ensure_ascii=False).encode())
        request.answered.set()

    do_POST = do_PATCH = do_GET

    def _break(self, failure):
        self.close_connection = self.close_connection or failure.cut or failure.silent
        if not failure.silent:
            self._reply(failure.status, failure.body, failure.headers, len(failure.body) + 1000 * failure.cut)

    def _reply(self, status, body, headers=(), length=None):
        self.send_response(status)
        for name, value in [("Content-Type", "application/json"), *headers]:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass
