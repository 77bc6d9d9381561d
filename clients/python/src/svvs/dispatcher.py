"""Hands what the connection hears to those who wait for it, in an event loop."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .connection import Connection, Event, Reply, ViewEnded
from .errors import BadMessage, CallTimedOut, Error, ResponseError, ViewClosed
from .messages import Notification, Request
from .replica import Change, Replica

#: Called with every change of a view, and at last with why no more will come.
Listener = Callable[[Change | Error], None]


class Dispatcher:
    """The conversation with a server, for all who take part in it. `send` must only queue the bytes it is given."""

    def __init__(self, send: Callable[[bytes], None], timeout: float | None) -> None:
        #: How many seconds to wait for an answer or a state; None for as long as the server lives.
        self.timeout = timeout
        #: What has ended the conversation.
        self.failure: Error | None = None
        self._connection = Connection()
        self._send = send
        self._futures: dict[int, asyncio.Future[Any]] = {}
        self._listeners: dict[str, list[Listener]] = {}

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """Sends a request, and waits for its result as long as is usual here."""
        return await self.request_within(self.timeout, method, params)

    async def request_within(self, timeout: float | None, method: str, params: Mapping[str, Any]) -> Any:
        """Sends a request, and waits for its result."""
        id, future = self.start(method, params)
        await self._wait(timeout, repr(method), {id: future})
        return future.result()

    async def batch(self, messages: Sequence[Request | Notification]) -> list[Any]:
        """Sends all at once, and waits for the results, or refusals, of the requests."""
        self._check()
        futures = {id: self._future(id) for id in self._connection.batch(messages) if id is not None}
        self._flush()
        await self._wait(self.timeout, "a batch", futures)
        outcomes = [(future, future.exception()) for future in futures.values()]
        return [error if isinstance(error, ResponseError) else future.result() for future, error in outcomes]

    def start(self, method: str, params: Mapping[str, Any]) -> tuple[int, asyncio.Future[Any]]:
        """Sends a request without waiting: its id, and its result to come."""
        self._check()
        id = self._connection.request(method, params)
        future = self._future(id)
        self._flush()
        return id, future

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._check()
        self._connection.notify(method, params)
        self._flush()

    def cancel(self, id: int) -> None:
        """Asks the server to cancel a request, if it is still under way."""
        if self.failure is None:
            self._connection.cancel(id)
            self._flush()

    def replica(self, view: str) -> Replica:
        """The copy of an open view."""
        if replica := self._connection.views.get(view):
            return replica
        raise ViewClosed(f"view {view!r} is closed")

    def listen(self, replica: Replica, listener: Listener) -> Callable[[], None]:
        """Adds a listener to a view; calling the result removes it."""
        if self.failure is not None or not replica.is_open:
            listener(self.failure or ViewClosed(f"view {replica.view!r} is closed"))
            return lambda: None
        listeners = self._listeners.setdefault(replica.view, [])
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None

    def receive(self, data: bytes) -> bool:
        """Takes in what the server wrote; false once the conversation is over."""
        if self.failure is None:
            try:
                for event in self._connection.receive(data):
                    self._deliver(event)
                self._flush()
            except BadMessage as error:
                self.fail(error)
        return self.failure is None

    def fail(self, error: Error) -> None:
        """Ends the conversation: everyone who waits now, and who calls later, gets the error. The first one stands."""
        if self.failure is None:
            self.failure = error
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
        elif (future := self._futures.pop(event.id, None)) and not future.done():
            if isinstance(event, Reply):
                future.set_result(event.result)
            else:
                future.set_exception(event.error)

    async def _wait(self, timeout: float | None, what: str, futures: Mapping[int, asyncio.Future[Any]]) -> None:
        """Waits for answers. Requests are cancelled if the waiting ends early."""
        try:
            if futures and (await asyncio.wait(futures.values(), timeout=timeout))[1]:
                raise CallTimedOut(f"no answer to {what} within {timeout} s")
        finally:
            for id in futures:
                self._abandon(id)

    def _end_listeners(self, view: str, error: Error) -> None:
        for listener in self._listeners.pop(view, ()):
            listener(error)

    def _future(self, id: int) -> asyncio.Future[Any]:
        future = self._futures[id] = asyncio.get_running_loop().create_future()
        return future

    def _abandon(self, id: int) -> None:
        """Forgets a request; cancels it if it is still under way."""
        if self._futures.pop(id, None) is not None and self.failure is None:
            self._connection.abandon(id)
            self._flush()

    def _check(self) -> None:
        if self.failure is not None:
            raise self.failure.with_traceback(None)  # else each raise would add to the last one's

    def _flush(self) -> None:
        if data := self._connection.data_to_send():
            self._send(data)
