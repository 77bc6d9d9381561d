"""A card's view on the server: what the card's reader wants is sent, and what the server says is painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

import svvs

from .calls import Call, Calls
from .card import Card
from .hints import Action, Field
from .log import Changes
from .values import NotAValue

_CLOSED = "closed by the server · Ctrl+R opens it again"
#: Seconds between two paintings of a card, however fast its changes come.
_FRAME = 0.03


class LiveView:
    """The view of a card. It can be opened again, on another server, when the first has ended."""

    def __init__(
        self, card: Card, calls: Calls, tell: Callable[[str], None],
        painted: Callable[[LiveView, Mapping[str, Any]], None],
        ended: Callable[[LiveView, Action, Mapping[str, Any], bool], None],
    ) -> None:
        self.card, self._calls, self._tell, self._painted, self._ended = card, calls, tell, painted, ended
        #: The properties by which other cards were opened from here.
        self.led: set[str] = set()
        self._view: svvs.AsyncView | None = None
        self._server: svvs.AsyncServer | None = None
        self._is_opening = self._is_closed = False
        self._changes = Changes({}, 0)
        self._is_due = False
        self._setting = asyncio.Lock()

    def is_on(self, server: svvs.AsyncServer) -> bool:
        """Whether the view is open there, or is about to be."""
        return self._server is server and (self._is_opening or self.id is not None)

    @property
    def id(self) -> str | None:
        """The view's id, if it is open."""
        return self._view.id if self._view and self._view.is_open else None

    async def open(self, server: svvs.AsyncServer) -> None:
        """Opens the view, and paints it from then on; its changes come as patches, for the sake of long arrays."""
        if self.is_on(server):
            return
        with self._complaining():
            for field in self.card.fields:
                if field.field.is_secret:
                    field.forget()
            self._server, self._is_opening = server, True
            try:
                view = await server.open(self.card.type.name, delivery="patch", **self.card.params)
            finally:
                self._is_opening = False
            if self._is_closed:  # meanwhile, when there was nothing to close
                await view.close()
                return
            self._view = view
            changes, self._changes = view.changes(), Changes(view.state, view.commit)
            self.card.cover("")
            self.card.show(view.state)
            self.led.clear()
            self.card.run_worker(self._follow(changes))
            await self._appear()

    async def renew(self, server: svvs.AsyncServer) -> None:
        """Closes the view, and opens another one in its place, which then appears."""
        view, self._view = self._view, None
        if view:
            with self._complaining():
                await view.close()
        await self.open(server)

    async def _appear(self) -> None:
        """Calls the action that is to be called when the view appears, if there is one."""
        with self._complaining():
            for action in self.card.type.actions:
                if self._view and action.name == self.card.type.on_appear:
                    await self._call(self._view, action, {})

    async def close(self) -> None:
        """Closes the view, and with it ends its calls; if it is about to be opened, as soon as it is."""
        self._is_closed = True
        with self._complaining():
            if self._view:
                await self._view.close()

    async def call(self, action: Action, arguments: Mapping[str, Any]) -> None:
        """Sends what was typed, calls the action, and waits until the call has ended."""
        with self._complaining():
            await self.send()
            if self._view:
                await self._call(self._view, action, arguments)

    async def send(self) -> None:
        """Sets the properties whose fields were edited, all of them or none.

        :raises NotAValue: if what was typed is none.
        """
        async with self._setting:
            edited = self.card.edited()
            if not (edited and self._view):
                return
            texts = {name: field.value for name, (field, _) in edited.items()}
            await self._view.set(**{name: value for name, (_, value) in edited.items()})
            for name, (field, _) in edited.items():
                field.settle(texts[name])
                if name in self._view.state:  # where it may be another value than was typed
                    field.show(self._view.state[name])

    def held(self, action: Action) -> dict[str, Any] | None:
        """The arguments of a submission that fields hold; None if one holds no value, which the card then says."""
        with self._complaining():
            return self.card.type.submitted(action, self.card.held)
        return None

    async def submit(self) -> None:
        with self._complaining():
            await self.send()

    async def set(self, field: Field, value: Any) -> None:
        """Sets one property."""
        with self._complaining():
            if self._view:
                await self._view.set(**{field.name: value})

    async def _call(self, view: svvs.AsyncView, action: Action, arguments: Mapping[str, Any]) -> None:
        task = asyncio.ensure_future(view.call(action.name, **arguments))
        call = self._calls.begin(view.id, action.name, f"{self.card.title} · {action.title}", task)
        is_settled = False
        try:
            await task
            is_settled = True
            await self._settle(call)
        except asyncio.CancelledError:
            if not call.is_cancelled:
                raise
            self._tell(f"{call.title} {self._calls.elapsed(call):.2f} s · cancelled")
        finally:
            task.cancel()
            self._calls.end(call)
            self._ended(self, action, arguments, is_settled)

    async def _settle(self, call: Call) -> None:
        """Says that a call has settled, after all that it has changed."""
        seconds = self._calls.elapsed(call)
        while self._view and self.id and self._changes.commit < self._view.commit:
            await asyncio.sleep(0)  # the change is there, and waits to be taken
        self._paint()
        nothing = "" if self._calls.commits > call.commits else " · changed nothing"
        self._tell(f"{call.title} {seconds:.2f} s · settled{nothing}")

    async def _follow(self, changes: svvs.Changes) -> None:
        try:
            async for change in changes:
                self._changes.add(change, self._calls)
                if not self._is_due:
                    self._is_due = True
                    self.card.set_timer(_FRAME, self._paint)
        except svvs.Error as error:
            if not isinstance(error, svvs.ServerDied):  # of which the whole screen tells
                self.card.complain(f"{error} · Ctrl+R opens it again")
        else:
            if self._view and not self._is_closed:  # by this program
                self.card.cover(_CLOSED)

    def _paint(self) -> None:
        self._is_due = False
        if self.card.is_covered:
            return
        before = self.card.state
        for line in self._changes.take(self.card.type):
            self._tell(line)
        self.card.show(self._changes.state)
        self._painted(self, before)

    @contextmanager
    def _complaining(self) -> Generator[None, None, None]:
        """Shows on the card why something was not done, in place of what was said last."""
        self.card.complain("")
        try:
            yield
        except svvs.RequestCancelled:
            pass  # by this program, which says so
        except svvs.ServerDied:
            pass  # of which the whole screen tells
        except svvs.ViewClosed:
            self.card.complain(_CLOSED)
        except (svvs.Error, NotAValue, ValueError) as error:  # of what cannot be sent, such as half a character
            self.card.complain(error.message if isinstance(error, svvs.ResponseError) else str(error))
