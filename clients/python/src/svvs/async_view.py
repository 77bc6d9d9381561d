"""A view, for asyncio, and what it shares with those of programs that block."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from .dispatcher import Dispatcher, News
from .errors import Error, ResponseError, TimedOut, ViewClosed
from .messages import Request
from .replica import Change, Replica

Self = TypeVar("Self")
State = Mapping[str, Any]


class AsyncClosing(Protocol):
    """Something to close at the end of an `async with` block."""

    async def close(self) -> None: ...

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        with contextlib.suppress(*(Error,) if exception_type else ()):  # what the body raised matters more
            await self.close()


class ViewBase:
    """A view's identity and its state."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    @property
    def id(self) -> str:
        """The id that the protocol knows the view by.

        >>> server.open("counterA").id
        'view1'
        """
        return self._replica.view

    @property
    def type(self) -> str:
        """The view's type.

        >>> server.open("counterA").type
        'counterA'
        """
        return self._replica.type

    @property
    def state(self) -> State:
        """The properties by name. Each change makes a new mapping; to change the server's state, use `set`.

        >>> server.open("counterA").state
        {'count': 0}
        """
        return self._replica.state

    @property
    def commit(self) -> int:
        """The number of the commit that last changed :attr:`state`.

        >>> counter = server.open("counterA")
        >>> counter.call("increment", ifCommit=counter.commit)
        """
        return self._replica.commit

    @property
    def stale(self) -> frozenset[str]:
        """With delivery "signal": the properties that have changed, while `get` has not been called.

        >>> counter = server.open("counterA", delivery="signal")
        >>> counter.call("increment")
        >>> counter.stale, counter.state, counter.get(), counter.stale
        (frozenset({'count'}), {'count': 0}, {'count': 1}, frozenset())
        """
        return self._replica.stale

    @property
    def is_open(self) -> bool:
        """False once the view or its session is closed, by whomever: the server closes what ends with a login.

        >>> server.open("counterA").is_open
        True
        """
        return self._replica.end is None

    def prepare(self, action: str, /, **arguments: Any) -> Request:
        """A call of an action that is not sent yet, for a batch.

        >>> server.open("counterA").prepare("increment", by=2)
        Request(method='increment')
        """
        return Request(action, self._params(**arguments))

    def _params(self, /, **members: Any) -> State:
        if end := self._replica.end:
            raise end.with_traceback(None)  # else each raise would add to the last one's
        return {**members, "view": self.id}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewBase) and other._replica is self._replica

    def __hash__(self) -> int:
        return hash(self._replica)

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r} of type {self.type!r}>"


class Changes(News[Change]):
    """A view's changes since this object was made, none left out, until the view is closed.

    They wait in memory until they are taken. To stop early, drop the object.

    >>> counter = await server.open("counterA")
    >>> counter.notify("increment")
    >>> async for change in counter.changes():
    ...     print(change.changes, change.cause)
    ...     break
    {'count': 1} (Cause(method='increment', view='view1', id=None),)
    """


class AsyncView(ViewBase, AsyncClosing):
    """An open view, as :class:`svvs.View` is one.

    >>> await server.open("counterA")
    <svvs.AsyncView 'view1' of type 'counterA'>
    """

    def __init__(self, dispatcher: Dispatcher, replica: Replica) -> None:
        super().__init__(replica)
        self._dispatcher = dispatcher

    async def call(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and waits until it has settled. Cancelling the task that waits cancels the call.

        >>> effects = await server.open("effects")
        >>> call = asyncio.ensure_future(effects.call("handle", action="buttonTap", seconds=9))
        >>> await effects.wait(lambda state: state["tapsUnderWay"] == 1)
        {...}
        >>> call.cancel()
        True
        """
        await self._dispatcher.request(action, self._params(**arguments))

    def notify(self, action: str, /, **arguments: Any) -> None:
        """Calls an action and forgets it: whether it succeeded shows in the state only.

        >>> counter = await server.open("counterA")
        >>> counter.notify("increment")
        >>> await counter.wait(lambda state: state["count"] == 1)
        {'count': 1}
        """
        self._dispatcher.notify(action, self._params(**arguments))

    async def set(self, /, **properties: Any) -> None:
        """Sets bindable properties: all of them or, if the server refuses one, none.

        >>> login = await server.open("login")
        >>> await login.set(userId="12345", password="password")
        >>> login.state["canLogin"]
        True
        """
        await self._dispatcher.request("view/set", self._params(properties=properties))

    async def get(self) -> State:
        """Asks the server for the whole state. :attr:`state` follows by itself, unless the delivery is "signal".

        >>> counter = await server.open("counterA", delivery="signal")
        >>> await counter.call("increment")
        >>> counter.state, await counter.get()
        ({'count': 0}, {'count': 1})
        """
        await self._dispatcher.request("view/get", self._params())
        return self.state

    async def wait(self, predicate: Callable[[State], object], timeout: float | None = None) -> State:
        """Waits until `predicate` is true of the state, and returns that state.

        >>> user = await server.open("user", id="A")
        >>> user.notify("load")
        >>> (await user.wait(lambda state: not state["isPlaceholder"], timeout=20))["displayName"]
        'User A'

        :raises TimedOut: if that does not happen within `timeout` seconds.
        :raises ViewClosed: if the view is closed before.
        """
        started = time.monotonic()
        changes, state = await self._begin()
        while not predicate(state):
            state = await self._next(changes, started, timeout)
        return state

    def changes(self) -> Changes:
        """The view's changes from now on. They end when the view is closed.

        >>> counter = await server.open("counterA")
        >>> changes = counter.changes()
        >>> await counter.call("increment", by=5)
        >>> await counter.close()
        >>> [change.changes async for change in changes]
        [{'count': 5}]
        """
        return Changes(self._dispatcher, self._replica)

    async def close(self) -> None:
        """Closes the view, which cancels its calls; does nothing if it is closed already.

        >>> counter = await server.open("counterA")
        >>> await counter.close()
        >>> counter.is_open
        False
        """
        if self.is_open:
            try:
                await self._dispatcher.request("view/close", self._params())
            except ResponseError:
                if self.is_open:  # which it is not if the server has closed it meanwhile
                    raise

    async def _begin(self) -> tuple[Changes, State]:
        """The changes to come, and the state before them."""
        return self.changes(), await self.get() if self.stale else self.state

    async def _next(self, changes: Changes, started: float, timeout: float | None) -> State:
        """The state that the next change makes. Changes that come faster than they are dealt with put off no end."""
        timeout = self._dispatcher.timeout if timeout is None else timeout
        remaining = None if timeout is None else started + timeout - time.monotonic()
        try:
            if remaining is not None and remaining <= 0:
                raise asyncio.TimeoutError
            change = await asyncio.wait_for(anext(changes), remaining)
        except StopAsyncIteration:
            raise ViewClosed(f"view {self.id!r} is closed") from None
        except asyncio.TimeoutError:
            raise TimedOut(f"view {self.id!r} did not reach the state waited for within {timeout} s") from None
        return await self.get() if change.stale else change.state
