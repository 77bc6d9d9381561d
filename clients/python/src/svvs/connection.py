"""The protocol, without input and output."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import AnswerLost, BadMessage, Disconnected, Error, ServerRestarted, ViewClosed, response_error
from .messages import LineDecoder, Notification, Request, decode, encode, is_array, is_object, member
from .replica import Cause, Change, Ended, Membership, Replica, SessionChange

__all__ = ["Connection", "Ended", "Event", "Refusal", "Reply", "Sent"]


@dataclass(frozen=True)
class Reply:
    """The result of a request."""

    id: int
    result: Any


@dataclass(frozen=True)
class Refusal:
    """The error of a request that failed, was cancelled, or will not get a reply."""

    id: int
    error: Error


Event = Reply | Refusal | Change | Ended | SessionChange


@dataclass
class Sent:
    """A message that was sent. Arguments and values are not stored, because they may contain a password."""

    #: 0 for a notification.
    id: int
    method: str
    view: str | None
    type: str | None
    delivery: str | None
    session: str | None
    #: The view that the message is for, if it is open.
    replica: Replica | None
    #: The parameters of the view to open; empty for other messages.
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
    >>> list(connection.receive(b'{"jsonrpc":"2.0","id":1,"result":{"commit":4}}\\n'))
    [Reply(id=1, result={'commit': 4})]

    Each open view has a :class:`Replica` in :attr:`views`. The server sends every change. A change that does not start
    at the commit of the replica is an error of the server, and is handled like any other invalid message.

    When the transport is lost, the connection can continue on another one: call :meth:`cut`, send the request
    `initialize`, call :meth:`rejoin`, and call :meth:`resume` when its requests have replies. From :meth:`cut` to
    :meth:`resume`, other messages are held back. No request is sent twice, and no id is used twice.
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
        self._is_cut = False
        self._held: list[tuple[Sequence[Sent], bytes]] = []
        #: The sessions that are being joined again by the ids of the requests.
        self._rejoins: dict[int, str] = {}

    # Sending

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Sends a request. Returns its id, which the :class:`Reply` or :class:`Refusal` contains."""
        return self._send([Request(method, params or {})])[0].id

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification, which has no reply."""
        self._send([Notification(method, params or {})])

    def batch(self, messages: Sequence[Request | Notification]) -> list[int | None]:
        """Sends several messages in one line. Returns the id of each request, and None for each notification."""
        return [each.id or None for each in self._send(messages, is_batch=True)]

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

    def _send(self, messages: Sequence[Request | Notification], is_batch: bool = False) -> list[Sent]:
        sent = [self._record(each) for each in messages]
        ids = [{"id": each.id} if each.id else {} for each in sent]
        lines = [{**id, "method": each.method, "params": each.params} for id, each in zip(ids, messages)]
        data = encode(lines if is_batch else lines[0])
        self._requests.update({each.id: each for each in sent if each.id})
        if self._is_cut and all(each.method != "initialize" for each in sent):
            self._held.append((sent, data))
        else:
            self._outgoing += data
        return sent

    def _record(self, message: Request | Notification) -> Sent:
        id = next(self._ids) if isinstance(message, Request) else 0
        values = map(message.params.get, ("view", "type", "delivery", "session"))
        view, type, delivery, session = (value if isinstance(value, str) else None for value in values)
        if replica := self.views.get(view or ""):
            session = replica.session
        elif message.method == "session/join":
            session = None  # a join is not repeated on the next transport
        params = message.params.get("params") if message.method == "view/open" else None
        return Sent(id, message.method, view, type, delivery, session, replica, params or {})

    # Receiving

    def receive(self, data: bytes) -> Iterator[Event]:
        """The events of these bytes. Consume all of them, and then send :meth:`data_to_send`.

        :raises BadMessage: at the first line that is not a valid message. The connection cannot be used afterwards.
        """
        for line in self._lines.feed(data):
            if line and not line.isspace():
                try:
                    for message in decode(line):
                        yield from self._receive_message(message)
                except BadMessage as error:
                    error.line = line
                    raise

    def _receive_message(self, message: dict[str, Any]) -> Iterator[Event]:
        method, params = message.get("method"), message.get("params")
        if "method" not in message:
            yield from self._receive_response(message)
        elif "id" in message:
            if any(each.id == message["id"] and each.method == method for each in self._requests.values()):
                raise BadMessage("a copy of a request of this client")
            error = {"code": -32601, "message": "a client does not accept requests", "data": {"kind": "MethodNotFound"}}
            try:
                self._outgoing += encode({"id": message["id"], "error": error})
            except ValueError as reason:
                raise BadMessage(str(reason)) from None
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
                yield from self._refuse(each, error)
                each.abandoned = True
            return
        # In Python, True and 1.0 are equal to 1, but they are not the id 1.
        request = self._requests.pop(id, None) if type(id) is int else None
        if request is None or (error is None and "result" not in message):
            raise BadMessage("an invalid response, or one that matches no request")
        if error is not None:
            yield from self._refuse(request, error)
            return
        yield from self._apply_result(request, message["result"])
        if not request.abandoned:
            yield Reply(request.id, message["result"])

    def _refuse(self, request: Sent, error: Error) -> Iterator[Event]:
        if not request.abandoned:
            if session := self._rejoins.get(request.id):
                yield from self._lose(lambda each: each == session, Disconnected, str(error))
            yield Refusal(request.id, error)

    def _apply_result(self, request: Sent, result: Any) -> Iterator[Event]:
        """Updates the views and memberships with the result of a request."""
        if request.method == "view/open":
            self._open(request, result)
        elif request.method == "view/get":
            commit, state = member(result, "commit", int), member(result, "state", dict[str, Any])
            replica = self.views.get(member(result, "view", str))
            if replica and (change := replica.replace(commit, state)):
                yield change
        elif request.method == "session/open" and is_object(result) and "token" in result:
            self._enter(request, result)
        elif request.method == "session/join":
            yield from self._join(request, result)
        elif request.method == "view/close":
            yield from self._close_views(lambda each: each.view == request.view)
        elif request.method == "session/close" and request.session is not None:
            yield from self._close_views(lambda each: each.session == request.session)
            yield from self._leave(request.session)

    # Views

    def _open(self, request: Sent, result: Any) -> None:
        view, commit, state = member(result, "view", str), member(result, "commit", int), member(result, "state", dict[str, Any])
        if membership := self.memberships.get(request.session or ""):
            # A rejoin has one delivery for all views, which every view must accept: "patch" < "properties" < "signal".
            membership.delivery = min(membership.delivery, request.delivery or "properties")
        if view not in self.views:  # the reply to a later join may have opened it already
            session = request.session or "default"
            self.views[view] = Replica(view, request.type or "", session, commit, state, request.params)
        if request.abandoned:
            self._send([Request("view/close", {"view": view})])[0].abandoned = True

    def _close_views(self, is_closed: Callable[[Replica], bool]) -> Iterator[Event]:
        for replica in list(filter(is_closed, self.views.values())):
            yield self._end(replica, ViewClosed(f"view {replica.view!r} is closed"))

    def _end(self, replica: Replica, error: Error) -> Ended:
        replica.end = error
        return Ended(self.views.pop(replica.view))

    def _change_state(self, params: Any) -> Iterator[Event]:
        commit, calls = member(params, "commit", int), params.get("cause")
        cause = tuple(map(_cause, calls)) if is_array(calls) else ()
        for entry in member(params, "views", list[Any]):
            if replica := self.views.get(member(entry, "view", str)):
                yield replica.fold(commit, entry, cause)

    # Shared sessions

    def _enter(self, request: Sent, result: Any) -> str:
        session, token = member(result, "session", str), member(result, "token", str)
        new = Membership(session, token, request.delivery or "properties")
        self.memberships.setdefault(session, new).token = token
        return session

    def _leave(self, session: str, error: Error | None = None) -> Iterator[Event]:
        if membership := self.memberships.pop(session, None):
            membership.end = error or ViewClosed(f"session {session!r} is closed")
            yield Ended(membership)

    def _join(self, request: Sent, result: Any) -> Iterator[Event]:
        session, entries = self._enter(request, result), member(result, "views", list[Any])
        types = {member(each, "view", str): member(each, "type", str) for each in entries}
        held = [each for each in self.views.values() if each.session == session]
        closed = [each.view for each in held if types.get(each.view) != each.type]
        yield from self._replace_views(session, closed, entries, commit=member(result, "commit", int))
        for answer in member(result, "answers", list[Any]):
            if sent := self._requests.get(member(answer, "id", int)):
                if sent.method in ("view/open", "view/get") and "error" not in answer:
                    # The state is in `views`, once for all answers.
                    view = self.views.get(member(answer.get("result"), "view", str))
                    answer["result"] |= {"commit": view.commit, "state": view.state} if view else {}
                yield from self._receive_response(answer)
        unknown = member(result, "unknown", list[Any])
        lost = [each for id, each in self._requests.items() if id in unknown]
        yield from self._drop((each, AnswerLost(each.method)) for each in lost)

    def _change_session(self, params: Any) -> Iterator[Event]:
        session, connections = member(params, "session", str), member(params, "connections", int)
        closed, opened = member(params, "closed", list[str]), member(params, "opened", list[Any])
        yield from self._replace_views(session, closed, opened, connections=connections)
        if connections == 0:
            yield from self._leave(session)

    def _replace_views(
        self, session: str, closed: list[str], entries: list[Any], *, commit: int | None = None, connections: int | None = None
    ) -> Iterator[Event]:
        """Closes views, and opens or updates the views of the entries, at the given commit or that of the entry."""
        yield from self._close_views(lambda each: each.view in closed)
        opened = list[str]()
        for entry in entries:
            view, type, params = member(entry, "view", str), member(entry, "type", str), member(entry, "params", dict[str, Any])
            state = member(entry, "state", dict[str, Any])
            at = member(entry, "commit", int) if commit is None else commit
            if view not in self.views:
                self.views[view] = Replica(view, type, session, at, state, params)
                opened.append(view)
            elif change := self.views[view].replace(at, state):
                yield change
        if session in self.memberships:  # otherwise the server has closed views of a session that is not shared
            yield SessionChange(session, tuple(opened), tuple(closed), connections)

    # Reconnecting

    def cut(self, reason: str = "") -> Iterator[Event]:
        """Ends the views and requests outside of shared sessions, and holds back messages from now on."""
        self._is_cut, self._lines = True, LineDecoder()
        self._outgoing = b""
        self._rejoins.clear()
        yield from self._lose(lambda session: session not in self.memberships, Disconnected, reason)

    def restarted(self, reason: str = "") -> Iterator[Event]:
        """Ends all views, memberships and requests, because the server is another process."""
        yield from self._lose(lambda session: True, ServerRestarted, reason)

    def rejoin(self) -> list[int]:
        """Joins each session again, and asks for the missing replies. Returns the ids of these requests."""
        for name, membership in self.memberships.items():
            unanswered = [each.id for each in self._unanswered() if each.session == name]
            params = {"session": name, "token": membership.token, "unanswered": unanswered, "delivery": membership.delivery}
            self._is_cut = False  # so that this request is not held back
            self._rejoins[self.request("session/join", params)] = name
            self._is_cut = True
        return list(self._rejoins)

    def resume(self) -> Iterator[Event]:
        """Sends the messages that were held back, except those for views that have ended in the meantime."""
        self._is_cut, held, self._held = False, self._held, []
        for sent, data in held:
            if end := next((each.replica.end for each in sent if each.replica and each.replica.end), None):
                yield from self._drop((each, end) for each in sent)
            else:
                self._outgoing += data

    def _unanswered(self) -> list[Sent]:
        """The requests that the server may have received, and whose replies are missing."""
        held = {each.id for sent, _ in self._held for each in sent}
        return [each for each in self._requests.values() if each.id not in held]

    def _lose(self, is_lost: Callable[[str | None], bool], error: type[Disconnected], reason: str = "") -> Iterator[Event]:
        lost = [each for each in self._unanswered() if is_lost(each.session)]
        yield from self._drop((each, error(f"the reply to {each.method!r}", reason)) for each in lost)
        for replica in [each for each in self.views.values() if is_lost(each.session)]:
            yield self._end(replica, error(f"view {replica.view!r}", reason))
        for session in filter(is_lost, list(self.memberships)):
            yield from self._leave(session, error(f"session {session!r}", reason))

    def _drop(self, requests: Iterable[tuple[Sent, Error]]) -> Iterator[Event]:
        """Ends requests that will not get a reply."""
        for request, error in requests:
            if self._requests.pop(request.id, None) and not request.abandoned:
                yield Refusal(request.id, error)


def _cause(call: Any) -> Cause:
    return Cause(member(call, "method", str), call.get("view"), call.get("id"))
