"""Sets of views that are closed together, for programs that block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .closing import Closing
from .command import Delivery
from .view import View

if TYPE_CHECKING:
    from .server import Server


class Session(Closing):
    """A set of views that are closed together, such as those of one window; see :meth:`svvs.Server.open_session`.

    >>> server.open_session("window")
    <svvs.Session 'window'>
    """

    def __init__(self, server: Server, id: str) -> None:
        self.id = id
        self._server = server

    def open(self, type: str, view: str | None = None, /, *, delivery: Delivery | None = None, **params: Any) -> View:
        """Opens a view in this session, as :meth:`Server.open` does in the default one.

        >>> server.open_session().open("counterA").state
        {'count': 0}
        """
        return self._server._open(self.id, type, view, delivery, params)

    def close(self) -> None:
        """Closes the session and all its views.

        >>> window = server.open_session()
        >>> counter = window.open("counterA")
        >>> window.close()
        >>> counter.is_open
        False
        """
        self._server.request("session/close", {"session": self.id})

    def __repr__(self) -> str:
        return f"<svvs.Session {self.id!r}>"
