"""The protocol without input and output."""

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
    """A request succeeded."""

    id: int
    result: Any


@dataclass(frozen=True)
class Refusal:
    """A request failed, was cancelled, or will never be answered."""

    id: int
    error: Error


Event = Reply | Refusal | Change | Ended | SessionChange


@dataclass
class Sent:
    """The record of a message that was sent. It has no other parameters: a password may be among them."""

    #: 0 for a notification.
    id: int
    method: str
    view: str | None
    type: str | None
    delivery: str | None
    session: str | None
    #: The open view that the message addresses.
    replica: Replica | None
    #: True if nobody waits for the reply any more, or if the connection itself sent the request.
    abandoned: bool = False


class Connection:
    """One client's side of a conversation: bytes in, events out; calls in, bytes out.

    It does no I/O, so it serves threads and asyncio alike, and is tested without a process:

    >>> from svvs.connection import Connection
    >>> connection = Connection()
    >>> connection.request("increment", {"by": 2})
    1
    >>> connection.data_to_send()
    b'{"jsonrpc":"2.0","id":1,"method":"increment","params":{"by":2}}\\n'
    >>> list(connection.receive(b'{"jsonrpc":"2.0","id":1,"result":{"commit":4}}\\n'))
    [Reply(id=1, result={'commit': 4})]

    Each open view has a :class:`Replica` in :attr:`views`. The server omits no change: one that does not continue
    the replica's commit is a fault of the server, and ends the conversation as any other invalid message does.

    The conversation continues after a cut, over another transport: :meth:`cut`, then a request `initialize`, then
    :meth:`rejoin`, and :meth:`resume` when its requests are answered. Between the first and the last, messages wait.
    No request is sent twice, and ids are never used again.
    """

    def __init__(self) -> None:
        #: The open views by their ids.
        self.views: dict[str, Replica] = {}
        #: The memberships in shared sessions, by the sessions' names.
        self.memberships: dict[str, Membership] = {}
        self._ids = itertools.count(1)
        self._requests: dict[int, Sent] = {}
        self._lines = LineDecoder()
        self._outgoing = b""
        self._is_cut = False
        self._held: list[tuple[Sequence[Sent], bytes]] = []
        #: The sessions that are being joined again, by the ids of the requests.
        self._rejoins: dict[int, str] = {}

    # Calls in, bytes out

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Sends a request; its id comes back in a :class:`Reply` or a :class:`Refusal`."""
        return self._send([Request(method, params or {})])[0].id

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification, which is never answered."""
        self._send([Notification(method, params or {})])

    def batch(self, messages: Sequence[Request | Notification]) -> list[int | None]:
        """Sends several messages in one line; the id of each request, and None for a notification."""
        return [each.id or None for each in self._send(messages, is_batch=True)]

    def cancel(self, id: int) -> None:
        """Asks for a request to be cancelled. It is still answered, most often by a refusal."""
        if id in self._requests:
            self.notify("$/cancelRequest", {"id": id})

    def abandon(self, id: int) -> None:
        """Cancels a request whose reply nobody waits for any more; no event will mention it."""
        if (request := self._requests.get(id)) and not request.abandoned:
            request.abandoned = True
            self.cancel(id)

    def data_to_send(self) -> bytes:
        """The bytes to write to the server, each returned once."""
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
            session = None  # a join belongs to the transport
        return Sent(id, message.method, view, type, delivery, session, replica)

    # Bytes in, events out

    def receive(self, data: bytes) -> Iterator[Event]:
        """The events of these bytes. Consume them all; then send :meth:`data_to_send`, which may have grown.

        :raises BadMessage: at the first line that is not the protocol; the connection is unusable afterwards.
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
            error = {"code": -32601, "message": "a client takes no requests", "data": {"kind": "MethodNotFound"}}
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
            # The server could not read one of the messages and cannot say which: each request may be the one.
            for each in list(self._requests.values()):
                yield from self._refuse(each, error)
                each.abandoned = True
            return
        # True and 1.0 are equal to 1 in Python, but they are not the id 1.
        request = self._requests.pop(id, None) if type(id) is int else None
        if request is None or (error is None and "result" not in message):
            raise BadMessage("no answer to any request")
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
        """Changes the views and memberships as the result of a request says."""
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
            # A rejoin has one delivery for all views, which must suit each: "patch" < "properties" < "signal".
            membership.delivery = min(membership.delivery, request.delivery or "properties")
        if view not in self.views:  # a repeated join has opened it already if it was answered first
            self.views[view] = Replica(view, request.type or "", request.session or "default", commit, state)
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
                    # `views` has the state once, for all answers.
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
        """Closes views, and opens or updates those of the entries, which have the given commit, or each its own."""
        yield from self._close_views(lambda each: each.view in closed)
        opened = list[str]()
        for entry in entries:
            view, state = member(entry, "view", str), member(entry, "state", dict[str, Any])
            at = member(entry, "commit", int) if commit is None else commit
            if view not in self.views:
                self.views[view] = Replica(view, member(entry, "type", str), session, at, state)
                opened.append(view)
            elif change := self.views[view].replace(at, state):
                yield change
        if session in self.memberships:  # otherwise the server itself has closed views
            yield SessionChange(session, tuple(opened), tuple(closed), connections)

    # A cut, and the way back

    def cut(self) -> Iterator[Event]:
        """Ends all that belonged to the transport alone, and holds what is sent from now on."""
        self._is_cut, self._lines = True, LineDecoder()
        self._outgoing = b""
        self._rejoins.clear()
        yield from self._lose(lambda session: session not in self.memberships, Disconnected)

    def restarted(self) -> Iterator[Event]:
        """Ends all views, memberships and requests: the server is another process."""
        yield from self._lose(lambda session: True, ServerRestarted)

    def rejoin(self) -> list[int]:
        """Joins each session again, and asks for the missing replies; the ids of these requests."""
        for name, membership in self.memberships.items():
            unanswered = [each.id for each in self._unanswered() if each.session == name]
            params = {"session": name, "token": membership.token, "unanswered": unanswered, "delivery": membership.delivery}
            self._is_cut = False  # so that this request does not wait
            self._rejoins[self.request("session/join", params)] = name
            self._is_cut = True
        return list(self._rejoins)

    def resume(self) -> Iterator[Event]:
        """Sends the messages that have waited, except to views that have ended meanwhile."""
        self._is_cut, held, self._held = False, self._held, []
        for sent, data in held:
            if end := next((each.replica.end for each in sent if each.replica and each.replica.end), None):
                yield from self._drop((each, end) for each in sent)
            else:
                self._outgoing += data

    def _unanswered(self) -> list[Sent]:
        """The requests that the server may have received and has not answered."""
        held = {each.id for sent, _ in self._held for each in sent}
        return [each for each in self._requests.values() if each.id not in held]

    def _lose(self, is_lost: Callable[[str | None], bool], error: type[Disconnected], reason: str = "") -> Iterator[Event]:
        lost = [each for each in self._unanswered() if is_lost(each.session)]
        yield from self._drop((each, error(f"the answer to {each.method!r}", reason)) for each in lost)
        for replica in [each for each in self.views.values() if is_lost(each.session)]:
            yield self._end(replica, error(f"view {replica.view!r}", reason))
        for session in filter(is_lost, list(self.memberships)):
            yield from self._leave(session, error(f"session {session!r}", reason))

    def _drop(self, requests: Iterable[tuple[Sent, Error]]) -> Iterator[Event]:
        """Ends requests that the server will not answer."""
        for request, error in requests:
            if self._requests.pop(request.id, None) and not request.abandoned:
                yield Refusal(request.id, error)


def _cause(call: Any) -> Cause:
    return Cause(member(call, "method", str), call.get("view"), call.get("id"))
