"""Connects a card to its view on the server: sends the requests of the card, and shows the changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import svvs

from .calls import Call, Calls
from .card import Card
from .fields import TextField
from .screen import Action, Field
from .log import Changes
from .values import NotAValue

#: The minimum time between two updates of a card, in seconds.
_FRAME = 0.03


class _Edit(NamedTuple):
    """An edited field, with its text and value at the time of a request."""

    field: TextField
    text: str
    value: Any
    #: Whether the action of the request is that of the field.
    is_submitted: bool
    #: The number of the submission of the field.
    number: int


Edited = Mapping[str, _Edit]
#: Opens views: a server, or a shared session of it.
Opener = svvs.AsyncServer | svvs.AsyncSharedSession


class LiveView:
    """The view of a card. It can be opened again on another server."""

    def __init__(
        self, card: Card, calls: Calls, log: Callable[[str], None],
        shown: Callable[[LiveView, Mapping[str, Any]], None],
        ended: Callable[[LiveView, Action, Mapping[str, Any], bool], None],
    ) -> None:
        self.card, self._calls, self._log, self._shown, self._ended = card, calls, log, shown, ended
        #: The properties that have opened other cards from this one.
        self.followed: set[str] = set()
        self._view: svvs.AsyncView | None = None
        self._opener: Opener | None = None
        self._is_opening = self._is_closed = False
        self._changes = Changes({}, 0)
        self._is_due = False
        #: Held while the server opens the view. What the user does on the card in the meantime waits for it.
        self._opening = asyncio.Lock()
        self._setting = asyncio.Lock()

    def is_on(self, opener: Opener) -> bool:
        """Whether the view is open on a server or in a session, or is being opened."""
        return self._opener is opener and (self._is_opening or self.id is not None)

    @property
    def id(self) -> str | None:
        """The view's id, if it is open."""
        return self._view.id if self._view and self._view.is_open else None

    async def open(self, opener: Opener) -> str:
        """Opens the view, and shows its state and changes. The delivery is "patch", because arrays may be long.

        Returns the reason if the server refuses it. The card then hides an earlier state.
        """
        if self.is_on(opener):
            return ""
        with self._errors_shown():
            for field in self.card.fields:
                field.begin_again()
            self._opener, self._is_opening = opener, True
            try:
                async with self._opening:
                    with self._calls.waiting(f"{self.card.title} · opening"):
                        view = await opener.open(self.card.type.name, delivery="patch", **self.card.params)
            except svvs.ResponseError as error:
                self.card.cover(error.message)
                return error.message
            finally:
                self._is_opening = False
            if self._is_closed:  # closed while the view was being opened
                await view.close()
                return ""
            self._show_view(view)
            self.card.run_worker(self._appear())
        return ""

    def join(self, opener: Opener, view: svvs.AsyncView) -> Coroutine[Any, Any, None]:
        """Shows a view that another client has opened. Its `onAppear` action is not called again."""
        self._opener, self._is_opening = opener, True
        return self._join(view)

    async def _join(self, view: svvs.AsyncView) -> None:
        self._is_opening = False
        self._show_view(view)

    def _show_view(self, view: svvs.AsyncView) -> None:
        self._view = view
        changes, self._changes = view.changes(), Changes(view.state, view.commit)
        self.card.cover("")
        self.card.show(view.state)
        self.followed.clear()
        self.card.run_worker(self._follow(changes))

    async def renew(self, opener: Opener) -> None:
        """Closes the view, and opens a new one."""
        view, self._view = self._view, None
        if view:
            with self._errors_shown():
                await view.close()
        await self.open(opener)

    async def _appear(self) -> None:
        """Calls the `onAppear` action of the view type, if there is one."""
        with self._errors_shown(keeps_earlier=True):  # the view may have ended already
            for action in self.card.type.actions:
                if self._view and action.name == self.card.type.on_appear:
                    await self._call(self._view, action, {})

    async def close(self) -> None:
        """Closes the view, which cancels its calls. A view that is being opened is closed afterwards."""
        self._is_closed = True
        with self._errors_shown():
            if self._view:
                await self._view.close()

    def submit(self, action: Action | None, arguments: Mapping[str, Any]) -> Coroutine[Any, Any, None] | None:
        """Sends the edited fields with their present values, all or none, calls the action, and waits for its end."""
        edited = self._edits(action)
        return None if edited is None else self._submit(edited, action, arguments)

    def _edits(self, action: Action | None) -> Edited | None:
        """The fields to send, as they are now. If a text is not a value, shows an error and returns None."""
        with self._errors_shown():
            fields = {**self.card.edited(), **(self.card.submitted(action) if action else {})}
            edited = {
                name: _Edit(part, part.value, value, bool(action and part.field.submits == action.name), part.begin_sending())
                for name, (part, value) in fields.items()
            }
            for each in edited.values():
                if each.is_submitted:
                    each.field.submitted.append(each.text)
            return edited
        return None

    async def _submit(self, edited: Edited, action: Action | None, arguments: Mapping[str, Any]) -> None:
        is_set = is_lost = False
        with self._errors_shown():
            try:
                async with self._opening:
                    pass
                async with self._setting:  # until the call is sent: what is set next belongs to the next call
                    if self._view is None:
                        return
                    await self._set(self._view, edited)
                    is_set = True
                    ending = self._call(self._view, action, arguments) if action else None
                    if ending and action and action.name == self.card.type.form_calls:
                        await ending  # later texts of the form are sent after it
                        return
                if ending:
                    await ending
            except svvs.Error:
                is_lost = is_set
                raise
            finally:
                for name, each in edited.items():
                    if each.is_submitted:
                        each.field.submitted.remove(each.text)
                    if not is_set:
                        each.field.end_sending(each.text, is_set, each.number)
                    elif is_lost and each.field.field.submits:
                        each.field.give_back(each.text, each.number)
                    elif self._is_left(name, each):
                        each.field.keep(each.text, each.number)

    def _is_left(self, name: str, edit: _Edit) -> bool:
        """Whether the app has left a submitted text in the state, and it has not come back yet."""
        state, field = self._view.state if self._view else {}, edit.field
        is_known = edit.text in (*field.returned, *field.submitted)
        return edit.is_submitted and not is_known and name in state and state[name] == edit.value

    async def _set(self, view: svvs.AsyncView, edited: Edited) -> None:
        if edited:
            with self._calls.waiting(f"{self.card.title} · sending"):
                await view.set(**{name: each.value for name, each in edited.items()})
        for name, each in edited.items():
            each.field.end_sending(each.text, True, each.number)
            if name in view.state:  # may differ from the sent value
                each.field.show(view.state[name])

    def held(self, action: Action) -> dict[str, Any] | None:
        """The arguments of a submission from the fields. If a text is not a value, shows an error and returns None."""
        with self._errors_shown():
            return self.card.type.submitted(action, self.card.held)
        return None

    async def set(self, field: Field, value: Any, is_automatic: bool = False) -> None:
        """Sets one property. If the user has not caused this, an earlier error stays."""
        with self._errors_shown(is_automatic):
            async with self._opening:
                pass
            if self._view:
                with self._calls.waiting(f"{self.card.title} · sending"):
                    await self._view.set(**{field.name: value})

    def _call(self, view: svvs.AsyncView, action: Action, arguments: Mapping[str, Any]) -> Coroutine[Any, Any, None]:
        """Calls an action. The result waits for the end of the call."""
        task = asyncio.ensure_future(view.call(action.name, **arguments))
        title = f"{self.card.title} · {action.title if action.is_offered else 'opening'}"
        call = self._calls.begin(view.id, action.name, title, task, action.is_cancellable)
        return self._end(call, task, action, arguments)

    async def _end(self, call: Call, task: asyncio.Future[None], action: Action, arguments: Mapping[str, Any]) -> None:
        is_settled = False
        try:
            await task
            is_settled = True
            await self._log_end(call)
        except asyncio.CancelledError:
            if not call.is_cancelled:
                raise
            self._log(f"{call.title} {self._calls.elapsed(call):.2f} s · cancelled")
        finally:
            task.cancel()
            self._calls.end(call)
            self._ended(self, action, arguments, is_settled)

    async def _log_end(self, call: Call) -> None:
        """Logs the end of a call after its changes."""
        seconds = self._calls.elapsed(call)
        while self._view and self.id and self._changes.commit < self._view.commit:
            await asyncio.sleep(0)  # the task of `_follow` has yet to read the change
        self._show()
        nothing = "" if self._calls.commits > call.commits else " · changed nothing"
        self._log(f"{call.title} {seconds:.2f} s · settled{nothing}")

    async def _follow(self, changes: svvs.Changes) -> None:
        try:
            async for change in changes:
                self._changes.add(change, self._calls)
                if not self._is_due:
                    self._is_due = True
                    self.card.set_timer(_FRAME, self._show)
        except svvs.Error as error:
            if not isinstance(error, svvs.ServerDied):  # the app shows it
                self.card.cover("the connection was lost · Ctrl+R to reopen")
        else:
            if self._view and not self._is_closed:
                self.cover_closed()

    def cover_closed(self) -> None:
        self.card.cover(self._closed_text)

    @property
    def _closed_text(self) -> str:
        """The text of a card whose view was closed: in a shared session, by the server or by another client."""
        by = "" if isinstance(self._opener, svvs.AsyncSharedSession) else " by the server"
        return f"closed{by} · Ctrl+R to reopen"

    def _show(self) -> None:
        self._is_due = False
        if self.card.is_covered:
            return
        before = self.card.state
        for line in self._changes.take(self.card.type):
            self._log(line)
        self.card.show(self._view.state if self._view else self._changes.state)
        self._shown(self, before)

    @contextmanager
    def _errors_shown(self, keeps_earlier: bool = False) -> Generator[None, None, None]:
        """Shows errors of the block on the card, in place of an earlier one."""
        if not keeps_earlier:
            self.card.show_error("")
        try:
            yield
        except svvs.RequestCancelled:
            pass  # by the user, and logged
        except svvs.ServerDied:
            pass  # the app shows it
        except svvs.ViewClosed:
            self.card.show_error(self._closed_text)
        except (svvs.Error, NotAValue, ValueError) as error:  # ValueError: for an unpaired surrogate, for example
            self.card.show_error(error.message if isinstance(error, svvs.ResponseError) else str(error))
