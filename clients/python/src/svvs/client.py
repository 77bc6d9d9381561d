"""A client in an event loop: the pending replies, the listeners of changes, and the server's process."""

import asyncio
import contextlib
import logging
import os
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from .connection import Connection, Event, Reply
from .errors import BadMessage, CallTimedOut, Detached, Error, ProtocolVersionMismatch, ResponseError, ServerDied
from .errors import ViewClosed, shown_command
from .messages import Notification, Request, member, without_none
from .process import GRACE, AttachWords, Process
from .replica import Change, Ended, Membership, Replica, SessionChange, Topic

PROTOCOL_VERSION = 1

#: The delay before each attempt to attach again, in seconds.
DELAYS = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6)

Item = TypeVar("Item")


class Client(Topic):
    """A client of one server, which starts and ends the server's process.

    A client of a shared server runs `attach` again when the connection is lost, if `AttachWords.reconnects` is set, and
    continues with the same views and requests. `initialize` contains parameters of the request of that name.
    """

    def __init__(
        self, words: Sequence[str], timeout: float | None, close_timeout: float, initialize: Mapping[str, Any]
    ) -> None:
        super().__init__()
        #: The timeout of a reply or a state, in seconds; None for no timeout.
        self.timeout = timeout
        self.close_timeout = close_timeout
        #: The result of `initialize`.
        self.info: Mapping[str, Any] = {}
        #: Set when the last process has ended.
        self.finished = asyncio.Event()
        self._words, self._initialize = words, initialize
        self._connection = Connection()
        self._replies: dict[int, asyncio.Future[Any]] = {}
        self._process = self._new_process()
        #: The attempts to attach again, while the connection is lost.
        self.reconnecting: asyncio.Task[None] | None = None

    def __str__(self) -> str:
        states = "not started", "running", "attaching again", "ended"
        index = 3 if self.end else 2 if self.reconnecting else bool(self.info)
        return f"{shown_command(self._words)!r}, {states[index]}"

    # Messages

    async def request(self, method: str, params: Mapping[str, Any], within: float | None = None) -> Any:
        """Sends a request, and waits for its result, by default with the timeout :attr:`timeout`.

        The request is cancelled if the waiting ends early.
        """
        try:
            id, reply = self.start_request(method, params)
            await self._wait(self.timeout if within is None else within, repr(method), {id: reply})
            return reply.result()
        except Error as error:
            raise error.with_traceback(None)  # so that the traceback of a script shows the script

    def start_request(self, method: str, params: Mapping[str, Any]) -> tuple[int, asyncio.Future[Any]]:
        """Sends a request without waiting. Returns its id and the future of its result."""
        self.check()
        ((id, reply),) = self._expect([self._connection.request(method, params)]).items()
        return id, reply

    async def batch(self, messages: Sequence[Request | Notification]) -> list[Any]:
        """Sends all messages in one line, and waits for the results, or errors, of the requests."""
        try:
            self.check()
            return await self._outcomes("a batch", self._connection.batch(messages))
        except Error as error:
            raise error.with_traceback(None)

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        if self.end:
            raise self.end.with_traceback(None)
        self._connection.notify(method, params)
        self._flush()

    def cancel(self, id: int) -> None:
        """Asks the server to cancel a request, if it is still in progress."""
        if self.end is None:
            self._connection.cancel(id)
            self._flush()

    # Views and sessions

    def replica(self, view: str) -> Replica:
        """The replica of an open view."""
        if replica := self._connection.views.get(view):
            return replica
        raise ViewClosed(f"view {view!r} is closed")

    def replicas(self, session: str) -> list[Replica]:
        """The replicas of the views of a session, in the order in which they were opened."""
        return [each for each in self._connection.views.values() if each.session == session]

    def membership(self, session: str) -> Membership:
        """The membership in a shared session."""
        if membership := self._connection.memberships.get(session):
            return membership
        raise ViewClosed(f"session {session!r} is closed")

    def listen(self, topic: Topic, listener: Callable[[Any], None]) -> Callable[[], None]:
        """Calls the listener with each change, and finally with an :class:`Error`. The result removes the listener."""
        if end := self.end or topic.end:
            listener(end)
        topic.listeners.append(listener)
        return lambda: topic.listeners.remove(listener) if listener in topic.listeners else None

    # The process

    async def start(self) -> None:
        """Starts the process, and sends `initialize`.

        :raises RuntimeError: if it was started before.
        """
        try:
            await self._process.start(self._words)
            try:
                await self._greet()
            except BaseException:
                await self._process.close(GRACE)
                raise
        except Error as error:
            raise error.with_traceback(None)

    def _new_process(self) -> Process:
        return Process(self._receive, self._process_ended, self.close_timeout, self._connection.pending)

    async def close(self) -> None:
        """Ends the process, if there is one, and cancels any attempt to attach again."""
        if self.reconnecting is not None:
            self.reconnecting.cancel()
            await asyncio.wait([self.reconnecting])
        await self._process.close(self.close_timeout)

    async def _greet(self) -> bool:
        """Sends `initialize`. Returns whether the server is the same process as on the last connection."""
        # The server ends when the process with this id ends, even if that is killed.
        ours = {"processId": os.getpid(), "clientInfo": {"name": "svvs for Python"}, "capabilities": {"cause": True}}
        params = without_none({**ours, **self._initialize})
        info: Mapping[str, Any] = await self.request("initialize", {"protocolVersion": PROTOCOL_VERSION, **params})
        if (version := member(info, "protocolVersion", int)) != PROTOCOL_VERSION:
            raise ProtocolVersionMismatch(version, PROTOCOL_VERSION)
        if isinstance(self._words, AttachWords) and str(self._process.tail):  # such as options that were not used
            logging.getLogger("svvs").warning("%s", self._process.tail)
        former, self.info = self.info, info
        return former.get("process") == info.get("process")

    def _process_ended(self, end: ServerDied) -> None:
        attach = self._words if isinstance(self._words, AttachWords) else None
        self._end = Detached(end.status, end.stderr) if attach else end
        is_expected = not self.info or self.end is not None or end.status == 0 or self._process.is_closing
        if self.reconnecting is not None:
            self._take(self._connection.cut())
        elif attach and attach.reconnects and not is_expected:
            self._take(self._connection.cut(self._end._reason))
            self.reconnecting = asyncio.ensure_future(self._reconnect(self._end._reason))
        else:
            self._finish()

    async def _reconnect(self, reason: str) -> None:
        try:
            await self._process.close(GRACE)
            for delay in DELAYS:
                await asyncio.sleep(delay)
                self._process = self._new_process()
                with contextlib.suppress(Error):
                    await self._process.start(self._words)
                    if not await self._greet():
                        self._take(self._connection.restarted(reason))
                    await self._outcomes("'session/join'", self._connection.rejoin())
                    if not self._process.finished.is_set():
                        self.reconnecting = None
                        return self._take(self._connection.resume())
                await self._process.close(GRACE)
        finally:
            if self.reconnecting is not None:  # all attempts failed, or cancelled
                self.reconnecting = None
                self._finish()

    def _finish(self) -> None:
        self._fail(self._end)
        self.finished.set()

    def _fail(self, error: Error) -> None:
        """Ends the connection: present and later calls raise the error. Later errors are ignored."""
        if self.end is None:
            self.end = error
            error.command = "" if self.info else shown_command(self._words)
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(error)
            for topic in [*self._connection.views.values(), *self._connection.memberships.values()]:
                topic.publish(error)

    # Events

    def _receive(self, data: bytes) -> bool:
        """Handles output of the server. Returns false after an error."""
        if self.end is None:
            try:
                self._take(self._connection.receive(data))
            except BadMessage as error:
                self._fail(error)
        return self.end is None

    def _take(self, events: Iterator[Event]) -> None:
        for event in events:
            if isinstance(event, Change):
                self._connection.views[event.view].publish(event)
            elif isinstance(event, SessionChange):
                self._connection.memberships[event.session].publish(event)
            elif isinstance(event, Ended):
                event.topic.publish(event.topic.end)
            elif (reply := self._replies.pop(event.id, None)) and not reply.done():
                if isinstance(event, Reply):
                    reply.set_result(event.result)
                else:
                    reply.set_exception(event.error)
        self._flush()

    # Replies

    def _expect(self, ids: Iterable[int | None]) -> dict[int, asyncio.Future[Any]]:
        """Sends the requests with these ids. Returns the futures of their results."""
        loop = asyncio.get_running_loop()
        replies = {id: loop.create_future() for id in ids if id is not None}
        self._replies |= replies
        self._flush()
        return replies

    async def _outcomes(self, what: str, ids: Iterable[int | None]) -> list[Any]:
        """Waits for the results, or errors, of requests."""
        replies = self._expect(ids)
        await self._wait(self.timeout, what, replies)
        outcomes = [(reply, reply.exception()) for reply in replies.values()]
        return [error if isinstance(error, ResponseError) else reply.result() for reply, error in outcomes]

    async def _wait(self, timeout: float | None, what: str, replies: Mapping[int, asyncio.Future[Any]]) -> None:
        try:
            if replies and (await asyncio.wait(replies.values(), timeout=timeout))[1]:
                raise CallTimedOut(f"no reply to {what} within {timeout} s")
        finally:
            for id in replies:
                if self._replies.pop(id, None) is not None and self.end is None:
                    self._connection.abandon(id)
                    self._flush()

    def _flush(self) -> None:
        if data := self._connection.data_to_send():
            self._process.write(data)


class Subscription(AsyncIterator[Item]):
    """The changes of a view or session, from the creation of this object until the view or session is closed."""

    def __init__(self, client: Client, topic: Topic) -> None:
        self._items: asyncio.Queue[Item | Error] = asyncio.Queue()
        # The listener refers to the queue, not to this object, so that releasing this object removes the listener.
        weakref.finalize(self, client.listen(topic, self._items.put_nowait))

    async def __anext__(self) -> Item:
        item = await self._items.get()
        if not isinstance(item, Error):
            return item
        self._items.put_nowait(item)  # for the next call
        if isinstance(item, ViewClosed):
            raise StopAsyncIteration
        raise item
