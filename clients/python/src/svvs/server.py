"""The server, and sets of views, for programs that block."""

from collections.abc import Mapping
from typing import Any

from .async_server import AsyncServer, AsyncSession, ServerBase
from .errors import Error
from .messages import Delivery, Notification, Request
from .portal import Call, Portal
from .process import Command
from .view import Closing, View


class Session(Closing):
    """A set of views that are closed together, such as those of one window; see :meth:`svvs.Server.open_session`.

    >>> server.open_session("window")
    <svvs.Session 'window'>
    """

    def __init__(self, portal: Portal, session: AsyncSession) -> None:
        self.id = session.id
        self._portal = portal
        self._session = session

    def open(self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any) -> View:
        """Opens a view in this session, as :meth:`Server.open` does in the default one.

        >>> server.open_session().open("counterA").state
        {'count': 0}
        """
        opening = self._session.open(type, view, delivery=delivery, **params)
        return View(self._portal, self._portal.run(opening))

    def close(self) -> None:
        """Closes the session and all its views.

        >>> window = server.open_session()
        >>> counter = window.open("counterA")
        >>> window.close()
        >>> counter.is_open
        False
        """
        self._portal.run(self._session.close())

    def __repr__(self) -> str:
        return f"<svvs.Session {self.id!r}>"


class Server(ServerBase, Closing):
    """A running server, which ends with the `with` block at the latest. Any thread may call any method.

    >>> with svvs.Server("--language", "en", timeout=10) as server:
    ...     server.info["protocolVersion"]
    1

    :param options: what is appended to the command, such as `"--database", "notes.sqlite"`.
    :param command: what starts the server: a list of words, a line that is split into words as a shell would, or the
        path of an executable. Default: the line in the environment variable `SVVS`, or else `svvs serve`.
    :param timeout: how many seconds to wait for an answer or a state; None for as long as the server lives.
    :param close_timeout: how many seconds it gets to finish its work when it is closed, before it is killed.
    :param initialize: parameters of `initialize` in place of this client's own, such as `{"processId": None}`, which a
        server on another machine needs.
    :raises ServerNotFound: if there is no such command.
    :raises ServerDied: if it ends at once, as with wrong options.
    :raises ProtocolVersionMismatch: if it speaks another version of the protocol.
    """

    def __init__(
        self, *options: str, command: Command | None = None, timeout: float | None = 60.0, close_timeout: float = 10.0,
        initialize: Mapping[str, Any] | None = None,
    ) -> None:
        self._server = AsyncServer(
            *options, command=command, timeout=timeout, close_timeout=close_timeout, initialize=initialize
        )
        super().__init__(self._server._dispatcher, close_timeout)
        self._portal = Portal()
        try:
            self._portal.run(self._server.start())
        except BaseException:
            self._portal.close(close_timeout)
            raise
        self.info = self._server.info

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
        opening = self._server.open(type, view, delivery=delivery, **params)
        return View(self._portal, self._portal.run(opening))

    def open_session(self, id: str | None = None) -> Session:
        """Opens a session: a set of views that are closed together.

        >>> with server.open_session() as window:
        ...     counter = window.open("counterA")
        >>> counter.is_open
        False
        """
        return Session(self._portal, self._portal.run(self._server.open_session(id)))

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by an exception such as `KeyboardInterrupt`, the request is cancelled.

        >>> list(server.request("rpc.discover")["x-viewTypes"])[:2]
        ['counterA', 'counterB']
        """
        return self._portal.run(self._server.request(method, params))

    def start(self, method: str, params: Mapping[str, Any] | None = None) -> Call:
        """Sends any request without waiting.

        >>> server.start("view/open", {"type": "counterA"}).result()["state"]
        {'count': 0}
        """
        return Call(self._portal, self._dispatcher, method, params or {})

    def batch(self, *messages: Request | Notification) -> list[Any]:
        """Sends all messages in one line, and waits for the results of the requests, which come in their order.

        A request that is refused has its :class:`ResponseError` for a result, and holds up no other.

        >>> counter = server.open("counterA")
        >>> server.batch(counter.prepare("increment", by=2), counter.prepare("increment", ifCommit=99))
        [{'commit': 1}, ContentModified(-32801, ...)]
        >>> counter.state["count"]
        2
        """
        return self._portal.run(self._server.batch(*messages))

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It waits in memory until the server reads it, and is never answered.

        >>> server.notify("initialized")
        """
        self._portal.do(self._server.notify, method, params)

    def shutdown(self) -> None:
        """Ends the server at once: it cancels and answers every call, and saves what is to be saved.

        >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
        >>> server.shutdown()
        >>> call.result()
        Traceback (most recent call last):
        svvs.errors.RequestCancelled: RequestCancelled: ...
        """
        try:
            self._portal.run(self._server.shutdown())
        finally:
            self.close()

    def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else kills it.

        >>> counter = server.open("counterA")
        >>> server.close()
        >>> counter.call("increment")
        Traceback (most recent call last):
        svvs.errors.ServerDied: the server has ended with status 0
        """
        try:
            self._portal.run(self._server.close())
        finally:
            self._portal.close(self._close_timeout)

    def wait_closed(self) -> Error:
        """Waits until the server has ended, however it does, and returns what every call raises from then on.

        >>> server.close()
        >>> server.wait_closed()
        ServerDied(0, '')
        """
        return self._portal.run(self._server.wait_closed())
