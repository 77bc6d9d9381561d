"""Waits for a server, and shows a message if that takes long."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import termios
import tty
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

from .cells import safe

#: The time after which the message is shown, in seconds.
_MESSAGE_AFTER = 0.5

Found = TypeVar("Found")


async def connected(connecting: Coroutine[Any, Any, Found], command: str) -> Found | None:
    """The result of `connecting`; None if the user quits with q first."""
    task = asyncio.ensure_future(connecting)
    try:
        await asyncio.wait([task], timeout=_MESSAGE_AFTER)
        if not task.done():
            with _message(f"connecting to {command}"), _quit_key() as left:
                either: set[asyncio.Future[Any]] = {task, left}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return await task if task.done() else None
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
def _quit_key() -> Generator[asyncio.Future[None], None, None]:
    """A future that is done when q is pressed, or the input has ended."""
    loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()
    left: asyncio.Future[None] = loop.create_future()

    def read() -> None:
        data = os.read(terminal, 4096)
        if not left.done() and (b"q" in data or not data):
            left.set_result(None)

    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    loop.add_reader(terminal, read)
    try:
        yield left
    finally:
        loop.remove_reader(terminal)
        termios.tcsetattr(terminal, termios.TCSANOW, before)
