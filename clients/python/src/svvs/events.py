"""What a connection has heard, one class each."""

from dataclasses import dataclass
from typing import Any

from .errors import Error
from .replica import Change, Replica


@dataclass(frozen=True)
class Reply:
    """A request succeeded."""

    id: int
    result: Any


@dataclass(frozen=True)
class Refusal:
    """A request failed, was cancelled, or will never be answered."""

    id: int
    error: Error


@dataclass(eq=False)
class Part:
    """This client's part in a shared session."""

    session: str
    #: By which the server knows this connection when the client is back after a cut.
    token: str
    #: How the changes of all views come after a cut.
    delivery: str
    #: Why the client is in the session no more; None as long as it is.
    end: Error | None = None


#: What has changes to listen to, and an end.
Topic = Replica | Part


@dataclass(frozen=True)
class Ended:
    """A view or a session is closed, or lost; its `end` says which."""

    topic: Topic


@dataclass(frozen=True)
class SessionChange:
    """What other clients have opened and closed in a shared session; what was closed counts first.

    >>> svvs.SessionChange("desk", opened=("login",), closed=(), connections=2)
    SessionChange(session='desk', opened=('login',), closed=(), connections=2)
    """

    #: The session's name.
    session: str
    #: The ids of the views that were opened.
    opened: tuple[str, ...]
    #: The ids of the views that were closed.
    closed: tuple[str, ...]
    #: How many clients are in the session; None in what was missed during a cut.
    connections: int | None


Event = Reply | Refusal | Change | Ended | SessionChange
