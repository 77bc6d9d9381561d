"""The program in a pseudo-terminal: signals, suspension, keys that are typed early, and the state of the terminal after it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import fake, fake_executable, source_environment
from tui_app import SECONDS, TEXT, discovery

FORM = {"title": "Form", "properties": {"name": TEXT}, "actions": {"save": {}}}
FORM_SCRIPT = discovery(form=FORM) + 'opened(name="")\nend_of_input()'
#: Changes the view without end.
FLOOD = """
opened(name="")
for number in range(1_000_000):
    changed(number + 1, number + 2, name=str(number) * 20)
"""
#: The modes that the program begins: another screen, reports of the mouse and of the focus, pasting in brackets.
MODES = ("1049", "1000", "1003", "1006", "1004", "2004")


class Terminal:
    """A program in a pseudo-terminal of its own."""

    def __init__(self, *command: str, **environment: str) -> None:
        self.ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.attributes = termios.tcgetattr(self._theirs)
        self.output = b""
        self.process = subprocess.Popen(
            command, stdin=self._theirs, stdout=self._theirs, stderr=self._theirs, start_new_session=True,
            env={**source_environment(shlex.join(fake(FORM_SCRIPT))), "TERM": "xterm-256color", **environment},
        )

    def read_until(self, what: bytes | Callable[[bytes], object]) -> bytes:
        """The output, when it contains these bytes, or a function is true for it."""
        until = time.monotonic() + SECONDS
        while not (what in self.output if isinstance(what, bytes) else what(self.output)):
            assert time.monotonic() < until, f"{what!r} is not in {self.output!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.output += os.read(self.ours, 65536)
        return self.output

    def type(self, data: bytes) -> None:
        os.write(self.ours, data)

    def wait(self) -> int:
        """Waits for the end of the program, and returns its exit status."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, f"the program has not ended: {self.output!r}"
            if select.select([self.ours], [], [], 0.05)[0]:
                self.output += os.read(self.ours, 65536)
        while select.select([self.ours], [], [], 0)[0]:
            self.output += os.read(self.ours, 65536)
        return self.process.returncode

    def is_restored(self) -> bool:
        """Whether each mode that has begun has ended, and the attributes are those before the program."""
        ends = [mode for mode in MODES if self.output.rfind(f"[?{mode}l".encode()) > self.output.rfind(f"[?{mode}h".encode())]
        return ends == list(MODES) and termios.tcgetattr(self._theirs) == self.attributes

    def hang_up(self) -> None:
        """Closes the terminal, as closing its window does."""
        os.close(self._theirs)
        os.close(self.ours)
        os.kill(self.process.pid, signal.SIGHUP)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for each in (self.ours, self._theirs):
            try:
                os.close(each)
            except OSError:
                pass


TUI = (sys.executable, "-m", "svvs", "tui")


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def start(*command: str, **environment: str) -> Terminal:
        started.append(Terminal(*(command or TUI), **environment))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_and_restores_the_terminal(terminal: Callable[..., Terminal], number: int) -> None:
    program = terminal()
    program.read_until(b"Name:")
    program.process.send_signal(number)
    assert program.wait() == 128 + number
    assert program.is_restored()


def test_a_signal_before_the_first_screen_restores_the_terminal(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    program = terminal(SVVS=fake_executable(tmp_path, "# raw\nend_of_input()"))
    program.read_until(b"q quits")
    program.process.send_signal(signal.SIGTERM)
    assert program.wait() == 128 + signal.SIGTERM
    assert termios.tcgetattr(program._theirs) == program.attributes


def test_a_closed_terminal_ends_the_program_and_its_server(terminal: Callable[..., Terminal]) -> None:
    program = terminal(SVVS=shlex.join(fake(discovery(form=FORM) + FLOOD)))
    program.read_until(b"Name:")
    program.hang_up()
    assert program.process.wait(SECONDS) == 128 + signal.SIGHUP


def test_a_crash_restores_the_terminal(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    # The thread that reads the keyboard raises an exception.
    (tmp_path / "sitecustomize.py").write_text(
        "import svvs_terminal.tui.keyboard as keyboard\n"
        "def crash(*_):\n    raise SystemError('crash')\n"
        "keyboard.LenientDriver.process_message = crash\n"
    )
    program = terminal(PYTHONPATH=f"{tmp_path}:{source_environment('')['PYTHONPATH']}")
    program.read_until(b"Name:")
    program.type(b"s")
    assert program.wait() != 0
    assert b"SystemError" in program.output
    assert program.is_restored()


def test_keys_that_are_typed_while_connecting_are_kept(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    slow = f'open({str(gate)!r}).read()\n' + FORM_SCRIPT
    program = terminal(SVVS=shlex.join(fake(slow)))
    program.type(b"\r")
    program.read_until(b"q quits")
    program.type(b"typed early")
    with gate.open("w"):
        pass
    output = program.read_until(lambda output: b"typed early" in output.rpartition(b"\x1b[?1049h")[2])
    assert b"typed early" not in output.partition(b"\x1b[?1049h")[0]  # not shown before
    program.type(b"\x11")
    assert program.wait() == 0
    assert program.is_restored()


def test_the_program_can_be_suspended(terminal: Callable[..., Terminal]) -> None:
    program = terminal()
    program.read_until(b"Name:")
    program.type(b"\x1a")
    until = time.monotonic() + SECONDS
    while os.waitpid(program.process.pid, os.WUNTRACED | os.WNOHANG) == (0, 0):
        assert time.monotonic() < until
        program.read_until(lambda _: True)
        time.sleep(0.01)
    while select.select([program.ours], [], [], 0)[0]:
        program.output += os.read(program.ours, 65536)
    assert b"\x1b[?1049l" in program.output
    program.output = b""
    program.process.send_signal(signal.SIGCONT)
    program.read_until(b"Name:")
    program.type(b"\x03")
    program.read_until(b"Ctrl+Q quits")
    program.type(b"\x11")
    assert program.wait() == 0
