"""Frames over two descriptors, every wait bounded. It reads only when asked to, so a test can be a client that sleeps.
"""
from __future__ import annotations

import json
import os
import time

from conversation import Conversation
from readiness import readable, writable

# Longer than any time limit of a server, and long enough for a busy machine.
DEADLINE = 30.0


class Silence(AssertionError):
    """No output arrived before the deadline."""


class Ended(AssertionError):
    """The server closed its output before the expected message."""


class Streams(Conversation):
    # The descriptors for writing, which does not block, and for reading.
    sink = source = None

    def __init__(self, framing):
        super().__init__()
        self.framing = framing
        self.output = bytearray()
        self.everything = bytearray()

    @property
    def errors(self):
        """The log of the server, as far as it is known."""
        return ""

    # Bytes towards the server

    def write(self, data):
        """Writes all of it; fails when the server reads nothing before the deadline."""
        rest = memoryview(data if isinstance(data, (bytes, bytearray)) else data.encode())
        while rest:
            if not writable(self.sink, DEADLINE):
                raise Silence(f"the server stopped reading; {len(rest)} bytes are left")
            try:
                rest = rest[os.write(self.sink, rest):]
            except BlockingIOError:
                continue

    def frame(self, text):
        body = text if isinstance(text, bytes) else text.encode()
        if self.framing == "ndjson":
            return body + b"\n"
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def transmit(self, *messages):
        """Writes messages in the framing of this connection, all in one write."""
        self.write(b"".join(self.frame(m if isinstance(m, (bytes, str)) else json.dumps(m)) for m in messages))

    # Bytes from the server

    def read_frame(self):
        """The bytes of the next frame, or None at the end of output."""
        deadline = time.monotonic() + DEADLINE
        while True:
            frame = self._take_line() if self.framing == "ndjson" else self._take_headed()
            if frame is not None:
                return frame
            if not self._fill(deadline):
                if self.output:
                    raise Ended(f"output ends within a frame: {bytes(self.output[-200:])!r}")
                return None

    def read_rest(self):
        """Reads to the end of output and returns the messages."""
        start = len(self.messages)
        while True:
            frame = self.read_frame()
            if frame is None:
                return self.messages[start:]
            self.receive(frame)

    def read(self):
        frame = self.read_frame()
        if frame is None:
            raise Ended(f"the server ended; it said {self.errors!r}")
        return self.receive(frame)

    def _take_line(self):
        end = self.output.find(b"\n")
        if end < 0:
            return None
        line = bytes(self.output[:end])
        del self.output[:end + 1]
        return line

    def _take_headed(self):
        end = self.output.find(b"\r\n\r\n")
        if end < 0:
            return None
        headers = dict(line.split(": ", 1) for line in self.output[:end].decode("ascii").split("\r\n"))
        start, length = end + 4, int(headers["Content-Length"])
        if len(self.output) < start + length:
            return None
        body = bytes(self.output[start:start + length])
        del self.output[:start + length]
        return body

    def _fill(self, deadline):
        if not readable(self.source, seconds=deadline - time.monotonic()):
            raise Silence(f"nothing came for {DEADLINE:.0f} s; unanswered: {list(self.unanswered)}; "
                          f"last: {self.messages[-3:]}; stderr: {self.errors!r}")
        data = os.read(self.source, 1 << 20)
        self.output += data
        self.everything += data
        return bool(data)
