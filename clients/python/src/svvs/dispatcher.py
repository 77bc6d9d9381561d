"""Hands what the connection hears to those who wait for it, in an event loop."""

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from .errors import BadMessage, CallTimedOut, Error, ResponseError, ViewClosed
from .connection import Connection, Event, Reply
from .messages import Notification, Request
from .replica import Change, Ended, Membership, Replica, SessionChange, Topic

Item = TypeVar("Item")

#: Called with every change of a topic, and at last with why no more will come.
Listener = Callable[[Any], None]


class Dispatcher:
    """The conversation with a server, for all who take part in it. `send` must only queue the bytes it is given."""

    def __init__(self, send: Callable[[bytes], None], timeout: float | None) -> None:
        #: How many seconds to wait for an answer or a state; None for as long as the server lives.
        self.timeout = timeout
        #: What has ended the conversation.
        self.failure: Error | None = None
        #: What the server says of itself.
        self.info: Mapping[str, Any] = {}
        self._connection = Connection()
        self._send = send
        self._futures: dict[int, asyncio.Future[Any]] = {}
        self._listeners: dict[Topic, list[Listener]] = {}

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
        return await self._outcomes("a batch", self._connection.batch(messages))

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

    def replicas(self, session: str) -> list[Replica]:
        """The copies of a session's views, in the order in which they were opened."""
        return [each for each in self._connection.views.values() if each.session == session]

    def membership(self, session: str) -> Membership:
        """This client's part in a shared session."""
        if membership := self._connection.memberships.get(session):
            return membership
        raise ViewClosed(f"session {session!r} is closed")

    def listen(self, topic: Topic, listener: Listener) -> Callable[[], None]:
        """Adds a listener to a view or a session; calling the result removes it."""
        if end := self.failure or topic.end:
            listener(end)
            return lambda: None
        listeners = self._listeners.setdefault(topic, [])
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None

    def receive(self, data: bytes) -> bool:
        """Takes in what the server wrote; false once the conversation is over."""
        if self.failure is None:
            try:
                self._take(self._connection.receive(data))
            except BadMessage as error:
                self.fail(error)
        return self.failure is None

    def cut(self) -> None:
        """Ends what belonged to the connection alone. The rest waits for the next."""
        self._take(self._connection.cut())

    async def rejoin(self, is_same_server: bool) -> None:
        """Joins each shared session again; one that is refused ends. If it is another server, all end."""
        if not is_same_server:
            self._take(self._connection.restarted())
        await self._outcomes("'session/join'", self._connection.rejoin())

    def resume(self) -> None:
        """Sends what has waited."""
        self._take(self._connection.resume())

    def fail(self, error: Error) -> None:
        """Ends the conversation: everyone who waits now, and who calls later, gets the error. The first one stands."""
        if self.failure is None:
            self.failure = error
            for future in self._futures.values():
                if not future.done():
                    future.set_exception(error)
            for topic in list(self._listeners):
                self._tell(self._listeners.pop(topic), error)

    def _take(self, events: Iterator[Event]) -> None:
        for event in events:
            self._deliver(event)
        self._flush()

    def _deliver(self, event: Event) -> None:
        if isinstance(event, Change):
            self._tell(self._listeners.get(self._connection.views[event.view], ()), event)
        elif isinstance(event, SessionChange):
            self._tell(self._listeners.get(self._connection.memberships[event.session], ()), event)
        elif isinstance(event, Ended):
            self._tell(self._listeners.pop(event.topic, ()), event.topic.end)
        elif (future := self._futures.pop(event.id, None)) and not future.done():
            if isinstance(event, Reply):
                future.set_result(event.result)
            else:
                future.set_exception(event.error)

    async def _outcomes(self, what: str, ids: Iterable[int | None]) -> list[Any]:
        """Waits for the results, or refusals, of requests."""
        futures = {id: self._future(id) for id in ids if id is not None}
        self._flush()
        await self._wait(self.timeout, what, futures)
        outcomes = [(future, future.exception()) for future in futures.values()]
        return [error if isinstance(error, ResponseError) else future.result() for future, error in outcomes]

    async def _wait(self, timeout: float | None, what: str, futures: Mapping[int, asyncio.Future[Any]]) -> None:
        """Waits for answers. Requests are cancelled if the waiting ends early."""
        try:
            if futures and (await asyncio.wait(futures.values(), timeout=timeout))[1]:
                raise CallTimedOut(f"no answer to {what} within {timeout} s")
        finally:
            for id in futures:
                self._abandon(id)

    @staticmethod
    def _tell(listeners: Iterable[Listener], news: object) -> None:
        for listener in list(listeners):
            listener(news)

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


class News(AsyncIterator[Item]):
    """What happens to a view or a session since this object was made, none left out, until that is closed."""

    def __init__(self, dispatcher: Dispatcher, topic: Topic) -> None:
        self._heard: asyncio.Queue[Item | Error] = asyncio.Queue()
        # The server knows the queue, not this object, which can therefore be dropped, and then takes the queue along.
        weakref.finalize(self, dispatcher.listen(topic, self._heard.put_nowait))

    async def __anext__(self) -> Item:
        news = await self._heard.get()
        if not isinstance(news, Error):
            return news
        self._heard.put_nowait(news)  # the end stays the end
        if isinstance(news, ViewClosed):
            raise StopAsyncIteration
        raise news
