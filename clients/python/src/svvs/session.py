"""Sets of views, for programs that block: those of one client, and those that several share."""

from collections.abc import Callable
from typing import Any

from .async_session import AsyncSession, AsyncSharedSession
from .messages import Delivery
from .portal import Portal
from .replica import SessionChange
from .view import Closing, View, subscribed


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
        return f"<svvs.{type(self).__name__} {self.id!r}>"


class SharedSession(Session):
    """A set of views that several clients have open: each sees what the others do, and may use every view.

    A view or session that one client closes is closed for all; a client leaves the session when it closes its server.

    >>> desk = server.share("desk", keep=60)
    >>> counter = desk.open("counterA", "mine")
    >>> desk.views
    {'mine': <svvs.View 'mine' of type 'counterA'>}
    """

    def __init__(self, portal: Portal, session: AsyncSharedSession) -> None:
        super().__init__(portal, session)
        self._shared = session

    @property
    def is_open(self) -> bool:
        """False once the session is closed, by whomever, or lost.

        >>> server.share().is_open
        True
        """
        return self._shared.is_open

    @property
    def views(self) -> dict[str, View]:
        """The views that are open now, whoever has opened them, by their ids.

        >>> server.share().views
        {}
        """
        views = self._portal.do(lambda: self._shared.views)
        return {id: View(self._portal, view) for id, view in views.items()}

    def subscribe(self, callback: Callable[[SessionChange], object]) -> Callable[[], None]:
        """Has `callback` called with what others open and close from now on; calling the result ends that.

        Callbacks run as those of :meth:`View.subscribe` do.

        >>> with svvs.attach(place) as one, svvs.attach(place) as other:
        ...     heard = []
        ...     stop = one.share("desk").subscribe(heard.append)
        ...     counter = other.join("desk").open("counterA", "mine")
        >>> [id for change in heard for id in change.opened]
        ['mine']
        """
        return subscribed(self._portal, self._shared._dispatcher, self._shared._membership, SessionChange, callback)
