"""The protocol of sharing without its input and output: sessions with other clients, and how they outlive a cut."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from .connection import Connection, Sent
from .cuts import AnswerLost, Disconnected, ServerRestarted
from .errors import Error, ViewClosed
from .events import Ended, Event, Part, Refusal, SessionChange
from .messages import LineDecoder, Notification, Request, is_object, member
from .replica import Replica


class SharingConnection(Connection):
    """A conversation that goes on after a cut, on the next connection.

    Between :meth:`cut` and :meth:`resume`, messages wait, except for `initialize` and what :meth:`rejoin` sends. Ids
    go on counting, and no request is sent twice.
    """

    def __init__(self) -> None:
        super().__init__()
        #: This client's parts in shared sessions, by their names.
        self.parts: dict[str, Part] = {}
        self._is_cut = False
        self._held: list[tuple[Sequence[Sent], bytes]] = []
        #: The sessions that are being joined again, by the ids of the requests.
        self._rejoins: dict[int, str] = {}

    # A cut, and the way back

    def cut(self) -> Iterator[Event]:
        """Ends what belonged to the connection alone, and holds what is sent from now on."""
        self._is_cut, self._lines = True, LineDecoder()
        self._outgoing.clear()
        self._rejoins.clear()
        yield from self._lose(lambda session: session not in self.parts, Disconnected)

    def restarted(self) -> Iterator[Event]:
        """Ends all that there was: the server is another one."""
        yield from self._lose(lambda session: True, ServerRestarted)

    def rejoin(self) -> list[int]:
        """Joins each session again, and asks for the answers that have not come; the ids of these requests."""
        for name, part in self.parts.items():
            unanswered = [each.id for each in self._sent() if each.session == name]
            params = {"session": name, "token": part.token, "unanswered": unanswered, "delivery": part.delivery}
            self._is_cut = False  # for this one
            self._rejoins[self.request("session/join", params)] = name
            self._is_cut = True
        return list(self._rejoins)

    def resume(self) -> Iterator[Event]:
        """Sends what has waited, except to views that have ended meanwhile."""
        self._is_cut, held, self._held = False, self._held, []
        for sent, data in held:
            if end := next((each.replica.end for each in sent if each.replica and each.replica.end), None):
                yield from self._refuse((each, end) for each in sent)
            else:
                self._write(sent, data)

    def _sent(self) -> list[Sent]:
        """The requests that the server may have got, and has not answered."""
        held = {each.id for sent, _ in self._held for each in sent}
        return [each for each in self._requests.values() if each.id not in held]

    def _lose(self, is_lost: Callable[[str | None], bool], error: type[Disconnected], reason: str = "") -> Iterator[Event]:
        lost = [each for each in self._sent() if is_lost(each.session)]
        yield from self._refuse((each, error(f"the answer to {each.method!r}", reason)) for each in lost)
        for replica in [each for each in self.views.values() if is_lost(each.session)]:
            yield self._end(replica, error(f"view {replica.view!r}", reason))
        for session in filter(is_lost, list(self.parts)):
            yield self._leave(session, error(f"session {session!r}", reason))

    def _refuse(self, refused: Iterable[tuple[Sent, Error]]) -> Iterator[Event]:
        for request, error in refused:
            if self._requests.pop(request.id, None) and not request.abandoned:
                yield Refusal(request.id, error)

    # Messages

    def _write(self, sent: Sequence[Sent], data: bytes) -> None:
        if self._is_cut and all(each.method != "initialize" for each in sent):
            self._held.append((sent, data))
        else:
            super()._write(sent, data)

    def _new(self, message: Request | Notification) -> Sent:
        sent = super()._new(message)
        if sent.method == "session/join":
            sent.session = None  # as it belongs to the connection
        return sent

    def _events(self, message: dict[str, Any]) -> Iterator[Event]:
        if message.get("method") == "session/changed" and "id" not in message:
            yield from self._session_changed(message.get("params"))
        else:
            yield from super()._events(message)

    def _response(self, message: dict[str, Any]) -> Iterator[Event]:
        for event in super()._response(message):
            if isinstance(event, Refusal) and (session := self._rejoins.get(event.id)):
                yield from self._lose(lambda each: each == session, Disconnected, str(event.error))
            yield event

    def _succeeded(self, request: Sent, result: Any) -> Iterator[Event]:
        if request.method == "session/join":
            yield from self._joined(request, result)
        elif request.method == "session/open" and is_object(result) and "token" in result:
            self._enter(request, result)
        elif request.method == "view/open" and (part := self.parts.get(request.session or "")):
            # One for all views, which serves each: in the order of the alphabet a later one says less.
            part.delivery = min(part.delivery, request.delivery or "properties")
        yield from super()._succeeded(request, result)

    # Sessions

    def _enter(self, request: Sent, result: Any) -> str:
        session, token = member(result, "session", str), member(result, "token", str)
        self.parts.setdefault(session, Part(session, token, request.delivery or "properties")).token = token
        return session

    def _leave(self, session: str, error: Error) -> Ended:
        self.parts[session].end = error
        return Ended(self.parts.pop(session))

    def _closed(self, request: Sent) -> Iterator[Event]:
        yield from super()._closed(request)
        if request.view is None and request.session in self.parts:
            yield self._leave(request.session, ViewClosed(f"session {request.session!r} is closed"))

    def _joined(self, request: Sent, result: Any) -> Iterator[Event]:
        session, entries = self._enter(request, result), member(result, "views", list[Any])
        types = {member(each, "view", str): member(each, "type", str) for each in entries}
        held = [each for each in self.views.values() if each.session == session]
        closed = [each.view for each in held if types.get(each.view) != each.type]
        yield from self._folded(session, closed, entries, member(result, "commit", int))
        for answer in member(result, "answers", list[Any]):
            if sent := self._requests.get(member(answer, "id", int)):
                if sent.method in ("view/open", "view/get") and "error" not in answer:
                    # `views` has the state once, for all answers.
                    view = self.views.get(member(answer.get("result"), "view", str))
                    answer["result"] |= {"commit": view.commit, "state": view.state} if view else {}
                yield from self._response(answer)
        unknown = member(result, "unknown", list[Any])
        lost = [each for id, each in self._requests.items() if id in unknown]
        yield from self._refuse((each, AnswerLost(each.method)) for each in lost)

    def _session_changed(self, params: Any) -> Iterator[Event]:
        session, connections = member(params, "session", str), member(params, "connections", int)
        closed, opened = member(params, "closed", list[str]), member(params, "opened", list[Any])
        yield from self._folded(session, closed, opened, connections=connections)
        if session in self.parts and connections == 0:
            yield self._leave(session, ViewClosed(f"session {session!r} is closed"))

    def _folded(
        self, session: str, closed: list[str], entries: list[Any], commit: int | None = None, connections: int | None = None
    ) -> Iterator[Event]:
        """Ends views, and folds snapshots: each has a commit of its own unless there is one for all."""
        for replica in [each for each in self.views.values() if each.view in closed]:
            yield self._end(replica, ViewClosed(f"view {replica.view!r} is closed"))
        opened = list[str]()
        for entry in entries:
            view, state = member(entry, "view", str), member(entry, "state", dict[str, Any])
            at = member(entry, "commit", int) if commit is None else commit
            if view not in self.views:
                self.views[view] = Replica(view, member(entry, "type", str), session, at, state)
                opened.append(view)
            elif change := self.views[view].replace(at, state):
                yield change
        if session in self.parts:  # or else the server has closed views by itself
            yield SessionChange(session, tuple(opened), tuple(closed), connections)
