"""The blocking interface, which wraps the interface for asyncio."""

import asyncio
import contextlib
import functools
import inspect
import re
import time
from collections.abc import Callable, Coroutine, Mapping
from threading import Event
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from .asynchronous import AsyncServer, AsyncSession, AsyncSharedSession, AsyncView, Self, ServerBase, State, ViewBase
from .client import Client
from .errors import CallTimedOut, Error
from .loop_thread import LoopThread
from .process import Command
from .replica import Change, SessionChange, Topic

P = ParamSpec("P")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Wrapped = TypeVar("Wrapped")
Function = TypeVar("Function", bound=Callable[..., object])


class Method(Protocol[P, Result_co]):
    """The type of a method that is assigned in a class body: reading it from an object gives the bound function."""

    def __get__(self, instance: Any, owner: Any) -> Callable[P, Result_co]: ...


@overload
def blocking(method: Callable[Concatenate[Any, P], Coroutine[Any, Any, Result]]) -> Method[P, Result]: ...
@overload
def blocking(method: Callable[Concatenate[Any, P], None]) -> Method[P, None]: ...
@overload
def blocking(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, Wrapped]], result: Callable[[LoopThread, Wrapped], Result]
) -> Method[P, Result]: ...
def blocking(method: Callable[..., Any], result: Callable[..., Any] | None = None) -> Any:
    """The blocking form of a method of the event loop, with the same parameters and documentation.

    `result` is the blocking class that wraps the method's result, if there is one.
    """

    @documented(method)
    @functools.wraps(method)
    def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        made = self._thread.run(getattr(self._wrapped, method.__name__), *args, **kwargs)
        return made if result is None else result(self._thread, made)

    if result is not None:
        vars(call)["__signature__"] = inspect.signature(method).replace(return_annotation=result)
    return call


def documented(source: Callable[..., object]) -> Callable[[Function], Function]:
    """Copies the documentation of a coroutine method, with blocking examples.

    >>> from svvs.blocking import documented
    >>> documented(svvs.AsyncView.close)(lambda: None).__doc__.splitlines()[2:4]
    ['>>> counter = server.open("counterA")', '>>> counter.close()']
    """

    def document(function: Function) -> Function:
        function.__doc__ = re.sub(r"\b(await |async (?=with))|(?<=svvs\.)Async", "", inspect.getdoc(source) or "")
        return function

    return document


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

    call = blocking(AsyncView.call)
    set = blocking(AsyncView.set)
    get = blocking(AsyncView.get)
    notify = blocking(AsyncView.notify)

    @documented(AsyncView.close)
    def close(self) -> None:
        self._thread.run(self._wrapped.close)

    def start(self, action: str, /, **arguments: Any) -> Call:
        """Calls an action without waiting. The returned object waits for the reply or cancels the call.

        >>> user = server.open("user", id="A")
        >>> reload = user.start("reload")
        >>> reload.cancel()
        """
        client, params = self._wrapped._client, self._params(**arguments)
        return Call(self._thread, client, action, self._thread.run(client.start_request, action, params))

    @documented(AsyncView.wait)
    def wait(self, predicate: Callable[[State], object], timeout: float | None = None) -> State:
        started = time.monotonic()
        state: State
        changes, state = self._thread.run(lambda: (self._wrapped.changes(), self.state))
        while not predicate(state):  # in this thread, so that the predicate may call the server
            state = self._thread.run(self._wrapped._next, changes, started, timeout)
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


class Session(Closing):
    """Views that are closed together, such as those of one window; see :meth:`svvs.Server.open_session`.

    >>> server.open_session("window")
    <svvs.Session 'window'>
    """

    def __init__(self, thread: LoopThread, session: AsyncSession) -> None:
        self._thread, self._wrapped = thread, session
        self.id = session.id

    open = blocking(AsyncSession.open, View)

    @documented(AsyncSession.close)
    def close(self) -> None:
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


class Server(ServerBase, Closing):
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

    def __init__(
        self, *options: str, command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        server = AsyncServer(
            *options, command=command, timeout=timeout, close_timeout=close_timeout, initialize=initialize
        )
        self._thread, self._wrapped, self._client = LoopThread(), server, server._client
        try:
            self._thread.run(server.start)
        except BaseException:
            self._thread.close(close_timeout)
            raise

    open = blocking(AsyncServer.open, View)
    open_session = blocking(AsyncServer.open_session, Session)
    share = blocking(AsyncServer.share, SharedSession)
    join = blocking(AsyncServer.join, SharedSession)
    sessions = blocking(AsyncServer.sessions)
    request = blocking(AsyncServer.request)
    notify = blocking(AsyncServer.notify)
    wait_closed = blocking(AsyncServer.wait_closed)

    def start(self, method: str, params: Mapping[str, Any] | None = None) -> Call:
        """Sends any request without waiting. The returned object waits for the reply or cancels the request.

        >>> server.start("view/open", {"type": "counterA"}).result()["state"]
        {'count': 0}
        """
        return Call(self._thread, self._client, method, self._thread.run(self._client.start_request, method, params or {}))

    @documented(AsyncServer.shutdown)
    def shutdown(self) -> None:
        try:
            self._thread.run(self._wrapped.shutdown)
        finally:
            self.close()

    @documented(AsyncServer.close)
    def close(self) -> None:
        try:
            self._thread.run(self._wrapped.close)
        finally:
            self._thread.close(self._client.close_timeout)
