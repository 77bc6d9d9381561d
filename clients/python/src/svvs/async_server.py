"""The server, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from .async_child import AsyncChild
from .async_view import AsyncView
from .command import Command, command_line
from .dispatcher import Dispatcher, Listener
from .errors import Error, TimedOut
from .messages import member
from .replica import Replica


class AsyncServer:
    """A running `svvs serve`, which ends with the `async with` block at the latest.

    ::

        async with svvs.AsyncServer() as server:
            counter = await server.open("counterA")

    The parameters are those of :class:`svvs.Server`. All of it belongs to one event loop.
    """

    def __init__(
        self,
        *arguments: str,
        command: Command | None = None,
        timeout: float | None = None,
        close_timeout: float = 10.0,
    ) -> None:
        self.timeout = timeout
        self._close_timeout = close_timeout
        self._words = command_line(command, arguments)
        self._dispatcher: Dispatcher[asyncio.Future[Any]] = Dispatcher(self._write, _new_future)
        self._child: AsyncChild | None = None

    async def start(self) -> None:
        """Starts the process; `async with` does this.

        :raises ServerNotStarted: if there is no such executable.
        """
        self._child = AsyncChild(self._dispatcher.receive, self._dispatcher.fail)
        await self._child.start(self._words)

    async def open(self, type: str, view: str | None = None, /, **params: Any) -> AsyncView:
        """Opens a view of the given type: `await server.open("user", id="A")`.

        :param view: the id the view is to have; by default the server chooses one.
        :param params: the type's own parameters.
        """
        return await self._open(None, type, view, params)

    async def open_session(self, id: str | None = None) -> AsyncSession:
        """Opens a session: a set of views that are closed together."""
        result = await self.request("session/open", {} if id is None else {"session": id})
        return AsyncSession(self, member(result, "session", str))

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request and waits for its result; for methods that have no function here.

        If the waiting ends early, by time-out or by cancellation, the request is cancelled.
        """
        id, future = self._dispatcher.request(method, params or {})
        try:
            return await asyncio.wait_for(future, self.timeout)
        except asyncio.TimeoutError:
            raise TimedOut(f"no answer to {method!r} within {self.timeout} s") from None
        finally:
            self._dispatcher.abandon(id)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification. It waits in memory until the server reads it, and is never answered."""
        self._dispatcher.notify(method, params or {})

    async def close(self) -> None:
        """Ends the server: lets it finish and answer what is under way, or else terminates, or else kills it."""
        if self._child is not None:
            await self._child.close(self._close_timeout)

    async def __aenter__(self) -> AsyncServer:
        await self.start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def _open(self, session: str | None, type: str, view: str | None, params: Mapping[str, Any]) -> AsyncView:
        request = {"type": type, "view": view, "session": session, "params": params}
        result = await self.request("view/open", {name: value for name, value in request.items() if value is not None})
        return AsyncView(self, self._dispatcher.replica(result["view"]))

    def _listen(self, replica: Replica, listener: Listener) -> Callable[[], None]:
        return self._dispatcher.listen(replica, listener)

    def _write(self, data: bytes) -> None:
        if self._child is None:
            raise RuntimeError("the server is not started: use `async with svvs.AsyncServer() as server`")
        self._child.write(data)


class AsyncSession:
    """A set of views that are closed together, such as those of one window."""

    def __init__(self, server: AsyncServer, id: str) -> None:
        self.id = id
        self._server = server

    async def open(self, type: str, view: str | None = None, /, **params: Any) -> AsyncView:
        """Opens a view in this session, as :meth:`AsyncServer.open` does in the default one."""
        return await self._server._open(self.id, type, view, params)

    async def close(self) -> None:
        """Closes the session and all its views."""
        await self._server.request("session/close", {"session": self.id})

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        try:
            await self.close()
        except Error:
            if exception_type is None:  # else what the body raised matters more
                raise


def _new_future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
