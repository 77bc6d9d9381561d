"""A thin driver of one server process."""
from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from paths import REPOSITORY
# The tests import the exceptions from this module.
from streams import DEADLINE, Ended, Silence, Streams

# The command that starts a server, before its options; its first word is the program, for the other subcommands.
COMMAND = shlex.split(os.environ.get("SVVS", "")) or [str(REPOSITORY / ".build/debug/svvs")]
PROGRAM = shutil.which(COMMAND[0]) or COMMAND[0]
# `attach` and `web` say after a second what they wait for. On a slow machine, they also say so of a server that is well.
_NOTICE = re.compile(rb"svvs: waiting for the (?:process|server) .*which (?:starts|does not answer).*\n")


def without_notices(errors):
    """The stderr of a command, without the lines that say that it waits for a server."""
    return _NOTICE.sub(b"", errors)


class Server(Streams):
    """The real process over real pipes."""

    def __init__(self, *arguments, framing="ndjson", environment=None, command=None, pass_fds=()):
        super().__init__(framing)
        self.process = subprocess.Popen(
            [*(command or COMMAND), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            bufsize=0, env={**os.environ, **(environment or {})}, pass_fds=pass_fds)
        self.pid = self.process.pid
        self._errors = bytearray()
        self._errors_reader = threading.Thread(target=self._collect_errors, daemon=True)
        self._errors_reader.start()
        os.set_blocking(self.sink, False)

    # A closed pipe has no descriptor: another file may have its number by now.

    @property
    def sink(self):
        return self.process.stdin.fileno()

    @property
    def source(self):
        return self.process.stdout.fileno()

    def drained(self):
        """Waits until the server has read every byte written so far, and its main thread sleeps."""
        self._waits(lambda: not self._unread())

    def sleeps(self):
        """Waits until the main thread sleeps: it has handled the end of a stream, or a signal."""
        self._waits(lambda: True)

    def _waits(self, has_read):
        deadline = time.monotonic() + DEADLINE
        while not has_read() or self._runs():
            if time.monotonic() > deadline:
                raise Silence("the server does not read what was written")
            os.sched_yield()

    def _unread(self):
        return struct.unpack("i", fcntl.ioctl(self.sink, termios.FIONREAD, bytes(4)))[0]

    def _runs(self):
        return Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "R"

    def end_input(self):
        self.process.stdin.close()

    def close_output(self):
        self.process.stdout.close()

    # The process

    @property
    def errors(self):
        """The log so far, from stderr."""
        return without_notices(self._errors).decode("utf-8", "replace")

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait(self):
        """Waits for the end of the process and returns its exit status; stderr is complete then."""
        try:
            status = self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            raise Silence(f"the process does not end; stderr: {self.errors!r}") from None
        self._errors_reader.join(DEADLINE)
        return status

    def finish(self):
        """Ends the input, reads the remaining output and returns the exit status."""
        if not self.process.stdin.closed:
            self.end_input()
        if not self.process.stdout.closed:
            self.read_rest()
        return self.wait()

    @property
    def running(self):
        return self.process.poll() is None

    def reap(self):
        """Ends the process in any state, and closes its streams."""
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
