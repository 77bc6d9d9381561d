"""A client for svvs, the state server.

A server hosts *views*: named pieces of state with actions that change them. A program opens a view, calls its
actions, and reads the state it is told about::

    import svvs

    with svvs.Server() as server:
        login = server.open("login")
        login.call("login", userId="12345", password="password")
        print(login.state["loginState"])

:class:`Server` and :class:`View` block; :class:`AsyncServer` and :class:`AsyncView` are the same for asyncio. Both
stand on :class:`svvs.connection.Connection`, which knows the protocol and does no input or output.
"""

from .async_server import AsyncServer, AsyncSession
from .async_view import AsyncView, Changes
from .call import Call
from .errors import Error, InvalidMessage, ResponseError, ServerExited, ServerNotStarted, TimedOut, ViewClosed
from .events import Change
from .server import Server, Session
from .view import View

__all__ = [
    "AsyncServer",
    "AsyncSession",
    "AsyncView",
    "Call",
    "Change",
    "Changes",
    "Error",
    "InvalidMessage",
    "ResponseError",
    "Server",
    "ServerExited",
    "ServerNotStarted",
    "Session",
    "TimedOut",
    "View",
    "ViewClosed",
]
