"""A view, for programs that block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from .call import Call
from .closing import Closing
from .errors import Error, TimedOut
from .events import Change
from .replica import Replica
from .subscriptions import Callback
from .view_base import ViewBase
from .waiting import deadline, next_item

if TYPE_CHECKING:
    from .server import Server


class View(ViewBase, Closing):
    """An open view: its state, as the server has told it so far, and its actions.

    A failure of the app's own, such as a wrong password, is state. An exception means that the call itself failed.

    >>> login = server.open("login")
    >>> login.call("login", userId="12345", password="wrong")
    >>> login.state["errorMessage"] is None
    False
    """

    def __init__(self, server: Server, replica: Replica) -> None:
        super().__init__(replica)
        self._server = server

    def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits until it has settled. What it changed is in :attr:`state` then.

        `ifCommit=view.commit` as a further argument refuses the call, as :class:`ContentModified`, if the view has
        changed meanwhile. A call that times out is cancelled.

        >>> counter = server.open("counterA")
        >>> counter.call("increment", by=2)
        >>> counter.state["count"]
        2
        """
        self._server.request(action, self._params(**arguments))

    def start(self, action: str, /, **arguments: Any) -> Call:
        """Calls an action without waiting; the result can be waited for or cancelled.

        >>> user = server.open("user", id="A")
        >>> reload = user.start("reload")
        >>> reload.cancel()
        """
        return self._server.start(action, self._params(**arguments))

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and forgets it: whether it succeeded shows in the state only.

        >>> counter = server.open("counterA")
        >>> counter.notify("increment")
        >>> counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._server.notify(action, self._params(**arguments))

    def set(self, /, **properties: Any) -> None:
        """Sets bindable properties: all of them or, if the server refuses one, none.

        >>> login = server.open("login")
        >>> login.set(userId="12345", password="password")
        >>> login.state["canLogin"]
        True
        """
        self._server.request("view/set", self._params(properties=properties))

    def get(self) -> Mapping[str, Any]:
        """Asks the server for the whole state. :attr:`state` follows by itself, unless the delivery is "signal".

        >>> server.open("counterA").get()
        {'count': 0}
        """
        self._server.request("view/get", self._params())
        return self.state

    def wait(self, predicate: Callable[[Mapping[str, Any]], object], timeout: float | None = None) -> Mapping[str, Any]:
        """Waits until `predicate` is true of the state, and returns that state.

        Every state from now on is tried, also those that pass quickly; with delivery "signal", one after each change.

        >>> user = server.open("user", id="A")
        >>> user.notify("load")
        >>> user.wait(lambda state: not state["isPlaceholder"], timeout=20)["displayName"]
        'User A'

        :raises TimedOut: if that does not happen within `timeout` seconds.
        :raises ViewClosed: if the view is closed before.
        """
        timeout = self._server.timeout if timeout is None else timeout
        until = deadline(timeout)
        heard: SimpleQueue[Change | Error] = SimpleQueue()
        stop = self._server._listen(self._replica, heard.put)
        try:
            state = self.get() if self.stale else self.state
            while not predicate(state):
                try:
                    news = next_item(heard, until)
                except Empty:
                    raise TimedOut(f"{self!r} did not reach the state waited for within {timeout} s") from None
                if isinstance(news, Error):
                    raise news
                state = self.get() if news.stale else news.state
            return state
        finally:
            stop()

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Has `callback` called with each :class:`Change` from now on; calling the result ends that.

        Callbacks run one after the other in a thread of their own, and may call the server.

        >>> counter = server.open("counterA")
        >>> heard = []
        >>> stop = counter.subscribe(heard.append)
        >>> counter.call("increment", by=5)
        >>> server.close()  # lets callbacks catch up
        >>> heard[0].changes, heard[0].cause[0].method
        ({'count': 5}, 'increment')
        """
        return self._server._subscribe(self._replica, callback)

    def close(self) -> None:
        """Closes the view, which cancels its calls; does nothing if it is closed already.

        >>> counter = server.open("counterA")
        >>> counter.close()
        >>> counter.is_open
        False
        """
        if self.is_open:
            self._server.request("view/close", self._params())
