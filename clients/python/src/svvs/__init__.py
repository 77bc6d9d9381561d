"""A client for svvs, the state server.

A server hosts *views*: named pieces of state with actions that change them. A program opens a view, calls its
actions, and reads the state that the server sends:

>>> import svvs
>>> with svvs.Server() as server:
...     login = server.open("login")
...     login.call("login", userId="12345", password="password")
...     print(login.state["loginState"])
loggedIn

:class:`Server` and :class:`View` block; :class:`AsyncServer` and :class:`AsyncView` are the same for asyncio. Both
stand on :class:`svvs.connection.Connection`, which knows the protocol and does no input or output.

The examples further on have `svvs` imported, and a fresh `server` at hand; those that `await` something are for
`python -m asyncio`, where `server` is an `AsyncServer`. A `place` is where a server may be shared, such as `"work"`.
"""

from .asynchronous import AsyncServer, AsyncSession, AsyncSharedSession, AsyncView, Changes, SessionChanges
from .blocking import Call, Server, Session, SharedSession, View
from .errors import AnswerLost, BadMessage, CallTimedOut, ContentModified, Detached, Disconnected, Error, Overloaded
from .errors import ProtocolVersionMismatch, RequestCancelled, ResponseError, ServerDied, ServerNotFound
from .errors import ServerRestarted, TimedOut, ViewClosed
from .messages import Delivery, Notification, Request
from .replica import Cause, Change, SessionChange
from .typed import AsyncTypedView, Member, Record, TypedView

#: Attaches to a server that others use, too: :meth:`Server.attach`, and for asyncio :meth:`AsyncServer.attach`.
attach = Server.attach

__all__ = [
    "AnswerLost", "AsyncServer", "AsyncSession", "AsyncSharedSession", "AsyncTypedView", "AsyncView", "BadMessage",
    "Call", "CallTimedOut", "Cause", "Change", "Changes", "ContentModified", "Delivery", "Detached", "Disconnected",
    "Error", "Member", "Notification", "Overloaded", "ProtocolVersionMismatch", "Record", "Request",
    "RequestCancelled", "ResponseError", "Server", "ServerDied", "ServerNotFound", "ServerRestarted", "Session",
    "SessionChange", "SessionChanges", "SharedSession", "TimedOut", "TypedView", "View", "ViewClosed", "attach",
]
