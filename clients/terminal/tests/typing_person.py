"""A prompt in a terminal, and a person who types there."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from support import real_server, source_environment

COMMAND = [sys.executable, "-W", "error", "-m", "svvs", "repl"]


class Terminal:
    """What a person at the prompt types and sees."""

    def __init__(self, descriptor: int) -> None:
        #: All that was ever on the screen, also what was erased.
        self.transcript = ""
        self._descriptor = descriptor
        self._seen = 0

    def types(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def sees(self, text: str) -> None:
        """Waits until the text has appeared behind what was seen last."""
        deadline = time.monotonic() + 20
        while (at := self.transcript.find(text, self._seen)) < 0:
            ready = select.select([self._descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]
            assert ready, f"{text!r} does not appear in {self.transcript[self._seen:]!r}"
            self.transcript += os.read(self._descriptor, 65536).decode(errors="replace").replace("\r\n", "\n").replace("\a", "")
        self._seen = at + len(text)


@contextmanager
def terminal(server: str | None = None) -> Iterator[tuple[Terminal, subprocess.Popen[bytes]]]:
    ours, theirs = pty.openpty()
    environment = {**source_environment(server or real_server()), "TERM": "dumb", "INPUTRC": "/dev/null", "COLUMNS": "200"}
    with subprocess.Popen(COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        try:
            yield Terminal(ours), process
        finally:
            process.kill()
            os.close(ours)
