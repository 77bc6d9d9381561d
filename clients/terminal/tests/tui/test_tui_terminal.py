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
from tui_app import SECONDS, discovery
from written_screens import action, part, view_type

from svvs_terminal.status import INTERRUPTED

FORM = view_type("form", part("name", editable=True), actions=[action("save", letter="s")],
                 form={"fields": ["name"], "calls": "save"}, start=True)
FORM_SCRIPT = discovery(FORM) + 'opened(name="")\nend_of_input()'
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

    def __init__(self, *command: str, cwd: str | None = None, **environment: str) -> None:
        self._pair: tuple[int, int] | None = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.attributes = termios.tcgetattr(self._theirs)
        self.output = b""
        self.process = subprocess.Popen(
            command, stdin=self._theirs, stdout=self._theirs, stderr=self._theirs, start_new_session=True, cwd=cwd,
            env={**source_environment(shlex.join(fake(FORM_SCRIPT))), "TERM": "xterm-256color", **environment},
        )

    @property
    def ours(self) -> int:
        assert self._pair
        return self._pair[0]

    @property
    def _theirs(self) -> int:
        assert self._pair
        return self._pair[1]

    def read_until(self, what: bytes | Callable[[bytes], object]) -> bytes:
        """The output, when it contains these bytes, or a function is true for it."""
        until = time.monotonic() + SECONDS
        while not (what in self.output if isinstance(what, bytes) else what(self.output)):
            assert time.monotonic() < until, f"{what!r} is not in {self.output!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.output += os.read(self.ours, 65536)
        return self.output

    def read_available(self, seconds: float = 0) -> None:
        """Reads the output that there is, after waiting for some."""
        while select.select([self.ours], [], [], seconds)[0]:
            self.output += os.read(self.ours, 65536)
            seconds = 0

    def type(self, data: bytes) -> None:
        os.write(self.ours, data)

    def wait(self) -> int:
        """Waits for the end of the program, and returns its exit status."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, f"the program has not ended: {self.output!r}"
            self.read_available(0.05)
        self.read_available()
        return self.process.returncode

    def is_restored(self) -> bool:
        """Whether each mode that has begun has ended, and the attributes are those before the program."""
        ends = [mode for mode in MODES if self.output.rfind(f"[?{mode}l".encode()) > self.output.rfind(f"[?{mode}h".encode())]
        return ends == list(MODES) and termios.tcgetattr(self._theirs) == self.attributes

    def hang_up(self) -> None:
        """Closes the terminal, as closing its window does."""
        self._close_pair()
        os.kill(self.process.pid, signal.SIGHUP)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._close_pair()

    def _close_pair(self) -> None:
        """Closes the descriptors once: their numbers may belong to other files afterwards."""
        for each in self._pair or ():
            os.close(each)
        self._pair = None


TUI = (sys.executable, "-m", "svvs", "tui")
NO_SESSION = discovery(FORM) + """
refuse(receive("session/join"), -32602, "InvalidParams", '/session "team" is not a shared session.')
reply(receive("session/list"), sessions=[], connections=1)
end_of_input()
"""


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def start(*command: str, cwd: str | None = None, **environment: str) -> Terminal:
        started.append(Terminal(*(command or TUI), cwd=cwd, **environment))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
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


def test_an_error_before_the_first_screen_leaves_the_screen(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    program = terminal(SVVS=str(tmp_path / "none"))
    assert program.wait() == 4
    assert b"cannot start" in program.output and b"1049l" not in program.output
    assert termios.tcgetattr(program._theirs) == program.attributes


def test_an_interrupt_before_the_first_screen_ends_the_program(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    program = terminal(SVVS=fake_executable(tmp_path, "# raw\nend_of_input()"))
    program.read_until(b"q quits")
    program.process.send_signal(signal.SIGINT)
    assert program.wait() == INTERRUPTED
    assert termios.tcgetattr(program._theirs) == program.attributes


def test_the_line_while_connecting_contains_no_password(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "# raw\nend_of_input()")
    (tmp_path / "s").symlink_to(server)
    program = terminal(*TUI, "--", "-p=db://me:pa@ss@host", SVVS="./s", cwd=str(tmp_path))
    assert b"-p=db://***@host" in program.read_until(b"q quits")


def test_a_closed_terminal_ends_the_program_and_its_server(terminal: Callable[..., Terminal]) -> None:
    program = terminal(SVVS=shlex.join(fake(discovery(FORM) + FLOOD)))
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
    program.type(b"\x11\x11")  # once more, as the text was not sent
    assert program.wait() == 0
    assert program.is_restored()


def test_the_program_can_be_suspended(terminal: Callable[..., Terminal]) -> None:
    program = terminal()
    program.read_until(b"Name:")
    program.type(b"\x1a")
    until = time.monotonic() + SECONDS
    while (change := os.waitpid(program.process.pid, os.WUNTRACED | os.WNOHANG)) == (0, 0):
        assert time.monotonic() < until
        program.read_available(0.01)
    assert os.WIFSTOPPED(change[1])
    program.read_available()
    assert b"\x1b[?1049l" in program.output
    program.output = b""
    program.process.send_signal(signal.SIGCONT)
    program.read_until(b"Name:")
    program.type(b"\x03")
    program.read_until(b"Ctrl+Q quits")
    program.type(b"\x11")
    assert program.wait() == 0


def test_an_unknown_session_is_an_error_in_one_line(terminal: Callable[..., Terminal]) -> None:
    program = terminal(*TUI, "--session", "team", SVVS=shlex.join(fake(NO_SESSION)))
    assert program.wait() == 3
    assert program.output == b"svvs: the server has no shared session 'team'; --attach names a shared server\r\n"
    assert termios.tcgetattr(program._theirs) == program.attributes


@pytest.mark.parametrize(("environment", "reason"), [
    ({"PYTHONIOENCODING": "euc_jp"}, "`tui` needs UTF-8, and the locale has euc_jp: in a terminal with UTF-8, set LC_ALL=C.UTF-8"),
    ({"TERM": "dumb"}, "`tui` needs a terminal that can move its cursor, unlike 'dumb'"),
    ({"TERM": ""}, "`tui` needs a terminal that can move its cursor, but TERM is not set"),
])
def test_an_unsuitable_terminal_is_refused_in_one_line(
    terminal: Callable[..., Terminal], environment: dict[str, str], reason: str
) -> None:
    program = terminal(*TUI, **environment)
    assert program.wait() == 2
    assert program.output.decode() == f"svvs: {reason}\r\n"
