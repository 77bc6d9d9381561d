"""The base classes and functions that the modules of `python -m svvs codegen`, and the generator itself, use."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Generic, TypeVar, overload

from .asynchronous import AsyncClosing, AsyncView, Self, ViewBase
from .blocking import Closing, View
from .messages import is_array, is_object
from .replica import Change

__all__ = [
    "UNSET", "AsyncTypedView", "Member", "NoValue", "Record", "TypedView", "Unset", "given", "is_array", "is_object",
]

Value = TypeVar("Value")
StateT = TypeVar("StateT", bound="Record")
ViewT = TypeVar("ViewT", bound=ViewBase)


class Member(Generic[Value]):
    """A member of a :class:`Record`, read as an attribute. `convert` converts its JSON value, None if it is absent.

    >>> class User(svvs.Record):
    ...     friend_ids: svvs.Member[list[str]] = svvs.Member("friendIDs")
    >>> User({"friendIDs": ["B"]}).friend_ids
    ['B']
    """

    def __init__(self, name: str, convert: Callable[[Any], Value] | None = None) -> None:
        self._name = name
        self._convert = convert

    @overload
    def __get__(self: Self, record: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, record: Record, owner: type[Any]) -> Value: ...
    def __get__(self, record: Record | None, owner: type[Any]) -> Any:
        if record is None:
            return self
        value = record.json.get(self._name)
        return value if self._convert is None else self._convert(value)

    def __set__(self, record: Record, value: NoValue) -> None:
        raise AttributeError(f"{self._name!r} is read-only: to change a property, use `set` of the view")


class NoValue:
    """A type without values, so that type checkers reject assignments to a :class:`Member`."""


class Record:
    """A JSON object whose members are read as attributes; :attr:`json` is the object itself.

    >>> class Note(svvs.Record):
    ...     content: svvs.Member[str] = svvs.Member("content")
    >>> note = Note({"content": "Buy milk"})
    >>> note.content
    'Buy milk'
    >>> note == Note({"content": "Buy milk"}), note
    (True, Note({'content': 'Buy milk'}))
    """

    def __init__(self, json: Mapping[str, Any]) -> None:
        self.json = json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self.json == other.json

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.json!r})"


class Unset:
    """The type of :data:`UNSET`, the default of optional arguments."""

    def __repr__(self) -> str:
        return "UNSET"


#: An argument that is not sent to the server. In contrast, None is sent as null.
UNSET = Unset()


def given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that are not :data:`UNSET`, as JSON.

    >>> from svvs.typed import UNSET, given
    >>> given({"by": UNSET, "id": None, "note": svvs.Record({"content": ""})})
    {'id': None, 'note': {'content': ''}}
    """
    return {name: _plain(value) for name, value in arguments.items() if value is not UNSET}


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.json
    if is_array(value):
        return [_plain(each) for each in value]
    if is_object(value):
        return {name: _plain(each) for name, each in value.items()}
    return value


class _TypedBase(Generic[ViewT, StateT]):
    def __init__(self, view: ViewT, state: type[StateT]) -> None:
        #: The untyped view, for methods that this class lacks, such as `view.start` and `view.notify`.
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
    """A view whose state and actions have types. `python -m svvs codegen` writes a subclass for each view type.

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
        """Waits until `predicate` is true for the state, and returns that state; see :meth:`svvs.View.wait`.

        >>> class Counter(svvs.Record):
        ...     count: svvs.Member[int] = svvs.Member("count")
        >>> counter = svvs.TypedView(server.open("counterA"), Counter)
        >>> counter.view.notify("increment")
        >>> counter.wait(lambda state: state.count == 1)
        Counter({'count': 1})
        """
        return self._state(self.view.wait(lambda state: predicate(self._state(state)), timeout))

    def subscribe(self, callback: Callable[[StateT, Change], object]) -> Callable[[], None]:
        """Calls `callback` with each state from now on, and its change; see :meth:`svvs.View.subscribe`.

        >>> counter = svvs.TypedView(server.open("counterA"), svvs.Record)
        >>> received = []
        >>> stop = counter.subscribe(lambda state, change: received.append(state))
        >>> counter.view.call("increment")
        >>> server.close()  # waits for the callbacks
        >>> received
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
    """A view whose state and actions have types, for asyncio; see :class:`TypedView`.

    >>> counter = svvs.AsyncTypedView(await server.open("counterA"), svvs.Record)
    >>> counter.state
    Record({'count': 0})
    """

    async def wait(self, predicate: Callable[[StateT], object], timeout: float | None = None) -> StateT:
        """Waits until `predicate` is true for the state, and returns that state; see :meth:`svvs.AsyncView.wait`.

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
        changes = self.view.changes()  # before the first `await`, so that no change is missed
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
