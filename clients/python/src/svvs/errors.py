"""The exceptions of this package, all under :class:`Error`.

A failure of the app's own, such as a wrong password, is none of these: it is state, and the call returns normally.
Nothing a caller passes as an argument is ever put into an exception, because it may be a password.
"""

import signal
from typing import Any


class Error(Exception):
    """The base of every exception this package defines.

    >>> try:
    ...     svvs.Server(command="/nowhere/svvs")
    ... except svvs.Error as error:
    ...     print(type(error).__name__)
    ServerNotFound
    """


class ServerNotFound(Error):
    """The command does not exist: its executable is missing or cannot be run.

    >>> svvs.Server(command="/nowhere/svvs serve")
    Traceback (most recent call last):
    svvs.errors.ServerNotFound: cannot start '/nowhere/svvs': No such file or directory (name the server's command by \
the environment variable SVVS, such as SVVS="./MyApp serve", or put svvs on PATH)
    """

    def __init__(self, executable: str, reason: str) -> None:
        super().__init__(executable, reason)
        self.executable, self.reason = executable, reason

    def __str__(self) -> str:
        hint = 'by the environment variable SVVS, such as SVVS="./MyApp serve", or put svvs on PATH'
        return f"cannot start {self.executable!r}: {self.reason} (name the server's command {hint})"


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
        #: The exit status; `-N` if signal N ended the process.
        self.status = status
        #: The last lines the server wrote on its standard error.
        self.stderr = stderr

    def __str__(self) -> str:
        names = {number.value: number.name for number in signal.Signals}
        how = f"with status {self.status}" if self.status >= 0 else f"by signal {names.get(-self.status, -self.status)}"
        return f"the server has ended {how}" + (f"; its last words:\n{self.stderr}" if self.stderr else "")


class ProtocolVersionMismatch(Error):
    """The server speaks another version of the protocol; it has been ended.

    >>> print(svvs.ProtocolVersionMismatch(theirs=2, ours=1))
    the server speaks version 2 of the protocol, this client version 1: update the older one
    """

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs, ours)
        self.theirs, self.ours = theirs, ours

    def __str__(self) -> str:
        versions = f"version {self.theirs} of the protocol, this client version {self.ours}"
        return f"the server speaks {versions}: update the older one"


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
    """A reply or a state did not arrive in time. The connection stays usable.

    >>> server.open("counterA").wait(lambda state: state["count"] == 1000, timeout=0.01)
    Traceback (most recent call last):
    svvs.errors.TimedOut: view 'view1' did not reach the state waited for within 0.01 s
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
    """The view is closed, by any client or by the server. Its last state stays readable.

    >>> with server.open("counterA") as counter:
    ...     pass
    >>> counter.call("increment")
    Traceback (most recent call last):
    svvs.errors.ViewClosed: view 'view1' is closed
    """


class ResponseError(Error):
    """The server refused a request, or a request was cancelled. Programs branch on :attr:`kind`, or on the class.

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
        """The error's stable name, such as `"InvalidParams"` or `"RequestCancelled"`.

        >>> svvs.ResponseError(-32601, "no such method", {"kind": "MethodNotFound"}).kind
        'MethodNotFound'
        """
        return str(self._datum("kind") or "")

    def _datum(self, name: str) -> Any:
        try:
            return self.data[name]
        except (KeyError, TypeError):  # no such member, or no object at all
            return None

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
        """"requested", "viewClosed", "sessionClosed" or "shutdown".

        >>> svvs.RequestCancelled(-32800, "cancelled", {"reason": "viewClosed"}).reason
        'viewClosed'
        """
        return self._datum("reason")


class ContentModified(ResponseError):
    """The view has changed since the commit that `ifCommit` named.

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
        """The view's current commit.

        >>> svvs.ContentModified(-32801, "stale", {"commit": 7}).commit
        7
        """
        return self._datum("commit")


class Overloaded(ResponseError):
    """A limit of the server's is reached; :attr:`svvs.Server.limits` has them all.

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
        """The limit's name in :attr:`svvs.Server.limits`.

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
    """The client is not attached, or not any more: status and standard error are those of the command `attach`.

    >>> server = svvs.attach(place)
    >>> server.close()
    >>> server.sessions()
    Traceback (most recent call last):
    svvs.errors.Detached: not attached to a server: the command has ended with status 0
    """

    def __str__(self) -> str:
        return super().__str__().replace("the server has", "not attached to a server: the command has", 1)


class Disconnected(Error):
    """The connection was cut. The server goes on, but what belonged to that connection alone is lost.

    >>> print(svvs.Disconnected("view 'view1'"))
    view 'view1' was lost when the connection was cut
    """

    _occasion = "the connection was cut"

    def __init__(self, what: str, reason: str = "") -> None:
        super().__init__(what, reason)
        #: The lost object: a view, a session, or the reply to a request.
        self.what = what
        #: The message of the server, empty if there is none.
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.what} was lost when {self._occasion}" + (f": {self.reason}" if self.reason else "")


class ServerRestarted(Disconnected):
    """The connection was cut, and the server is another one now: every session, view and call of before is lost.

    >>> print(svvs.ServerRestarted("session 'desk'"))
    session 'desk' was lost when the server was started anew
    """

    _occasion = "the server was started anew"


class AnswerLost(Error):
    """After a cut the server knows nothing of a request: it never arrived, or was done so long ago that it is forgotten.

    The request is not sent again: only the program knows whether that would do harm.

    >>> print(svvs.AnswerLost("increment"))
    the server knows of no request 'increment': it never arrived, or its answer is forgotten
    """

    def __init__(self, method: str) -> None:
        super().__init__(method)
        self.method = method

    def __str__(self) -> str:
        return f"the server knows of no request {self.method!r}: it never arrived, or its answer is forgotten"


_CLASSES = {-32800: RequestCancelled, -32801: ContentModified, -32001: Overloaded}


def response_error(code: int, message: str, data: Any) -> ResponseError:
    """The exception for what the server answered."""
    return _CLASSES.get(code, ResponseError)(code, message, data)
