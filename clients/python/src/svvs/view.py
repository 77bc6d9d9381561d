"""A view, for programs that block."""

import contextlib
import time
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, Protocol, TypeVar

from .async_view import AsyncView, State, ViewBase
from .dispatcher import Dispatcher
from .errors import Error
from .portal import Call, Portal
from .replica import Change, Topic

Self = TypeVar("Self")
Item = TypeVar("Item")


class Closing(Protocol):
    """Something to close at the end of a `with` block."""

    def close(self) -> None: ...

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        with contextlib.suppress(*(Error,) if exception_type else ()):  # what the body raised matters more
            self.close()


def subscribed(
    portal: Portal, dispatcher: Dispatcher, topic: Topic, kind: type[Item], callback: Callable[[Item], object],
    ended: Callable[[Error], object] | None = None,
) -> Callable[[], None]:
    """Has `callback` called, in the thread for that, with what happens to a view or a session, and `ended` at last."""
    stopped = Event()

    def hear(heard: object) -> None:
        if isinstance(heard, kind):
            portal.call_back(lambda: stopped.is_set() or callback(heard))
        elif ended and isinstance(heard, Error):
            end = partial(ended, heard)
            portal.call_back(lambda: stopped.is_set() or end())

    portal.start_callbacks()
    stop_listening = portal.do(dispatcher.listen, topic, hear)

    def stop() -> None:
        stopped.set()
        portal.do(stop_listening)

    return stop


class View(ViewBase, Closing):
    """An open view: its state, as the server has sent it so far, and its actions.

    A failure of the app's own, such as a wrong password, is state. An exception means that the call itself failed.

    >>> login = server.open("login")
    >>> login.call("login", userId="12345", password="wrong")
    >>> login.state["errorMessage"] is None
    False
    """

    def __init__(self, portal: Portal, view: AsyncView) -> None:
        super().__init__(view._replica)
        self._portal = portal
        self._view = view

    def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits until it has settled. What it changed is in :attr:`state` then.

        `ifCommit=view.commit` as a further argument refuses the call, as :class:`ContentModified`, if the view has
        changed meanwhile. A call that times out is cancelled.

        >>> counter = server.open("counterA")
        >>> counter.call("increment", by=2)
        >>> counter.state["count"]
        2
        """
        self._portal.run(self._view.call(action, **arguments))

    def start(self, action: str, /, **arguments: Any) -> Call:
        """Calls an action without waiting; the result can be waited for or cancelled.

        >>> user = server.open("user", id="A")
        >>> reload = user.start("reload")
        >>> reload.cancel()
        """
        return Call(self._portal, self._view._dispatcher, action, self._params(**arguments))

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and forgets it: whether it succeeded shows in the state only.

        >>> counter = server.open("counterA")
        >>> counter.notify("increment")
        >>> counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._portal.do(self._view.notify, action, **arguments)

    def set(self, /, **properties: Any) -> None:
        """Sets bindable properties: all of them or, if the server refuses one, none.

        >>> login = server.open("login")
        >>> login.set(userId="12345", password="password")
        >>> login.state["canLogin"]
        True
        """
        self._portal.run(self._view.set(**properties))

    def get(self) -> State:
        """Asks the server for the whole state. :attr:`state` follows by itself, unless the delivery is "signal".

        >>> server.open("counterA").get()
        {'count': 0}
        """
        return self._portal.run(self._view.get())

    def wait(self, predicate: Callable[[State], object], timeout: float | None = None) -> State:
        """Waits until `predicate` is true of the state, and returns that state.

        Every state from now on is tried, also those that pass quickly; with delivery "signal", one after each change.

        >>> user = server.open("user", id="A")
        >>> user.notify("load")
        >>> user.wait(lambda state: not state["isPlaceholder"], timeout=20)["displayName"]
        'User A'

        :raises TimedOut: if that does not happen within `timeout` seconds.
        :raises ViewClosed: if the view is closed before.
        """
        started = time.monotonic()
        changes, state = self._portal.run(self._view._begin())
        while not predicate(state):
            state = self._portal.run(self._view._next(changes, started, timeout))
        return state

    def subscribe(
        self, callback: Callable[[Change], object], ended: Callable[[Error], object] | None = None
    ) -> Callable[[], None]:
        """Has `callback` called with each :class:`Change` from now on; calling the result ends that.

        When the view is closed, by whomever, or lost, `ended` is called with what each use raises from then on.
        Callbacks run one after the other in a thread of their own, and may call the server.

        >>> counter = server.open("counterA")
        >>> heard = []
        >>> stop = counter.subscribe(heard.append)
        >>> counter.call("increment", by=5)
        >>> server.close()  # lets callbacks catch up
        >>> heard[0].changes, heard[0].cause[0].method
        ({'count': 5}, 'increment')
        """
        return subscribed(self._portal, self._view._dispatcher, self._replica, Change, callback, ended)

    def close(self) -> None:
        """Closes the view, which cancels its calls; does nothing if it is closed already.

        >>> counter = server.open("counterA")
        >>> counter.close()
        >>> counter.is_open
        False
        """
        self._portal.run(self._view.close())
