"""The process `web`, which serves the page and connects it to a server's socket."""
from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import threading
import time

from readiness import readable
from server import DEADLINE, PROGRAM, without_notices

LINK = re.compile(r"(http://127\.0\.0\.1:(\d+))/#token=[\w-]+")


class WebProcess:
    """Serves the page of the server at a place; `end` ends it. `link` is the last link that it has printed."""

    def __init__(self, place, *arguments, port=None, environment=None, command=(PROGRAM,)):
        self.port = port or free_port()
        self.process = subprocess.Popen(
            [*command, "web", str(place), "--port", str(self.port), *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, **(environment or {})})
        self.errors = ""
        self._errors_reader = threading.Thread(target=self._collect_errors, daemon=True)
        self._errors_reader.start()
        self.link = self._read_link()
        self.origin = f"http://127.0.0.1:{self.port}"

    @property
    def pid(self):
        return self.process.pid

    def new_link(self):
        """Asks for another link, as a person does with Enter."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.link = self._read_link()
        return self.link

    def says(self, text):
        """Waits until stderr has a text."""
        end = time.monotonic() + DEADLINE
        while text not in self.errors:
            assert time.monotonic() < end, f"web does not say {text!r} but {self.errors!r}"
            time.sleep(0.01)

    def end(self, number=signal.SIGKILL):
        """Ends the process, if it still runs, and returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(DEADLINE)
        self._errors_reader.join(DEADLINE)
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()
        return status

    def _read_link(self):
        while True:
            assert readable(self.process.stdout, seconds=DEADLINE), f"web prints no link; stderr: {self.errors!r}"
            line = self.process.stdout.readline()
            assert line, f"web has ended, status {self.process.wait(DEADLINE)}; stderr: {self.errors!r}"
            if found := LINK.search(line):
                assert int(found[2]) == self.port
                return found[0]

    def _collect_errors(self):
        with self.process.stderr as lines:
            for line in lines:
                self.errors += without_notices(line.encode()).decode()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]
