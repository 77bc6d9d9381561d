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
`python -m asyncio`, where `server` is an `AsyncServer`.
"""

from .async_server import AsyncServer, AsyncSession
from .async_view import AsyncView, Changes
from .errors import BadMessage, CallTimedOut, ContentModified, Error, Overloaded, ProtocolVersionMismatch
from .errors import RequestCancelled, ResponseError, ServerDied, ServerNotFound, TimedOut, ViewClosed
from .messages import Delivery, Notification, Request
from .portal import Call
from .replica import Cause, Change
from .server import Server, Session
from .typed import AsyncTypedView, Member, Record, TypedView
from .view import View

__all__ = [
    "AsyncServer", "AsyncSession", "AsyncTypedView", "AsyncView", "BadMessage", "Call", "CallTimedOut", "Cause",
    "Change", "Changes", "ContentModified", "Delivery", "Error", "Member", "Notification", "Overloaded",
    "ProtocolVersionMismatch", "Record", "Request", "RequestCancelled", "ResponseError", "Server", "ServerDied",
    "ServerNotFound", "Session", "TimedOut", "TypedView", "View", "ViewClosed",
]
