"""The server, and sets of views, for asyncio."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .async_session import AsyncSession, AsyncSharedSession, opened
from .async_view import AsyncClosing, AsyncView, Self
from .attachment import Attach, Attachment, attach_words
from .dispatcher import Dispatcher
from .errors import Error, ProtocolVersionMismatch
from .messages import Delivery, Notification, Request, member
from .process import GRACE, Child, Command, command_words

PROTOCOL_VERSION = 1


class ServerBase:
    """What a server is in both faces."""

    def __init__(self, dispatcher: Dispatcher, close_timeout: float) -> None:
        self._dispatcher = dispatcher
        self._close_timeout = close_timeout

    @classmethod
    def attach(
        cls: Callable[..., Self], place: str | None = None, *, options: Sequence[str] = (), reconnect: bool = True,
        command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> Self:
        """Attaches to a server that others use, too, and that goes on afterwards; starts it if there is none.

        `svvs.attach` is that of :class:`Server`. The other parameters are those of the class.

        >>> with svvs.attach(place) as shared:
        ...     shared.sessions()
        []

        :param place: the name of the server, or the path of its socket; by default the app's name.
        :param options: those of `serve`, such as `["--database", "notes.sqlite"]`, if the server is to be started.
        :param reconnect: whether to attach again after a cut. Views of shared sessions are then as before, and calls
            are answered; what belonged to this client alone ends, as :class:`Disconnected`. If the server was killed,
            a new one is started, and shared sessions end as :class:`ServerRestarted`.
        :raises Detached: if the command ends at once, as with wrong options.
        """
        words = Attach(attach_words(place, options, command), reconnect)
        return cls(command=words, timeout=timeout, close_timeout=close_timeout, initialize=initialize)

    @property
    def info(self) -> Mapping[str, Any]:
        """What the server says of itself: `serverInfo`, `process`, `capabilities`, `limits`, `viewTypes`, `schemaHash`.

        >>> server.info["serverInfo"]["name"]
        'svvs'
        """
        return self._dispatcher.info

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
        self._child: Child | Attachment = Child(self._dispatcher.receive, self._dispatcher.fail, close_timeout)
        if isinstance(command, Attach):
            self._child = Attachment(self._dispatcher, self._greet, close_timeout, command.reconnects)
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
            await self._greet()
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
        return await opened(self._dispatcher, delivery, params, type=type, view=view)

    async def open_session(self, id: str | None = None) -> AsyncSession:
        """Opens a session: a set of views that are closed together.

        >>> async with await server.open_session() as window:
        ...     counter = await window.open("counterA")
        >>> counter.is_open
        False
        """
        result = await self.request("session/open", {} if id is None else {"session": id})
        return AsyncSession(self._dispatcher, member(result, "session", str))

    async def share(self, id: str | None = None, *, keep: float = 0.0) -> AsyncSharedSession:
        """Opens a session that others may join; the parameters are those of :meth:`svvs.Server.share`.

        >>> await server.share("desk", keep=60)
        <svvs.AsyncSharedSession 'desk'>
        """
        names = {} if id is None else {"session": id}
        result = await self.request("session/open", {**names, "shared": True, "keep": keep})
        return AsyncSharedSession(self._dispatcher, self._dispatcher.membership(result["session"]))

    async def join(self, id: str, *, delivery: Delivery | None = None) -> AsyncSharedSession:
        """Joins a session that another client has opened; the parameters are those of :meth:`svvs.Server.join`.

        >>> async with svvs.AsyncServer.attach(place) as one, svvs.AsyncServer.attach(place) as other:
        ...     counter = await (await one.share("desk")).open("counterA", "mine")
        ...     print((await other.join("desk")).views["mine"].state)
        {'count': 0}
        """
        await self.request("session/join", {"session": id, **({} if delivery is None else {"delivery": delivery})})
        return AsyncSharedSession(self._dispatcher, self._dispatcher.membership(id))

    async def sessions(self) -> list[Mapping[str, Any]]:
        """The shared sessions of the server, with their views and who is in them; see :meth:`svvs.Server.sessions`.

        >>> desk = await server.share("desk")
        >>> [each["session"] for each in await server.sessions()]
        ['desk']
        """
        return member(await self.request("session/list"), "sessions", list[Mapping[str, Any]])

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by cancellation, the request is cancelled.

        >>> list((await server.request("rpc.discover"))["x-viewTypes"])[:2]
        ['user', 'friends']
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

    async def _greet(self) -> bool:
        """Begins a conversation; whether it is with the same process as the last."""
        capabilities, client = {"cause": True}, {"name": "svvs for Python"}
        # With its parent's id, the server ends when this process does, however it does.
        ours = {"processId": os.getpid(), "clientInfo": client, "capabilities": capabilities, **self._initialize}
        params = {name: value for name, value in ours.items() if value is not None}
        info: Mapping[str, Any] = await self.request("initialize", {"protocolVersion": PROTOCOL_VERSION, **params})
        version = member(info, "protocolVersion", int)
        if version != PROTOCOL_VERSION:
            raise ProtocolVersionMismatch(version, PROTOCOL_VERSION)
        former, self._dispatcher.info = self.info, info
        return former.get("process") == self.info.get("process")
