"""Which server to run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal

#: An executable, or an executable and its first arguments.
Command = str | os.PathLike[str] | Sequence[str]

#: How the changes of a view come; see :meth:`svvs.Server.open`.
Delivery = Literal["properties", "patch", "signal"]

#: Seconds a server gets that has broken off the conversation, or that a signal has told to end.
GRACE = 1.0


def command_line(command: Command | None, arguments: Sequence[str]) -> list[str]:
    """The words that start the server: `command`, or else the executable that `SVVS` names, or else `svvs`."""
    if command is None:
        command = os.environ.get("SVVS") or "svvs"
    words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
    return [*words, "serve", *arguments]


class Tail:
    """The end of what a server writes on its standard error, however much that is."""

    BYTES = 8192
    LINES = 20

    def __init__(self) -> None:
        self._bytes = b""

    def feed(self, data: bytes) -> None:
        self._bytes = (self._bytes + data)[-self.BYTES :]

    def __str__(self) -> str:
        return "\n".join(self._bytes.decode(errors="replace").splitlines()[-self.LINES :])
