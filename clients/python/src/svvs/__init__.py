"""A client for svvs, the state server.

A server hosts *views*: named pieces of state with actions that change them. A program opens a view, calls its
actions, and reads its state. The server sends each change of that state:

>>> import svvs
>>> with svvs.Server() as server:
...     login = server.open("login")
...     login.call("login", userId="12345", password="password")
...     print(login.state["loginState"])
loggedIn

The methods of :class:`Server` and :class:`View` block; :class:`AsyncServer` and :class:`AsyncView` are the same for
asyncio. Both use :class:`svvs.connection.Connection`, which implements the protocol and does no input or output.

In the examples of this package, `svvs` is imported and `server` is a new server. Examples with `await` are for
`python -m asyncio`; there, `server` is an `AsyncServer`. A `place` is the name of a shared server, such as `"work"`, or
the path of its socket.
"""

from .asynchronous import AsyncServer, AsyncSession, AsyncSharedSession, AsyncView, Changes, SessionChanges
from .blocking import Call, Server, Session, SharedSession, View
from .errors import BadMessage, CallTimedOut, ContentModified, Detached, Error, Overloaded, ProtocolVersionMismatch
from .errors import RequestCancelled, ResponseError, ServerDied, ServerNotFound, TimedOut, ViewClosed
from .messages import Delivery
from .replica import Cause, Change, SessionChange
from .typed import AsyncTypedView, Member, Record, TypedView

#: Attaches to a shared server: :meth:`Server.attach`. For asyncio, use :meth:`AsyncServer.attach`.
attach = Server.attach

__all__ = [
    "AsyncServer", "AsyncSession", "AsyncSharedSession", "AsyncTypedView", "AsyncView", "BadMessage", "Call",
    "CallTimedOut", "Cause", "Change", "Changes", "ContentModified", "Delivery", "Detached", "Error", "Member",
    "Overloaded", "ProtocolVersionMismatch", "Record", "RequestCancelled", "ResponseError", "Server", "ServerDied",
    "ServerNotFound", "Session", "SessionChange", "SessionChanges", "SharedSession", "TimedOut", "TypedView",
    "View", "ViewClosed", "attach",
]
