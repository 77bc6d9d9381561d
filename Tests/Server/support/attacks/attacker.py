"""A connection of an attack: it writes and reads at the same time, and keeps nothing of what it reads."""
from __future__ import annotations

import fcntl
import itertools
import json
import os
import select
import socket
import termios
import time

PIECE = 1 << 20
# The number of bytes of a long line that are kept.
KEPT = 1000
TIMEOUT = 20.0


class CutOff(Exception):
    """The server has ended the connection."""


class Overloaded(Exception):
    """A request was refused because of a limit."""


class Attacker:
    """`reads` says whether it reads while it writes.

    `timeout` is the number of seconds for which the server may neither read nor send anything.
    """
    numbers = itertools.count(1)

    def __init__(self, path, timeout=TIMEOUT):
        self.reads, self._timeout = True, timeout
        self._ids = (f"a{next(Attacker.numbers)}-{number}" for number in itertools.count(1))
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._poll = select.poll()
        # The end of the received bytes: the beginning of a line, and of a long line only the part that is searched.
        self._rest = b""

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Messages

    def name(self):
        """An id that no other request has."""
        return next(self._ids)

    def request(self, method, **params):
        """A request as the bytes of a line."""
        return self.line({"id": self.name(), "method": method, "params": params})

    def batch(self, method, every):
        """A batch of requests as the bytes of a line, one for each of these parameters."""
        return b"[" + b",".join(self.request(method, **params).strip() for params in every) + b"]\n"

    @staticmethod
    def line(message):
        return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n"

    def ask(self, method, **params):
        """Sends a request, and returns the reply, which must not be large."""
        identifier = self.name()
        self.send([self.line({"id": identifier, "method": method, "params": params})])
        return json.loads(self._read_to(f'"id":"{identifier}"'.encode()))

    def result(self, method, **params):
        reply = self.ask(method, **params)
        if "error" in reply and reply["error"]["data"]["kind"] == "Overloaded":
            raise Overloaded(reply["error"]["message"])
        assert "result" in reply, reply
        return reply["result"]

    def catch_up(self):
        """Waits until the server has handled everything that was sent; reads all replies."""
        self.ask("$/cancelRequest", id="none")

    # Bytes

    def send(self, lines):
        """Writes lines, which may come from a generator; returns when the system has taken all of them."""
        for data in gathered(lines):
            rest = memoryview(data)
            while rest:
                events = self._wait(select.POLLOUT | (select.POLLIN if self.reads else 0))
                if events & select.POLLOUT:
                    rest = rest[self._write(rest[:PIECE]):]
                if events & ~select.POLLOUT:
                    self._rest = (self._rest + self._receive())[-KEPT:]

    def taken(self):
        """Waits until the server has read every byte that was sent; reads nothing."""
        end = time.monotonic() + self._timeout
        while int.from_bytes(fcntl.ioctl(self._socket, termios.TIOCOUTQ, bytes(4)), "little"):
            assert time.monotonic() < end, "the server does not read what was sent"
            os.sched_yield()

    def _read_to(self, text):
        """Reads to a line with this text, and returns that line, or the end of a long one."""
        while True:
            found = self._rest.find(text)
            if found >= 0 and (end := self._rest.find(b"\n", found)) >= 0:
                begin = self._rest.rfind(b"\n", 0, found) + 1
                line, self._rest = self._rest[begin:end], self._rest[end + 1:]
                return line
            if found < 0:
                # Part of the searched text may have arrived.
                begin = self._rest.rfind(b"\n") + 1
                self._rest = self._rest[max(begin, len(self._rest) - KEPT):]
            self._wait(select.POLLIN)
            self._rest += self._receive()

    def _write(self, data):
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise CutOff(error) from None

    def _receive(self):
        try:
            data = self._socket.recv(PIECE)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise CutOff(error) from None
        if not data:
            raise CutOff("end of output")
        return data

    def _wait(self, events):
        self._poll.register(self._socket, events)
        found = self._poll.poll(self._timeout * 1000)
        assert found, f"the server neither reads nor writes for {self._timeout:.0f} s"
        return found[0][1]


def gathered(lines):
    """The same bytes in pieces that are worth a write."""
    pieces, size = [], 0
    for line in lines:
        pieces.append(line)
        size += len(line)
        if size >= 1 << 16:
            yield b"".join(pieces)
            pieces, size = [], 0
    yield b"".join(pieces)
