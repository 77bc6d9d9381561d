"""The server, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from .async_child import AsyncChild
from .async_session import AsyncSession
from .async_view import AsyncView
from .command import GRACE, Command, Delivery, command_line
from .dispatcher import Dispatcher, Listener
from .errors import CallTimedOut
from .handshake import checked, initialize_params, opening
from .messages import Notification, Request, member
from .refusals import ResponseError
from .replica import Replica


class AsyncServer:
    """A running server, which ends with the `async with` block at the latest.

    >>> async with svvs.AsyncServer("--language", "en", timeout=10) as server:
    ...     counter = await server.open("counterA")

    The parameters and exceptions are those of :class:`svvs.Server`. All of it belongs to one event loop.
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
        #: What the server says of itself: `serverInfo`, `capabilities`, `limits`, `viewTypes`, `schemaHash`.
        self.info: Mapping[str, Any] = {}
        self._start_timeout = start_timeout
        self._close_timeout = close_timeout
        self._initialize = initialize or {}
        self._words = command_line(command, options)
        self._dispatcher: Dispatcher[asyncio.Future[Any]] = Dispatcher(self._write, _new_future)
        self._child: AsyncChild | None = None

    async def start(self) -> None:
        """Starts the process; `async with` does this.

        >>> other = svvs.AsyncServer()
        >>> await other.start()
        >>> await other.close()

        :raises RuntimeError: if it was started before: a server is started once.
        """
        if self._child is not None:
            raise RuntimeError("the server was started before: make another `svvs.AsyncServer()`")
        self._child = AsyncChild(self._dispatcher.receive, self._dispatcher.fail, self._close_timeout)
        await self._child.start(self._words)
        try:
            self.info = checked(
                await self._request("initialize", initialize_params(self._initialize), self._start_timeout)
            )
        except BaseException:
            await self._child.close(GRACE)
            raise

    @property
    def limits(self) -> Mapping[str, int]:
        """The server's limits, by name; beyond one a request is refused as :class:`Overloaded`.

        >>> server.limits["callsUnderWay"]
        1024
        """
        return member(self.info, "limits", dict[str, int])

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view of the given type; the parameters are those of :meth:`svvs.Server.open`.

        >>> user = await server.open("user", id="A")
        >>> user.state["displayName"]
        'User Name'
        """
        return await self._open(None, type, view, delivery, params)

    async def open_session(self, id: str | None = None) -> AsyncSession:
        """Opens a session: a set of views that are closed together.

        >>> async with await server.open_session() as window:
        ...     counter = await window.open("counterA")
        >>> counter.is_open
        False
        """
        result = await self.request("session/open", {} if id is None else {"session": id})
        return AsyncSession(self, member(result, "session", str))

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by cancellation, the request is cancelled.

        >>> list((await server.request("rpc.discover"))["x-viewTypes"])[:2]
        ['counterA', 'counterB']
        """
        return await self._request(method, params or {}, self.timeout)

    async def batch(self, *messages: Request | Notification) -> list[Any]:
        """Sends all messages in one line, and waits for the results of the requests, which come in their order.

        A request that is refused has its :class:`ResponseError` for a result, and holds up no other.

        >>> counter = await server.open("counterA")
        >>> await server.batch(counter.prepare("increment", by=2), counter.prepare("increment", ifCommit=99))
        [{'commit': 1}, ContentModified(-32801, ...)]
        """
        sent = self._dispatcher.batch(messages)
        try:
            answers = asyncio.gather(*(future for _, _, future in sent), return_exceptions=True)
            results = await asyncio.wait_for(answers, self.timeout)
        except asyncio.TimeoutError:
            raise CallTimedOut(f"no answer to a batch within {self.timeout} s") from None
        finally:
            for id, _, _ in sent:
                self._dispatcher.abandon(id)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, ResponseError):
                raise result
        return results

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
            await self._request("shutdown", {}, self._close_timeout)
            self.notify("exit")
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else terminates, or else kills it.

        >>> await server.close()
        """
        if self._child is not None:
            await self._child.close(self._close_timeout)

    async def __aenter__(self) -> AsyncServer:
        await self.start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def _open(
        self, session: str | None, type: str, view: str | None, delivery: Delivery | None, params: Mapping[str, Any]
    ) -> AsyncView:
        result = await self.request("view/open", opening(type, view, session, delivery, params))
        return AsyncView(self, self._dispatcher.replica(result["view"]))

    async def _request(self, method: str, params: Mapping[str, Any], timeout: float | None) -> Any:
        id, future = self._dispatcher.request(method, params)
        try:
            return await asyncio.wait_for(future, timeout)
        except asyncio.TimeoutError:
            raise CallTimedOut(f"no answer to {method!r} within {timeout} s") from None
        finally:
            self._dispatcher.abandon(id)

    def _listen(self, replica: Replica, listener: Listener) -> Callable[[], None]:
        return self._dispatcher.listen(replica, listener)

    def _write(self, data: bytes) -> None:
        if self._child is None:
            raise RuntimeError("the server is not started: use `async with svvs.AsyncServer() as server`")
        self._child.write(data)


def _new_future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
