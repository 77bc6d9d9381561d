"""What a view is in both faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import ViewClosed
from .messages import Request
from .replica import Replica


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
    def state(self) -> Mapping[str, Any]:
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
        """False once the view or its session is closed.

        >>> server.open("counterA").is_open
        True
        """
        return self._replica.is_open

    def prepare(self, action: str, /, **arguments: Any) -> Request:
        """A call of an action that is not sent yet, for a batch.

        >>> server.open("counterA").prepare("increment", by=2)
        Request(method='increment')
        """
        return Request(action, self._params(**arguments))

    def _params(self, /, **members: Any) -> Mapping[str, Any]:
        if not self.is_open:
            raise ViewClosed(f"{self!r} is closed")
        return {**members, "view": self.id}

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r} of type {self.type!r}>"
