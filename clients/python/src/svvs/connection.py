"""The protocol without its input and output."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BadMessage, Error, ResponseError, ViewClosed, response_error
from .events import Ended, Event, Refusal, Reply
from .messages import LineDecoder, Notification, Request, decode, encode, is_array, member
from .replica import Cause, Replica

__all__ = ["Connection", "Ended", "Event", "Refusal", "Reply", "Sent"]


@dataclass
class Sent:
    """What is kept of a message. Its other parameters are not: a password may be among them."""

    #: 0 for a notification.
    id: int
    method: str
    view: str | None
    type: str | None
    delivery: str | None
    session: str | None
    #: The open view that it is about.
    replica: Replica | None
    #: No one waits for the answer, either not any more, or because the connection itself asked.
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

    Each open view has a :class:`Replica` in :attr:`views`. The server leaves no change out: one that does not continue
    the replica's commit is a fault of the server's, and ends the conversation as any other nonsense does.
    """

    def __init__(self) -> None:
        self.views: dict[str, Replica] = {}
        self._ids = itertools.count(1)
        self._requests: dict[int, Sent] = {}
        self._lines = LineDecoder()
        self._outgoing = bytearray()

    # Calls in, bytes out

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Sends a request; its id comes back in a :class:`Reply` or a :class:`Refusal`."""
        return self._send([Request(method, params or {})])[0].id

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification: nothing answers it."""
        self._send([Notification(method, params or {})])

    def batch(self, messages: Sequence[Request | Notification]) -> list[int | None]:
        """Sends several messages in one line; the id of each request, and None for a notification."""
        return [each.id or None for each in self._send(messages, is_batch=True)]

    def cancel(self, id: int) -> None:
        """Asks for a request to be cancelled. It is still answered, most often by a refusal."""
        if id in self._requests:
            self.notify("$/cancelRequest", {"id": id})

    def abandon(self, id: int) -> None:
        """Cancels a request whose answer nobody waits for any more; no event will mention it."""
        if (request := self._requests.get(id)) and not request.abandoned:
            request.abandoned = True
            self.cancel(id)

    def data_to_send(self) -> bytes:
        """The bytes to write to the server, each given out once."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    # Bytes in, events out

    def receive(self, data: bytes) -> Iterator[Event]:
        """What the bytes mean. Consume it all; then send :meth:`data_to_send`, which may have grown.

        :raises BadMessage: at the first line that is not the protocol; the connection is of no use afterwards.
        """
        for line in self._lines.feed(data):
            if line and not line.isspace():
                try:
                    for message in decode(line):
                        yield from self._events(message)
                except BadMessage as error:
                    error.line = line
                    raise

    def _events(self, message: dict[str, Any]) -> Iterator[Event]:
        if "method" not in message:
            yield from self._response(message)
        elif "id" in message:
            self._refuse_request(message["id"])
        elif message["method"] == "state/changed":
            yield from self._state_changed(message.get("params"))

    def _refuse_request(self, id: Any) -> None:
        error = {"code": -32601, "message": "a client takes no requests", "data": {"kind": "MethodNotFound"}}
        try:
            self._outgoing += encode({"id": id, "error": error})
        except ValueError as reason:
            raise BadMessage(str(reason)) from None

    # Responses

    def _response(self, message: dict[str, Any]) -> Iterator[Event]:
        error = _error(message["error"]) if "error" in message else None
        id = message.get("id")
        if id is None and error is not None:
            yield from self._refuse_all(error)
            return
        # True and 1.0 are equal to 1 in Python, but they are not the id 1.
        request = self._requests.pop(id, None) if type(id) is int else None
        if request is None or (error is None and "result" not in message):
            raise BadMessage("no answer to any request")
        if error is None:
            yield from self._succeeded(request, message["result"])
        elif not request.abandoned:
            yield Refusal(request.id, error)

    def _refuse_all(self, error: ResponseError) -> Iterator[Event]:
        """The server could not read one of our messages and cannot say which: nobody must wait for it in vain."""
        for request in list(self._requests.values()):
            if not request.abandoned:
                request.abandoned = True
                yield Refusal(request.id, error)

    def _succeeded(self, request: Sent, result: Any) -> Iterator[Event]:
        if request.method == "view/open":
            self._open(request, result)
        elif request.method == "view/get":
            yield from self._snapshot(result)
        elif request.method in ("view/close", "session/close"):
            yield from self._closed(request)
        if not request.abandoned:
            yield Reply(request.id, result)

    # Views

    def _open(self, request: Sent, result: Any) -> None:
        view, commit, state = member(result, "view", str), member(result, "commit", int), member(result, "state", dict[str, Any])
        if view not in self.views:  # where it is if the session was joined once more before this answer
            self.views[view] = Replica(view, request.type or "", request.session, commit, state)
        if request.abandoned:
            self._send([Request("view/close", {"view": view})])[0].abandoned = True

    def _snapshot(self, result: Any) -> Iterator[Event]:
        commit, state = member(result, "commit", int), member(result, "state", dict[str, Any])
        replica = self.views.get(member(result, "view", str))
        if replica and (change := replica.replace(commit, state)):
            yield change

    def _closed(self, request: Sent) -> Iterator[Event]:
        for replica in list(self.views.values()):
            if replica.view == request.view or (request.view is None and replica.session == request.session):
                yield self._end(replica, ViewClosed(f"view {replica.view!r} is closed"))

    def _end(self, replica: Replica, error: Error) -> Ended:
        replica.end = error
        return Ended(self.views.pop(replica.view))

    def _state_changed(self, params: Any) -> Iterator[Event]:
        commit, cause = member(params, "commit", int), _cause(params)
        for entry in member(params, "views", list[Any]):
            replica = self.views.get(member(entry, "view", str))
            if replica:
                yield replica.fold(commit, entry, cause)

    # Messages

    def _send(self, messages: Sequence[Request | Notification], is_batch: bool = False) -> list[Sent]:
        sent = [self._new(each) for each in messages]
        ids = [{"id": each.id} if each.id else {} for each in sent]
        lines = [{**id, "method": each.method, "params": each.params} for id, each in zip(ids, messages)]
        data = encode(lines if is_batch else lines[0])
        self._requests.update({each.id: each for each in sent if each.id})
        self._write(sent, data)
        return sent

    def _write(self, sent: Sequence[Sent], data: bytes) -> None:
        self._outgoing += data

    def _new(self, message: Request | Notification) -> Sent:
        id = next(self._ids) if isinstance(message, Request) else 0
        values = map(message.params.get, ("view", "type", "delivery", "session"))
        view, type, delivery, session = (value if isinstance(value, str) else None for value in values)
        replica = self.views.get(view or "")
        return Sent(id, message.method, view, type, delivery, replica.session if replica else session, replica)


def _error(error: Any) -> ResponseError:
    return response_error(member(error, "code", int), member(error, "message", str), error.get("data"))


def _cause(params: Any) -> tuple[Cause, ...]:
    calls = params.get("cause")
    if not is_array(calls):
        return ()
    return tuple(Cause(member(call, "method", str), call.get("view"), call.get("id")) for call in calls)
