"""A connection over which a scenario exchanges messages with a server, and a server as a child process with pipes."""
from __future__ import annotations

import json
import os
import select
import subprocess
import time
from pathlib import Path

from .exchange import Exchange, ServerError

TIMEOUT = 60.0
CHUNK = 1 << 20
# The default of the system: with -1, `Popen` does not set the size.
USUAL_PIPE = -1
Request = tuple[str, dict]


class Connection:
    """Descriptors to which a server is connected, and the exchanges over them.

    Writing and reading alternate, by `poll`: if the client only wrote while the server only wrote too, both would wait
    forever. So the two descriptors differ, even where both belong to one socket.
    """

    def __init__(self, to_server: int, from_server: int) -> None:
        self.input, self.output = to_server, from_server
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        self.number, self.unfinished = 0, b""
        self.reading, self.writing, self.both = select.poll(), select.poll(), select.poll()
        for poll in (self.reading, self.both):
            poll.register(self.output, select.POLLIN)
        for poll in (self.writing, self.both):
            poll.register(self.input, select.POLLOUT)

    def call(self, method: str, **params: object) -> dict:
        """The result of one request."""
        return self.ask((method, params)).results[0]

    def ask(self, *requests: Request) -> Exchange:
        """Sends the requests at once, and reads until all are answered; the time does not include their encoding."""
        return self.exchange(self.written(*requests), len(requests))

    def written(self, *requests: Request) -> bytes:
        """The lines of requests, each with an id of its own."""
        first, self.number = self.number + 1, self.number + len(requests)
        return b"".join(line(method, params, first + index) for index, (method, params) in enumerate(requests))

    def exchange(self, text: bytes, answers: int) -> Exchange:
        """Sends the text, and reads until this number of answers has arrived."""
        exchange = Exchange(self.unfinished)
        begun = time.perf_counter()
        unsent = self.write(memoryview(text))
        while answers > 0 or unsent:
            for descriptor in self.wait(self.both if unsent else self.reading):
                if descriptor == self.input:
                    unsent = self.write(unsent)
                else:
                    answers -= exchange.receive(self.read())
        exchange.seconds = time.perf_counter() - begun
        self.unfinished = exchange.unfinished
        exchange.check()
        return exchange

    def listen(self, seconds: float) -> Exchange:
        """Reads the messages that arrive in that time."""
        exchange, end = Exchange(self.unfinished), time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if self.reading.poll(left * 1000):
                exchange.receive(self.read())
        self.unfinished = exchange.unfinished
        return exchange

    def read_lines(self) -> bytes:
        """Reads until the end of a line, and returns the bytes."""
        text = b""
        while not text.endswith(b"\n"):
            self.wait(self.reading)
            text += self.read()
        return text

    def wait(self, poll: select.poll) -> list[int]:
        """Waits until descriptors can be read or written; returns these."""
        ready = poll.poll(TIMEOUT * 1000)
        if not ready:
            raise ServerError(f"nothing happened for {TIMEOUT:.0f} s")
        return [descriptor for descriptor, _ in ready]

    def send(self, text: bytes) -> None:
        """Writes all of a text, and reads nothing."""
        unsent = self.write(memoryview(text))
        while unsent:
            self.wait(self.writing)
            unsent = self.write(unsent)

    def write(self, unsent: memoryview) -> memoryview:
        """Writes as much as the pipe takes; returns the rest."""
        try:
            return unsent[os.write(self.input, unsent) :]
        except BlockingIOError:
            return unsent
        except ConnectionError:
            raise ServerError("the server does not read any more") from None

    def read(self) -> bytes:
        chunk = os.read(self.output, CHUNK)
        if not chunk:
            raise ServerError(self.why_it_ended())
        return chunk

    def why_it_ended(self) -> str:
        """The reason why there is nothing more to read."""
        return "the server ended the connection"


class Server(Connection):
    """A server that receives one request after another, and is killed at the end of the `with` block."""

    def __init__(self, *command: str | Path, pipe: int = USUAL_PIPE, folder: Path | None = None,
                 is_quiet: bool = False) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, pipesize=pipe,
            cwd=folder, stderr=subprocess.DEVNULL if is_quiet else None)
        assert self.process.stdin and self.process.stdout
        self.pipes = (self.process.stdin, self.process.stdout)
        super().__init__(self.process.stdin.fileno(), self.process.stdout.fileno())

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in self.pipes:
            pipe.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    def why_it_ended(self) -> str:
        return f"the server ended, status {self.process.wait(TIMEOUT)}"


def line(method: str, params: dict, number: int | str | None = None) -> bytes:
    """A request, or a notification if it has no number."""
    identity = {} if number is None else {"id": number}
    message = {"jsonrpc": "2.0", **identity, "method": method, "params": params}
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
