"""Waits for a server, and says so if that takes long."""

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

#: Seconds until it is said for what one waits.
_SOON = 0.5

Found = TypeVar("Found")


async def connected(connecting: Coroutine[Any, Any, Found], command: str) -> Found | None:
    """What connecting gives; None if its reader has left by q meanwhile."""
    task = asyncio.ensure_future(connecting)
    try:
        await asyncio.wait([task], timeout=_SOON)
        if not task.done():
            with _telling(f"connecting to {command}"), _leaving() as left:
                either: set[asyncio.Future[Any]] = {task, left}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return await task if task.done() else None
    finally:
        task.cancel()
        await asyncio.wait([task])  # as it ends what it has started


@contextmanager
def _telling(text: str) -> Generator[None, None, None]:
    """Shows a line as long as it is true."""
    keys = "…  q leaves"
    columns = shutil.get_terminal_size().columns
    sys.stdout.write(safe(text, columns - len(keys) - 1) + keys)
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()


@contextmanager
def _leaving() -> Generator[asyncio.Future[None], None, None]:
    """What is done when q is pressed, or nobody can press it any more."""
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
