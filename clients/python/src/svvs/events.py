"""What a :class:`~svvs.connection.Connection` hears from its server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from .errors import ResponseError


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
class Change:
    """One commit's part in one view."""

    #: The view's id.
    view: str
    #: The number of the commit; later ones have greater numbers.
    commit: int
    #: The properties that changed, with their new values.
    changes: Mapping[str, Any]
    #: The whole state once the changes are made. It is never modified afterwards.
    state: Mapping[str, Any]


@dataclass(frozen=True)
class ViewEnded:
    """A view exists no more; `error` tells why if nobody asked for that."""

    view: str
    error: ResponseError | None = None


Event = Union[Reply, Refusal, Change, ViewEnded]
