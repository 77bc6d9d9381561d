"""The server, and sets of views, for asyncio."""

import os
from collections.abc import Mapping
from typing import Any

from .async_view import AsyncClosing, AsyncView
from .dispatcher import Dispatcher
from .errors import Error, ProtocolVersionMismatch
from .messages import Delivery, Notification, Request, member
from .process import GRACE, Child, Command, command_words

PROTOCOL_VERSION = 1


async def _opened(dispatcher: Dispatcher, delivery: str | None, params: Mapping[str, Any], **names: str | None) -> AsyncView:
    members = {**names, "delivery": delivery, "params": params}
    result = await dispatcher.request("view/open", {name: each for name, each in members.items() if each is not None})
    return AsyncView(dispatcher, dispatcher.replica(result["view"]))


class AsyncSession(AsyncClosing):
    """A set of views that are closed together, such as those of one window; see :meth:`svvs.AsyncServer.open_session`.

    >>> await server.open_session("window")
    <svvs.AsyncSession 'window'>
    """

    def __init__(self, dispatcher: Dispatcher, id: str) -> None:
        self.id = id
        self._dispatcher = dispatcher

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view in this session, as :meth:`AsyncServer.open` does in the default one.

        >>> window = await server.open_session()
        >>> (await window.open("counterA")).state
        {'count': 0}
        """
        return await _opened(self._dispatcher, delivery, params, type=type, view=view, session=self.id)

    async def close(self) -> None:
        """Closes the session and all its views.

        >>> window = await server.open_session()
        >>> counter = await window.open("counterA")
        >>> await window.close()
        >>> counter.is_open
        False
        """
        await self._dispatcher.request("session/close", {"session": self.id})

    def __repr__(self) -> str:
        return f"<svvs.AsyncSession {self.id!r}>"


class ServerBase:
    """What a server is in both faces."""

    def __init__(self, dispatcher: Dispatcher, close_timeout: float) -> None:
        #: What the server says of itself: `serverInfo`, `capabilities`, `limits`, `viewTypes`, `schemaHash`.
        self.info: Mapping[str, Any] = {}
        self._dispatcher = dispatcher
        self._close_timeout = close_timeout

    @property
    def timeout(self) -> float | None:
        """How many seconds to wait for an answer or a state; None for as long as the server lives.

        >>> server.timeout
        60.0
        """
        return self._dispatcher.timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self._dispatcher.timeout = timeout

    @property
    def limits(self) -> Mapping[str, int]:
        """The server's limits, by name; beyond one a request is refused as :class:`Overloaded`.

        >>> server.limits["callsUnderWay"]
        1024
        """
        return member(self.info, "limits", dict[str, int])


class AsyncServer(ServerBase, AsyncClosing):
    """A running server, which ends with the `async with` block at the latest.

    >>> async with svvs.AsyncServer("--language", "en", timeout=10) as server:
    ...     counter = await server.open("counterA")

    The parameters and exceptions are those of :class:`svvs.Server`. All of it belongs to one event loop.
    """

    def __init__(
        self, *options: str, command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(Dispatcher(lambda data: self._child.write(data), timeout), close_timeout)
        self._child = Child(self._dispatcher.receive, self._dispatcher.fail, close_timeout)
        self._words = command_words(command, options)
        self._initialize = initialize or {}

    async def start(self) -> None:
        """Starts the process; `async with` does this.

        >>> other = svvs.AsyncServer()
        >>> await other.start()
        >>> await other.close()

        :raises RuntimeError: if it was started before: a server is started once.
        """
        await self._child.start(self._words)
        try:
            self.info = await self._initialized()
        except BaseException:
            await self._child.close(GRACE)
            raise

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view of the given type; the parameters are those of :meth:`svvs.Server.open`.

        >>> user = await server.open("user", id="A")
        >>> user.state["displayName"]
        'User Name'
        """
        return await _opened(self._dispatcher, delivery, params, type=type, view=view)

    async def open_session(self, id: str | None = None) -> AsyncSession:
        """Opens a session: a set of views that are closed together.

        >>> async with await server.open_session() as window:
        ...     counter = await window.open("counterA")
        >>> counter.is_open
        False
        """
        result = await self.request("session/open", {} if id is None else {"session": id})
        return AsyncSession(self._dispatcher, member(result, "session", str))

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by cancellation, the request is cancelled.

        >>> list((await server.request("rpc.discover"))["x-viewTypes"])[:2]
        ['counterA', 'counterB']
        """
        return await self._dispatcher.request(method, params or {})

    async def batch(self, *messages: Request | Notification) -> list[Any]:
        """Sends all messages in one line, and waits for the results of the requests, which come in their order.

        A request that is refused has its :class:`ResponseError` for a result, and holds up no other.

        >>> counter = await server.open("counterA")
        >>> await server.batch(counter.prepare("increment", by=2), counter.prepare("increment", ifCommit=99))
        [{'commit': 1}, ContentModified(-32801, ...)]
        """
        return await self._dispatcher.batch(messages)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It waits in memory until the server reads it, and is never answered.

        >>> server.notify("initialized")
        """
        self._dispatcher.notify(method, params or {})

    async def shutdown(self) -> None:
        """Ends the server at once: it cancels and answers every call, and saves what is to be saved.

        >>> await server.shutdown()
        """
        try:
            await self._dispatcher.request_within(self._close_timeout, "shutdown", {})
            self.notify("exit")
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else kills it.

        >>> await server.close()
        """
        await self._child.close(self._close_timeout)

    async def wait_closed(self) -> Error:
        """Waits until the server has ended, however it does, and returns what every call raises from then on.

        >>> await server.close()
        >>> await server.wait_closed()
        ServerDied(0, '')
        """
        await self._child.finished.wait()
        assert self._dispatcher.failure is not None, "its end is one"
        return self._dispatcher.failure

    async def __aenter__(self) -> "AsyncServer":
        await self.start()
        return self

    async def _initialized(self) -> Mapping[str, Any]:
        capabilities, client = {"cause": True}, {"name": "svvs for Python"}
        # With its parent's id, the server ends when this process does, however it does.
        ours = {"processId": os.getpid(), "clientInfo": client, "capabilities": capabilities, **self._initialize}
        params = {name: value for name, value in ours.items() if value is not None}
        info: Mapping[str, Any] = await self.request("initialize", {"protocolVersion": PROTOCOL_VERSION, **params})
        version = member(info, "protocolVersion", int)
        if version != PROTOCOL_VERSION:
            raise ProtocolVersionMismatch(version, PROTOCOL_VERSION)
        return info
