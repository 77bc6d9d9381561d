"""A program in a terminal, with the screen that a person sees and the keys that a person presses.

The terminal is that of tmux, with a separate server, socket and size. A client in control mode presses keys and reads
the screen. It receives `%output` whenever the program has drawn; `wait_for` waits for this notification or its timeout.

Keys are counted as a person presses them. Each word is one key with its modifiers: `keys("C-x", "b")` counts two, `M-x`
and `C-M-a` count one each. `type("Milk")` counts four, one for each character. `enter("Milk")` counts them, too, and also
counts them separately, as text that any program needs. The command that starts the program and signals are not counted.
"""
from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

from readiness import readable
from tree import descendants, ended

SECONDS = 20
REPORTER = Path(__file__).with_name("reporter")
# The last screen stays when the program has ended.
SETTINGS = """\
set -g remain-on-exit on
set -g remain-on-exit-format ""
set -g default-terminal tmux-256color
set -g status off
"""
# The screen has settled if the program does not draw for this number of seconds.
QUIET = 0.3


class Terminal:
    """Starts a program; `close` ends it and its descendants.

    >>> with Terminal(["python3", "-q"], width=60, height=10) as terminal:
    ...     terminal.wait_for(">>>")
    ...     terminal.type("6 * 7").keys("Enter").wait_for("42")
    """

    def __init__(self, command, width=100, height=30, environment=None, directory=None):
        self.count = self.entered = 0
        self._is_drawn = False
        self._unread = bytearray()
        self._folder = tempfile.TemporaryDirectory(prefix="terminal")
        variables = {**os.environ, "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", **(environment or {})}
        # tmux sets these for the program.
        for name in ("TMUX", "TMUX_PANE", "TERM", "COLUMNS", "LINES"):
            if name not in (environment or {}):
                variables.pop(name, None)
        settings, report = Path(self._folder.name, "tmux.conf"), f"{self._folder.name}/report"
        settings.write_text(SETTINGS)
        # tmux does not always report the status of a program.
        os.mkfifo(report)
        self._report = open(os.open(report, os.O_RDWR), "rb", buffering=0)
        self._tmux = subprocess.Popen(
            ["tmux", "-S", f"{self._folder.name}/socket", "-f", settings, "-u", "-C", "new-session",
             "-x", str(width), "-y", str(height), "exec " + shlex.join(map(str, [REPORTER, report, *command]))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=variables, cwd=directory)
        self._reply()
        self.pid = self._reported(SECONDS)

    # Input

    def keys(self, *names):
        """Presses keys, by their names in tmux: `Enter`, `Tab`, `C-c`, `M-x`, `F5`, `a`."""
        self.count += len(names)
        self._command("send-keys", "--", *names)
        return self

    def type(self, text):
        """Presses a key for each character."""
        self.count += len(text)
        self._command("send-keys", "-l", "--", text)
        return self

    def enter(self, text):
        """Presses a key for each character of a text that the person wants to enter, such as a name."""
        self.entered += len(text)
        return self.type(text)

    def send(self, data):
        """Sends bytes that do not belong to a key; they are not counted."""
        self._command("send-keys", "-H", *(f"{byte:02x}" for byte in data))
        return self

    def resize(self, width, height):
        self._command("resize-window", "-x", str(width), "-y", str(height))
        return self

    # Output

    def screen(self):
        """The lines of the screen, without trailing spaces."""
        return "\n".join(line.rstrip() for line in self._command("capture-pane", "-p")).rstrip("\n")

    def wait_for(self, what, seconds=SECONDS):
        """Waits until the screen has this text, or this function of the screen returns true; returns the screen."""
        is_there = what if callable(what) else lambda screen: what in screen
        until = time.monotonic() + seconds
        while not is_there(screen := self.screen()):
            assert self._drawn(until - time.monotonic()), f"{what!r} is not on the screen:\n{framed(self.screen())}"
        return screen

    def settled(self):
        """The screen when the program has stopped drawing, for a new screenshot. A test uses `wait_for` instead."""
        until = time.monotonic() + SECONDS
        while self._drawn(QUIET):
            assert time.monotonic() < until, f"the program does not stop drawing:\n{framed(self.screen())}"
        return self.screen()

    # The program

    def wait(self, seconds=SECONDS):
        """Waits for the end of the program, and returns its exit status: 128 + n if signal n has ended it."""
        return self._reported(seconds)

    def close(self):
        """Ends the program as closing its window does, and checks that its descendants end, too."""
        started = descendants(int(self._command("display-message", "-p", "#{pid}")[0]))
        self._tmux.stdin.write(b"kill-server\n")
        self._tmux.communicate()
        self._report.close()
        self._folder.cleanup()
        left = [process for process in started if not ended(process.pid)]
        assert not left, f"processes that did not end with the terminal, now killed: {left}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _reported(self, seconds):
        assert readable(self._report, seconds=seconds), f"the program does not end:\n{framed(self.screen())}"
        return int(self._report.readline())

    # tmux in control mode: a line for each command, a block of lines for each reply, `%output` between blocks

    def _command(self, *words):
        self._tmux.stdin.write(shlex.join(words).encode() + b"\n")
        return self._reply()

    def _reply(self):
        until = time.monotonic() + SECONDS
        while not self._line(until).startswith("%begin"):
            pass
        self._is_drawn = False  # The reply contains everything drawn before.
        lines = []
        while not (line := self._line(until)).startswith(("%end", "%error")):
            lines.append(line)
        assert line.startswith("%end"), f"tmux refuses the command: {lines}"
        return lines

    def _drawn(self, seconds):
        """Whether the program has drawn since the last reply, or draws within `seconds`."""
        until = time.monotonic() + seconds
        while not self._is_drawn and self._has_line(until):
            self._line(until)
        was_drawn, self._is_drawn = self._is_drawn, False
        return was_drawn

    def _line(self, until):
        assert self._has_line(until), "tmux does not reply"
        line, _, self._unread = self._unread.partition(b"\n")
        text = line.decode("utf-8", "replace")
        if text.startswith(("%output", "%layout-change")):
            self._is_drawn = True
        return text

    def _has_line(self, until):
        while b"\n" not in self._unread:
            if not readable(self._tmux.stdout, seconds=until - time.monotonic()):
                return False
            data = os.read(self._tmux.stdout.fileno(), 1 << 16)
            assert data, "tmux has ended"
            self._unread += data
        return True


def framed(screen):
    width = max(map(len, screen.split("\n")))
    return "\n".join(["┌" + "─" * width, *("│" + line for line in screen.split("\n")), "└" + "─" * width])
