"""The server, for programs that block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Event, Lock
from typing import Any

from .call import Call
from .child import Child, Outbox
from .command import GRACE, Command, Delivery, command_line
from .dispatcher import Dispatcher, Listener
from .errors import ServerDied
from .handshake import checked, initialize_params, opening
from .messages import Notification, Request, member
from .refusals import ResponseError
from .replica import Replica
from .session import Session
from .subscriptions import Callback, Subscriptions
from .view import View


class Server:
    """A running server, which ends with the `with` block at the latest. Any thread may call any method.

    >>> with svvs.Server("--language", "en", timeout=10) as server:
    ...     server.info["protocolVersion"]
    1

    :param options: what is appended to the command, such as `"--database", "notes.sqlite"`.
    :param command: what starts the server: a list of words, a line that is split into words as a shell would, or the
        path of an executable. Default: the line in the environment variable `SVVS`, or else `svvs serve`.
    :param timeout: how many seconds to wait for an answer or a state; None for as long as the server lives.
    :param start_timeout: how many seconds the server gets to answer for the first time.
    :param close_timeout: how many seconds it gets to finish its work when it is closed, before it is killed.
    :param initialize: parameters of `initialize` in place of this client's own, such as `{"processId": None}`, which a
        server on another machine needs.
    :raises ServerNotFound: if there is no such command.
    :raises ServerDied: if it ends at once, as with wrong options.
    :raises ProtocolVersionMismatch: if it speaks another version of the protocol.
    """

    def __init__(
        self,
        *options: str,
        command: Command | None = None,
        timeout: float | None = 60.0,
        start_timeout: float = 60.0,
        close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        self.timeout = timeout
        self._subscriptions = Subscriptions()
        self._close_timeout = close_timeout
        self._lock = Lock()
        outbox: Outbox = SimpleQueue()
        self._dispatcher: Dispatcher[Future[Any]] = Dispatcher(outbox.put, Future)
        self._child = Child(command_line(command, options), outbox, self._received, self._ended, close_timeout)
        try:
            #: What the server says of itself: `serverInfo`, `capabilities`, `limits`, `viewTypes`, `schemaHash`.
            self.info = checked(self._request("initialize", initialize_params(initialize or {}), start_timeout))
            self._subscriptions.start()
        except BaseException:
            self._child.close(GRACE)
            raise

    @property
    def limits(self) -> Mapping[str, int]:
        """The server's limits, by name; beyond one a request is refused as :class:`Overloaded`.

        >>> server.limits["callsUnderWay"]
        1024
        """
        return member(self.info, "limits", dict[str, int])

    def open(self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any) -> View:
        """Opens a view of the given type.

        >>> server.open("user", id="A").state["displayName"]
        'User Name'
        >>> server.open("counterA", "mine", delivery="patch")
        <svvs.View 'mine' of type 'counterA'>

        :param view: the id the view is to have; by default the server chooses one.
        :param delivery: how changes come: "properties", the default, whole values; "patch", only what differs, for
            large lists; "signal", only the names, in :attr:`View.stale`, until `get` is called.
        :param params: the type's own parameters.
        """
        return self._open(None, type, view, delivery, params)

    def open_session(self, id: str | None = None) -> Session:
        """Opens a session: a set of views that are closed together.

        >>> with server.open_session() as window:
        ...     counter = window.open("counterA")
        >>> counter.is_open
        False
        """
        result = self.request("session/open", {} if id is None else {"session": id})
        return Session(self, member(result, "session", str))

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by an exception such as `KeyboardInterrupt`, the request is cancelled.

        >>> list(server.request("rpc.discover")["x-viewTypes"])[:2]
        ['counterA', 'counterB']
        """
        return self._request(method, params or {}, self.timeout)

    def start(self, method: str, params: Mapping[str, Any] | None = None) -> Call:
        """Sends any request without waiting.

        >>> server.start("view/open", {"type": "counterA"}).result()["state"]
        {'count': 0}
        """
        return self._start(method, params or {})[1]

    def batch(self, *messages: Request | Notification) -> list[Any]:
        """Sends all messages in one line, and waits for the results of the requests, which come in their order.

        A request that is refused has its :class:`ResponseError` for a result, and holds up no other.

        >>> counter = server.open("counterA")
        >>> server.batch(counter.prepare("increment", by=2), counter.prepare("increment", ifCommit=99))
        [{'commit': 1}, ContentModified(-32801, ...)]
        >>> counter.state["count"]
        2
        """
        with self._lock:
            sent = self._dispatcher.batch(messages)
        try:
            calls = [Call(method, future, lambda: None, self.timeout) for _, method, future in sent]
            return [_outcome(call) for call in calls]
        finally:
            for id, _, _ in sent:
                self._abandon(id)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It waits in memory until the server reads it, and is never answered.

        >>> server.notify("initialized")
        """
        with self._lock:
            self._dispatcher.notify(method, params or {})

    def shutdown(self) -> None:
        """Ends the server at once: it cancels and answers every call, and saves what is to be saved.

        >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
        >>> server.shutdown()
        >>> call.result()
        Traceback (most recent call last):
        svvs.refusals.RequestCancelled: RequestCancelled: ...
        """
        try:
            self._request("shutdown", {}, self._close_timeout)
            self.notify("exit")
        finally:
            self.close()

    def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else terminates, or else kills it.

        >>> counter = server.open("counterA")
        >>> server.close()
        >>> counter.call("increment")
        Traceback (most recent call last):
        svvs.errors.ServerDied: the server has ended with status 0
        """
        self._child.close(self._close_timeout)
        self._subscriptions.close(self._close_timeout)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(
        self, session: str | None, type: str, view: str | None, delivery: Delivery | None, params: Mapping[str, Any]
    ) -> View:
        result = self.request("view/open", opening(type, view, session, delivery, params))
        with self._lock:
            return View(self, self._dispatcher.replica(result["view"]))

    def _request(self, method: str, params: Mapping[str, Any], timeout: float | None) -> Any:
        id, call = self._start(method, params)
        try:
            return call.result(timeout)
        finally:
            self._abandon(id)

    def _start(self, method: str, params: Mapping[str, Any]) -> tuple[int, Call]:
        with self._lock:
            id, future = self._dispatcher.request(method, params)

        def cancel() -> None:
            with self._lock:
                self._dispatcher.cancel(id)

        return id, Call(method, future, cancel, self.timeout)

    def _abandon(self, id: int) -> None:
        with self._lock:
            self._dispatcher.abandon(id)

    def _listen(self, replica: Replica, listener: Listener) -> Callable[[], None]:
        """Has `listener`, which must not block, called until the result is called."""
        with self._lock:
            stop = self._dispatcher.listen(replica, listener)

        def stop_under_lock() -> None:
            with self._lock:
                stop()

        return stop_under_lock

    def _subscribe(self, replica: Replica, callback: Callback) -> Callable[[], None]:
        stopped = Event()
        stop_listening = self._listen(replica, self._subscriptions.listener(callback, stopped))

        def stop() -> None:
            stopped.set()
            stop_listening()

        return stop

    def _received(self, data: bytes) -> bool:
        with self._lock:
            return self._dispatcher.receive(data)

    def _ended(self, error: ServerDied) -> None:
        with self._lock:
            self._dispatcher.fail(error)


def _outcome(call: Call) -> Any:
    try:
        return call.result()
    except ResponseError as error:
        return error
