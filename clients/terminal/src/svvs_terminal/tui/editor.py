"""Opens files in the editor of the user, which has the terminal until it ends."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import stat
import sys
import termios
import tty
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from textual.app import App, SuspendNotSupported

from .location import Location


async def edit(app: App[None], place: Location) -> str:
    """Opens a place in `$VISUAL` or else `$EDITOR`, and waits for its end. Returns the reason if it cannot be opened."""
    try:
        words = _command(place)
        with app.suspend(), _terminal_as_usual():
            editor = await asyncio.create_subprocess_exec(*words)
            try:
                await editor.wait()
            finally:
                if editor.returncode is None:  # the program ends
                    editor.terminate()
                    await editor.wait()
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return f"Cannot open {place.text}: {reason}"
    except SuspendNotSupported:
        return f"Cannot open {place.text}: this terminal cannot be passed on"
    return ""


def _command(place: Location) -> Sequence[str]:
    """The words of the command.

    :raises ValueError: if there is no editor, or the path is not that of a regular file.
    :raises OSError: if the path cannot be read.
    """
    if "\0" in place.path:
        raise ValueError("the path contains U+0000")
    if not os.path.isabs(place.path):
        raise ValueError("the path is not absolute")
    if not stat.S_ISREG(os.stat(place.path).st_mode):
        raise ValueError("it is not a regular file")
    words = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    if not words:
        raise ValueError("VISUAL and EDITOR are not set")
    return [*words, *([f"+{place.line}"] if place.line else []), place.path]


@contextmanager
def _terminal_as_usual() -> Generator[None, None, None]:
    """Shows keys, and passes them on by lines, during the block. Ctrl+C is then for the editor."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    mode = termios.tcgetattr(terminal)
    mode[tty.IFLAG] |= termios.ICRNL
    mode[tty.LFLAG] |= termios.ECHO | termios.ICANON
    termios.tcsetattr(terminal, termios.TCSANOW, mode)
    interrupt = signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which the editor would inherit
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, interrupt)
        termios.tcsetattr(terminal, termios.TCSANOW, before)
