"""The open views of a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Condition
from typing import Any

import svvs

from .. import hints
from .catalog import Catalog
from .face import Face, complain
from .host import Host
from .settling import appear, settle
from .starting import NoServer
from .words import WordError


@dataclass(eq=False)
class Place:
    """An open view, and how one has come to it."""

    server: svvs.Server
    view: svvs.View
    params: Mapping[str, Any]
    #: The view and the property that have led here.
    origin: tuple[str, str] | None
    #: The state at which the properties that lead to other views were last followed.
    followed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: Up to which commit the changes are told, and the state that they have made.
    commit: int = 0
    state: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: Whether it is told that the view is closed.
    is_over: bool = False


class Desk:
    """Open views by name. With a face that is guided, they appear, lead to others, and can be had again.

    >>> from svvs_terminal.cli.catalog import Catalog
    >>> from svvs_terminal.cli.desk import Desk
    >>> from svvs_terminal.cli.face import Pipe
    >>> from svvs_terminal.cli.host import Host
    >>> host = Host(svvs.Server, print)
    >>> desk = Desk(host, Catalog(host.running().request("rpc.discover")), Pipe())
    >>> desk.open("counterA", {})
    counterA: {"count": 0}
    >>> desk.call("counterA", "increment", {"by": 5})
    counterA: count = 5
    >>> desk.call("counterA", "increment", {"by": 0})
    counterA.increment has changed nothing
    >>> host.close()
    """

    def __init__(self, host: Host, catalog: Catalog, face: Face) -> None:
        self.places: dict[str, Place] = {}
        #: The name of the view that was used last.
        self.current: str | None = None
        self._host, self._catalog, self._face = host, catalog, face
        self._told = 0
        self._printed = Condition()

    @property
    def views(self) -> dict[str, svvs.View]:
        """The open views by name."""
        return {name: place.view for name, place in self.places.items()}

    def open(self, type: str, params: Mapping[str, Any], origin: tuple[str, str] | None = None) -> None:
        """Opens a view, which gets a name of its own, and shows it."""
        server = self._host.running()
        view = server.open(type, **params)
        name, count = type, 1
        while name in self.places:
            count += 1
            name = f"{type}{count}"
        is_settled = False
        try:
            is_settled = self._put(name, Place(server, view, params, origin))
        finally:
            self.show(name)
        self._end(view, self._hinted(view).on_appear, {}, is_settled)

    def show(self, name: str) -> None:
        """Tells the state of a view."""
        self.current = name
        self._face.tell(self._face.state(name, self.places[name].view.state))

    def call(self, name: str, action: str, arguments: Mapping[str, Any]) -> None:
        """Calls an action, and tells what it changed. An interrupt cancels the call, and that is told."""
        view, limit = self._view(name), self._host.running().timeout
        self.current, told = name, self._told
        what = f"{name}.{action}"
        is_settled = settle(view.start(action, **arguments), what, self._face, limit)
        self.flush()
        if not is_settled:
            self._face.tell(f"{what} is cancelled")
        elif self._told == told:
            self._face.tell(f"{what} has changed nothing")
        self._end(view, action, arguments, is_settled)

    def _end(self, view: svvs.View, action: str | None, arguments: Mapping[str, Any], is_settled: bool) -> None:
        """Opens the view that an action leads to when its call has ended, if a user is guided."""
        known = next((each for each in self._hinted(view).actions if each.name == action), None)
        if self._face.is_guided and known:
            self._go(hints.settled(self._catalog.hinted, known, arguments, view.state, is_settled), None)

    def set(self, name: str, properties: Mapping[str, Any]) -> None:
        """Sets properties, and tells what that changed."""
        view = self._view(name)
        self.current, told = name, self._told
        view.set(**properties)
        self.flush()
        if self._told == told and not self._catalog.secrets.intersection(properties):
            self._face.tell(f"{name} has not changed")

    def close(self, name: str) -> None:
        """Closes a view, and goes back to the one that has led to it."""
        place = self.places.pop(name)
        self.current = next(reversed(self.places), None)
        if self._is_there(place):
            place.view.close()
            if place.origin is not None and place.origin[0] in self.places:
                self._go_back(*place.origin)

    def reopen(self) -> None:
        """Opens all anew that has ended, on another server if that has ended."""
        self._host.restart()
        server, reopened, current = self._host.running(), list[str](), self.current
        if any(place.server is not server for place in self.places.values()):
            self._catalog.renew(server.request("rpc.discover"))
        for name, place in list(self.places.items()):
            if not self._is_there(place):
                try:
                    view = server.open(place.view.type, **place.params)
                    reopened.append(name)  # it is, even if what is to be called when it appears is refused
                    self._put(name, Place(server, view, place.params, place.origin))
                except svvs.ResponseError as error:
                    complain(error)
        self._face.tell(f"open again: {', '.join(reopened)}" if reopened else "nothing had to be opened")
        if current is not None:
            self.show(current)

    def follow(self) -> None:
        """Opens what properties lead to that have changed since one looked last, for who is guided."""
        for name, place in list(self.places.items()) if self._face.is_guided else ():
            if not self._is_there(place):
                continue
            before, place.followed = place.followed, place.view.state
            for field, way in hints.changed(self._catalog.hinted, self._hinted(place.view), before, place.followed):
                self._go(way, (name, field.name))

    def choose(self, name: str, property: str, value: Any) -> None:
        """Goes to the view that a row, or a record, of a property leads to.

        :raises WordError: if it leads nowhere, as it has not what that view needs.
        """
        field = self._catalog.leads(self.places[name].view.type)[property]
        way = hints.chosen(self._catalog.hinted, field, value)
        if way is None:
            raise WordError("this leads nowhere: it does not have what the view needs")
        self._go(way, (name, property))

    def _go(self, way: hints.Way | None, origin: tuple[str, str] | None) -> None:
        """Goes to a view, which may be open already."""
        if way is None:
            return
        for each, place in self.places.items():
            if self._is_there(place) and (place.view.type, place.params) == (way.type.name, way.params):
                self.show(each)
                return
        self.open(way.type.name, way.params, origin)

    def flush(self) -> None:
        """Returns when every change so far is told."""
        with self._printed:
            self._printed.wait_for(lambda: all(
                each.commit >= each.view.commit and (each.is_over or each.view.is_open) for each in self.places.values()))

    def _view(self, name: str) -> svvs.View:
        """A view, if it is open on the server that is running."""
        if self.places[name].server is not self._host.running():
            raise NoServer(f"{name} has ended with its server; `reopen` opens it again")
        if not self.places[name].view.is_open:
            raise svvs.ViewClosed(f"{name} is closed; `reopen` opens it again")
        return self.places[name].view

    def _is_there(self, place: Place) -> bool:
        return self._host.end is None and place.server is self._host.running() and place.view.is_open

    def _put(self, name: str, place: Place) -> bool:
        """Puts a view under a name, and calls its action of `onAppear`; returns whether that call has settled."""
        place.followed = place.view.state
        action = self._hinted(place.view).on_appear if self._face.is_guided else None
        try:
            return action is not None and appear(place.view, action)
        finally:
            self.places[name] = place
            place.state = place.view.state
            place.view.subscribe(partial(self._hear, name, place), partial(self._over, name, place))
            self._note(place, place.view.commit)

    def _go_back(self, name: str, property: str) -> None:
        self.current = name
        view = self.places[name].view
        field = self._catalog.leads(view.type).get(property)
        if field and (values := hints.returned(field, view.state)):
            view.set(**values)

    def _hinted(self, view: svvs.View) -> hints.ViewType:
        return self._catalog.hinted.get(view.type) or hints.ViewType(view.type, "", "")

    def _hear(self, name: str, place: Place, change: svvs.Change) -> None:
        try:
            errors = self._hinted(place.view).errors(change.state)
            self._face.tell(self._face.change(name, change.changes, place.state, errors))
            self._told += 1
        finally:
            place.state = change.state
            self._note(place, change.commit)

    def _over(self, name: str, place: Place, error: svvs.Error) -> None:
        """Tells that the server has closed a view, unless it was asked to."""
        if isinstance(error, svvs.ViewClosed) and self.places.get(name) is place:
            self._face.tell(f"{name} is closed by the server; `reopen` opens it again")
            self._told += 1
        with self._printed:
            place.is_over = True
            self._printed.notify_all()

    def _note(self, place: Place, commit: int) -> None:
        with self._printed:
            place.commit = max(commit, place.commit)
            self._printed.notify_all()
