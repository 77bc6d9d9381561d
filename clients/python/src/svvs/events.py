"""What a :class:`~svvs.connection.Connection` hears from its server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .refusals import ResponseError


@dataclass(frozen=True)
class Reply:
    """A request succeeded."""

    id: int
    result: Any


@dataclass(frozen=True)
class Refusal:
    """A request failed, or was cancelled."""

    id: int
    error: ResponseError


@dataclass(frozen=True)
class Cause:
    """A call that brought about a change: its id, unless it was a notification, its method, and its view.

    >>> svvs.Cause("login", view="view1", id=3)
    Cause(method='login', view='view1', id=3)
    """

    method: str
    view: str | None = None
    id: Any = None


@dataclass(frozen=True)
class Change:
    """One commit's part in one view.

    >>> svvs.Change("view1", 2, {"count": 5}, {"count": 5, "isEven": False}, (svvs.Cause("increment", "view1", 7),))
    Change(view='view1', commit=2, changes={'count': 5}, state={'count': 5, 'isEven': False}, \
cause=(Cause(method='increment', view='view1', id=7),), stale=frozenset())
    """

    #: The view's id.
    view: str
    #: The number of the commit; later ones have greater numbers.
    commit: int
    #: The properties that changed, with their new values.
    changes: Mapping[str, Any]
    #: The whole state once the changes are made. It is never modified afterwards.
    state: Mapping[str, Any]
    #: The calls that made the change. None, if no call did, as with a timer.
    cause: tuple[Cause, ...] = ()
    #: With delivery "signal": the properties that changed, whose values `view/get` has.
    stale: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ViewEnded:
    """A view is closed."""

    view: str


Event = Reply | Refusal | Change | ViewEnded
