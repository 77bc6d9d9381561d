"""Which server to run."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from typing import Literal

#: What starts a server: its words, a line that is split into words as a shell would, or the path of an executable.
Command = str | os.PathLike[str] | Sequence[str]

#: How the changes of a view come; see :meth:`svvs.Server.open`.
Delivery = Literal["properties", "patch", "signal"]

#: Seconds a server gets that has broken off the conversation, or that a signal has told to end.
GRACE = 1.0


#: What starts a server if nothing else is said.
DEFAULT = ("svvs", "serve")


def command_line(command: Command | None, options: Sequence[str]) -> list[str]:
    """The words that start a server: those of `command`, or else of `SVVS`, or else the default; then the options.

    >>> from svvs.command import command_line
    >>> command_line("'./My App' serve", ["--language", "en"])
    ['./My App', 'serve', '--language', 'en']

    :raises ValueError: if it has no words, or a quote is not closed.
    """
    words: Sequence[str]
    if command is None:
        words = _split(os.environ.get("SVVS", ""), "SVVS") or DEFAULT
    elif isinstance(command, str):
        words = _split(command, "the command")
    else:
        words = [os.fspath(command)] if isinstance(command, os.PathLike) else command
    if not words:
        raise ValueError("the command has no words")
    return [*words, *options]


def _split(line: str, name: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise ValueError(f"{name} is no command line: {error}") from None


class Tail:
    """The end of what a server writes on its standard error, however much that is.

    When a Swift program crashes, it writes why, and then a backtrace of many lines: the end is the line that says why.
    """

    BYTES = 8192
    LINES = 20

    def __init__(self) -> None:
        self._bytes = b""
        self._has_reason = False

    def feed(self, data: bytes) -> None:
        if self._has_reason:
            return
        self._bytes += data
        if reason := re.search(rb"Fatal error:.*\n", self._bytes):
            self._bytes = self._bytes[: reason.end()]
            self._has_reason = True
        self._bytes = self._bytes[-self.BYTES :]

    def __str__(self) -> str:
        return "\n".join(self._bytes.decode(errors="replace").splitlines()[-self.LINES :])
