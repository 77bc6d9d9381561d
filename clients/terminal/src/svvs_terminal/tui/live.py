"""Connects a card to its view on the server: sends the requests of the card, and shows the changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import svvs

from .calls import Call, Calls
from .card import Card
from .draft import Ending
from .fields import TextField
from .screen import Action, Field
from .log import Changes
from .values import NotAValue, parsed

#: The minimum time between two updates of a card, in seconds.
_FRAME = 0.03


#: A field, and a text of it that is on its way.
Sent = tuple[TextField, str]
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
        #: Held while properties are set, and until the call that follows has ended: what is set next waits for it.
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
        for field in self.card.fields:
            field.show(view.state.get(field.field.name), field.draft.is_lost or field.field.is_secret)
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
        """Sends the texts of the fields as they are now, all or none, calls the action, and waits for its end.

        A call that cancels sends none. If a text is not a value, shows an error and returns None.
        """
        with self._errors_shown():
            fields = [] if action and self.card.type.cancels(action) else self._submitted(action)
            values = {each.field.name: self.card.held(each.field.name) for each in fields}
            sent = [(each, text) for each in fields if (text := each.draft.enter()) is not None]
            return self._submit(sent, values, action, arguments)
        return None

    def _submitted(self, action: Action | None) -> list[TextField]:
        """The fields that are set before a call.

        A text that is on its way is set again: the action is not called if it is refused. A message is only sent by the
        action of its field.
        """
        def is_due(field: TextField) -> bool:
            draft, is_own = field.draft, action is not None and field.field.submits == action.name
            is_edited = draft.typed is not None or action is not None and draft.sent
            return is_own and draft.is_new or bool(is_edited and not draft.is_message)

        return [each for each in self.card.fields if is_due(each)]

    def filter(self, field: TextField, text: str) -> Coroutine[Any, Any, None] | None:
        """Sends a text of a filter. If it is not a value, shows an error and returns None."""
        sent = [(field, text)]
        with self._errors_shown():
            try:
                return self._submit(sent, {field.field.name: parsed(field.field, text)}, None, {})
            except NotAValue:
                self._end(sent, Ending.REFUSED)
                raise
        return None

    async def _submit(
        self, sent: Sequence[Sent], values: Mapping[str, Any], action: Action | None, arguments: Mapping[str, Any]
    ) -> None:
        type, ending = self.card.type, Ending.REFUSED
        for field, _ in sent:
            field.draw()
        with self._errors_shown():
            try:
                is_alone = not values and action and (type.cancels(action) or not type.submitting(action))
                async with nullcontext() if is_alone else self._setting:
                    async with self._opening:
                        pass
                    if self._view and values:
                        with self._calls.waiting(f"{self.card.title} · sending"):
                            await self._view.set(**values)
                        submitted = [each for each in sent if action and each[0].field.submits == action.name]
                        self._end([each for each in sent if each not in submitted], Ending.SET)
                        sent = submitted
                    if self._view and action and await self._call(self._view, action, arguments):
                        ending = Ending.CALLED
            finally:
                self._end(sent, ending)

    def _end(self, sent: Sequence[Sent], ending: Ending) -> None:
        """Handles the end of texts."""
        state = self._view.state if self._view else {}
        for field, text in sent:
            if field.field.name in state:  # may differ from the sent value
                field.show(state[field.field.name])
            due = field.draft.end(text, ending)
            if due is not None and self._is_closed:
                due = field.draft.end(due, Ending.REFUSED)
            field.draw(due)

    def held(self, action: Action) -> dict[str, Any] | None:
        """The arguments of a submission from the fields. If a text is not a value, shows an error and returns None."""
        with self._errors_shown():
            return self.card.type.submitted(action, self.card.held)
        return None

    async def set(self, field: Field, value: Any, is_automatic: bool = False) -> None:
        """Sets one property. If the user has not caused this, an earlier error stays."""
        with self._errors_shown(is_automatic):
            async with self._setting, self._opening:
                pass
            if self._view:
                with self._calls.waiting(f"{self.card.title} · sending"):
                    await self._view.set(**{field.name: value})

    async def _call(self, view: svvs.AsyncView, action: Action, arguments: Mapping[str, Any]) -> bool:
        """Calls an action, and waits for the end of the call. Returns whether the user has not cancelled it."""
        task = asyncio.ensure_future(view.call(action.name, **arguments))
        title = f"{self.card.title} · {action.title if action.is_offered else 'opening'}"
        call = self._calls.begin(view.id, action.name, title, task, action.is_cancellable)
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
        return is_settled

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
            for field in self.card.fields:
                field.draft.lose()
                field.draw()
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
