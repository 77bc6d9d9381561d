"""The server, for programs that block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Event, Lock
from typing import Any

from .call import Call
from .child import Child, Outbox
from .command import Command, command_line
from .dispatcher import Dispatcher, Listener
from .errors import Error, ServerExited
from .messages import member
from .replica import Replica
from .subscriptions import Callback, Subscriptions
from .view import View


class Server:
    """A running `svvs serve`, which ends with the `with` block at the latest.

    ::

        with svvs.Server() as server:
            counter = server.open("counterA")

    Every method may be called from any thread.

    :param arguments: further arguments of `svvs serve`, such as `"--database", "notes.sqlite"`.
    :param command: the server's executable, or a list of it and its first arguments. Default: what the environment
        variable `SVVS` names, or else `svvs` on the search path.
    :param timeout: how many seconds to wait for an answer; by default as long as the server lives.
    :param close_timeout: how many seconds the server gets to finish its work when it is closed.
    :raises ServerNotStarted: if there is no such executable.
    """

    def __init__(
        self,
        *arguments: str,
        command: Command | None = None,
        timeout: float | None = None,
        close_timeout: float = 10.0,
    ) -> None:
        self.timeout = timeout
        self._subscriptions = Subscriptions()
        self._close_timeout = close_timeout
        self._lock = Lock()
        outbox: Outbox = SimpleQueue()
        self._dispatcher: Dispatcher[Future[Any]] = Dispatcher(outbox.put, Future)
        self._child = Child(command_line(command, arguments), outbox, self._received, self._ended)
        try:
            self._subscriptions.start()
        except BaseException:
            self._child.close(0)
            raise

    def open(self, type: str, view: str | None = None, /, **params: Any) -> View:
        """Opens a view of the given type: `server.open("user", id="A")`.

        :param view: the id the view is to have; by default the server chooses one.
        :param params: the type's own parameters.
        """
        return self._open(None, type, view, params)

    def open_session(self, id: str | None = None) -> Session:
        """Opens a session: a set of views that are closed together."""
        result = self.request("session/open", {} if id is None else {"session": id})
        return Session(self, member(result, "session", str))

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by an exception such as `KeyboardInterrupt`, the request is cancelled.
        """
        id, call = self._start(method, params or {})
        try:
            return call.result()
        finally:
            with self._lock:
                self._dispatcher.abandon(id)

    def start(self, method: str, params: Mapping[str, Any] | None = None) -> Call:
        """Sends any request without waiting."""
        return self._start(method, params or {})[1]

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It waits in memory until the server reads it, and is never answered."""
        with self._lock:
            self._dispatcher.notify(method, params or {})

    def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else terminates, or else kills it."""
        self._child.close(self._close_timeout)
        self._subscriptions.close(self._close_timeout)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self, session: str | None, type: str, view: str | None, params: Mapping[str, Any]) -> View:
        request = {"type": type, "view": view, "session": session, "params": params}
        result = self.request("view/open", {name: value for name, value in request.items() if value is not None})
        with self._lock:
            return View(self, self._dispatcher.replica(result["view"]))

    def _start(self, method: str, params: Mapping[str, Any]) -> tuple[int, Call]:
        with self._lock:
            id, future = self._dispatcher.request(method, params)

        def cancel() -> None:
            with self._lock:
                self._dispatcher.cancel(id)

        return id, Call(method, future, cancel, self.timeout)

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

    def _ended(self, error: ServerExited) -> None:
        with self._lock:
            self._dispatcher.fail(error)


class Session:
    """A set of views that are closed together, such as those of one window."""

    def __init__(self, server: Server, id: str) -> None:
        self.id = id
        self._server = server

    def open(self, type: str, view: str | None = None, /, **params: Any) -> View:
        """Opens a view in this session, as :meth:`Server.open` does in the default one."""
        return self._server._open(self.id, type, view, params)

    def close(self) -> None:
        """Closes the session and all its views."""
        self._server.request("session/close", {"session": self.id})

    def __enter__(self) -> Session:
        return self

    def __exit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        try:
            self.close()
        except Error:
            if exception_type is None:  # else what the body raised matters more
                raise
