"""The blocking interface, which wraps the interface for asyncio."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import TIMEOUT_MAX, Event
from typing import Any, Protocol

from .asynchronous import AsyncOpener, AsyncServer, AsyncSession, AsyncSharedSession, AsyncView
from .asynchronous import Self, ServerBase, State, ViewBase
from .client import Client
from .errors import CallTimedOut, Error
from .loop_thread import LoopThread
from .messages import Delivery
from .process import Command
from .replica import Change, SessionChange, Topic

__tracebackhide__ = True  # so that pytest shows the line of the test


class Closing(Protocol):
    """An object that is closed at the end of a `with` block."""

    def close(self) -> None: ...

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        with contextlib.suppress(*(Error,) if exception_type else ()):  # so that the exception of the block is raised
            self.close()


class Call:
    """A request in progress. Any thread may wait for its reply or cancel it.

    >>> server.open("user", id="A").start("reload")
    <svvs.Call 'reload', in progress>
    """

    def __init__(self, thread: LoopThread, client: Client, method: str, sent: tuple[int, asyncio.Future[Any]]) -> None:
        self._thread, self._client, self._method = thread, client, method
        self._id, self._reply = sent

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the reply. Then, the states of all views contain the changes that the call made.

        A timeout, in seconds, cancels the call. To ask whether it has ended, use :meth:`done`.

        >>> counter = server.open("counterA")
        >>> call = counter.start("increment")
        >>> result = call.result(timeout=20)
        >>> counter.state["count"]
        1

        :raises ResponseError: if the server refused the call; `RequestCancelled` if the call was cancelled.
        :raises CallTimedOut: if the reply did not arrive in time.
        """
        try:
            return self._thread.run(self._client.result, self._method, self._reply, timeout)
        except CallTimedOut:
            self.cancel()
            raise

    def done(self) -> bool:
        """Whether the reply has arrived.

        >>> call = server.start("rpc.discover")
        >>> document = call.result()
        >>> call.done()
        True
        """
        return self._reply.done()

    def cancel(self) -> None:
        """Asks the server to cancel the call; :meth:`result` raises its outcome. Does nothing if the call has ended.

        >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
        >>> call.cancel()
        >>> call.result()
        Traceback (most recent call last):
        svvs.errors.RequestCancelled: RequestCancelled: ...
        """
        self._thread.run(self._client.cancel, self._id)

    def __repr__(self) -> str:
        return f"<svvs.Call {self._method!r}, {'done' if self.done() else 'in progress'}>"


def subscribed(
    thread: LoopThread, client: Client, topic: Topic, callback: Callable[[Any], object],
    ended: Callable[[Error], object] | None = None,
) -> Callable[[], None]:
    """Calls `callback` with each change of a view or session and `ended` with its end, in the thread of callbacks."""
    stopped = Event()

    def listener(item: Any) -> None:
        if function := ended if isinstance(item, Error) else callback:
            thread.callbacks.put(lambda: stopped.is_set() or function(item))

    stop_listening = thread.run(client.listen, topic, listener)

    def stop() -> None:
        stopped.set()
        thread.run(stop_listening)

    return stop


class View(ViewBase, Closing):
    """An open view: its current state and its actions.

    An error of the app, such as a wrong password, is part of the state. An exception means that the call itself failed.

    >>> login = server.open("login")
    >>> login.call("login", userId="12345", password="wrong")
    >>> login.state["errorMessage"] is None
    False
    """

    _wrapped: AsyncView

    def __init__(self, thread: LoopThread, view: AsyncView) -> None:
        super().__init__(view._replica)
        self._thread, self._wrapped = thread, view

    def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits for its end. Then, :attr:`state` contains all changes that the call made.

        With the additional argument `ifCommit=view.commit`, the server refuses the call if the view has changed since
        then, and this method raises :class:`ContentModified`. If the waiting ends early, by a timeout or an interrupt,
        the call is cancelled.

        >>> counter = server.open("counterA")
        >>> counter.call("increment", by=2)
        >>> counter.state["count"]
        2
        """
        self._thread.run(self._wrapped.call, action, **arguments)

    def set(self, /, **properties: Any) -> None:
        """Sets properties: all of them or, if the server refuses one, none.

        >>> login = server.open("login")
        >>> login.set(userId="12345", password="password")
        >>> login.state["canLogin"]
        True
        """
        self._thread.run(self._wrapped.set, **properties)

    def get(self) -> State:
        """Requests the whole state. :attr:`state` is up to date without it.

        >>> server.open("counterA").get()
        {'count': 0}
        """
        state: State = self._thread.run(self._wrapped.get)
        return state

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action without waiting. There is no reply: only the state shows whether the call succeeded.

        >>> counter = server.open("counterA")
        >>> counter.notify("increment")
        >>> counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._thread.run(self._wrapped.notify, action, **arguments)

    def close(self) -> None:
        """Closes the view, which cancels its calls; does nothing if it is closed already.

        >>> counter = server.open("counterA")
        >>> counter.close()
        >>> counter.is_open
        False
        """
        self._thread.run(self._wrapped.close)

    def start(self, action: str, /, **arguments: Any) -> Call:
        """Calls an action without waiting. The returned object waits for the reply or cancels the call.

        >>> user = server.open("user", id="A")
        >>> reload = user.start("reload")
        >>> reload.cancel()
        """
        client = self._wrapped._client
        sent = self._thread.run(lambda: client.start_request(action, self._params(**arguments)))
        return Call(self._thread, client, action, sent)

    def wait(self, predicate: Callable[[State], object], timeout: float | None = None) -> State:
        """Waits until `predicate` is true for the state, and returns that state. The predicate may call the server.

        No state from now on is skipped.

        >>> user = server.open("user", id="A")
        >>> user.notify("load")
        >>> user.wait(lambda state: not state["isPlaceholder"], timeout=20)["displayName"]
        'User A'

        :raises TimedOut: if that does not happen within `timeout` seconds.
        :raises ViewClosed: if the view is closed first.
        """
        client = self._wrapped._client
        timeout = client.timeout if timeout is None else timeout
        deadline = float("inf") if timeout is None else time.monotonic() + timeout
        items: SimpleQueue[Change | Error] = SimpleQueue()
        state: State
        stop, state = self._thread.run(lambda: (client.listen(self._replica, items.put), self.state))
        try:
            while not predicate(state):
                try:
                    item = items.get(timeout=min(deadline - time.monotonic(), TIMEOUT_MAX))
                except (Empty, ValueError):  # the latter after the deadline, even if more changes are queued
                    raise self._timed_out(timeout) from None
                if isinstance(item, Error):
                    raise item.with_traceback(None)
                state = item.state
        finally:
            self._thread.run(stop)
        return state

    def subscribe(
        self, callback: Callable[[Change], object], ended: Callable[[Error], object] | None = None
    ) -> Callable[[], None]:
        """Calls `callback` with each :class:`Change` from now on. Call the returned function to unsubscribe.

        When the view is closed or lost, for any reason, `ended` is called with the error that each later use raises.
        Callbacks run one after the other in a separate thread, and may call the server.

        >>> counter = server.open("counterA")
        >>> received = []
        >>> stop = counter.subscribe(received.append)
        >>> counter.call("increment", by=5)
        >>> server.close()  # waits for the callbacks
        >>> received[0].changes, received[0].cause[0].method
        ({'count': 5}, 'increment')
        """
        return subscribed(self._thread, self._wrapped._client, self._replica, callback, ended)


class Opener(Closing, Protocol):
    """A server or a session: opens views."""

    _thread: LoopThread
    _wrapped: AsyncOpener

    def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> View:
        """Opens a view of the given type.

        >>> server.open("user", id="A").state["displayName"]
        'User Name'
        >>> server.open("counterA", "mine", delivery="patch").id
        'mine'

        :param view: the id of the view; by default the server chooses one.
        :param delivery: what a change contains. "properties", the default: the new values of properties. "patch": a
            JSON Patch, which is shorter for large lists.
        :param params: the parameters of the view type.
        """
        return View(self._thread, self._thread.run(self._wrapped.open, type, view, delivery=delivery, **params))


class Session(Opener):
    """Views that are closed together, such as those of one window; see :meth:`svvs.Server.open_session`.

    >>> server.open_session("window")
    <svvs.Session 'window'>
    """

    _wrapped: AsyncSession

    def __init__(self, thread: LoopThread, session: AsyncSession) -> None:
        self._thread, self._wrapped = thread, session
        self.id = session.id

    def close(self) -> None:
        """Closes the session and all its views.

        >>> window = server.open_session()
        >>> counter = window.open("counterA")
        >>> window.close()
        >>> counter.is_open
        False
        """
        self._thread.run(self._wrapped.close)

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r}>"


class SharedSession(Session):
    """Views that several clients use together: each client receives all changes, and may use every view.

    If one client closes a view or the session, it is closed for all. A client leaves the session when it closes its
    :class:`Server`.

    >>> shared = server.share("team", keep=60)
    >>> counter = shared.open("counterA", "mine")
    >>> shared.views
    {'mine': <svvs.View 'mine' of type 'counterA'>}
    """

    _wrapped: AsyncSharedSession

    @property
    def token(self) -> str:
        """The token with which the server recognizes this client after a lost connection; see :meth:`Server.join`.

        >>> type(server.share().token)
        <class 'str'>
        """
        return self._wrapped.token

    @property
    def is_open(self) -> bool:
        """False once the session is closed, by any client or by the server.

        >>> server.share().is_open
        True
        """
        return self._wrapped.is_open

    @property
    def views(self) -> dict[str, View]:
        """The open views by their ids, including those that other clients have opened.

        >>> server.share().views
        {}
        """
        views = self._thread.run(lambda: self._wrapped.views)
        return {id: View(self._thread, view) for id, view in views.items()}

    def subscribe(self, callback: Callable[[SessionChange], object]) -> Callable[[], None]:
        """Calls `callback` when other clients open or close views. Call the returned function to unsubscribe.

        Callbacks run in the same thread as those of :meth:`View.subscribe`.

        >>> with svvs.attach(place) as one, svvs.attach(place) as other:
        ...     received = []
        ...     stop = one.share("team").subscribe(received.append)
        ...     counter = other.join("team").open("counterA", "mine")
        >>> [id for change in received for id in change.opened]
        ['mine']
        """
        return subscribed(self._thread, self._wrapped._client, self._wrapped._topic, callback)


class Server(ServerBase, Opener):
    """A running server. It ends at the end of the `with` block. Any thread may call any method.

    >>> with svvs.Server("--language", "en", timeout=10) as server:
    ...     server.info["protocolVersion"]
    2

    :param options: options that are appended to the command, such as `"--database", "notes.sqlite"`.
    :param command: the command that starts the server: a list of words, a line that is split into words as in a
        shell, or the path of an executable. Default: the line in the environment variable `SVVS`, or else `svvs serve`.
    :param timeout: the timeout of a reply or a state, in seconds; None for no timeout.
    :param close_timeout: how many seconds the server has to finish its calls when it is closed, before it is killed.
    :param initialize: parameters of the request `initialize` that replace those of this client. A server on another
        machine needs `{"processId": None}`.
    :raises ServerNotFound: if the command does not exist.
    :raises ServerDied: if the server ends at once, for example because of invalid options.
    :raises ProtocolVersionMismatch: if the server uses another version of the protocol.
    """

    _wrapped: AsyncServer

    def __init__(
        self, *options: str, command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        server = AsyncServer(
            *options, command=command, timeout=timeout, close_timeout=close_timeout, initialize=initialize
        )
        self._thread, self._wrapped, self._client = LoopThread(server._client), server, server._client
        try:
            self._thread.run(server.start)
        except BaseException:
            self._thread.close(close_timeout)
            raise

    def open_session(self, id: str | None = None) -> Session:
        """Opens a session: views that are closed together.

        >>> with server.open_session() as window:
        ...     counter = window.open("counterA")
        >>> counter.is_open
        False
        """
        return Session(self._thread, self._thread.run(self._wrapped.open_session, id))

    def share(self, id: str | None = None, *, keep: float = 0.0) -> SharedSession:
        """Opens a session that other clients of the server can join.

        >>> server.share("team", keep=60).id
        'team'

        :param id: the name by which they join it; by default the server chooses one.
        :param keep: how many seconds the session outlives its last client; its views stay open, and its calls continue.
            With 0, losing the connection of the last client ends the session.
        """
        return SharedSession(self._thread, self._thread.run(self._wrapped.share, id, keep=keep))

    def join(self, id: str, token: str | None = None, *, delivery: Delivery | None = None) -> SharedSession:
        """Joins a session that another client has opened.

        >>> with svvs.attach(place) as one, svvs.attach(place) as other:
        ...     counter = one.share("team").open("counterA", "mine")
        ...     print(other.join("team").views["mine"].state)
        {'count': 0}

        :param token: the token of a session on an earlier connection, which was lost; this client takes its place.
        :param delivery: the delivery of views that other clients have opened or open later; see :meth:`open`.
        :raises ResponseError: if there is no such session, or one of its views has an id that this client already uses.
        """
        return SharedSession(self._thread, self._thread.run(self._wrapped.join, id, token, delivery=delivery))

    def sessions(self) -> list[Mapping[str, Any]]:
        """The shared sessions of the server, each with `session`, `keep`, `views` and `connections` (its clients).

        >>> shared = server.share("team")
        >>> [each["session"] for each in server.sessions()]
        ['team']
        """
        sessions: list[Mapping[str, Any]] = self._thread.run(self._wrapped.sessions)
        return sessions

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods of the protocol that have no method here.

        If the waiting ends early, by a timeout or an interrupt, the request is cancelled.

        >>> list(server.request("rpc.discover")["x-viewTypes"])[:2]
        ['user', 'friends']
        """
        return self._thread.run(self._wrapped.request, method, params)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It is queued in memory until the server reads it; there is no reply.

        >>> server.notify("initialized")
        """
        self._thread.run(self._wrapped.notify, method, params)

    def start(self, method: str, params: Mapping[str, Any] | None = None) -> Call:
        """Sends any request without waiting. The returned object waits for the reply or cancels the request.

        >>> server.start("view/open", {"type": "counterA"}).result()["state"]
        {'count': 0}
        """
        return Call(self._thread, self._client, method, self._thread.run(self._client.start_request, method, params or {}))

    def shutdown(self) -> None:
        """Ends the server at once: the server cancels all calls, replies to them, and saves its data.

        >>> server.shutdown()
        """
        with self:
            self._thread.run(self._wrapped.shutdown)

    def close(self) -> None:
        """Ends the server after the calls in progress; kills it if it does not end within `close_timeout`.

        >>> server.close()
        """
        try:
            self._thread.run(self._wrapped.close)
        finally:
            self._thread.close(self._client.process.close_timeout)

    def wait_closed(self) -> Error:
        """Waits for the end of the server, for any reason, and returns the error that each later call raises.

        >>> server.close()
        >>> server.wait_closed()
        ServerDied(0, '')
        """
        error: Error = self._thread.run(self._wrapped.wait_closed)
        return error
