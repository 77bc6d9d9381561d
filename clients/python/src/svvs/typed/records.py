"""Objects whose members are attributes, and arguments that may be left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, overload

from ..messages import is_array, is_object

Value = TypeVar("Value")
Self = TypeVar("Self")


class Member(Generic[Value]):
    """A member of a :class:`Record`, read as an attribute. `convert` makes its value of the JSON, which may be absent.

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
        raise AttributeError(f"{self._name!r} cannot be assigned: set the property of the view")


class NoValue:
    """The type of which no value is, so that a type checker refuses to assign a :class:`Member`."""


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
    """The type of :data:`UNSET`, which stands for an argument that is not passed on."""

    def __repr__(self) -> str:
        return "UNSET"


#: Not passed on to the server, in contrast to None, which is null.
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
