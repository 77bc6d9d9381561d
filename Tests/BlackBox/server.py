"""A thin driver of one server process: bytes in, frames out, every wait bounded."""
from __future__ import annotations

import fcntl
import json
import os
import shlex
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from conversation import Conversation
from polling import readable, writable

REPOSITORY = Path(__file__).resolve().parents[2]
# What starts a server, options appended; its first word is the program, for the other subcommands.
COMMAND = shlex.split(os.environ.get("SVVS", "")) or [str(REPOSITORY / ".build/debug/svvs")]
PROGRAM = shutil.which(COMMAND[0]) or COMMAND[0]
DEADLINE = 10.0


class Silence(AssertionError):
    """Nothing came within the deadline."""


class Ended(AssertionError):
    """The process closed its output while something was still expected."""


class Server(Conversation):
    """The real process over real pipes. Reads only when asked to, so a test can be a client that sleeps."""

    def __init__(self, *arguments, framing="ndjson", environment=None):
        super().__init__()
        self.framing = framing
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            bufsize=0, env={**os.environ, **(environment or {})})
        self.pid = self.process.pid
        self.output = bytearray()
        self.everything = bytearray()
        self._errors = bytearray()
        self._errors_reader = threading.Thread(target=self._collect_errors, daemon=True)
        self._errors_reader.start()
        os.set_blocking(self.process.stdin.fileno(), False)

    # Bytes towards the server

    def write(self, data):
        """Writes all of it; fails when the server takes nothing for as long as the deadline."""
        rest = memoryview(data if isinstance(data, (bytes, bytearray)) else data.encode())
        descriptor = self.process.stdin.fileno()
        while rest:
            if not writable(descriptor, DEADLINE):
                raise Silence(f"the server stopped reading; {len(rest)} bytes are left")
            try:
                rest = rest[os.write(descriptor, rest):]
            except BlockingIOError:
                continue

    def drained(self):
        """Waits until the server has taken every byte written so far."""
        deadline = time.monotonic() + DEADLINE
        while True:
            unread = fcntl.ioctl(self.process.stdin.fileno(), termios.FIONREAD, b"\0\0\0\0")
            if struct.unpack("i", unread)[0] == 0:
                return
            if time.monotonic() > deadline:
                raise Silence("the server does not read what was written")
            os.sched_yield()

    def frame(self, text):
        body = text if isinstance(text, bytes) else text.encode()
        if self.framing == "ndjson":
            return body + b"\n"
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def transmit(self, *messages):
        """Writes messages in the framing of this connection, all in one write."""
        self.write(b"".join(self.frame(m if isinstance(m, (bytes, str)) else json.dumps(m)) for m in messages))

    def end_input(self):
        self.process.stdin.close()

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
        """Reads to the end of output and returns the messages that came."""
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
        descriptor = self.process.stdout.fileno()
        if not readable(descriptor, seconds=deadline - time.monotonic()):
            raise Silence(f"nothing came for {DEADLINE:.0f} s; unanswered: {list(self.unanswered)}; "
                          f"last: {self.messages[-3:]}; stderr: {self.errors!r}")
        data = os.read(descriptor, 1 << 20)
        self.output += data
        self.everything += data
        return bool(data)

    def close_output(self):
        self.process.stdout.close()

    # The process

    @property
    def errors(self):
        """What has come on stderr."""
        return self._errors.decode("utf-8", "replace")

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait(self):
        """The exit status, once the process has ended; stderr is complete then."""
        try:
            status = self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            raise Silence(f"the process does not end; stderr: {self.errors!r}") from None
        self._errors_reader.join(DEADLINE)
        return status

    def finish(self):
        """Ends the input, reads what is left and returns the exit status."""
        if not self.process.stdin.closed:
            self.end_input()
        if not self.process.stdout.closed:
            self.read_rest()
        return self.wait()

    @property
    def running(self):
        return self.process.poll() is None

    def reap(self):
        """Ends the process whatever state it is in and leaves nothing behind."""
        if self.running:
            self.send_signal(signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()
        self._errors_reader.join(DEADLINE)
        self.process.stderr.close()

    def _collect_errors(self):
        while True:
            data = os.read(self.process.stderr.fileno(), 1 << 16)
            if not data:
                return
            self._errors += data
