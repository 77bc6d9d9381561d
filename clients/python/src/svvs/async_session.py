"""Sets of views, for asyncio: those of one client, and those that several share."""

from collections.abc import Mapping
from typing import Any

from .async_view import AsyncClosing, AsyncView
from .dispatcher import Dispatcher, News
from .messages import Delivery
from .replica import Membership, SessionChange


async def opened(dispatcher: Dispatcher, delivery: str | None, params: Mapping[str, Any], **names: str | None) -> AsyncView:
    """Opens a view."""
    members = {**names, "delivery": delivery, "params": params}
    result = await dispatcher.request("view/open", {name: each for name, each in members.items() if each is not None})
    return AsyncView(dispatcher, dispatcher.replica(result["view"]))


class AsyncSession(AsyncClosing):
    """A set of views that are closed together, such as those of one window; see :meth:`svvs.AsyncServer.open_session`.

    >>> await server.open_session("window")
    <svvs.AsyncSession 'window'>
    """

    def __init__(self, dispatcher: Dispatcher, id: str) -> None:
        self.id = id
        self._dispatcher = dispatcher

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view in this session, as :meth:`AsyncServer.open` does in the default one.

        >>> window = await server.open_session()
        >>> (await window.open("counterA")).state
        {'count': 0}
        """
        return await opened(self._dispatcher, delivery, params, type=type, view=view, session=self.id)

    async def close(self) -> None:
        """Closes the session and all its views.

        >>> window = await server.open_session()
        >>> counter = await window.open("counterA")
        >>> await window.close()
        >>> counter.is_open
        False
        """
        await self._dispatcher.request("session/close", {"session": self.id})

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r}>"


class SessionChanges(News[SessionChange]):
    """What other clients open and close in a shared session since this object was made, until the session is closed.

    They wait in memory until they are taken. To stop early, drop the object.

    >>> async with svvs.AsyncServer.attach(place) as one, svvs.AsyncServer.attach(place) as other:
    ...     desk = await one.share("desk")
    ...     changes = desk.changes()
    ...     counter = await (await other.join("desk")).open("counterA", "mine")
    ...     async for change in changes:
    ...         if "mine" in change.opened:
    ...             break
    """


class AsyncSharedSession(AsyncSession):
    """A set of views that several clients have open, as :class:`svvs.SharedSession` is one.

    >>> desk = await server.share("desk", keep=60)
    >>> counter = await desk.open("counterA", "mine")
    >>> desk.views
    {'mine': <svvs.AsyncView 'mine' of type 'counterA'>}
    """

    def __init__(self, dispatcher: Dispatcher, membership: Membership) -> None:
        super().__init__(dispatcher, membership.session)
        self._membership = membership

    @property
    def is_open(self) -> bool:
        """False once the session is closed, by whomever, or lost.

        >>> (await server.share()).is_open
        True
        """
        return self._membership.end is None

    @property
    def views(self) -> dict[str, AsyncView]:
        """The views that are open now, whoever has opened them, by their ids.

        >>> (await server.share()).views
        {}
        """
        return {each.view: AsyncView(self._dispatcher, each) for each in self._dispatcher.replicas(self.id)}

    async def open(
        self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any
    ) -> AsyncView:
        """Opens a view that all in the session have then.

        >>> desk = await server.share()
        >>> await desk.open("counterA", "mine")
        <svvs.AsyncView 'mine' of type 'counterA'>
        """
        if end := self._membership.end:
            raise end.with_traceback(None)
        return await super().open(type, view, delivery=delivery, **params)

    def changes(self) -> SessionChanges:
        """What others open and close from now on. It ends when the session is closed.

        >>> desk = await server.share()
        >>> changes = desk.changes()
        >>> await desk.close()
        >>> [change async for change in changes]
        []
        """
        return SessionChanges(self._dispatcher, self._membership)

    async def close(self) -> None:
        """Closes the session and all its views, for all; does nothing if it is closed already.

        >>> desk = await server.share()
        >>> await desk.close()
        >>> desk.is_open
        False
        """
        if self.is_open:
            await super().close()
