"""Hands what the connection hears to those who wait for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from .connection import Connection
from .errors import Error, BadMessage, ViewClosed
from .events import Change, Event, Reply, ViewEnded
from .messages import Notification, Request
from .replica import Replica


class Promise(Protocol):
    """What the futures of `asyncio` and of `concurrent.futures` have in common."""

    def done(self) -> bool: ...
    def set_result(self, result: Any, /) -> None: ...
    def set_exception(self, exception: BaseException, /) -> None: ...


FutureT = TypeVar("FutureT", bound=Promise)

#: Told every change of a view; at last told once why no more will come.
Listener = Callable[[Change | Error], None]


class Dispatcher(Generic[FutureT]):
    """The part of a client that is the same for threads and for asyncio.

    Nothing here blocks: `send` must only queue the bytes it is given. It is not safe for threads; the blocking face
    calls it under a lock.
    """

    def __init__(self, send: Callable[[bytes], None], new_future: Callable[[], FutureT]) -> None:
        self._connection = Connection()
        self._send = send
        self._new_future = new_future
        self._futures: dict[int, FutureT] = {}
        self._listeners: dict[str | None, list[Listener]] = {}
        self._failure: Error | None = None

    def request(self, method: str, params: Mapping[str, Any]) -> tuple[int, FutureT]:
        """Sends a request. Call :meth:`abandon` with its id once nobody waits for the future."""
        self.check()
        id = self._connection.request(method, params)
        future = self._futures[id] = self._new_future()
        self._flush()
        return id, future

    def batch(self, messages: Sequence[Request | Notification]) -> list[tuple[int, str, FutureT]]:
        """Sends all at once: the id, the method and the future of each request."""
        self.check()
        ids = self._connection.batch(messages)
        sent = [(id, each.method, self._new_future()) for id, each in zip(ids, messages) if id is not None]
        self._futures.update({id: future for id, _, future in sent})
        self._flush()
        return sent

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.check()
        self._connection.notify(method, params)
        self._flush()

    def cancel(self, id: int) -> None:
        """Asks the server to cancel a request, if it is still under way."""
        if self._failure is None:
            self._connection.cancel(id)
            self._flush()

    def abandon(self, id: int) -> None:
        """Forgets a request; cancels it if it is still under way."""
        if self._futures.pop(id, None) is not None and self._failure is None:
            self._connection.abandon(id)
            self._flush()

    def replica(self, view: str) -> Replica:
        """The copy of an open view."""
        try:
            return self._connection.views[view]
        except KeyError:
            raise ViewClosed(f"view {view!r} is closed") from None

    def listen(self, replica: Replica, listener: Listener) -> Callable[[], None]:
        """Adds a listener to a view; calling the result removes it."""
        if self._failure is not None or not replica.is_open:
            listener(self._failure or ViewClosed(f"view {replica.view!r} is closed"))
            return lambda: None
        listeners = self._listeners.setdefault(replica.view, [])
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None

    def listen_for_end(self, listener: Listener) -> None:
        """Has the listener told why the connection has ended, once it has."""
        if self._failure is not None:
            listener(self._failure)
        else:
            self._listeners.setdefault(None, []).append(listener)

    def receive(self, data: bytes) -> bool:
        """Takes in what the server wrote; false once the connection is broken."""
        if self._failure is None:
            try:
                for event in self._connection.receive(data):
                    self._deliver(event)
                self._flush()
            except BadMessage as error:
                self.fail(error)
        return self._failure is None

    def fail(self, error: Error) -> None:
        """Ends the connection: everyone who waits now, and who calls later, gets the error. The first one stands."""
        if self._failure is None:
            self._failure = error
            for future in self._futures.values():
                if not future.done():
                    future.set_exception(error)
            for view in list(self._listeners):
                self._end_listeners(view, error)

    def _deliver(self, event: Event) -> None:
        if isinstance(event, Change):
            for listener in list(self._listeners.get(event.view, ())):
                listener(event)
        elif isinstance(event, ViewEnded):
            self._end_listeners(event.view, ViewClosed(f"view {event.view!r} is closed"))
        else:
            future = self._futures.pop(event.id, None)
            if future is None or future.done():
                return
            if isinstance(event, Reply):
                future.set_result(event.result)
            else:
                future.set_exception(event.error)

    def _end_listeners(self, view: str | None, error: Error) -> None:
        for listener in self._listeners.pop(view, ()):
            listener(error)

    def check(self) -> None:
        """Raises what has ended the connection, if it has ended."""
        if self._failure is not None:
            raise self._failure.with_traceback(None)  # else each raise would add to the last one's

    def _flush(self) -> None:
        data = self._connection.data_to_send()
        if data:
            self._send(data)
