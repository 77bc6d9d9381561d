"""The bases of the view classes that `python -m svvs codegen` writes, one for each face."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

from ..async_view import AsyncClosing, AsyncView, ViewBase
from ..replica import Change
from ..view import Closing, View
from .records import Record

StateT = TypeVar("StateT", bound=Record)
ViewT = TypeVar("ViewT", bound=ViewBase)


class _TypedBase(Generic[ViewT, StateT]):
    def __init__(self, view: ViewT, state: type[StateT]) -> None:
        #: The view by names, for all that has no method here, such as `view.start` and `view.notify`.
        self.view = view
        self._state = state

    @property
    def state(self) -> StateT:
        """The properties, as attributes; see :attr:`svvs.View.state`.

        >>> svvs.TypedView(server.open("counterA"), svvs.Record).state
        Record({'count': 0})
        """
        return self._state(self.view.state)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.view.id!r}>"


class TypedView(_TypedBase[View, StateT], Closing):
    """A view whose state and actions have types. Modules made by `python -m svvs codegen` have a subclass for each type.

    >>> class Counter(svvs.Record):
    ...     count: svvs.Member[int] = svvs.Member("count")
    >>> class CounterView(svvs.TypedView[Counter]):
    ...     def increment(self) -> None:
    ...         self.view.call("increment")
    >>> counter = CounterView(server.open("counterA"), Counter)
    >>> counter.increment()
    >>> counter.state.count
    1
    """

    def wait(self, predicate: Callable[[StateT], object], timeout: float | None = None) -> StateT:
        """Waits until `predicate` is true of the state, and returns that state; see :meth:`svvs.View.wait`.

        >>> class Counter(svvs.Record):
        ...     count: svvs.Member[int] = svvs.Member("count")
        >>> counter = svvs.TypedView(server.open("counterA"), Counter)
        >>> counter.view.notify("increment")
        >>> counter.wait(lambda state: state.count == 1)
        Counter({'count': 1})
        """
        return self._state(self.view.wait(lambda state: predicate(self._state(state)), timeout))

    def subscribe(self, callback: Callable[[StateT, Change], object]) -> Callable[[], None]:
        """Has `callback` called with each state from now on, and its change; see :meth:`svvs.View.subscribe`.

        >>> counter = svvs.TypedView(server.open("counterA"), svvs.Record)
        >>> heard = []
        >>> stop = counter.subscribe(lambda state, change: heard.append(state))
        >>> counter.view.call("increment")
        >>> server.close()  # lets callbacks catch up
        >>> heard
        [Record({'count': 1})]
        """
        return self.view.subscribe(lambda change: callback(self._state(change.state), change))

    def close(self) -> None:
        """Closes the view, which cancels its calls.

        >>> counter = svvs.TypedView(server.open("counterA"), svvs.Record)
        >>> counter.close()
        """
        self.view.close()


class AsyncTypedView(_TypedBase[AsyncView, StateT], AsyncClosing):
    """The same for asyncio.

    >>> counter = svvs.AsyncTypedView(await server.open("counterA"), svvs.Record)
    >>> counter.state
    Record({'count': 0})
    """

    async def wait(self, predicate: Callable[[StateT], object], timeout: float | None = None) -> StateT:
        """Waits until `predicate` is true of the state, and returns that state; see :meth:`svvs.AsyncView.wait`.

        >>> counter = svvs.AsyncTypedView(await server.open("counterA"), svvs.Record)
        >>> await counter.wait(lambda state: state.json["count"] == 0)
        Record({'count': 0})
        """
        return self._state(await self.view.wait(lambda state: predicate(self._state(state)), timeout))

    def states(self) -> AsyncIterator[StateT]:
        """Each state from now on, until the view is closed; see :meth:`svvs.AsyncView.changes`.

        >>> counter = svvs.AsyncTypedView(await server.open("counterA"), svvs.Record)
        >>> counter.view.notify("increment")
        >>> async for state in counter.states():
        ...     print(state)
        ...     break
        Record({'count': 1})
        """
        changes = self.view.changes()  # before anything is awaited
        return _mapped(changes, self._state)

    async def close(self) -> None:
        """Closes the view, which cancels its calls.

        >>> counter = svvs.AsyncTypedView(await server.open("counterA"), svvs.Record)
        >>> await counter.close()
        """
        await self.view.close()


async def _mapped(changes: AsyncIterator[Change], state: type[StateT]) -> AsyncIterator[StateT]:
    async for change in changes:
        yield state(change.state)
