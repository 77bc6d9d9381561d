"""What a view is in both faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import ViewClosed
from .replica import Replica


class ViewBase:
    """A view's identity and its state."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    @property
    def id(self) -> str:
        """The id that the protocol knows the view by."""
        return self._replica.view

    @property
    def type(self) -> str:
        """The view's type, such as "login"."""
        return self._replica.type

    @property
    def state(self) -> Mapping[str, Any]:
        """The properties by name. Each change makes a new mapping; to change the server's state, use `set`."""
        return self._replica.state

    @property
    def commit(self) -> int:
        """The number of the commit that last changed :attr:`state`."""
        return self._replica.commit

    @property
    def is_open(self) -> bool:
        """False once the view or its session is closed."""
        return self._replica.is_open

    def _params(self, /, **members: Any) -> Mapping[str, Any]:
        if not self.is_open:
            raise ViewClosed(f"{self!r} is closed")
        return {**members, "view": self.id}

    def __repr__(self) -> str:
        return f"<svvs.{type(self).__name__} {self.id!r} of type {self.type!r}>"
