"""The exceptions of this package, all subclasses of :class:`Error`.

An error of the app, such as a wrong password, does not raise an exception: it is part of the state.
No exception contains the arguments of a call, because they may contain a password.
"""

import re
import shlex
import signal
from collections.abc import Mapping, Sequence
from typing import Any

#: The public names that `svvs` does not contain.
__all__ = ["shown_command"]


#: The passwords in the words of a command: in the authority of a URL, and in its query or a list of settings.
_PASSWORDS = re.compile(r"(?<=://)\S*(?=@)|(password\s*=\s*)('(?:[^'\\]|\\.)*'?|[^\s&]*)", re.IGNORECASE)


def shown_command(words: Sequence[str]) -> str:
    """A command for messages, without its passwords.

    >>> from svvs.errors import shown_command
    >>> print(shown_command(["My App", "serve", "--postgres=postgres://me:secret@host/notes"]))
    'My App' serve --postgres=postgres://***@host/notes
    >>> print(shown_command(["serve", "--database=postgres://host/d?user=me&password=secret"]))
    serve '--database=postgres://host/d?user=me&password=***'
    """
    masked = (_PASSWORDS.sub(r"\1%%%", word) for word in words)  # asterisks would be quoted
    return shlex.join(masked).replace("%%%", "***")


class Error(Exception):
    """The base class of the exceptions of this package.

    >>> try:
    ...     svvs.Server(command="/nowhere/svvs")
    ... except svvs.Error as error:
    ...     print(type(error).__name__)
    ServerNotFound
    """

    #: The command, if it did not reply to the first request: it may not be the command of a server.
    command = ""


class ServerNotFound(Error):
    """The command does not exist: its executable is missing or cannot be run.

    >>> svvs.Server(command="/nowhere/svvs serve")
    Traceback (most recent call last):
    svvs.errors.ServerNotFound: cannot start '/nowhere/svvs': No such file or directory (set the environment variable \
SVVS to the command of the server, such as SVVS="./MyApp serve", or put svvs on PATH)
    """

    def __init__(self, executable: str, reason: str) -> None:
        super().__init__(executable, reason)
        self.executable, self.reason = executable, reason

    def __str__(self) -> str:
        hint = 'SVVS to the command of the server, such as SVVS="./MyApp serve", or put svvs on PATH'
        return f"cannot start {self.executable!r}: {self.reason} (set the environment variable {hint})"


class ServerDied(Error):
    """The server has ended: present and later calls raise this.

    >>> try:
    ...     svvs.Server("--database", "/nowhere/notes.sqlite")
    ... except svvs.ServerDied as error:
    ...     print(error.status, len(error.stderr.splitlines()))
    64 1
    """

    def __init__(self, status: int, stderr: str) -> None:
        super().__init__(status, stderr)
        #: The exit status; `-N` if the process was ended by signal N.
        self.status = status
        #: The last lines that the server wrote to its standard error.
        self.stderr = stderr

    def _end_of(self, process: str) -> str:
        signals = {-each.value: f"was ended by {each.name}" for each in signal.Signals}
        how = signals.get(self.status, f"has ended with status {self.status}")
        command = f" without a reply; its command is `{self.command}`" if self.command else ""
        return f"{process} {how}{command}"

    def __str__(self) -> str:
        return self._end_of("the server") + (f"; its standard error ends with:\n{self.stderr}" if self.stderr else "")


class ProtocolVersionMismatch(Error):
    """The server uses another version of the protocol, and was ended.

    >>> print(svvs.ProtocolVersionMismatch(theirs=1, ours=2))
    the server uses version 1 of the protocol, this client version 2: update the older one
    """

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs, ours)
        self.theirs, self.ours = theirs, ours

    def __str__(self) -> str:
        versions = f"version {self.theirs} of the protocol, this client version {self.ours}"
        return f"the server uses {versions}: update the older one"


class BadMessage(Error):
    """The server wrote a line that is not a valid message of the protocol. The connection cannot be used afterwards.

    >>> svvs.Server(command=["sh", "-c", "echo Hello; cat >/dev/null"])
    Traceback (most recent call last):
    svvs.errors.BadMessage: the server wrote a line that is not a message of the protocol: 'Hello'; its command is \
`sh -c 'echo Hello; cat >/dev/null'`
    """

    def __init__(self, reason: str, line: bytes = b"") -> None:
        super().__init__(reason)
        #: The invalid line. If it may be JSON, the exception's text does not contain it: JSON may contain a password.
        self.line = line

    def __str__(self) -> str:
        text = self.line[:200].decode(errors="replace").strip()
        cause = self.args[0] if text[:1] in ("", "{", "[") else repr(text[:80]) + "…" * (len(text) > 80)
        command = f"; its command is `{self.command}`" if self.command else ""
        return f"the server wrote a line that is not a message of the protocol: {cause}{command}"


class TimedOut(Error, TimeoutError):
    """A reply or a state did not arrive before the timeout. The connection can still be used.

    >>> server.open("counterA").wait(lambda state: state["count"] == 1000, timeout=0.01)
    Traceback (most recent call last):
    svvs.errors.TimedOut: view 'view1' of type 'counterA' did not reach the expected state within 0.01 s: {'count': 0}
    """

    #: The type of the view and its last state, if a state was awaited. The text contains the beginning of the state.
    type: str | None = None
    state: Mapping[str, Any] | None = None


class CallTimedOut(TimedOut):
    """A reply did not arrive before the timeout. The server was asked to cancel the request.

    >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
    >>> call.result(timeout=0.01)
    Traceback (most recent call last):
    svvs.errors.CallTimedOut: no reply to 'handle' within 0.01 s
    """


class ViewClosed(Error):
    """The view or session was closed, by any client or by the server. The last state of a view can still be read.

    >>> with server.open("counterA") as counter:
    ...     pass
    >>> counter.call("increment")
    Traceback (most recent call last):
    svvs.errors.ViewClosed: view 'view1' is closed
    """


class ResponseError(Error):
    """The server refused a request, or a request was cancelled. To handle it, check :attr:`kind` or the class.

    >>> try:
    ...     server.open("counterA").call("multiply")
    ... except svvs.ResponseError as error:
    ...     print(error.kind, error.data["available"])
    MethodNotFound ['increment']
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.code, self.message, self.data = code, message, data

    @property
    def kind(self) -> str:
        """The name of the error, such as `"InvalidParams"` or `"RequestCancelled"`.

        >>> svvs.ResponseError(-32601, "no such method", {"kind": "MethodNotFound"}).kind
        'MethodNotFound'
        """
        return str(self._datum("kind") or "")

    def _datum(self, name: str) -> Any:
        return self.data.get(name) if isinstance(self.data, dict) else None

    def __str__(self) -> str:
        return f"{self.kind or self.code}: {self.message}"


class RequestCancelled(ResponseError):
    """The request was cancelled.

    >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
    >>> call.cancel()
    >>> try:
    ...     call.result()
    ... except svvs.RequestCancelled as error:
    ...     print(error.reason)
    requested
    """

    @property
    def reason(self) -> Any:
        """The reason: "requested", "viewClosed", "sessionClosed" or "shutdown".

        >>> svvs.RequestCancelled(-32800, "cancelled", {"reason": "viewClosed"}).reason
        'viewClosed'
        """
        return self._datum("reason")


class ContentModified(ResponseError):
    """The view has changed since the commit `ifCommit` of the call.

    >>> counter = server.open("counterA")
    >>> seen = counter.commit
    >>> counter.call("increment", ifCommit=seen)
    >>> try:
    ...     counter.call("increment", ifCommit=seen)
    ... except svvs.ContentModified as error:
    ...     print(error.commit == counter.commit)
    True
    """

    @property
    def commit(self) -> Any:
        """The current commit of the view.

        >>> svvs.ContentModified(-32801, "stale", {"commit": 7}).commit
        7
        """
        return self._datum("commit")


class Overloaded(ResponseError):
    """The request exceeds a limit of the server; see :attr:`svvs.Server.limits`.

    >>> with svvs.Server("--max-views", "1") as small:
    ...     counter = small.open("counterA")
    ...     try:
    ...         small.open("counterA")
    ...     except svvs.Overloaded as error:
    ...         print(error.limit, error.is_retryable)
    openViews True
    """

    @property
    def limit(self) -> Any:
        """The name of the limit in :attr:`svvs.Server.limits`.

        >>> svvs.Overloaded(-32001, "too many", {"limit": "callsUnderWay"}).limit
        'callsUnderWay'
        """
        return self._datum("limit")

    @property
    def is_retryable(self) -> bool:
        """Whether the same request may succeed later.

        >>> svvs.Overloaded(-32001, "too many", {"retryable": True}).is_retryable
        True
        """
        return self._datum("retryable") is True


class Detached(ServerDied):
    """The client is not attached to a server. Status and standard error are those of the command.

    >>> server = svvs.attach(place)
    >>> server.close()
    >>> server.sessions()
    Traceback (most recent call last):
    svvs.errors.Detached: not attached to a server: the command has ended with status 0
    """

    def __str__(self) -> str:
        # After a crash, the last line tells which call has caused it, or names the log.
        end, reason = self._end_of("the command"), self.stderr.strip().rpartition("\n")[2].strip()
        return f"not attached to a server: {reason} ({end})" if reason else f"not attached to a server: {end}"


_CLASSES = {-32800: RequestCancelled, -32801: ContentModified, -32001: Overloaded}


def response_error(code: int, message: str, data: Any) -> ResponseError:
    """The exception for an error response."""
    return _CLASSES.get(code, ResponseError)(code, message, data)
