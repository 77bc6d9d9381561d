"""The interface for asyncio: views, sessions and the server."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from .client import Client, Subscription
from .errors import Error, ResponseError, TimedOut, ViewClosed
from .messages import Delivery, member, without_none
from .process import Command, command_words
from .replica import Change, Membership, Replica, SessionChange, Topic

__tracebackhide__ = True  # so that pytest shows the line of the test
Self = TypeVar("Self")
State = Mapping[str, Any]


class AsyncClosing(Protocol):
    """An object that is closed at the end of an `async with` block."""

    async def close(self) -> None: ...

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        with contextlib.suppress(*(Error,) if exception_type else ()):  # so that the exception of the block is raised
            await self.close()


class ViewBase:
    """The id, type and state of a view."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    @property
    def id(self) -> str:
        """The id of the view in the protocol.

        >>> server.open("counterA").id
        'view1'
        """
        return self._replica.view

    @property
    def type(self) -> str:
        """The name of the view type.

        >>> server.open("counterA").type
        'counterA'
        """
        return self._replica.type

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters with which the view was opened, by this client or another one.

        >>> server.open("user", id="A").params
        {'id': 'A'}
        """
        return self._replica.params

    @property
    def state(self) -> State:
        """The properties by name. Each change creates a new mapping. It is read-only: to set properties, use `set`.

        >>> server.open("counterA").state
        {'count': 0}
        """
        return self._replica.state

    @property
    def commit(self) -> int:
        """The number of the commit that last changed :attr:`state`.

        >>> counter = server.open("counterA")
        >>> counter.call("increment", ifCommit=counter.commit)
        """
        return self._replica.commit

    @property
    def is_open(self) -> bool:
        """False once the view or its session is closed, by any client or by the server, as at the end of a login.

        >>> server.open("counterA").is_open
        True
        """
        return self._replica.end is None

    def _params(self, /, **members: Any) -> State:
        if self._replica.end:  # not `check`, which adds a frame to the traceback
            raise self._replica.end.with_traceback(None)
        return {**members, "view": self.id}

    def _timed_out(self, timeout: float | None) -> TimedOut:
        text = f"view {self.id!r} of type {self.type!r} did not reach the expected state within {timeout} s"
        error = TimedOut(f"{text}: {repr(self.state)[:1000]}")
        error.type, error.state = self.type, self.state
        return error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewBase) and other._replica is self._replica

    def __hash__(self) -> int:
        return hash(self._replica)

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r} of type {self.type!r}>"


class Changes(Subscription[Change]):
    """The changes of a view from the creation of this object until the view is closed.

    Changes are queued in memory until they are read. To stop early, release the object.

    >>> counter = await server.open("counterA")
    >>> counter.notify("increment")
    >>> async for change in counter.changes():
    ...     print(change.changes, change.cause)
    ...     break
    {'count': 1} (Cause(method='increment', view='view1', id=None),)
    """


class AsyncView(ViewBase, AsyncClosing):
    """An open view, for asyncio; see :class:`svvs.View`.

    >>> await server.open("counterA")
    <svvs.AsyncView 'view1' of type 'counterA'>
    """

    def __init__(self, client: Client, replica: Replica) -> None:
        super().__init__(replica)
        self._client = client

    async def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits for its end; see :meth:`svvs.View.call`. To cancel it, cancel the task.

        >>> counter = await server.open("counterA")
        >>> await counter.call("increment", by=2)
        >>> counter.state["count"]
        2
        """
        await self._client.request(action, self._params(**arguments))

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action without waiting; see :meth:`svvs.View.notify`.

        >>> counter = await server.open("counterA")
        >>> counter.notify("increment")
        >>> await counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._client.notify(action, self._params(**arguments))

    async def set(self, /, **properties: Any) -> None:
        """Sets properties; see :meth:`svvs.View.set`.

        >>> await (await server.open("login")).set(userId="12345")
        """
        await self._client.request("view/set", self._params(properties=properties))

    async def get(self) -> State:
        """Requests the whole state; see :meth:`svvs.View.get`.

        >>> await (await server.open("counterA")).get()
        {'count': 0}
        """
        await self._client.request("view/get", self._params())
        return self.state

    async def wait(self, predicate: Callable[[State], object], timeout: float | None = None) -> State:
        """Waits until `predicate` is true for the state, and returns that state; see :meth:`svvs.View.wait`.

        >>> user = await server.open("user", id="A")
        >>> user.notify("load")
        >>> (await user.wait(lambda state: not state["isPlaceholder"], timeout=20))["displayName"]
        'User A'
        """
        timeout = self._client.timeout if timeout is None else timeout
        deadline = float("inf") if timeout is None else time.monotonic() + timeout
        changes, state = self.changes(), self.state
        while not predicate(state):
            try:
                state = (await asyncio.wait_for(anext(changes), deadline - time.monotonic())).state
            except StopAsyncIteration:
                raise ViewClosed(f"view {self.id!r} is closed") from None
            except asyncio.TimeoutError:
                raise self._timed_out(timeout) from None
        return state

    def changes(self) -> Changes:
        """The view's changes from now on. They end when the view is closed.

        >>> counter = await server.open("counterA")
        >>> changes = counter.changes()
        >>> await counter.call("increment", by=5)
        >>> await counter.close()
        >>> [change.changes async for change in changes]
        [{'count': 5}]
        """
        return Changes(self._client, self._replica)

    async def close(self) -> None:
        """Closes the view; see :meth:`svvs.View.close`.

        >>> counter = await server.open("counterA")
        >>> await counter.close()
        >>> counter.is_open
        False
        """
        with contextlib.suppress(ViewClosed):
            try:
                await self._client.request("view/close", self._params())
            except ResponseError:
                if self.is_open:  # False if the server has closed the view in the meantime
                    raise


class AsyncOpener:
    """A server or a session: opens views."""

    _client: Client
    _session: str | None = None
    #: Ends with the session.
    _topic = Topic()

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view of the given type; see :meth:`svvs.Server.open`.

        >>> (await server.open("user", id="A")).state["displayName"]
        'User Name'
        """
        self._topic.check()
        members = {"type": type, "view": view, "session": self._session, "delivery": delivery, "params": params}
        result = await self._client.request("view/open", without_none(members))
        return AsyncView(self._client, self._client.replica(result["view"]))


class AsyncSession(AsyncOpener, AsyncClosing):
    """Views that are closed together, such as those of one window; see :meth:`svvs.AsyncServer.open_session`.

    >>> await server.open_session("window")
    <svvs.AsyncSession 'window'>
    """

    def __init__(self, client: Client, id: str) -> None:
        self.id = self._session = id
        self._client = client

    async def close(self) -> None:
        """Closes the session; see :meth:`svvs.Session.close`.

        >>> window = await server.open_session()
        >>> counter = await window.open("counterA")
        >>> await window.close()
        >>> counter.is_open
        False
        """
        await self._client.request("session/close", {"session": self.id})

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r}>"


class SessionChanges(Subscription[SessionChange]):
    """The views that other clients open and close in a shared session, until the session is closed.

    Changes are queued in memory until they are read. To stop early, release the object.

    >>> async with svvs.AsyncServer.attach(place) as one, svvs.AsyncServer.attach(place) as other:
    ...     shared = await one.share("team")
    ...     changes = shared.changes()
    ...     counter = await (await other.join("team")).open("counterA", "mine")
    ...     async for change in changes:
    ...         if "mine" in change.opened:
    ...             break
    """


class AsyncSharedSession(AsyncSession):
    """Views that several clients use together, for asyncio; see :class:`svvs.SharedSession`.

    >>> shared = await server.share("team", keep=60)
    >>> counter = await shared.open("counterA", "mine")
    >>> shared.views
    {'mine': <svvs.AsyncView 'mine' of type 'counterA'>}
    """

    _topic: Membership

    def __init__(self, client: Client, membership: Membership) -> None:
        super().__init__(client, membership.session)
        self._topic = membership

    @property
    def token(self) -> str:
        """The token of this client; see :attr:`svvs.SharedSession.token`.

        >>> type((await server.share()).token)
        <class 'str'>
        """
        return self._topic.token

    @property
    def is_open(self) -> bool:
        """Whether the session is open; see :attr:`svvs.SharedSession.is_open`.

        >>> (await server.share()).is_open
        True
        """
        return self._topic.end is None

    @property
    def views(self) -> dict[str, AsyncView]:
        """The open views by their ids; see :attr:`svvs.SharedSession.views`.

        >>> (await server.share()).views
        {}
        """
        return {each.view: AsyncView(self._client, each) for each in self._client.replicas(self.id)}

    def changes(self) -> SessionChanges:
        """The views that other clients open and close from now on, until the session is closed.

        >>> shared = await server.share()
        >>> changes = shared.changes()
        >>> await shared.close()
        >>> [change async for change in changes]
        []
        """
        return SessionChanges(self._client, self._topic)

    async def close(self) -> None:
        """Closes the session for all clients; does nothing if it is closed already.

        >>> shared = await server.share()
        >>> await shared.close()
        >>> shared.is_open
        False
        """
        if not isinstance(self._topic.end, ViewClosed):
            await super().close()


class ServerBase:
    """The members that `Server` and `AsyncServer` have in common."""

    _client: Client

    @classmethod
    def attach(
        cls: Callable[..., Self], place: str | None = None, *, options: Sequence[str] = (), start: bool = True,
        command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> Self:
        """Attaches to a shared server, and starts it if it does not run. It keeps running after the client leaves.

        Appends the option `--attach` to the command of the server. `svvs.attach` is short for `svvs.Server.attach`. The
        other parameters are those of the class. If the connection is lost, every later use raises :class:`Detached`: to
        continue with a shared session, attach again, and pass its token to :meth:`join`.

        >>> with svvs.attach(place) as shared:
        ...     shared.sessions()
        []

        :param place: the name of the server, or the path of its socket; by default the name of the app.
        :param options: options of `serve`, such as `["--database", "notes.sqlite"]`, in case the server is started. If
            it runs with other options, a warning says so.
        :param start: whether to start the server if it does not run. If false, :class:`Detached` is raised instead.
        :raises Detached: if the command ends at once, for example because of invalid options.
        """
        words = ["--attach" if place is None else f"--attach={place}", *([] if start else ["--no-start"]), *options]
        return cls(*words, command=command, timeout=timeout, close_timeout=close_timeout, initialize=initialize)

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self._client}>"

    @property
    def info(self) -> Mapping[str, Any]:
        """The result of `initialize`: `serverInfo`, `process`, `capabilities`, `limits`, `viewTypes`, `schemaHash`.

        >>> server.info["serverInfo"]["name"]
        'svvs'
        """
        return self._client.info

    @property
    def is_connected(self) -> bool:
        """False before the start, and after the end of the server or of the connection to a shared one.

        >>> server.is_connected
        True
        """
        return bool(self.info) and self._client.end is None

    @property
    def timeout(self) -> float | None:
        """The timeout of a reply or a state, in seconds; None for no timeout.

        >>> server.timeout
        60.0
        """
        return self._client.timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self._client.timeout = timeout

    @property
    def limits(self) -> Mapping[str, int]:
        """The limits of the server by name. A request that exceeds one raises :class:`Overloaded`.

        >>> server.limits["callsUnderWay"]
        1024
        """
        return member(self.info, "limits", dict[str, int])


class AsyncServer(ServerBase, AsyncOpener, AsyncClosing):
    """A running server, for asyncio. It ends at the end of the `async with` block.

    >>> async with svvs.AsyncServer("--language", "en", timeout=10) as server:
    ...     counter = await server.open("counterA")

    The parameters and exceptions are those of :class:`svvs.Server`. Use the object in one event loop only.
    """

    def __init__(
        self, *options: str, command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        self._client = Client(command_words(command, options), timeout, close_timeout, initialize or {})

    async def start(self) -> None:
        """Starts the server; `async with` calls this.

        >>> other = svvs.AsyncServer()
        >>> await other.start()
        >>> await other.close()

        :raises RuntimeError: if it was started before: an object starts one server.
        """
        await self._client.start()

    async def open_session(self, id: str | None = None) -> AsyncSession:
        """Opens a session; see :meth:`svvs.Server.open_session`.

        >>> async with await server.open_session() as window:
        ...     counter = await window.open("counterA")
        >>> counter.is_open
        False
        """
        result = await self._client.request("session/open", without_none({"session": id}))
        return AsyncSession(self._client, member(result, "session", str))

    async def share(self, id: str | None = None, *, keep: float = 0.0) -> AsyncSharedSession:
        """Opens a session that other clients can join; see :meth:`svvs.Server.share`.

        >>> (await server.share("team", keep=60)).id
        'team'
        """
        result = await self._client.request("session/open", without_none({"session": id, "shared": True, "keep": keep}))
        return AsyncSharedSession(self._client, self._client.membership(result["session"]))

    async def join(
        self, id: str, token: str | None = None, *, delivery: Delivery | None = None
    ) -> AsyncSharedSession:
        """Joins a session that another client has opened; see :meth:`svvs.Server.join`.

        >>> async with svvs.AsyncServer.attach(place) as one, svvs.AsyncServer.attach(place) as other:
        ...     counter = await (await one.share("team")).open("counterA", "mine")
        ...     print((await other.join("team")).views["mine"].state)
        {'count': 0}
        """
        await self._client.request("session/join", without_none({"session": id, "token": token, "delivery": delivery}))
        return AsyncSharedSession(self._client, self._client.membership(id))

    async def sessions(self) -> list[Mapping[str, Any]]:
        """The shared sessions of the server; see :meth:`svvs.Server.sessions`.

        >>> shared = await server.share("team")
        >>> [each["session"] for each in await server.sessions()]
        ['team']
        """
        return member(await self._client.request("session/list", {}), "sessions", list[Mapping[str, Any]])

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; see :meth:`svvs.Server.request`.

        >>> list((await server.request("rpc.discover"))["x-viewTypes"])[:2]
        ['user', 'friends']
        """
        return await self._client.request(method, params or {})

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification; see :meth:`svvs.Server.notify`.

        >>> server.notify("initialized")
        """
        self._client.notify(method, params or {})

    async def shutdown(self) -> None:
        """Ends the server at once; see :meth:`svvs.Server.shutdown`.

        >>> await server.shutdown()
        """
        try:
            await self._client.request("shutdown", {}, self._client.process.close_timeout)
            self.notify("exit")
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the server after the calls in progress; see :meth:`svvs.Server.close`.

        >>> await server.close()
        """
        await self._client.process.close()

    async def wait_closed(self) -> Error:
        """Waits for the end of the server, and returns the reason; see :meth:`svvs.Server.wait_closed`.

        >>> await server.close()
        >>> await server.wait_closed()
        ServerDied(0, '')
        """
        await self._client.process.finished.wait()
        assert self._client.end is not None
        return self._client.end

    async def __aenter__(self) -> "AsyncServer":
        await self._client.start()
        return self
