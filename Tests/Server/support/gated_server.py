"""An HTTP service on 127.0.0.1 whose replies a test can hold, release, reorder and break."""
from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gates import DEADLINE, SERVER_ERROR, Gate, Request


class GatedServer:
    """The service without its data: a subclass implements `answer`."""

    # Headers of every reply, by names in lower case.
    headers = {"content-type": "application/json"}

    def __init__(self, port=0):
        self.condition = threading.Condition()
        self.requests, self.gates, self.failures = [], [], {}
        handler = type("Handler", (_Handler,), {"service": self})
        self._server = _HTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def answer(self, request):
        """The status and the JSON value of a reply without a failure."""
        raise NotImplementedError

    # For tests

    def hold(self, method, path):
        """Closes a gate: from now on it holds such requests."""
        gate = Gate(self, method, path)
        with self.condition:
            self.gates.append(gate)
        return gate

    def fail(self, method, path, failure=SERVER_ERROR):
        """Makes every such reply fail from now on; `None` ends that."""
        self.failures[method, path] = failure

    def seen(self, method, path, count=None):
        """The requests that were received; with a count, waits for that number."""
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
        """Answers the held requests, and refuses every connection from now on."""
        self.open_all()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.stop()

    # Requests

    def take(self, request):
        """Records a request and finds the gate that holds it, in one step."""
        with self.condition:
            self.requests.append(request)
            gate = next((one for one in reversed(self.gates) if one.matches(request)), None)
            if gate:
                gate.held.append(request)
            self.condition.notify_all()
        return gate


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Ignores errors of a client that has disconnected, which tests cause."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.headers, json.loads(text) if text else None)
        gate = self.service.take(request)
        if gate and not request.hold(self.connection):
            self.close_connection = True
            return
        try:
            self._answer(request)
        except OSError:
            # The client disconnected before the end of the reply.
            request.end(request.abandoned)
            raise
        request.end(request.answered)

    do_POST = do_PATCH = do_GET

    def _answer(self, request):
        failure = request.failure or self.service.failures.get((request.method, request.path))
        if failure:
            self._break(failure)
        else:
            status, value = self.service.answer(request)
            self._reply(status, json.dumps(value, ensure_ascii=False).encode())

    def _break(self, failure):
        self.close_connection = self.close_connection or failure.cut or failure.silent
        if not failure.silent:
            self._reply(failure.status, failure.body, failure.headers, len(failure.body) + 1000 * failure.cut)

    def _reply(self, status, body, headers=(), length=None):
        self.send_response(status)
        special = {name.lower(): value for name, value in dict(headers).items()}
        for name, value in {**self.service.headers, **special}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass
