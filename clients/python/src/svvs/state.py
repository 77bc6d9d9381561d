"""The state of a view, in which a text that grows is joined when it is read."""

from collections.abc import ItemsView, Iterator, ValuesView
from threading import Lock
from typing import Any, NoReturn

__tracebackhide__ = True  # so that pytest shows the line of the test

#: The number of pieces after which a text that nobody reads is joined.
_PIECES = 1000
#: Held while the pieces of a text are joined or added: any thread may read a state.
_lock = Lock()


class GrowingText:
    """A text, and what was added to its end so far. Later additions share its pieces, and do not change it.

    A log of 10 MB that grows 200 times a second would otherwise be copied each time, into states that nobody reads.

    >>> from svvs.state import GrowingText
    >>> one = GrowingText(["one "])
    >>> two = one.extended("two")
    >>> one.text, two.text
    ('one ', 'one two')
    """

    __slots__ = ("_length", "_pieces", "_text")

    def __init__(self, pieces: list[str], length: int | None = None) -> None:
        self._pieces, self._length = pieces, len(pieces[0]) if length is None else length
        self._text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            with _lock:
                self._text = _joined(self._pieces)[: self._length]
        return self._text

    def extended(self, added: str) -> "GrowingText":
        """The text with another one at its end. Only the longest text of these pieces is extended."""
        with _lock:
            self._pieces.append(added)
            if len(self._pieces) > _PIECES:
                _joined(self._pieces)
        return GrowingText(self._pieces, self._length + len(added))


def _joined(pieces: list[str]) -> str:
    pieces[:] = ["".join(pieces)]
    return pieces[0]


class State(dict[str, Any]):
    """A dictionary that cannot be modified. Its copies can."""

    def raw(self) -> dict[str, Any]:
        """A copy in which the texts that have grown are of the type :class:`GrowingText`."""
        return dict(super().items())

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError("the state of a view is read-only: to set a property on the server, use `view.set(NAME=VALUE)`")

    __setitem__: Any = _refuse
    __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = __setitem__

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        return value.text if isinstance(value, GrowingText) else value

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    def __iter__(self) -> Iterator[str]:  # so that `dict(state)` and `{**state}` use `__getitem__`
        return super().__iter__()

    def copy(self) -> dict[str, Any]:
        return dict(self)

    # The views of a plain copy: those of `dict`, whose types mypy expects here, would show the pieces.
    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        return self.copy().items()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        return self.copy().values()

    def __eq__(self, other: object) -> bool:
        return self.copy() == (other.copy() if isinstance(other, State) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __or__(self, other: Any) -> Any:
        return self.copy() | other

    def __repr__(self) -> str:
        return repr(self.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.copy(),)
