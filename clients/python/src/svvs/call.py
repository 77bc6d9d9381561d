"""A request under way."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from typing import Any

from .errors import TimedOut


class Call:
    """A request whose answer may be waited for, by any thread, or which may be cancelled.

    ::

        reload = user.start("reload")
        ...
        reload.cancel()
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

        :raises ResponseError: if the server refused the call, or it was cancelled (`kind` is "RequestCancelled").
        :raises TimedOut: if the answer did not come in time.
        """
        timeout = self._timeout if timeout is None else timeout
        try:
            return self._future.result(timeout)
        except futures.TimeoutError:
            raise TimedOut(f"no answer to {self._method!r} within {timeout} s") from None

    def done(self) -> bool:
        """Whether the answer is there."""
        return self._future.done()

    def cancel(self) -> None:
        """Asks the server to cancel the call; :meth:`result` tells how it ended. A call that is done stays so."""
        self._cancel()

    def __repr__(self) -> str:
        return f"<svvs.Call {self._method!r}, {'done' if self.done() else 'under way'}>"
