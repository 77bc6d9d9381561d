"""The protocol, without input and output."""

import itertools
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .errors import BadMessage, Error, ViewClosed, response_error
from .messages import LineDecoder, decode, encode, is_array, is_object, member
from .replica import Cause, Change, Membership, Replica, SessionChange, Topic

__all__ = ["Connection", "Event", "Published", "Refusal", "Reply", "Sent"]


class Reply(NamedTuple):
    """The result of a request."""

    id: int
    result: Any


class Refusal(NamedTuple):
    """The error of a request that failed, was cancelled, or will not get a reply."""

    id: int
    error: Error


class Published(NamedTuple):
    """A change of a view or of a shared session, or the error with which it has ended."""

    topic: Topic
    item: Change | SessionChange | Error


Event = Reply | Refusal | Published | BadMessage


@dataclass
class Sent:
    """A request without a reply."""

    id: int
    method: str
    #: Empty unless the request opens or closes a view or session: arguments and values may contain a password.
    params: Mapping[str, Any]
    #: Whether to ignore the reply: no caller waits for it, or the connection itself sent the request.
    abandoned: bool = False


class Connection:
    """The client's end of a connection: turns received bytes into events, and calls into bytes to send.

    It does no input or output, so it works with threads and with asyncio, and tests need no process:

    >>> from svvs.connection import Connection
    >>> connection = Connection()
    >>> connection.request("increment", {"by": 2})
    1
    >>> connection.data_to_send()
    b'{"jsonrpc":"2.0","id":1,"method":"increment","params":{"by":2}}\\n'
    >>> connection.receive(b'{"jsonrpc":"2.0","id":1,"result":{"commit":4}}\\n')
    [Reply(id=1, result={'commit': 4})]

    Each open view has a :class:`Replica` in :attr:`views`. The server sends every change. A change that does not start
    at the commit of the replica is an error of the server, and is handled like any other invalid message.
    """

    def __init__(self) -> None:
        #: The open views by their ids.
        self.views: dict[str, Replica] = {}
        #: The memberships in shared sessions by the ids of the sessions.
        self.memberships: dict[str, Membership] = {}
        self._ids = itertools.count(1)
        self._requests: dict[int, Sent] = {}
        self._lines = LineDecoder()
        self._outgoing = b""

    # Sending

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Sends a request. Returns its id, which the :class:`Reply` or :class:`Refusal` contains."""
        params = params or {}
        if method == "session/join" and "token" in params:
            # An earlier connection has used small ids with this token, and no id is used twice.
            self._ids = itertools.count(secrets.randbits(52))
        id = next(self._ids)
        self._outgoing += encode({"id": id, "method": method, "params": params})
        is_kept = method in ("view/open", "view/close", "session/close")
        self._requests[id] = Sent(id, method, params if is_kept else {})
        return id

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification, which has no reply."""
        self._outgoing += encode({"method": method, "params": params or {}})

    def cancel(self, id: int) -> None:
        """Asks the server to cancel a request. The reply still follows; usually it is a :class:`Refusal`."""
        if id in self._requests:
            self.notify("$/cancelRequest", {"id": id})

    def abandon(self, id: int) -> None:
        """Cancels a request and ignores its reply: no event follows."""
        if (request := self._requests.get(id)) and not request.abandoned:
            request.abandoned = True
            self.cancel(id)

    def pending(self) -> list[str]:
        """The methods of the requests without a reply."""
        return [each.method for each in self._requests.values() if not each.abandoned]

    def data_to_send(self) -> bytes:
        """The bytes to write to the server. Each byte is returned once."""
        data, self._outgoing = self._outgoing, b""
        return data

    # Receiving

    def receive(self, data: bytes) -> list[Event]:
        """The events of these bytes. Then, send :meth:`data_to_send`.

        The last one is a :class:`BadMessage` if a line is not a valid message: the connection cannot be used afterwards.
        """
        events: list[Event] = []
        for line in self._lines.feed(data):
            try:
                events.extend(self._receive_message(decode(line)))
            except BadMessage as error:
                error.line = line
                return [*events, error]
        return events

    def _receive_message(self, message: dict[str, Any]) -> Iterator[Event]:
        method, params = message.get("method"), message.get("params")
        if "method" not in message:
            yield from self._receive_response(message)
        elif "id" in message:
            raise BadMessage("a request, which only clients send")
        elif method == "state/changed":
            yield from self._change_state(params)
        elif method == "session/changed":
            yield from self._change_session(params)

    def _receive_response(self, message: dict[str, Any]) -> Iterator[Event]:
        id, error = message.get("id"), None
        if "error" in message:
            code, text = member(message["error"], "code", int), member(message["error"], "message", str)
            error = response_error(code, text, message["error"].get("data"))
        if id is None and error is not None:
            # The server could not read one of the messages, and does not know which: it may be any request.
            for each in list(self._requests.values()):
                if not each.abandoned:
                    each.abandoned = True
                    yield Refusal(each.id, error)
            return
        # In Python, True and 1.0 are equal to 1, but they are not the id 1.
        request = self._requests.pop(id, None) if type(id) is int else None
        if request is None or (error is None and "result" not in message):
            raise BadMessage("an invalid response, or one that matches no request")
        if error is None:
            yield from self._apply_result(request, message["result"])
        if not request.abandoned:
            yield Reply(request.id, message["result"]) if error is None else Refusal(request.id, error)

    def _apply_result(self, request: Sent, result: Any) -> Iterator[Event]:
        """Updates the views and memberships with the result of a request."""
        if request.method == "view/open":
            self._open(request, result)
        elif request.method == "view/get":
            commit, state = member(result, "commit", int), member(result, "state", dict[str, Any])
            replica = self.views.get(member(result, "view", str))
            if replica and (change := replica.replace(commit, state)):
                yield Published(replica, change)
        elif request.method == "session/open" and request.abandoned:
            self._undo("session/close", session=member(result, "session", str))
        elif request.method == "session/open" and is_object(result) and "token" in result:
            self._enter(result)
        elif request.method == "session/join":
            commit, entries = member(result, "commit", int), member(result, "views", list[Any])
            self._open_views(self._enter(result), entries, commit)
        elif request.method == "view/close":
            yield from self._close_views(lambda each: each.view == request.params.get("view"))
        elif request.method == "session/close":
            session = request.params.get("session")
            yield from self._close_views(lambda each: each.session == session)
            yield from self._leave(session)

    # Views

    def _open(self, request: Sent, result: Any) -> None:
        given, view = request.params, member(result, "view", str)
        entry = {**result, "type": given.get("type", ""), "params": given.get("params") or {}}
        self._open_views(given.get("session") or "default", [entry])
        if request.abandoned:
            self._undo("view/close", view=view)

    def _undo(self, method: str, **params: str) -> None:
        """Closes a view or session whose request was abandoned before the server opened it."""
        self._requests[self.request(method, params)].abandoned = True

    def _close_views(self, is_closed: Callable[[Replica], bool]) -> Iterator[Event]:
        for replica in list(filter(is_closed, self.views.values())):
            replica.end = ViewClosed(f"view {replica.view!r} is closed")
            yield Published(self.views.pop(replica.view), replica.end)

    def _change_state(self, params: Any) -> Iterator[Event]:
        commit, calls = member(params, "commit", int), params.get("cause")
        cause = tuple(map(_cause, calls)) if is_array(calls) else ()
        for entry in member(params, "views", list[Any]):
            if replica := self.views.get(member(entry, "view", str)):
                yield Published(replica, replica.fold(commit, entry, cause))

    # Shared sessions

    def _enter(self, result: Any) -> str:
        session, token = member(result, "session", str), member(result, "token", str)
        self.memberships.setdefault(session, Membership(session, token)).token = token
        return session

    def _leave(self, session: Any) -> Iterator[Event]:
        if membership := self.memberships.pop(session, None):
            membership.end = ViewClosed(f"session {session!r} is closed")
            yield Published(membership, membership.end)

    def _change_session(self, params: Any) -> Iterator[Event]:
        session, connections = member(params, "session", str), member(params, "connections", int)
        closed, entries = member(params, "closed", list[str]), member(params, "opened", list[Any])
        yield from self._close_views(lambda each: each.view in closed)
        opened = self._open_views(session, entries)
        if membership := self.memberships.get(session):  # none if the session is not shared
            yield Published(membership, SessionChange(session, tuple(opened), tuple(closed), connections))
        if connections == 0:
            yield from self._leave(session)

    def _open_views(self, session: str, entries: list[Any], commit: int | None = None) -> list[str]:
        """Opens views at the given commit, or at that of the entry. Returns their ids."""
        for entry in entries:
            view, type, params = member(entry, "view", str), member(entry, "type", str), member(entry, "params", dict[str, Any])
            at = member(entry, "commit", int) if commit is None else commit
            state = member(entry, "state", dict[str, Any])
            self.views[view] = Replica(view, type, session, at, state, params)
        return [entry["view"] for entry in entries]


def _cause(call: Any) -> Cause:
    return Cause(member(call, "method", str), call.get("view"), call.get("id"))
