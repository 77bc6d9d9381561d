"""What can go wrong between this client and its server: one class each, all under :class:`Error`.

A failure of the app's own, such as a wrong password, is none of these: it is state, and the call returns normally.
Nothing a caller passes as an argument is ever put into an exception, because it may be a password.
"""

from __future__ import annotations

import signal
from typing import Any


class Error(Exception):
    """The base of every exception this package defines."""


class ServerNotStarted(Error):
    """There is no server to talk to: its executable is missing or cannot be run."""

    def __init__(self, executable: str, reason: str) -> None:
        super().__init__(executable, reason)
        self.executable = executable
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"cannot start {self.executable!r}: {self.reason} "
            "(name the server's executable by `command=`, by the environment variable SVVS, or put svvs on PATH)"
        )


class ServerExited(Error):
    """The server has ended: every call under way fails with this, and so does every later one."""

    def __init__(self, status: int, stderr: str) -> None:
        super().__init__(status, stderr)
        #: The exit status; `-N` if signal N ended the process.
        self.status = status
        #: The last lines the server wrote on its standard error.
        self.stderr = stderr

    def __str__(self) -> str:
        how = f"with status {self.status}" if self.status >= 0 else f"by signal {_signal_name(-self.status)}"
        return f"the server has ended {how}" + (f"; its last words:\n{self.stderr}" if self.stderr else "")


class InvalidMessage(Error):
    """The server wrote something that is not the protocol. The connection cannot be used any more."""

    def __init__(self, reason: str, line: bytes = b"") -> None:
        super().__init__(reason)
        #: The offending line. It is kept out of the exception's text: nobody knows what is in it.
        self.line = line

    def __str__(self) -> str:
        return f"the server wrote a line that is not a message of the protocol: {self.args[0]}"


class ResponseError(Error):
    """The server refused a request, or a request was cancelled. Programs branch on :attr:`kind`."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    @property
    def kind(self) -> str:
        """The error's stable name, such as `"InvalidParams"` or `"RequestCancelled"`."""
        kind = self.data.get("kind") if isinstance(self.data, dict) else None
        return kind if isinstance(kind, str) else ""

    def __str__(self) -> str:
        return f"{self.kind or self.code}: {self.message}"


class TimedOut(Error, TimeoutError):
    """What was waited for did not come in time. The connection is as usable as before."""


class ViewClosed(Error):
    """The view is closed: it can be neither called nor waited for. Its last state stays readable."""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return str(number)
