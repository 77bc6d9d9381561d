"""What can go wrong between this client and its server: one class each, all under :class:`Error`.

A failure of the app's own, such as a wrong password, is none of these: it is state, and the call returns normally.
Nothing a caller passes as an argument is ever put into an exception, because it may be a password.
"""

from __future__ import annotations

import signal


class Error(Exception):
    """The base of every exception this package defines.

    >>> try:
    ...     svvs.Server(command="/nowhere/svvs")
    ... except svvs.Error as error:
    ...     print(type(error).__name__)
    ServerNotFound
    """


class ServerNotFound(Error):
    """There is no such command: its executable is missing or cannot be run.

    >>> svvs.Server(command="/nowhere/svvs serve")
    Traceback (most recent call last):
    svvs.errors.ServerNotFound: cannot start '/nowhere/svvs': No such file or directory (name the server's command by \
the environment variable SVVS, such as SVVS="./MyApp serve", or put svvs on PATH)
    """

    def __init__(self, executable: str, reason: str) -> None:
        super().__init__(executable, reason)
        self.executable = executable
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"cannot start {self.executable!r}: {self.reason} "
            "(name the server's command by the environment variable SVVS, "
            'such as SVVS="./MyApp serve", or put svvs on PATH)'
        )


class ServerDied(Error):
    """The server has ended: every call under way fails with this, and so does every later one.

    >>> try:
    ...     svvs.Server("--database", "/nowhere/notes.sqlite")
    ... except svvs.ServerDied as error:
    ...     print(error.status, len(error.stderr.splitlines()))
    64 1
    """

    def __init__(self, status: int, stderr: str) -> None:
        super().__init__(status, stderr)
        #: The exit status; `-N` if signal N ended the process.
        self.status = status
        #: The last lines the server wrote on its standard error.
        self.stderr = stderr

    def __str__(self) -> str:
        how = f"with status {self.status}" if self.status >= 0 else f"by signal {_signal_name(-self.status)}"
        return f"the server has ended {how}" + (f"; its last words:\n{self.stderr}" if self.stderr else "")


class ProtocolVersionMismatch(Error):
    """The server speaks another version of the protocol; it has been ended.

    >>> print(svvs.ProtocolVersionMismatch(theirs=2, ours=1))
    the server speaks version 2 of the protocol, this client version 1: update the older one
    """

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs, ours)
        self.theirs = theirs
        self.ours = ours

    def __str__(self) -> str:
        return (
            f"the server speaks version {self.theirs} of the protocol, this client version {self.ours}: "
            "update the older one"
        )


class BadMessage(Error):
    """The server wrote something that is not the protocol. The connection cannot be used any more.

    >>> svvs.Server(command=["sh", "-c", "echo Hello; cat >/dev/null"])
    Traceback (most recent call last):
    svvs.errors.BadMessage: the server wrote a line that is not a message of the protocol: Expecting value: \
line 1 column 1 (char 0)
    """

    def __init__(self, reason: str, line: bytes = b"") -> None:
        super().__init__(reason)
        #: The offending line. It is kept out of the exception's text: nobody knows what is in it.
        self.line = line

    def __str__(self) -> str:
        return f"the server wrote a line that is not a message of the protocol: {self.args[0]}"


class TimedOut(Error, TimeoutError):
    """What was waited for did not come in time. The connection is as usable as before.

    >>> server.open("counterA").wait(lambda state: state["count"] == 1000, timeout=0.01)
    Traceback (most recent call last):
    svvs.errors.TimedOut: <svvs.View 'view1' of type 'counterA'> did not reach the state waited for within 0.01 s
    """


class CallTimedOut(TimedOut):
    """A request was not answered in time. It has been cancelled, unless it was begun by `start`.

    >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
    >>> call.result(timeout=0.01)
    Traceback (most recent call last):
    svvs.errors.CallTimedOut: no answer to 'handle' within 0.01 s
    >>> call.cancel()
    """


class ViewClosed(Error):
    """The view is closed: it can be neither called nor waited for. Its last state stays readable.

    >>> with server.open("counterA") as counter:
    ...     pass
    >>> counter.call("increment")
    Traceback (most recent call last):
    svvs.errors.ViewClosed: <svvs.View 'view1' of type 'counterA'> is closed
    """


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return str(number)
