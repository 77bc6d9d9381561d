"""Sets of views that are closed together, for asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .async_view import AsyncView
from .closing import AsyncClosing
from .command import Delivery

if TYPE_CHECKING:
    from .async_server import AsyncServer


class AsyncSession(AsyncClosing):
    """A set of views that are closed together, such as those of one window; see :meth:`svvs.AsyncServer.open_session`.

    >>> await server.open_session("window")
    <svvs.AsyncSession 'window'>
    """

    def __init__(self, server: AsyncServer, id: str) -> None:
        self.id = id
        self._server = server

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view in this session, as :meth:`AsyncServer.open` does in the default one.

        >>> window = await server.open_session()
        >>> (await window.open("counterA")).state
        {'count': 0}
        """
        return await self._server._open(self.id, type, view, delivery, params)

    async def close(self) -> None:
        """Closes the session and all its views.

        >>> window = await server.open_session()
        >>> counter = await window.open("counterA")
        >>> await window.close()
        >>> counter.is_open
        False
        """
        await self._server.request("session/close", {"session": self.id})

    def __repr__(self) -> str:
        return f"<svvs.AsyncSession {self.id!r}>"
