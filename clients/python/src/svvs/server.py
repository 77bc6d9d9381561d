"""The server, and sets of views, for programs that block."""

from collections.abc import Mapping
from typing import Any

from .async_server import AsyncServer, ServerBase
from .errors import Error
from .messages import Delivery, Notification, Request
from .portal import Call, Portal
from .process import Command
from .session import Session, SharedSession
from .view import Closing, View


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

    def share(self, id: str | None = None, *, keep: float = 0.0) -> SharedSession:
        """Opens a session that others who are attached to the server may join.

        >>> server.share("desk", keep=60)
        <svvs.SharedSession 'desk'>

        :param id: the name by which they join it; by default the server chooses one.
        :param keep: how many seconds the session outlives its last client: its views stay open, and its calls go on.
            Without, a cut of the last client's connection is the end of it.
        """
        return SharedSession(self._portal, self._portal.run(self._server.share(id, keep=keep)))

    def join(self, id: str, *, delivery: Delivery | None = None) -> SharedSession:
        """Joins a session that another client has opened.

        >>> with svvs.attach(place) as one, svvs.attach(place) as other:
        ...     counter = one.share("desk").open("counterA", "mine")
        ...     print(other.join("desk").views["mine"].state)
        {'count': 0}

        :param delivery: how the changes of views come that others open; see :meth:`open`.
        :raises ResponseError: if there is no such session, or it has a view whose name is in use here.
        """
        return SharedSession(self._portal, self._portal.run(self._server.join(id, delivery=delivery)))

    def sessions(self) -> list[Mapping[str, Any]]:
        """The shared sessions of the server: for each `session`, `keep`, `views`, and in `connections` who is in it.

        >>> desk = server.share("desk")
        >>> [each["session"] for each in server.sessions()]
        ['desk']
        """
        return self._portal.run(self._server.sessions())

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by an exception such as `KeyboardInterrupt`, the request is cancelled.

        >>> list(server.request("rpc.discover")["x-viewTypes"])[:2]
        ['user', 'friends']
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
