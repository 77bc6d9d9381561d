"""What a cut means: the errors of a client that is attached to a server which goes on without it."""

from .errors import Error, ServerDied


class Detached(ServerDied):
    """The client is not attached, or not any more: status and standard error are those of the command `attach`.

    >>> server = svvs.attach(place)
    >>> server.close()
    >>> server.sessions()
    Traceback (most recent call last):
    svvs.cuts.Detached: not attached to a server: the command has ended with status 0
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
        #: What was lost: a view, a session, or the answer to a request.
        self.what = what
        #: What the server says of that, if it says anything.
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
