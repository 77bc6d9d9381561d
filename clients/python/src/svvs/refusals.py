"""The errors that a server answers with: :class:`ResponseError`, and a class for each that carries data to act on."""

from __future__ import annotations

from typing import Any

from .errors import Error
from .shapes import is_object


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
        self.code = code
        self.message = message
        self.data = data

    @property
    def kind(self) -> str:
        """The error's stable name, such as `"InvalidParams"` or `"RequestCancelled"`.

        >>> svvs.ResponseError(-32601, "no such method", {"kind": "MethodNotFound"}).kind
        'MethodNotFound'
        """
        kind = self._datum("kind")
        return kind if isinstance(kind, str) else ""

    def _datum(self, name: str) -> Any:
        return self.data.get(name) if is_object(self.data) else None

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


_CLASSES = {-32800: RequestCancelled, -32801: ContentModified, -32001: Overloaded}


def response_error(code: int, message: str, data: Any) -> ResponseError:
    """The exception for what the server answered."""
    return _CLASSES.get(code, ResponseError)(code, message, data)
