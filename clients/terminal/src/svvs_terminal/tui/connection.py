"""The connection to a server. Waits for it, and shows a message if that takes long."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import termios
import tty
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import svvs

from .cells import safe
from .screen import ViewType
from .live import Opener

#: The time after which the message is shown, in seconds.
_MESSAGE_AFTER = 0.5

Found = TypeVar("Found")


@dataclass
class Connected:
    """A server, its view types, and the shared session that is used, if there is one."""

    server: svvs.AsyncServer
    types: Mapping[str, ViewType]
    join: Callable[..., Awaitable[svvs.AsyncSharedSession]] | None = None
    session: svvs.AsyncSharedSession | None = None

    @property
    def opener(self) -> Opener:
        return self.session or self.server

    async def rejoin(self) -> bool:
        """Joins the session again if it has ended, or opens it if the server has none. Returns whether it had ended."""
        has_ended = self.session is not None and not self.session.is_open
        if has_ended and self.join:
            self.session = await self.join(opens=True)
        return has_ended


#: Ends the modes of a terminal that the screen begins: another screen, reports of mouse and focus, a hidden cursor.
_RESET = "\x1b[<u\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?7h\x1b[?1049l\x1b[?25h"


@contextmanager
def keys_kept() -> Generator[None, None, None]:
    """Keeps the keys that are pressed during the block for the program, and does not show them.

    Restores the terminal at the end, also after an exception.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    mode = termios.tcgetattr(terminal)
    mode[tty.IFLAG] &= ~termios.ICRNL  # Enter is not Ctrl+J
    mode[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(terminal, termios.TCSANOW, mode)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, before)


@contextmanager
def modes_ended() -> Generator[None, None, None]:
    """Ends the modes of the terminal after an exception in the block, which shows the screen."""
    try:
        yield
    except BaseException:
        with suppress(OSError):  # the terminal may be closed
            os.write(sys.stdout.fileno(), _RESET.encode())
        raise


async def awaited(connecting: Coroutine[Any, Any, Found], command: str) -> tuple[Found, bytes] | None:
    """The result of `connecting`, and the keys that were typed meanwhile; None if the user quits with q first."""
    task = asyncio.ensure_future(connecting)
    typed = bytearray()
    try:
        await asyncio.wait([task], timeout=_MESSAGE_AFTER)
        if not task.done():
            with _message(f"connecting to {command}"), _quit_key(typed) as left:
                either: set[asyncio.Future[Any]] = {task, left}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return (await task, bytes(typed)) if task.done() else None
    finally:
        task.cancel()
        await asyncio.wait([task])  # waits until it has ended the server


@contextmanager
def _message(text: str) -> Generator[None, None, None]:
    """Shows a line during the block."""
    keys = "…  q quits"
    columns = shutil.get_terminal_size().columns
    sys.stdout.write(safe(text, columns - len(keys) - 1) + keys)
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()


@contextmanager
def _quit_key(typed: bytearray) -> Generator[asyncio.Future[None], None, None]:
    """A future that is done when q is the first key, or the input has ended. Adds the keys to `typed`."""
    loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()
    left: asyncio.Future[None] = loop.create_future()

    def read() -> None:
        try:
            data = os.read(terminal, 4096)
        except OSError:  # the terminal is closed
            data = b""
        typed.extend(data)
        if not left.done() and (typed.startswith((b"q", b"\x11")) or not data):
            left.set_result(None)

    loop.add_reader(terminal, read)
    try:
        yield left
    finally:
        loop.remove_reader(terminal)


def reason_of_end(error: svvs.Error) -> str:
    """The end of a server and its reason in one line, such as the last line that it has written to standard error."""
    if not isinstance(error, svvs.ServerDied):
        return str(error).partition("\n")[0]
    signals = {-number.value: f"was ended by {number.name}" for number in signal.Signals}
    how = signals.get(error.status, f"has ended with status {error.status}")
    reason = error.stderr.strip().rpartition("\n")[2].strip()
    return f"The server {how}" + (f": {reason}" if reason else "")
