"""A client in an event loop: the pending replies, the listeners of changes, and the server's process."""

import asyncio
import logging
import os
import weakref
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from .connection import Connection, Published, Reply
from .errors import BadMessage, CallTimedOut, Detached, Error, ProtocolVersionMismatch, ServerDied, ViewClosed, shown_command
from .messages import member, without_none
from .process import GRACE, Process
from .replica import Membership, Replica, Topic

__tracebackhide__ = True  # so that pytest shows the line of the test
PROTOCOL_VERSION = 2

Item = TypeVar("Item")


class Client(Topic):
    """A client of one server, and the process of that server. `initialize` contains parameters of that request.

    The process ends if nothing refers to the client any more. Everything that uses it refers to it.
    """

    def __init__(
        self, words: Sequence[str], timeout: float | None, close_timeout: float, initialize: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self.process = Process(self, close_timeout)
        #: The timeout of a reply or a state, in seconds; None for no timeout.
        self.timeout = timeout
        #: The result of `initialize`.
        self.info: Mapping[str, Any] = {}
        self._words, self._initialize = words, initialize
        self._connection = Connection()
        self._is_attached = any(word.partition("=")[0] == "--attach" for word in words)
        self._replies: dict[int, asyncio.Future[Any]] = {}

    def __str__(self) -> str:
        state = "ended" if self.end else "running" if self.info else "not started"
        return f"{shown_command(self._words)!r}, {state}"

    # Messages

    async def request(self, method: str, params: Mapping[str, Any], within: float | None = None) -> Any:
        """Sends a request, and waits for its result, by default with the timeout :attr:`timeout`.

        The request is cancelled if the waiting ends early.
        """
        try:
            id, reply = self.start_request(method, params)
            try:
                return await self.result(method, reply, within)
            finally:
                if self._replies.pop(id, None) is not None and self.end is None:
                    self._connection.abandon(id)
                    self._flush()
        except Error as error:
            raise error.with_traceback(None)  # so that the traceback of a script shows the script

    def start_request(self, method: str, params: Mapping[str, Any]) -> tuple[int, asyncio.Future[Any]]:
        """Sends a request without waiting. Returns its id and the future of its result."""
        self.check()
        id = self._connection.request(method, params)
        reply = self._replies[id] = asyncio.get_running_loop().create_future()
        reply.add_done_callback(asyncio.Future.exception)  # otherwise an error that no caller waits for is logged
        self._flush()
        return id, reply

    async def result(self, method: str, reply: asyncio.Future[Any], within: float | None = None) -> Any:
        """Waits for the result of a request. The caller cancels the request after a timeout."""
        timeout = self.timeout if within is None else within
        if not reply.done() and (await asyncio.wait([reply], timeout=timeout))[1]:
            raise CallTimedOut(f"no reply to {method!r} within {timeout} s")
        return reply.result()

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.check()
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
        if topic.end:
            listener(topic.end)
        topic.listeners.append(listener)
        return partial(self._ignore, topic, listener)

    def _ignore(self, topic: Topic, listener: Callable[[Any], None]) -> None:
        if listener in topic.listeners:
            topic.listeners.remove(listener)

    # The process

    async def start(self) -> None:
        """Starts the process, and sends `initialize`.

        :raises RuntimeError: if it was started before.
        """
        try:
            await self.process.start(self._words)
            # The server ends when the process with this id ends, even if that is killed.
            ours = {
                "processId": os.getpid(),
                "clientInfo": {"name": "svvs for Python"},
                "capabilities": {"cause": True, "append": True},
            }
            params = {"protocolVersion": PROTOCOL_VERSION, **without_none({**ours, **self._initialize})}
            try:
                info: Mapping[str, Any] = await self.request("initialize", params)
                if (version := member(info, "protocolVersion", int)) != PROTOCOL_VERSION:
                    raise ProtocolVersionMismatch(version, PROTOCOL_VERSION)
            except BaseException:
                await self.process.close(GRACE)
                raise
        except Error as error:
            raise error.with_traceback(None)
        if self._is_attached and str(self.process.tail):  # such as options that were not used
            logging.getLogger("svvs").warning("%s", self.process.tail)
        self.info = info

    def ended(self, end: ServerDied) -> None:
        self._fail(Detached(end.status, end.stderr) if self._is_attached else end)

    def calls(self) -> list[str]:
        return self._connection.pending()

    def _fail(self, error: Error) -> None:
        """Ends the connection: present and later calls raise the error. Later errors are ignored."""
        if self.end is None:
            self.end = error
            error.command = "" if self.info else shown_command(self._words)
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(error)
            for topic in [*self._connection.views.values(), *self._connection.memberships.values()]:
                topic.end = error
                topic.publish(error)

    # Events

    def received(self, data: bytes) -> bool:
        for event in self._connection.receive(data) if self.end is None else []:
            if isinstance(event, Published):
                event.topic.publish(event.item)
            elif isinstance(event, BadMessage):
                self._fail(event)
            elif (reply := self._replies.pop(event.id, None)) and not reply.done():
                if isinstance(event, Reply):
                    reply.set_result(event.result)
                else:
                    reply.set_exception(event.error)
        if self.end is None:
            self._flush()
        return self.end is None

    def _flush(self) -> None:
        if data := self._connection.data_to_send():
            self.process.write(data)


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
