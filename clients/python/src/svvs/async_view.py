"""A view, for asyncio."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any

from .closing import AsyncClosing
from .dispatcher import Listener
from .errors import Error, TimedOut, ViewClosed
from .events import Change
from .replica import Replica
from .view_base import ViewBase
from .waiting import deadline

if TYPE_CHECKING:
    from .async_server import AsyncServer


class AsyncView(ViewBase, AsyncClosing):
    """An open view: its state, as the server has told it so far, and its actions. See :class:`svvs.View`.

    >>> await server.open("counterA")
    <svvs.AsyncView 'view1' of type 'counterA'>
    """

    def __init__(self, server: AsyncServer, replica: Replica) -> None:
        super().__init__(replica)
        self._server = server

    async def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits until it has settled. What it changed is in :attr:`state` then.

        Cancelling the task that waits cancels the call.

        >>> user = await server.open("user", id="A")
        >>> reload = asyncio.ensure_future(user.call("reload"))
        >>> await user.wait(lambda state: state["isReloadButtonDisabled"])
        {...}
        >>> reload.cancel()
        True
        """
        await self._server.request(action, self._params(**arguments))

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and forgets it: whether it succeeded shows in the state only.

        >>> counter = await server.open("counterA")
        >>> counter.notify("increment")
        >>> await counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._server.notify(action, self._params(**arguments))

    async def set(self, /, **properties: Any) -> None:
        """Sets bindable properties: all of them or, if the server refuses one, none.

        >>> login = await server.open("login")
        >>> await login.set(userId="12345", password="password")
        >>> login.state["canLogin"]
        True
        """
        await self._server.request("view/set", self._params(properties=properties))

    async def get(self) -> Mapping[str, Any]:
        """Asks the server for the whole state. :attr:`state` follows by itself, unless the delivery is "signal".

        >>> counter = await server.open("counterA", delivery="signal")
        >>> await counter.call("increment")
        >>> counter.state, await counter.get()
        ({'count': 0}, {'count': 1})
        """
        await self._server.request("view/get", self._params())
        return self.state

    async def wait(
        self, predicate: Callable[[Mapping[str, Any]], object], timeout: float | None = None
    ) -> Mapping[str, Any]:
        """Waits until `predicate` is true of the state, and returns that state.

        Every state from now on is tried, also those that pass quickly; with delivery "signal", one after each change.

        >>> user = await server.open("user", id="A")
        >>> user.notify("load")
        >>> (await user.wait(lambda state: not state["isPlaceholder"], timeout=20))["displayName"]
        'User A'

        :raises TimedOut: if that does not happen within `timeout` seconds.
        :raises ViewClosed: if the view is closed before.
        """
        timeout = self._server.timeout if timeout is None else timeout
        changes = self.changes()
        if predicate(state := await self.get() if self.stale else self.state):
            return state
        try:
            return await asyncio.wait_for(self._first(predicate, changes, timeout), timeout)
        except asyncio.TimeoutError:
            raise TimedOut(f"{self!r} did not reach the state waited for within {timeout} s") from None

    def changes(self) -> Changes:
        """The view's changes from now on. They end when the view is closed.

        >>> counter = await server.open("counterA")
        >>> changes = counter.changes()
        >>> await counter.call("increment", by=5)
        >>> await counter.close()
        >>> [change.changes async for change in changes]
        [{'count': 5}]
        """
        return Changes(lambda listener: self._server._listen(self._replica, listener))

    async def close(self) -> None:
        """Closes the view, which cancels its calls; does nothing if it is closed already.

        >>> counter = await server.open("counterA")
        >>> await counter.close()
        >>> counter.is_open
        False
        """
        if self.is_open:
            await self._server.request("view/close", self._params())

    async def _first(
        self, predicate: Callable[[Mapping[str, Any]], object], changes: Changes, timeout: float | None
    ) -> Mapping[str, Any]:
        until = deadline(timeout)
        async for change in changes:
            if predicate(state := await self.get() if change.stale else change.state):
                return state
            # The event loop gets no turn to end this while there are changes that have come already.
            if until is not None and time.monotonic() >= until:
                raise asyncio.TimeoutError
        raise ViewClosed(f"{self!r} is closed")


class Changes(AsyncIterator[Change]):
    """A view's changes since this object was made, none left out, until the view is closed.

    They wait in memory until they are taken. To stop early, drop the object.

    >>> counter = await server.open("counterA")
    >>> counter.notify("increment")
    >>> async for change in counter.changes():
    ...     print(change.changes, change.cause)
    ...     break
    {'count': 1} (Cause(method='increment', view='view1', id=None),)
    """

    def __init__(self, listen: Callable[[Listener], Callable[[], None]]) -> None:
        self._heard: asyncio.Queue[Change | Error] = asyncio.Queue()
        # The server knows the queue, not this object, which can therefore be dropped, and then takes the queue along.
        weakref.finalize(self, listen(self._heard.put_nowait))

    async def __anext__(self) -> Change:
        news = await self._heard.get()
        if isinstance(news, Change):
            return news
        self._heard.put_nowait(news)  # the end stays the end
        if isinstance(news, ViewClosed):
            raise StopAsyncIteration
        raise news
