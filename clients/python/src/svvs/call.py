"""A request under way."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from typing import Any

from .errors import CallTimedOut


class Call:
    """A request whose answer may be waited for, by any thread, or which may be cancelled.

    >>> server.open("user", id="A").start("reload")
    <svvs.Call 'reload', under way>
    """

    def __init__(
        self, method: str, future: futures.Future[Any], cancel: Callable[[], None], timeout: float | None
    ) -> None:
        self._method = method
        self._future = future
        self._cancel = cancel
        self._timeout = timeout

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the answer. Every change of state that the call made is folded in by then.

        A time-out, in seconds, ends only the waiting, not the call.

        >>> counter = server.open("counterA")
        >>> call = counter.start("increment")
        >>> result = call.result(timeout=20)
        >>> counter.state["count"]
        1

        :raises ResponseError: if the server refused the call, or it was cancelled: then it is a `RequestCancelled`.
        :raises CallTimedOut: if the answer did not come in time.
        """
        timeout = self._timeout if timeout is None else timeout
        try:
            return self._future.result(timeout)
        except futures.TimeoutError:
            raise CallTimedOut(f"no answer to {self._method!r} within {timeout} s") from None

    def done(self) -> bool:
        """Whether the answer is there.

        >>> call = server.start("rpc.discover")
        >>> document = call.result()
        >>> call.done()
        True
        """
        return self._future.done()

    def cancel(self) -> None:
        """Asks the server to cancel the call; :meth:`result` tells how it ended. A call that is done stays so.

        >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
        >>> call.cancel()
        >>> call.result()
        Traceback (most recent call last):
        svvs.refusals.RequestCancelled: RequestCancelled: ...
        """
        self._cancel()

    def __repr__(self) -> str:
        return f"<svvs.Call {self._method!r}, {'done' if self.done() else 'under way'}>"
